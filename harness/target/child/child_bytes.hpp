// The bytes that a child program writes: on its own, or when it is asked for rows.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/target/child/child_process.hpp"
#include "harness/target/rows/byte_source.hpp"

namespace fairshuffle {

/// How a child program is started and spoken to.
struct ChildManner {
  std::string command;  ///< for /bin/sh -c; {trials}, {n} and {seed} in it are replaced
  bool serves = false;  ///< it is asked for rows by lines "ROWS N" on its standard input
  std::chrono::milliseconds silence{10'000};  ///< longer without a byte, while rows are due, is a fault
  int deck_size = 5;
  std::uint64_t most_trials = 0;  ///< that the run may ask for
};

/// The seed as a child gets it: the low 31 bits, which every language's int can hold.
std::uint32_t seed_for_child(std::uint64_t seed);

/// The command with {trials}, {n} and {seed} replaced by digits; every other brace is left as it is.
std::string filled_in(const ChildManner& manner, std::uint64_t seed);

/// "It exited with status 3."
std::string exit_sentence(const ChildExit& exit);

class ChildBytes final : public ByteSource {
 public:
  /// Starts the child, with FAIRSHUFFLE_TRIALS, FAIRSHUFFLE_N and FAIRSHUFFLE_SEED in its environment.
  ChildBytes(const ChildManner& manner, std::uint64_t seed);
  ~ChildBytes() override;

  void request(std::uint64_t rows) override;
  std::size_t read(std::span<char> into) override;
  std::string why_ended() override;
  void finish() override;
  std::string asides() const override { return child_.last_words(); }

 private:
  ChildManner manner_;
  ChildProcess child_;
  std::uint64_t requested_ = 0;
  bool failed_ = false;
};

}  // namespace fairshuffle
