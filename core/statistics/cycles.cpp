#include "core/statistics/cycles.hpp"

#include "core/statistics/null_laws.hpp"
#include "core/statistics/pooled.hpp"

namespace fairshuffle {

TestResult test_cycles(const Tally& tally) {
  if (tally.deck_size == 1) {
    return detail::not_applied(cycles_test.name, std::string(detail::one_card_has_one_order));
  }
  return detail::pooled_test(cycles_test.name, tally.cycles.by_value(), cycles_law(tally.deck_size),
                             tally.trials);
}

}  // namespace fairshuffle
