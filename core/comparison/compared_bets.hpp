// Did the named bets of one target come out alike in two reports?
#pragma once

#include <string>
#include <vector>

#include "core/comparison/compared_counts.hpp"
#include "core/record/run_record.hpp"

namespace fairshuffle {

/// Which of two reports have something.
enum class FoundIn { both, old_only, new_only };

/// The word for it, as it stands in tables: "both", "OLD", "NEW".
const char* to_text(FoundIn found);

struct ComparedBet {
  std::string name = {};
  std::string settings = {};  ///< what it is on, as --bet takes it
  FoundIn found = FoundIn::both;
  CountsAnswer answer = CountsAnswer::untested;
  double mean_before = 0, mean_after = 0;  ///< of the value; 0 where it is not there
  std::string strongest = {};              ///< the value that differs most; empty where nothing was tested
  double statistic = 0;                    ///< Pearson's, over values
  double degrees_of_freedom = 0;           ///< 0 where nothing was tested
  double p_value = 1;
  double log10_p = 0;
  double adjusted_p = 1;           ///< after Holm over everything that the comparison tests
  std::string told_apart_by = {};  ///< a clause on what the test sees; empty where nothing was tested
  std::string linked_in = {};      ///< as in ComparedCounts
  std::string sentence = {};       ///< the answer in plain words

  bool tested() const { return degrees_of_freedom > 0; }
};

/// Everything but the answer to a test that ran, its adjusted p-value and the sentence. A bet is in both
/// where they have one of the same name on the same cards and places; another of that name is another bet.
/// Claim tested: its values have one law in both, whatever it is, by Pearson's test of two samples
/// (homogeneity.hpp). In the order of NEW, then those that only OLD has. Both records have a verdict.
std::vector<ComparedBet> compared_bets(const TargetRecord& before, const TargetRecord& after);

/// The rest of one that was tested. confidence: in (0, 1), of the answer "differ".
void answer_bet(ComparedBet& bet, double adjusted_p, const TestedTogether& tested, double confidence);

}  // namespace fairshuffle
