// What the C library does by loading others, which a static program can't rely on: plug-ins are refused in
// the words of a loader, and who is logged in, which nothing asks, is nobody. The linker puts these in the
// place of those without "__wrap_".
#include <cerrno>
#include <cstddef>

#include <pwd.h>

extern "C" {

void* __wrap_dlopen(const char*, int) {
  return nullptr;
}

void* __wrap_dlsym(void*, const char*) {
  return nullptr;
}

char* __wrap_dlerror() {
  static char sentence[] =
      "this program is linked statically and has no loader; take the one of the package fairshuffle, or "
      "build it";
  return sentence;
}

int __wrap_getpwuid_r(uid_t, passwd*, char*, std::size_t, passwd** found) {
  *found = nullptr;
  return ENOENT;
}
}
