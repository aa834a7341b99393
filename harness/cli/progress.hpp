// Progress on standard error: a line that renews itself on a terminal, a line now and then elsewhere.
#pragma once

#include <chrono>
#include <string>

#include "harness/engine/run.hpp"

namespace fairshuffle {

/// "8 s", "7 min", "1.5 h", "2.5 days"
std::string duration_text(double seconds);

/// "1,987/s", "3.41 M/s"
std::string pace_text(double trials_a_second);

class ProgressLine {
 public:
  /// On standard error: one line that is renewed where that is a terminal that can, else a line now and then.
  explicit ProgressLine(bool is_quiet);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  /// Cheap enough to be called after every block: it mostly only looks at the clock.
  void show(const Progress& progress);

  /// Takes the line away, before anything else is written.
  void clear();

 private:
  enum class Manner { silent, now_and_then, renewed };
  using Clock = std::chrono::steady_clock;

  Manner manner_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point shown_ = start_;
  bool on_screen_ = false;
};

}  // namespace fairshuffle
