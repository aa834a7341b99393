// Did the named bets of one target come out alike in two reports?
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/comparison/compared_counts.hpp"
#include "core/record/run_record.hpp"

namespace fairshuffle {

/// Why the values of a bet that both have were not tested.
enum class BetUntested {
  unlike_decks,  ///< of other numbers of cards
  no_answers_in_old,
  no_answers_in_new,
  none_valid_in_old,
  none_valid_in_new,
  too_few_trials,
};

/// The value that adds most to Pearson's sum, of those that are not too rare to stand alone.
struct StrongestValue {
  std::string value = {};  ///< "3", "full house"
  std::uint64_t count_before = 0, count_after = 0;
};

struct ComparedBet {
  std::string name = {};
  std::string settings = {};  ///< what it is on, as --bet takes it
  std::string namesake_is_on =
      {};  ///< of a bet in one only: what that of its name in the other is on, if any
  FoundIn found = FoundIn::both;
  CountsAnswer answer = CountsAnswer::untested;
  std::optional<BetUntested> why_untested = {};       ///< of a bet in both
  double mean_before = 0, mean_after = 0;             ///< of the value; 0 where it is not there
  std::uint64_t trials_before = 0, trials_after = 0;  ///< that have a value; of a bet with answers in both
  std::optional<StrongestValue> strongest = {};       ///< where it was tested, unless all values are too rare
  double statistic = 0;                               ///< Pearson's, over values
  double degrees_of_freedom = 0;                      ///< 0 where nothing was tested
  double p_value = 1;
  double log10_p = 0;
  double adjusted_p = 1;                 ///< after Holm over everything that the comparison tests
  FoundIn linked_in = FoundIn::neither;  ///< as in ComparedCounts

  bool tested() const { return degrees_of_freedom > 0; }
};

/// Everything but the answer to a test that ran, and its adjusted p-value. A bet is in both
/// where they have one of the same name on the same cards and places; another of that name is another bet.
/// Claim tested: its values have one law in both, whatever it is, by Pearson's test of two samples
/// (homogeneity.hpp). In the order of NEW, then those that only OLD has. Both records have a verdict.
std::vector<ComparedBet> compared_bets(const TargetRecord& before, const TargetRecord& after);

/// The rest of one that was tested. confidence: in (0, 1), of the answer "differ".
void answer_bet(ComparedBet& bet, double adjusted_p, double confidence);

}  // namespace fairshuffle
