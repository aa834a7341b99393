// libuv's loop and what hangs on it, ended as C++ ends things.
#pragma once

#include <array>
#include <cerrno>

#include <fmt/format.h>
#include <unistd.h>
#include <uv.h>

#include "harness/target/target_error.hpp"

namespace fairshuffle {

/// Throws TargetError, `what` and the reason, for a result that is an error.
inline void check_uv(int result, const char* what) {
  if (result < 0) throw TargetError(fmt::format("{}: {}.", what, uv_strerror(result)));
}

/// The end of a pipe that the child gets; closed here once the child has it, or could not be started.
struct FileEnd {
  ~FileEnd() {
    if (file >= 0) ::close(file);
  }
  uv_file file = -1;
};

template <class Handle>
uv_handle_t* handle_of(Handle& handle) {
  return reinterpret_cast<uv_handle_t*>(&handle);
}

inline void close_if_open(uv_handle_t* handle) {
  if (!uv_is_closing(handle)) uv_close(handle, nullptr);
}

/// libuv ends the program where it can't open what its first loop needs. Throws TargetError.
inline void refuse_few_files() {
  std::array<FileEnd, 4> needed;
  for (FileEnd& end : needed) {
    end.file = ::dup(STDERR_FILENO);
    if (end.file < 0) check_uv(-errno, "A child can't be watched");
  }
}

/// A loop, whose end closes whatever handles were put on it.
struct UvLoop {
  UvLoop() {
    static const bool is_first = (refuse_few_files(), true);
    static_cast<void>(is_first);
    check_uv(uv_loop_init(&loop), "A child can't be watched");
  }
  ~UvLoop() {
    uv_walk(
        &loop, [](uv_handle_t* handle, void*) { close_if_open(handle); }, nullptr);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
  }
  UvLoop(const UvLoop&) = delete;
  UvLoop& operator=(const UvLoop&) = delete;
  uv_loop_t loop;
};

}  // namespace fairshuffle
