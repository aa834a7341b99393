#include "core/statistics/bets.hpp"

#include <algorithm>
#include <string>

#include "core/statistics/bet_laws.hpp"
#include "core/statistics/chi_squared_result.hpp"
#include "core/statistics/mean.hpp"
#include "core/statistics/pooled.hpp"

namespace fairshuffle {

namespace {

constexpr std::string_view mean_prefix = "bet-mean ", shape_prefix = "bet-shape ";

}  // namespace

std::vector<TestResult> test_bets(const Tally& tally) {
  std::vector<TestResult> results;
  for (const BetCounts::Counted& counted : tally.bets.all()) {
    const std::vector<double> law = bet_law(counted.bet, tally.deck_size);
    const std::string mean_name = std::string(mean_prefix) + counted.bet.name;
    const auto is_possible = [](double p) { return p > 0; };
    if (std::ranges::count_if(law, is_possible) == 2 && tally.trials > 0) {
      const auto lower = static_cast<std::size_t>(std::ranges::find_if(law, is_possible) - law.begin());
      detail::check_total(mean_name, counted.by_value[lower] + counted.by_value[lower + 1], tally.trials,
                          tally.trials);
      results.push_back(
          detail::two_cells_result(mean_name, counted.by_value[lower + 1], tally.trials, law[lower + 1]));
      continue;
    }
    results.push_back(detail::mean_test(mean_name, counted.by_value, law, tally.trials));
    if (std::ranges::count_if(law, is_possible) == 2) continue;
    results.push_back(detail::pooled_test(std::string(shape_prefix) + counted.bet.name, counted.by_value, law,
                                          tally.trials));
  }
  return results;
}

}  // namespace fairshuffle
