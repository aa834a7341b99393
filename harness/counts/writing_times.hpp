// When what a run has counted is to be written again.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace fairshuffle {

/// Every so many seconds, and less often where it would take more than most_share of the time.
class WritingTimes {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr double most_share = 0.03;

  /// The run begins.
  explicit WritingTimes(double every) : every_(every), due_(begin_ + in_clock(every_)) {}

  bool is_due() const { return Clock::now() >= due_; }
  /// It was written, which began then.
  void wrote_since(Clock::time_point start) {
    const Clock::time_point end = Clock::now();
    const std::chrono::duration<double> of_share = (end - start) / most_share;
    due_ = end + in_clock(std::max(every_, of_share));
  }
  /// The pace of a run that has had so many trials since it began.
  double a_second(std::uint64_t trials) const {
    const std::chrono::duration<double> passed = Clock::now() - begin_;
    return passed.count() > 0 ? static_cast<double>(trials) / passed.count() : 0;
  }

 private:
  static Clock::duration in_clock(std::chrono::duration<double> time) {
    return std::chrono::duration_cast<Clock::duration>(time);
  }

  const Clock::time_point begin_ = Clock::now();
  const std::chrono::duration<double> every_;
  Clock::time_point due_;
};

}  // namespace fairshuffle
