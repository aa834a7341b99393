// The bytes that a child program writes: on its own, or when it is asked for rows.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "harness/target/child/child_process.hpp"
#include "harness/target/rows/byte_source.hpp"

namespace fairshuffle {

/// How a child program is started and spoken to.
struct ChildManner {
  std::string command;  ///< for /bin/sh -c; {trials}, {n} and {seed} in it are replaced
  bool serves = false;  ///< it is asked for rows by lines "ROWS N" on its standard input
  /// Longer without a byte, while rows are due, is a fault; so is a tenth of it for each row, on average.
  std::chrono::milliseconds silence{10'000};
  int deck_size = 5;
  std::uint64_t most_trials = 0;  ///< that it is told
};

/// The seed as a child gets it: the low 31 bits, which every language's int can hold.
std::uint32_t seed_for_child(std::uint64_t seed);

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
  ~ChildBytes() override;

  void request(std::uint64_t rows) override;
  void took(std::uint64_t rows) override { taken_ += rows; }
  void heed(const std::function<bool()>& is_to_end) override { is_to_end_ = is_to_end; }
  std::size_t read_unasked(std::span<char> into, std::chrono::milliseconds patience) override;
  bool has_ended_well() override;
  std::size_t read(std::span<char> into) override;
  std::string why_ended() override;
  bool was_disturbed() const override { return was_disturbed_; }
  void finish() override;
  std::string asides() const override { return child_.last_words(); }
  /// For one of many that nobody will read: see ChildProcess.
  void ask_to_end() { child_.ask_to_end(); }

 private:
  [[noreturn]] void fail_slow();

  ChildManner manner_;
  ChildProcess child_;
  std::uint64_t requested_ = 0, taken_ = 0;  // rows
  std::function<bool()> is_to_end_;
  bool has_closed_ = false, failed_ = false, was_disturbed_ = false;
};

}  // namespace fairshuffle
