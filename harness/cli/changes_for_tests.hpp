// For tests of what finds a change: other values that a member of a report may be given.
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

namespace fairshuffle {

/// Other numbers, texts or truths; a list with a member more, one less, two exchanged, and where it is a
/// square of lists transposed; an object with a member less. None is the value itself.
std::vector<nlohmann::ordered_json> changes_of(const nlohmann::ordered_json& value);

}  // namespace fairshuffle
