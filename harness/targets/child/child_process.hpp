// A child process: how it is started and spoken to, and how it ends.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/rows/row_sampler.hpp"

namespace fairshuffle {

// The end of what a child said on its standard error, however much that was.

class LastWords {
 public:
  static constexpr std::size_t most_bytes = 4096;
  static constexpr std::size_t most_lines = 20;

  void hear(std::string_view bytes);

  /// The last lines, at most most_lines and most_bytes, parted by " | " and made fit to be shown as
  /// row_text does. Empty when nothing but blanks was said.
  std::string told() const;

 private:
  std::string end_;
  bool cut_ = false;  // there was more before `end_`
};

/// What `told` says as a sentence that follows another one; empty when that is.
std::string last_words_sentence(std::string_view told);

// A program, started by the shell in a session of its own: read from, written to, and ended whole.

struct ChildStart {
  std::string command;                                           ///< one line for /bin/sh -c
  std::vector<std::pair<std::string, std::string>> environment;  ///< set beside our own, and before it
  bool is_asked = false;  ///< its standard input is a pipe that `write` feeds; else it is empty
};

/// How the shell that ran the command ended.
struct ChildExit {
  std::int64_t status = 0;
  int signal = 0;  ///< that killed it; 0 for none

  bool is_well() const { return status == 0 && signal == 0; }
};

/// Not thread-safe. The child does not outlive this process, however that ends. Its standard error is read
/// whenever it is waited for, and its end is kept. The memory held does not depend on how much the child
/// writes.
class ChildProcess {
 public:
  /// Throws TargetError when the shell can't be started.
  explicit ChildProcess(const ChildStart& start);
  /// As end(), with patience unless it has failed.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Never waits and never fails: a child that does not listen is found out by its silence, or by its end.
  void write(std::string_view text);

  /// Waits for bytes on the child's standard output: how many were put into `into` (which isn't empty), 0
  /// when every process that held it has closed it, nothing after `silence` without a byte, or as soon as the
  /// run is to end. Time in which this process itself was stopped is no silence of the child's.
  std::optional<std::size_t> read(std::span<char> into, std::chrono::milliseconds silence);
  /// Once `is_to_end` says so, `read` waits no longer.
  void heed(const std::function<bool()>& is_to_end) { is_to_end_ = is_to_end; }
  /// Whether it says so: then silence is no fault.
  bool is_to_end() const { return is_to_end_ && is_to_end_(); }
  /// How long `read` waited, in all, but for time in which this process was stopped.
  std::chrono::milliseconds waited() const;

  /// Closes its standard input.
  void close_input();

  /// How the shell ended; nothing when it still runs after `patience`, which is enough between the end of the
  /// output and that of the program.
  std::optional<ChildExit> exit_within(std::chrono::milliseconds patience = std::chrono::milliseconds(300));
  /// Whether its end, as far as it is known, was none that it came to by itself: see is_disturbed.
  bool was_disturbed() const;

  /// See LastWords.
  std::string last_words() const;

  /// To be told where it failed: it is given no time to end by itself.
  void fail() { has_failed_ = true; }
  bool has_failed() const { return has_failed_; }

  /// Asks the processes of the group by SIGTERM to end, and does not wait: `end` then gives them what is left
  /// of half a second. So many children end in the time of one.
  void ask_to_end();

  /// Closes the pipes, gives the processes of the group half a second to end by themselves where it has
  /// patience, asks them by SIGTERM and half a second later makes them end by SIGKILL. Returns when none is
  /// left, at the latest after two seconds. A process that left the group by setsid() is out of reach and is
  /// not waited for. The object can only be destroyed afterwards.
  void end(bool patiently);

 private:
  struct Events;
  std::unique_ptr<Events> events_;
  std::function<bool()> is_to_end_;
  bool has_failed_ = false;
};

// The bytes that a program writes: on its own, or when it is asked for rows.

/// How a program is started and spoken to.
struct ChildManner {
  std::string command;  ///< for /bin/sh -c; {trials}, {n} and {seed} in it are replaced
  bool serves = false;  ///< it is asked for rows by lines "ROWS N" on its standard input
  /// Longer without a byte, while rows are due, is a fault; so is a tenth of it for each row, on average.
  std::chrono::milliseconds silence{10'000};
  int deck_size = 5;
  std::uint64_t max_trials = 0;  ///< that it is told
};

/// The command with {trials}, {n} and {seed} replaced by digits; every other brace is left as it is.
std::string filled_in(const ChildManner& manner, std::uint64_t seed);

/// "It exited with status 3."
std::string exit_sentence(const ChildExit& exit);
/// Whether others ended it by a signal that programs do not get for what they do, or the shell did not find
/// it.
bool is_disturbed(const ChildExit& exit);

class ChildBytes final : public ByteSource {
 public:
  /// Starts the child, with FAIRSHUFFLE_TRIALS, FAIRSHUFFLE_N and FAIRSHUFFLE_SEED in its environment.
  ChildBytes(const ChildManner& manner, std::uint64_t seed);

  void request(std::uint64_t rows) override;
  void took(std::uint64_t rows) override { taken_ += rows; }
  void heed(const std::function<bool()>& is_to_end) override { child_.heed(is_to_end); }
  std::size_t read_unasked(std::span<char> into, std::chrono::milliseconds patience) override;
  bool has_ended_well() override;
  std::optional<std::size_t> read(std::span<char> into) override;
  std::string why_ended() override;
  bool was_disturbed() const override { return child_.was_disturbed(); }
  void finish() override;
  std::string asides() const override { return child_.last_words(); }
  /// For one of many that nobody will read: see ChildProcess.
  void ask_to_end() { child_.ask_to_end(); }

 private:
  [[noreturn]] void fail_slow();

  ChildManner manner_;
  ChildProcess child_;
  std::uint64_t requested_ = 0, taken_ = 0;  // rows
  bool has_closed_ = false;
};

// A program that is started anew for each deck: several starts of it at a time.

/// Opens one start after the other; while one is read, those after it run already, as many as are wanted and
/// may live at once. What each start is told follows from its number, so it does not matter how many run.
class StartsAhead {
 public:
  StartsAhead(ChildManner manner, int most_at_once);
  ~StartsAhead();
  StartsAhead(const StartsAhead&) = delete;
  StartsAhead& operator=(const StartsAhead&) = delete;

  std::unique_ptr<ByteSource> open(const RowStart& start);

 private:
  void end_all();

  ChildManner manner_;
  std::size_t most_at_once_;
  std::uint64_t next_ = 0;                           // the number of the next start to begin
  std::deque<std::unique_ptr<ChildBytes>> running_;  // by their numbers, up to that
};

// A target whose rows come from a program that is started for them, as a run of several plans its life.

class ChildTarget : public RowTarget {
 public:
  /// To be called before it runs: it is to be read at its first look, for all these, and not to live on.
  void read_ahead(std::vector<std::uint64_t> looks) { manner_.looks_ahead = std::move(looks); }
  /// To be called before it runs: how many starts of it may live at once. At least 1.
  void start_at_once(int children) { children_ = children; }

 protected:
  int children_ = 1;  // that may live at once
};

}  // namespace fairshuffle
