#include "core/statistics/numbers.hpp"

#include "core/statistics/mean.hpp"
#include "core/statistics/pooled.hpp"

namespace fairshuffle {

std::vector<TestResult> shape_and_mean(std::string_view name, std::span<const std::uint64_t> by_value,
                                       std::span<const double> law, const Tally& tally) {
  std::vector<TestResult> results{detail::pooled_test(name, by_value, law, tally.trials)};
  if (tally.deck_size >= smallest_large_deck) {
    results.push_back(detail::mean_test("mean " + std::string(name), by_value, law, tally.trials));
  }
  return results;
}

}  // namespace fairshuffle
