#include "core/statistics/cycles.hpp"

#include "core/statistics/chi_squared_result.hpp"
#include "core/statistics/null_laws.hpp"

namespace fairshuffle {

std::vector<TestResult> test_cycles(const Tally& tally) {
  if (tally.deck_size == 1) {
    return {detail::not_applied(cycles_test.name, std::string(detail::one_card_has_one_order))};
  }
  return shape_and_mean(cycles_test.name, tally.cycles.by_value(), cycles_law(tally.deck_size), tally);
}

}  // namespace fairshuffle
