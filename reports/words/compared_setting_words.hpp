// A setting that two reports do not share, in words.
#pragma once

#include <string>

#include "core/comparison/comparison.hpp"

namespace fairshuffle {

struct ToldSetting {
  std::string name;    ///< "tolerance", "draw method", "version of the program"
  std::string before;  ///< in OLD: "0.001", "1,000,000" trials, "m=7,cut=even"; "none" where there is none
  std::string after;   ///< in NEW
};

ToldSetting told_setting(const ChangedSetting& setting);

}  // namespace fairshuffle
