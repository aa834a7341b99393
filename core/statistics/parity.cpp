#include "core/statistics/parity.hpp"

#include "core/statistics/chi_squared_result.hpp"

namespace fairshuffle {

TestResult test_parity(const Tally& tally) {
  if (tally.deck_size == 1) {
    return detail::not_applied(parity_test.name, std::string(detail::one_card_has_one_order));
  }
  if (tally.trials == 0) return detail::not_applied(parity_test.name, "there were no trials");
  const std::span<const std::uint64_t> even_odd = tally.parity.by_value();
  detail::check_total("test_parity", even_odd[0] + even_odd[1], tally.trials, tally.trials);
  return detail::two_cells_result(parity_test.name, even_odd[0], tally.trials, 0.5);
}

}  // namespace fairshuffle
