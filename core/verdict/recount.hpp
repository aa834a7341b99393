// A record judged again from the counts that it states, trusting nothing else that it says.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/record/run_record.hpp"
#include "core/verdict/rebuilt_tally.hpp"

namespace fairshuffle {

/// How far a target's record could be recomputed.
struct TargetRecount {
  /// What the record says against itself. Where its counts do not fit each other, nothing else of the target
  /// is recomputed but what Holm's method says of its p-values.
  std::vector<Contradiction> contradictions;
  bool recomputed = false;             ///< verdict, parts, diagnosis and sentence, as far as nothing is kept
  bool upper_bound = false;            ///< tv_upper is there and was recomputed
  bool lower_bound = false;            ///< tv_lower likewise
  bool verdict_rests_on_kept = false;  ///< kept tests could have brought another verdict
  std::size_t tests = 0;               ///< hypotheses whose statistic and p-value were recomputed
  std::vector<std::string> kept;       ///< in words: what the counts of the report do not determine
  /// The last of blind_spots, kept as well: what the target says of itself, which the counts do not know.
  std::vector<std::string> caveats;
};

struct Recount {
  /// As reported, with everything that the counts determine as they determine it.
  RunRecord run;
  std::vector<TargetRecount> results;   ///< of run.results, in order
  std::vector<TargetRecount> controls;  ///< of run.controls
};

/// Takes the deck sizes, marked cards, kinds and counts of the record, the budget, and for each target which
/// tests were chosen and at which look it was decided. Recomputes the rest by the judge's own steps: the
/// family, each look's share of the budget, tests, Holm's adjustment, bounds, verdicts, parts, worst cells,
/// diagnoses, sentences and the verdict of the run.
///
/// The counts of a report do not determine everything. tv_lower was chosen on one half of the trials and
/// judged on the other; it is held to what the whole leaves possible. Above ten cards, neighbours, parity,
/// fixed points and cycles are counted but not reported: their statistics are taken, and held to their
/// p-values (core/verdict/kept_values.hpp). An adjusted p-value that does not reject may depend on targets
/// that were still undecided; it is then held to the least and the largest value that it can have. What is
/// kept is named for each target.
///
/// `reported` may say anything that its schema lets pass.
Recount recount(const RunRecord& reported);

}  // namespace fairshuffle
