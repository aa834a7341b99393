// A target whose own draws are answered, path by path, in place of trials.
#pragma once

#include <string>

#include "core/exact/paths.hpp"

namespace fairshuffle {

struct AnsweredCode {
  std::string name;  ///< what reports call it
  int deck_size = 0;
  /// Throws TargetError where the target fails, too.
  Paths::Shuffle shuffle;
};

}  // namespace fairshuffle
