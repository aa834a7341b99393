// The outcomes of all paths of somebody's code, as text and JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/diagnosis/outcomes.hpp"

namespace fairshuffle {

/// "Exactly fair: each of the 120 permutations has chance 1/120 (120 paths)." With what was left open, and
/// the known mistakes that do the same.
std::string outcomes_sentence(const JudgedOutcomes& of);

/// The sentence, what the width of the words adds, and the distribution as `exact` tells it of the catalogue.
std::string outcomes_text(const JudgedOutcomes& of);

/// The distribution of the paths followed as `exact` writes it, with "paths", "unfollowed", "ordinary_runs",
/// "equals", "verdict" and "sentence".
nlohmann::ordered_json outcomes_json(const JudgedOutcomes& of);

}  // namespace fairshuffle
