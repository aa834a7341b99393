// The outcomes of all paths of somebody's code, as text and JSON.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/diagnosis/outcomes.hpp"
#include "core/record/findings.hpp"

namespace fairshuffle {

/// "Exactly fair: each of the 120 permutations has chance 1/120 (120 paths)." With what was left open, and
/// the known mistakes that do the same.
std::string outcomes_sentence(const JudgedOutcomes& of);

/// The sentence, what the width of the words adds, and the distribution as `exact` tells it of the catalogue.
std::string outcomes_text(const JudgedOutcomes& of);

/// The distribution of the paths followed as `exact` writes it, with "paths", "unfollowed", "ordinary_runs",
/// "repeats",
/// "shown", "shown_draws", "equals", "verdict" and "sentence".
nlohmann::ordered_json outcomes_json(const JudgedOutcomes& of);

/// A proof is what outcomes_json wrote of at most so many cards, as text; a report holds it beside its
/// trials.
inline constexpr int largest_proven_deck = 6;

/// "mine:n=5 is exactly fair: each of the 120 permutations has chance 1/120 (120 paths)", and whether trials
/// of as many cards say otherwise; empty for an empty one. Of one that proof_in gave.
std::string proof_words(const std::string& proof, int deck_size = 0, std::optional<Verdict> verdict = {},
                        double tolerance = 1);

/// A proof of text from outside. Throws std::invalid_argument, "the proof ...", for what is none, and for one
/// whose verdict, sentence or figures are not those of its own chances. That they are of the code it names
/// can't be seen.
std::string proof_in(const std::string& text);

}  // namespace fairshuffle
