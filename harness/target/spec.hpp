// A target as the user writes it: name[:key=value,...], before anything is looked up.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fairshuffle {

struct TargetText {
  std::string name;
  std::vector<std::pair<std::string, std::string>> settings;  ///< in the order written
};

/// Splits "swap-pairs:k=10,n=5". Throws InputError on an empty name, an empty key, a missing '=' or a key
/// given twice.
TargetText parse_target_text(std::string_view text);

/// The inverse: name:key=value,...
std::string written(const TargetText& text);

}  // namespace fairshuffle
