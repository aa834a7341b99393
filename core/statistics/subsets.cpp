#include "core/statistics/subsets.hpp"

#include "core/order/number_text.hpp"
#include "core/statistics/arguments.hpp"
#include "core/statistics/equal_cells.hpp"

namespace fairshuffle {

ChiSquared subsets_statistic(const Tally& tally) {
  if (!tally.subsets) detail::refuse_argument("subsets_statistic", "marked", "at least 1", 0);
  return detail::equal_cells_statistic("subsets_statistic", tally.subsets->by_rank(), tally.trials);
}

TestResult test_subsets(const Tally& tally) {
  if (!tally.subsets) return detail::not_applied(subsets_test.name, "no cards are marked");
  const std::uint64_t sets = tally.subsets->by_rank().size();
  const detail::TrialRule rule = detail::equal_cells_rule(sets);
  if (tally.trials < rule.fewest) {
    return detail::not_applied(
        subsets_test.name,
        detail::too_few_trials(rule.fewest, with_commas(sets) + " sets of positions", tally.trials));
  }
  const ChiSquared outcome = subsets_statistic(tally);
  if (sets == 2) {
    return detail::two_cells_result(subsets_test.name, tally.subsets->by_rank().front(), tally.trials, 0.5);
  }
  return detail::chi_squared_result(subsets_test.name, outcome, tally.trials, rule);
}

}  // namespace fairshuffle
