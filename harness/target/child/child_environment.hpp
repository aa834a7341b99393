// The environment of a child program.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace fairshuffle {

/// Ours, as "NAME=VALUE", with the added variables first and not twice. Everything is handed on and nothing
/// looked at. Throws TargetError.
std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& added);

}  // namespace fairshuffle
