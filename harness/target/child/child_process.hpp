// A child program, started by the shell in a session of its own: read from, written to, and ended whole.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fairshuffle {

struct ChildStart {
  std::string command;                                           ///< one line for /bin/sh -c
  std::vector<std::pair<std::string, std::string>> environment;  ///< set beside our own, and before it
  bool is_asked = false;  ///< its standard input is a pipe that `write` feeds; else it is empty
};

/// How the shell that ran the command ended.
struct ChildExit {
  std::int64_t status = 0;
  int signal = 0;  ///< that killed it; 0 for none
};

/// Not thread-safe. The child does not outlive this process, however that ends. Its standard error is read
/// whenever it is waited for, and its end is kept. The memory held does not depend on how much the child
/// writes.
class ChildProcess {
 public:
  /// Throws TargetError when the shell can't be started.
  explicit ChildProcess(const ChildStart& start);
  /// As end(), with patience.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Never waits and never fails: a child that does not listen is found out by its silence, or by its end.
  void write(std::string_view text);

  /// Waits for bytes on the child's standard output: how many were put into `into` (which isn't empty), 0
  /// when every process that held it has closed it, nothing after `silence` without a byte, or as soon as
  /// `is_to_end` says so. Time in which this process itself was stopped is no silence of the child's.
  std::optional<std::size_t> read(std::span<char> into, std::chrono::milliseconds silence,
                                  const std::function<bool()>& is_to_end = {});
  /// How long `read` waited, in all, but for time in which this process was stopped.
  std::chrono::milliseconds waited() const;

  /// Closes its standard input.
  void close_input();

  /// How the shell ended; nothing when it still runs after `patience`.
  std::optional<ChildExit> exit_within(std::chrono::milliseconds patience);

  /// See LastWords.
  std::string last_words() const;

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
};

}  // namespace fairshuffle
