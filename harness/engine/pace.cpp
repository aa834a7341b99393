#include "harness/engine/pace.hpp"

namespace fairshuffle {

void Pace::hear(const Progress& progress) {
  if (look_ == 0) trials_ = progress.trials_before;
  if (progress.look != look_) {
    look_ = progress.look;
    trials_before_look_ = trials_;
    seconds_before_look_ = seconds_;
  }
  trials_ = progress.trials_done;
  seconds_ = progress.seconds_counting;
}

std::optional<double> Pace::trials_a_second() const {
  const double seconds = seconds_ - seconds_before_look_;
  if (seconds < least_seconds || trials_ == trials_before_look_) return std::nullopt;
  return static_cast<double>(trials_ - trials_before_look_) / seconds;
}

}  // namespace fairshuffle
