#include "core/statistics/fixed_points.hpp"

#include "core/statistics/null_laws.hpp"
#include "core/statistics/pooled.hpp"

namespace fairshuffle {

TestResult test_fixed_points(const Tally& tally) {
  if (tally.deck_size == 1) {
    return detail::not_applied(fixed_points_test.name, std::string(detail::one_card_has_one_order));
  }
  return detail::pooled_test(fixed_points_test.name, tally.fixed_points.by_value(),
                             fixed_points_law(tally.deck_size), tally.trials);
}

}  // namespace fairshuffle
