#include "harness/target/child/child_process.hpp"

#include <algorithm>
#include <array>
#include <csignal>

#include <fcntl.h>
#include <uv.h>

#include "harness/target/child/child_environment.hpp"
#include "harness/target/child/guard_scripts.hpp"
#include "harness/target/child/last_words.hpp"
#include "harness/target/child/no_sigpipe.hpp"
#include "harness/target/child/process_pipes.hpp"
#include "harness/target/child/session.hpp"
#include "harness/target/child/uv_loop.hpp"

namespace fairshuffle {

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

    FileEnd their_input, their_output, their_errors;
    open_pipe(output, their_output, true);
    open_pipe(errors, their_errors, true);
    if (start.is_asked) open_pipe(input, their_input, false);
#ifdef F_SETPIPE_SZ
    fcntl(their_output.file, F_SETPIPE_SZ, pipe_bytes);
#endif
    const std::vector<std::string> variables = environment_with(start.environment);
    FileEnd their_go;
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
             "A child's standard error can't be read");
    // However we end, by a signal or a crash.
    FileEnd their_line;
    open_pipe(guard_line, their_line, false);
    spawn(watch.loop, guard, {"/bin/sh", "-c", guard_script, "guard", std::to_string(process.pid)}, nullptr,
          {their_line.file, -1, -1, -1},
          [](uv_process_t* handle, std::int64_t, int) { of(handle).guard_ended = true; });
    guard_ended = false;
    write_to(go, "go\n");
    uv_close(handle_of(go), nullptr);
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

  void run_once() {
    if (uv_stream_get_write_queue_size(stream_of(input)) == 0) {
      uv_run(&watch.loop, UV_RUN_ONCE);
    } else {
      const NoSigpipe no_sigpipe;
      uv_run(&watch.loop, UV_RUN_ONCE);
    }
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
      run_once();
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
  end(true);
}

void ChildProcess::write(std::string_view text) {
  write_to(events_->input, text);
  events_->short_reads = 0;
}

std::optional<std::size_t> ChildProcess::read(std::span<char> into, milliseconds silence,
                                              const std::function<bool()>& is_to_end) {
  Events& events = *events_;
  if (events.output_ended) return 0;
  if (events.short_reads >= short_reads_before_gathering && !events.exit) uv_sleep(gathering_milliseconds);
  events.into = into;
  events.taken = 0;
  check_uv(uv_read_start(stream_of(events.output), &Events::lend_for_output, &Events::take),
           "A child's standard output can't be read");
  const milliseconds part = std::clamp(silence / silence_parts, milliseconds(1), longest_part);
  const auto heard = [&] { return events.taken > 0 || events.output_ended; };
  const auto start = std::chrono::steady_clock::now();
  events.wait_until([&] { return heard() || (is_to_end && is_to_end()); }, part,
                    std::max<std::int64_t>(silence / part, 1));
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
