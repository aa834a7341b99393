// How fast the trials of a run come.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/engine/run.hpp"

namespace fairshuffle {

/// Hears of a run from its beginning. Its pace is that of the look that is running: looks before it are
/// short, and most of their time goes by while programs start, samplers are made and memory is touched for
/// the first time.
class Pace {
 public:
  void hear(const Progress& progress);

  /// Trials of all targets a second, judging apart; nothing before a look has been counted for least_seconds.
  std::optional<double> trials_a_second() const;

  static constexpr double least_seconds = 0.5;

 private:
  int look_ = 0;
  std::uint64_t trials_before_look_ = 0, trials_ = 0;
  double seconds_before_look_ = 0, seconds_ = 0;
};

}  // namespace fairshuffle
