// What the counts of a report do not determine, held to what they leave possible.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/record/run_record.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/tally.hpp"
#include "core/verdict/rebuilt_tally.hpp"

namespace fairshuffle {

struct KeptTest {
  std::vector<TestRecord> records;  ///< before Holm's adjustment
  bool keeps_statistic = false;     ///< of at least one of them; all else is recomputed
  std::vector<Contradiction> contradictions;
};

/// A test of a kind of count that the report lacks: its statistics are taken from `reported`. Deck and trials
/// alone say which hypotheses it has, whether they apply, why not, and with how many degrees of freedom; the
/// p-values follow from the statistics. `known` has the deck and its trials. lowest_level as in test_records.
KeptTest kept_test(const TestInfo& test, const Tally& known, std::span<const TestRecord> reported,
                   double lowest_level);

/// Why the record's tv_lower can't be, in words without a full stop; nothing where it can. A bet is on cells
/// that came more often than fair in one half of the trials, so each left less than its count to the other
/// half, on which the bet is judged; where that has at least half of the N trials, no bet gains more than
/// N / (N/2) times the distance of all counts from fair. That holds for coarser views too, and Clopper and
/// Pearson's lower limit is no more than what was counted at a confidence of one half or above. Where both
/// bounds speak of the orders, at 99.9 % confidence or more, the lower is not above the upper one either.
/// halves_are_equal: the half that judges has no fewer trials than the other.
std::optional<std::string> why_no_tv_lower(const BiasRecord& bias, const Tally& whole, bool halves_are_equal);

/// What a target says of itself stands after what the tests leave open. Where `reported` goes on after
/// `blind_spots`, with at most so many sentences, adds them there and gives them back.
std::vector<std::string> keep_caveats(const std::vector<std::string>& reported, std::size_t most,
                                      std::vector<std::string>& blind_spots);

/// In words: counts of the record that nothing in it depends on, and so nothing contradicts.
std::vector<std::string> counts_on_trust(const TargetRecord& record);

/// All that a record says of a target that could not be run to a verdict: which it is, what was expected, why
/// there is none and after how many trials, and what the target says of itself.
TargetRecord failure_of(const TargetRecord& reported);

}  // namespace fairshuffle
