// What the system of this module has not: terminals, processes, and files that are memory only.
#include <cerrno>
#include <cstdint>

#include "harness/job/live_children.hpp"

extern "C" std::int32_t fairshuffle_js_is_terminal(std::int32_t descriptor);

// Emscripten's says so of every standard stream.
extern "C" int isatty(int descriptor) {
  return fairshuffle_js_is_terminal(descriptor);
}

extern "C" int memfd_create(const char*, unsigned) {
  errno = ENOSYS;
  return -1;
}

namespace fairshuffle {

void settle_children(CertifyPlan&) {}

}  // namespace fairshuffle
