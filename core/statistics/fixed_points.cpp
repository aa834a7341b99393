#include "core/statistics/fixed_points.hpp"

#include "core/statistics/chi_squared_result.hpp"
#include "core/statistics/null_laws.hpp"

namespace fairshuffle {

std::vector<TestResult> test_fixed_points(const Tally& tally) {
  if (tally.deck_size == 1) {
    return {detail::not_applied(fixed_points_test.name, std::string(detail::one_card_has_one_order))};
  }
  return shape_and_mean(fixed_points_test.name, tally.fixed_points.by_value(),
                        fixed_points_law(tally.deck_size), tally);
}

}  // namespace fairshuffle
