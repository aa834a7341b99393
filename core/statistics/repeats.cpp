#include "core/statistics/repeats.hpp"

#include <algorithm>

#include "core/statistics/chi_squared_result.hpp"

namespace fairshuffle {

TestResult test_repeats(const Tally& tally) {
  if (tally.deck_size == 1) {
    return detail::not_applied(repeats_test.name, std::string(detail::one_card_has_one_order));
  }
  const auto [pairs, equal] = tally.repeats;
  if (pairs == 0) return detail::not_applied(repeats_test.name, "no two trials followed each other");

  // 1/128! is 3e-216, well within double; more cards than 170 are taken for so many.
  long double orders = 1;
  if (tally.makeup) {
    orders = number_of_arrangements(tally.made_up(), tally.deck_size);
  } else {
    for (int card = 2; card <= std::min(tally.deck_size, 170); ++card) orders *= card;
  }
  const double chance = static_cast<double>(1 / orders);

  TestResult result;
  result.name = repeats_test.name;
  result.applied = true;
  result.statistic = static_cast<double>(equal);
  result.p_value = result.upper_tail = binomial_two_sided(equal, pairs, chance);
  result.lower_tail = binomial_lower_tail(equal, pairs, chance);
  result.tail = static_cast<double>(equal) < static_cast<double>(pairs) * chance ? Tail::lower : Tail::upper;
  return result;
}

}  // namespace fairshuffle
