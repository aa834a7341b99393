// Which known mistakes of a large deck so many trials would have shown.
#pragma once

#include <cstdint>
#include <optional>

#include "core/record/findings.hpp"
#include "core/tally/birthday.hpp"

namespace fairshuffle {

/// What was counted of how trials hang together.
struct CountedLinks {
  std::uint64_t quotients = 0;   ///< of successive trials
  BirthdayCounts birthday = {};  ///< none where orders are not kept
};

/// What the applied tests of these findings, held to the level that each has at the look, would have shown
/// after `trials` trials: of single decks, of decks that each of these mistakes carries on (whose quotients
/// have the law of the shuffle), of sorts by random comparators (visible_sorts), of seeds that follow each
/// other (visible_seeds) or stay for two decks, and of few starting states.
/// How many trials what is linked takes is told by what is counted of so many. Nothing for decks of fewer
/// than smallest_large_deck cards, and without trials. findings: tests, alpha_at_look and family filled in.
std::optional<PowerRecord> power_record(const Findings& findings, int deck_size, std::uint64_t trials,
                                        const CountedLinks& links = {});

}  // namespace fairshuffle
