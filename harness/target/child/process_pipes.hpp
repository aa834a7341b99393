// Processes of a session of their own, and the pipes to them, as libuv has them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <uv.h>

#include "harness/target/child/uv_loop.hpp"

namespace fairshuffle {

inline uv_stream_t* stream_of(uv_pipe_t& pipe) {
  return reinterpret_cast<uv_stream_t*>(&pipe);
}

/// Pipes rather than libuv's pairs of sockets: a program may open /dev/fd/1, and a pipe can be enlarged.
/// Throws TargetError.
void open_pipe(uv_pipe_t& ours, FileEnd& theirs, bool we_read);

/// Never waits and never fails.
void write_to(uv_pipe_t& pipe, std::string_view text);

/// Starts the program that is the first of its arguments, with these variables, or our environment where they
/// are null. Of its files, from standard input on, -1 stands for /dev/null, as the last one for none. Throws
/// TargetError.
void spawn(uv_loop_t& loop, uv_process_t& handle, std::vector<std::string> arguments,
           const std::vector<std::string>* variables, std::array<uv_file, 4> files, uv_exit_cb on_exit);

}  // namespace fairshuffle
