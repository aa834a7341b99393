#include "harness/target/child/process_pipes.hpp"

#include <algorithm>

#include <fcntl.h>
#include <unistd.h>

#include "harness/target/child/no_sigpipe.hpp"

namespace fairshuffle {

namespace {

struct QueuedWrite {
  uv_write_t request;
  std::string text;
};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// /dev/null; in a root folder without one a pipe that nobody writes into, which has as little to read.
void open_nothing(FileEnd& nothing) {
  nothing.file = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing.file >= 0) return;
  std::array<uv_file, 2> ends{};
  check_uv(uv_pipe(ends.data(), 0, 0), "A pipe to a child can't be made");
  nothing.file = ends[0];
  ::close(ends[1]);
}

}  // namespace

void open_pipe(uv_pipe_t& ours, FileEnd& theirs, bool we_read) {
  std::array<uv_file, 2> ends{};  // the reading one first
  check_uv(uv_pipe(ends.data(), we_read ? UV_NONBLOCK_PIPE : 0, we_read ? 0 : UV_NONBLOCK_PIPE),
           "A pipe to a child can't be made");
  theirs.file = ends[we_read ? 1 : 0];
  check_uv(uv_pipe_open(&ours, ends[we_read ? 0 : 1]), "A pipe to a child can't be opened");
}

void write_to(uv_pipe_t& pipe, std::string_view text) {
  const auto queued = new QueuedWrite{.request = {}, .text = std::string(text)};
  queued->request.data = queued;
  const uv_buf_t buffer = uv_buf_init(queued->text.data(), static_cast<unsigned>(queued->text.size()));
  const NoSigpipe no_sigpipe;
  const int result = uv_write(&queued->request, stream_of(pipe), &buffer, 1, [](uv_write_t* request, int) {
    delete static_cast<QueuedWrite*>(request->data);
  });
  if (result < 0) delete queued;
}

void spawn(uv_loop_t& loop, uv_process_t& handle, std::vector<std::string> arguments,
           const std::vector<std::string>* variables, std::array<uv_file, 4> files, uv_exit_cb on_exit) {
  std::array<uv_stdio_container_t, 4> streams{};
  FileEnd nothing;
  open_nothing(nothing);
  std::replace(files.begin(), files.end() - 1, -1, nothing.file);
  for (std::size_t index = 0; index < files.size(); ++index) {
    streams[index].flags = files[index] >= 0 ? UV_INHERIT_FD : UV_IGNORE;
    streams[index].data.fd = files[index];
  }
  std::vector<char*> argument_pointers = pointers_to(arguments);
  std::vector<std::string> environment = variables != nullptr ? *variables : std::vector<std::string>();
  std::vector<char*> variable_pointers = pointers_to(environment);
  uv_process_options_t options{};
  options.file = arguments.front().c_str();
  options.args = argument_pointers.data();
  options.env = variables != nullptr ? variable_pointers.data() : nullptr;
  options.flags = UV_PROCESS_DETACHED;
  options.stdio_count = static_cast<int>(streams.size());
  options.stdio = streams.data();
  options.exit_cb = on_exit;
  check_uv(uv_spawn(&loop, &handle, &options), "The shell /bin/sh can't be started");
}

}  // namespace fairshuffle
