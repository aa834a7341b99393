// A run whose targets hold what those of example_run() do not: all that is said of large decks, of dependent
// trials and of named bets, and decks of few and of many permutations.
#pragma once

#include "core/record/findings.hpp"

namespace fairshuffle {

/// A fair and a dependent deck of 13 cards, and biased ones of four and six. Built by hand; only the form
/// matters.
RunRecord example_findings();

}  // namespace fairshuffle
