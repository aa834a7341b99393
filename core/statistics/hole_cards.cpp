#include "core/statistics/hole_cards.hpp"

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/statistics/equal_cells.hpp"

namespace fairshuffle {

ChiSquared hole_cards_statistic(const Tally& tally) {
  return detail::equal_cells_statistic("hole_cards_statistic", tally.tables.of(top_two_table), tally.trials);
}

TestResult test_hole_cards(const Tally& tally) {
  constexpr std::string_view name = hole_cards_test.name;
  if (tally.deck_size < smallest_large_deck) return detail::of_large_decks_only(name);
  const std::uint64_t sets = top_two_table.cells(tally.deck_size);
  const detail::TrialRule rule = detail::equal_cells_rule(sets);
  if (tally.trials < rule.fewest) {
    return detail::not_applied(
        name, detail::too_few_trials(rule.fewest, with_commas(sets) + " sets of two cards", tally.trials));
  }
  return detail::chi_squared_result(name, hole_cards_statistic(tally), tally.trials, rule);
}

}  // namespace fairshuffle
