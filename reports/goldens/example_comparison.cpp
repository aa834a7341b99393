#include "reports/goldens/example_comparison.hpp"

#include "reports/goldens/example_run.hpp"

namespace fairshuffle {

Comparison example_comparison() {
  const RunRecord before = example_run();
  RunRecord after = before;
  after.seed = 1;
  after.budget.tolerance = 0.01;

  TargetRecord& became_biased = after.results[0];
  became_biased.verdict = Verdict::biased;
  became_biased.sentence = "Biased: permutations rejects fairness in 60,000 trials.";
  became_biased.evidence.trials = 60'000;
  became_biased.evidence.permutations = {8'889, 11'111, 11'110, 11'112, 8'889, 8'889};
  became_biased.position_counts = {
      {20'000, 22'222, 17'778}, {20'001, 17'778, 22'221}, {19'999, 20'000, 20'001}};
  became_biased.tests[0].p_value = 0;
  became_biased.tests[0].log10_p = -334.5;
  became_biased.tests[0].rejected = true;
  became_biased.bias.tv_lower = 0.052;
  became_biased.bias.tv_upper = 0.06;

  TargetRecord& decided = after.results[2];
  decided.verdict = Verdict::fair;
  decided.evidence.trials = 1'200;
  decided.evidence.permutations = {200, 204, 203, 195, 197, 201};
  decided.position_counts = {{404, 398, 398}, {400, 401, 399}, {396, 401, 403}};

  after.results.pop_back();
  TargetRecord failed = after.results[3];
  failed.name = "exec:command=./shuffle <\"x\" | \x01🂡,n=3";
  failed.verdict.reset();
  failed.evidence.error = "the program was silent for 10 seconds";
  after.results.push_back(failed);
  return compared(before, after);
}

}  // namespace fairshuffle
