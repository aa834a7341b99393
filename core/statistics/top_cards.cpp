#include "core/statistics/top_cards.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/statistics/equal_cells.hpp"

namespace fairshuffle {

namespace {

TestResult result_of(const TestInfo& test, std::string_view sets_of, ChiSquared (*statistic)(const Tally&),
                     const Tally& tally) {
  if (tally.deck_size < smallest_large_deck) return detail::of_large_decks_only(test.name);
  const TableInfo& table = *test.needs_table;
  if (!tally.tables.has(table)) {
    return detail::not_applied(test.name, fmt::format("which {} lie on top was not counted", sets_of));
  }
  const std::uint64_t sets = table.cells(tally.deck_size);
  const detail::TrialRule rule = detail::sparse_cells_rule(sets);
  if (tally.trials < rule.fewest) {
    return detail::not_applied(
        test.name, detail::too_few_trials(
                       rule.fewest, fmt::format("{} sets of {}", with_commas(sets), sets_of), tally.trials));
  }
  return detail::chi_squared_result(test.name, statistic(tally), tally.trials, rule);
}

}  // namespace

ChiSquared flop_statistic(const Tally& tally) {
  return detail::equal_cells_statistic("flop_statistic", tally.tables.of(top_three_table), tally.trials);
}

ChiSquared top_five_statistic(const Tally& tally) {
  return detail::equal_cells_statistic("top_five_statistic", tally.tables.of(top_five_table), tally.trials);
}

TestResult test_flop(const Tally& tally) {
  return result_of(flop_test, "three cards", flop_statistic, tally);
}

TestResult test_top_five(const Tally& tally) {
  return result_of(top_five_test, "five cards", top_five_statistic, tally);
}

}  // namespace fairshuffle
