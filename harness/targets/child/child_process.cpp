#include "harness/targets/child/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <uv.h>

#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

/// The end of a pipe that the child gets. Those that we write to stay open here, too: without a reader a
/// write would end us by SIGPIPE, which libuv leaves to the program, and to ignore it everywhere would change
/// what happens to `fairshuffle list | head -1`.
struct FileEnd {
  ~FileEnd() {
    if (file >= 0) ::close(file);
  }
  uv_file file = -1;
};

namespace {

/// Throws TargetError, `what` and the reason, for a result that is an error.
void check_uv(int result, const char* what) {
  if (result < 0) throw TargetError("{}: {}.", what, uv_strerror(result));
}

template <class Handle>
uv_handle_t* handle_of(Handle& handle) {
  return reinterpret_cast<uv_handle_t*>(&handle);
}

void close_if_open(uv_handle_t* handle) {
  if (!uv_is_closing(handle)) uv_close(handle, nullptr);
}

/// libuv ends the program where it can't open what its first loop needs. Throws TargetError.
void refuse_few_files() {
  std::array<FileEnd, 4> needed;
  for (FileEnd& end : needed) {
    end.file = ::dup(STDERR_FILENO);
    if (end.file < 0) check_uv(-errno, "A program can't be watched");
  }
}

}  // namespace

