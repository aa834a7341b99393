// What a biased target's finding says, in four short answers.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

struct BiasWords {
  std::string
      how_much;       ///< "the best bet gains at least 6.3, at most 11 points over a fair deck (99.9 % each)"
  std::string where;  ///< "card 1 lands at position 0 22 % too often"; empty where no place stands out
  std::string why;    ///< "fits naive-swap, every other of 192 known mistakes excluded: ..."
  std::string evidence;  ///< "orders p = 9e-143; 7 of 8 tests reject"
};

/// Points are hundredths of total variation, what a bet gains; bounds are rounded so that they stay bounds.
/// Trials that are linked bound nothing and are held against no known mistake, which is said. Precondition:
/// the verdict is biased.
BiasWords bias_words(const TargetRecord& result, const Budget& budget);

/// "no bet on the order gains more than 11 points over a fair deck (99.9 %)", of any verdict; bounds as
/// above.
std::string how_much(const TargetRecord& result, const Budget& budget);

/// The known mistake in a word or two, for a line of its own: "naive-swap:n=5", "a or 2 more"; empty where
/// none fits well.
std::string named_mistake(const TargetRecord& result);

}  // namespace fairshuffle