/// A loop, whose end closes whatever handles were put on it.
struct UvLoop {
  UvLoop() {
    static const bool is_first = (refuse_few_files(), true);
    static_cast<void>(is_first);
    check_uv(uv_loop_init(&loop), "A program can't be watched");
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

namespace {

uv_stream_t* stream_of(uv_pipe_t& pipe) {
  return reinterpret_cast<uv_stream_t*>(&pipe);
}

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
  check_uv(uv_pipe(ends.data(), 0, 0), "A pipe to a program can't be made");
  nothing.file = ends[0];
  ::close(ends[1]);
}

// Pipes rather than libuv's pairs of sockets: a program may open /dev/fd/1, and a pipe can be enlarged.
void open_pipe(uv_pipe_t& ours, FileEnd& theirs, bool we_read) {
  std::array<uv_file, 2> ends{};  // the reading one first
  check_uv(uv_pipe(ends.data(), we_read ? UV_NONBLOCK_PIPE : 0, we_read ? 0 : UV_NONBLOCK_PIPE),
           "A pipe to a program can't be made");
  theirs.file = ends[we_read ? 1 : 0];
  check_uv(uv_pipe_open(&ours, ends[we_read ? 0 : 1]), "A pipe to a program can't be opened");
}

// Never waits and never fails.
void write_to(uv_pipe_t& pipe, std::string_view text) {
  const auto queued = new QueuedWrite{.request = {}, .text = std::string(text)};
  queued->request.data = queued;
  const uv_buf_t buffer = uv_buf_init(queued->text.data(), static_cast<unsigned>(queued->text.size()));
  const int result = uv_write(&queued->request, stream_of(pipe), &buffer, 1, [](uv_write_t* request, int) {
    delete static_cast<QueuedWrite*>(request->data);
  });
  if (result < 0) delete queued;
}

// Starts the program that is the first of its arguments, with these variables, or our environment where they
// are null. Of its files, from standard input on, -1 stands for /dev/null, as the last one for none.
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

// The command waits for its guard, so that there is no moment in which it could outlive us; if we end before,
// it never runs.
constexpr const char* wait_for_go = "read go <&3 || exit; exec 3<&- /bin/sh -c \"$1\"";

// Reads a line that never comes. When its input ends, so did we: it kills the child's group, and what else is
// in the child's session.
constexpr const char* guard_script = R"(
read line && exit
session=$1
kill -s KILL -- "-$session"
for stat in /proc/[0-9]*/stat; do
  { read -r fields <"$stat"; } 2>/dev/null || continue
  set -- ${fields##*) }
  [ "$4" = "$session" ] || continue
  process=${stat#/proc/}
  kill -s KILL "${process%/stat}"
done
)";

// Our environment as "NAME=VALUE", with the added variables first and not twice. Everything is handed on and
// nothing looked at.
std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> variables;
  for (const auto& [name, value] : added) variables.push_back(fmt::format("{}={}", name, value));
  uv_env_item_t* items = nullptr;
  int count = 0;
  check_uv(uv_os_environ(&items, &count), "The environment can't be handed on");
  for (const uv_env_item_t& item : std::span(items, static_cast<std::size_t>(count))) {
    if (std::ranges::find(added, item.name, &std::pair<std::string, std::string>::first) == added.end()) {
      variables.push_back(fmt::format("{}={}", item.name, item.value));
    }
  }
  uv_os_free_environ(items, count);
  return variables;
}

/// A process, as /proc tells of it.
struct ProcessState {
  char state = 0;
  int session = 0;
};

// Asked of every process time and again while a child ends: no memory is taken for it.
std::optional<ProcessState> state_of(const char* process) {
  std::array<char, 32> path{};
  std::snprintf(path.data(), path.size(), "/proc/%.16s/stat", process);
  const int file = ::open(path.data(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;  // it is gone by now
  std::array<char, 256> text{};
  const ssize_t size = ::read(file, text.data(), text.size() - 1);
  ::close(file);
  if (size <= 0) return std::nullopt;
  // The name in parentheses may hold anything; state, parent, group and session come after it.
  const char* after_name = std::strrchr(text.data(), ')');
  ProcessState process_state;
  int parent = 0, group = 0;
  if (after_name == nullptr || std::sscanf(after_name + 1, " %c %d %d %d", &process_state.state, &parent,
                                           &group, &process_state.session) != 4) {
    return std::nullopt;
  }
  return process_state;
}

// Those that live; nothing where /proc does not tell.
std::optional<std::vector<int>> processes_of(int session) {
  DIR* folder = ::opendir("/proc");
  if (folder == nullptr) return std::nullopt;
  std::vector<int> processes;
  bool seen_any = false;
  while (const dirent* entry = ::readdir(folder)) {
    const std::string_view name = entry->d_name;
    int process = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (error != std::errc{} || end != name.data() + name.size()) continue;
    const auto found = state_of(entry->d_name);
    if (!found) continue;
    seen_any = true;
    if (found->session == session && found->state != 'Z' && found->state != 'X') processes.push_back(process);
  }
  ::closedir(folder);
  if (!seen_any) return std::nullopt;
  return processes;
}

// Whether a process of the session runs or could: a child and all that it started, but for what left it by
// setsid. Dead ones that no one has waited for don't count: some systems leave them about for long. Where
// /proc does not tell, the process group of that number is asked instead, and its dead count.
bool session_runs(int session) {
  const auto processes = processes_of(session);
  return processes ? !processes->empty() : uv_kill(-session, 0) != UV_ESRCH;
}

void signal_session(int session, int signal) {
  // The whole group at once, so that none of it escapes by forking; then those who have groups of their own.
  uv_kill(-session, signal);
  for (const int process : processes_of(session).value_or(std::vector<int>())) uv_kill(process, signal);
}

}  // namespace

void LastWords::hear(std::string_view bytes) {
  end_ += bytes;
  if (end_.size() <= most_bytes) return;
  end_.erase(0, end_.size() - most_bytes);
  cut_ = true;
}

std::string LastWords::told() const {
  std::string_view rest = end_;
  bool cut = cut_;
  std::vector<std::string> lines;
  while (!rest.empty()) {
    const std::size_t length = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, length);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (!line.empty()) lines.push_back(row_text(line, SIZE_MAX));
    rest.remove_prefix(std::min(length + 1, rest.size()));
  }
  if (lines.size() > most_lines) {
    lines.erase(lines.begin(), lines.end() - most_lines);
    cut = true;
  }
  return fmt::format("{}{}", cut && !lines.empty() ? "... " : "", fmt::join(lines, " | "));
}

std::string last_words_sentence(std::string_view told) {
  return told.empty() ? "" : fmt::format(" Its last words on standard error: {}", told);
}

namespace {

using std::chrono::milliseconds;

// Room for the child to go on writing while its rows are counted. Refused beyond the system's limits; then
// the pipe stays as it is.
constexpr int pipe_bytes = 1 << 20;
// Silence is counted in so many parts, of which one may pass while this process is stopped.
constexpr int silence_parts = 20;
// That the run is to end is asked so often at least.
constexpr milliseconds longest_part{250};
// A child that writes row by row would wake us for each row. After so short reads the next ones gather; not
// after the first, since a child of one row has its end next.
constexpr std::size_t short_read = 4096;
constexpr int short_reads_before_gathering = 2;
constexpr unsigned gathering_milliseconds = 4;
constexpr milliseconds group_poll{5};
// For each step of a child's end.
constexpr milliseconds patience_at_end{500};

}  // namespace

struct ChildProcess::Events {
  explicit Events(const ChildStart& start) {
    uv_timer_init(&watch.loop, &timer);
    for (uv_pipe_t* pipe : {&input, &output, &errors, &guard_line, &go}) uv_pipe_init(&watch.loop, pipe, 0);
    process.data = guard.data = output.data = errors.data = timer.data = this;

    FileEnd their_output, their_errors;
    open_pipe(output, their_output, true);
    open_pipe(errors, their_errors, true);
    if (start.is_asked) open_pipe(input, their_input, false);
#ifdef F_SETPIPE_SZ
    fcntl(their_output.file, F_SETPIPE_SZ, pipe_bytes);
#endif
    const std::vector<std::string> variables = environment_with(start.environment);
    open_pipe(go, their_go, false);
    spawn(watch.loop, process, {"/bin/sh", "-c", wait_for_go, "/bin/sh", start.command}, &variables,
          {their_input.file, their_output.file, their_errors.file, their_go.file},
          [](uv_process_t* handle, std::int64_t status, int signal) {
            of(handle).exit = ChildExit{status, signal};
          });
  }

  // Once the child is there, and waits: the rest of what has to be watched.
  void begin() {
    check_uv(uv_read_start(stream_of(errors), &lend_for_errors, &hear),
             "A program's standard error can't be read");
    // However we end, by a signal or a crash.
    FileEnd their_line;
    open_pipe(guard_line, their_line, false);
    spawn(watch.loop, guard, {"/bin/sh", "-c", guard_script, "guard", std::to_string(process.pid)}, nullptr,
          {their_line.file, -1, -1, -1},
          [](uv_process_t* handle, std::int64_t, int) { of(handle).guard_ended = true; });
    guard_ended = false;
    write_to(go, "go\n");
    uv_close(handle_of(go), nullptr);
    ::close(std::exchange(their_go.file, -1));
  }

  template <class Handle>
  static Events& of(Handle* handle) {
    return *static_cast<Events*>(handle->data);
  }
  static void lend_for_errors(uv_handle_t* handle, std::size_t, uv_buf_t* buffer) {
    std::array<char, 16384>& room = of(handle).errors_room;
    *buffer = uv_buf_init(room.data(), static_cast<unsigned>(room.size()));
  }
  static void hear(uv_stream_t* handle, ssize_t count, const uv_buf_t* buffer) {
    if (count > 0) of(handle).last_words.hear({buffer->base, static_cast<std::size_t>(count)});
    if (count < 0) of(handle).errors_ended = true;
  }

  // The reader's own memory is lent, so that no byte is copied and none is read that has no place.
  static void lend_for_output(uv_handle_t* handle, std::size_t, uv_buf_t* buffer) {
    const std::span<char> into = of(handle).into;
    constexpr std::size_t most = 1U << 30;
    *buffer = uv_buf_init(into.data(), static_cast<unsigned>(std::min(into.size(), most)));
  }
  static void take(uv_stream_t* handle, ssize_t count, const uv_buf_t*) {
    if (count == 0) return;  // not yet
    Events& events = of(handle);
    if (count > 0) events.taken = static_cast<std::size_t>(count);
    if (count < 0) events.output_ended = true;
    uv_read_stop(handle);
  }

  static void count_tick(uv_timer_t* handle) {
    ++of(handle).ticks;
  }

  // Waits until `done()` is true, for so many ticks; the last value of `done()`. A timer that repeats does
  // not catch up on ticks that it missed.
  template <class Done>
  bool wait_until(Done done, milliseconds tick, std::int64_t most_ticks) {
    ticks = 0;
    uv_update_time(&watch.loop);
    const auto period = static_cast<std::uint64_t>(std::max<std::int64_t>(tick.count(), 1));
    uv_timer_start(&timer, &count_tick, period, period);
    bool is_done = done();
    while (!is_done && ticks < most_ticks) {
      uv_run(&watch.loop, UV_RUN_ONCE);
      is_done = done();
    }
    uv_timer_stop(&timer);
    return is_done;
  }

  // The number of a session is given to no one else while a process is in it.
  int session() const {
    return uv_process_get_pid(&process);
  }
  // Every process of the system is asked, so not again once it is known; and by then the number may be
  // someone else's.
  bool is_gone() {
    gone = gone || (exit && !session_runs(session()));
    return gone;
  }

  uv_timer_t timer;
  uv_process_t process, guard;
  uv_pipe_t input, output, errors, guard_line, go;
  FileEnd their_input, their_go;
  std::int64_t ticks = 0;
  std::optional<ChildExit> exit;
  bool gone = false;
  std::optional<std::chrono::steady_clock::time_point> asked_to_end;
  bool guard_ended = true;  // or not begun
  std::span<char> into;
  std::size_t taken = 0;
  bool output_ended = false;
  bool errors_ended = false;
  int short_reads = 0;  // one after the other
  milliseconds waited{0};
  LastWords last_words;
  std::array<char, 16384> errors_room;
  UvLoop watch;  // the last one, since its end needs the handles above
};

ChildProcess::ChildProcess(const ChildStart& start) : events_(std::make_unique<Events>(start)) {
  try {
    events_->begin();
  } catch (...) {
    end(false);
    throw;
  }
}

ChildProcess::~ChildProcess() {
  end(!has_failed_);
}

void ChildProcess::write(std::string_view text) {
  write_to(events_->input, text);
  events_->short_reads = 0;
}

std::optional<std::size_t> ChildProcess::read(std::span<char> into, milliseconds silence) {
  Events& events = *events_;
  if (events.output_ended) return 0;
  if (events.short_reads >= short_reads_before_gathering && !events.exit) uv_sleep(gathering_milliseconds);
  events.into = into;
  events.taken = 0;
  check_uv(uv_read_start(stream_of(events.output), &Events::lend_for_output, &Events::take),
           "A program's standard output can't be read");
  const milliseconds part = std::clamp(silence / silence_parts, milliseconds(1), longest_part);
  const auto heard = [&] { return events.taken > 0 || events.output_ended; };
  const auto start = std::chrono::steady_clock::now();
  events.wait_until([&] { return heard() || is_to_end(); }, part, std::max<std::int64_t>(silence / part, 1));
  const auto passed = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start);
  events.waited += std::min(passed, part * (events.ticks + 1));
  uv_read_stop(stream_of(events.output));
  if (!heard()) return std::nullopt;
  events.short_reads = events.taken < std::min(short_read, into.size()) ? events.short_reads + 1 : 0;
  return events.taken;
}

milliseconds ChildProcess::waited() const {
  return events_->waited;
}

void ChildProcess::close_input() {
  close_if_open(handle_of(events_->input));
}

std::optional<ChildExit> ChildProcess::exit_within(milliseconds patience) {
  // With what it still has to say.
  events_->wait_until([&] { return events_->exit && events_->errors_ended; }, group_poll,
                      patience / group_poll);
  return events_->exit;
}

bool ChildProcess::was_disturbed() const {
  return events_->exit && is_disturbed(*events_->exit);
}

std::string ChildProcess::last_words() const {
  return events_->last_words.told();
}

void ChildProcess::ask_to_end() {
  if (events_->is_gone()) return;
  signal_session(events_->session(), SIGTERM);
  events_->asked_to_end = std::chrono::steady_clock::now();
}

void ChildProcess::end(bool patiently) {
  Events& events = *events_;
  if (uv_is_closing(handle_of(events.output))) return;
  close_if_open(handle_of(events.input));
  close_if_open(handle_of(events.output));
  const auto is_gone = [&] { return events.is_gone(); };
  if (patiently && !events.asked_to_end) events.wait_until(is_gone, group_poll, patience_at_end / group_poll);
  if (!events.asked_to_end) ask_to_end();
  if (!is_gone()) {
    const auto asked_for =
        std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - *events.asked_to_end);
    const milliseconds left = std::max(patience_at_end - asked_for, milliseconds(0));
    if (!events.wait_until(is_gone, group_poll, left / group_poll)) {
      signal_session(events.session(), SIGKILL);
      events.wait_until(is_gone, group_poll, patience_at_end / group_poll);
    }
  }
  if (events.guard_ended) return;
  uv_process_kill(&events.guard, SIGKILL);
  events.wait_until([&] { return events.guard_ended; }, group_poll, patience_at_end / group_poll);
}

}  // namespace fairshuffle
