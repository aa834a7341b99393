#include "reports/words/seed_words.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle {

namespace {

std::string power_of_two(double exponent) {
  return fmt::format("2^{:.1f}", exponent);
}

// An interval is told no narrower than it is.
std::string power_down(double exponent) {
  return power_of_two(std::floor(exponent * 10) / 10);
}
std::string power_up(double exponent) {
  return power_of_two(std::ceil(exponent * 10) / 10);
}

std::string confidence_text(const Budget& budget) {
  return short_number(100 * budget.confidence, 4) + " % confidence";
}

}  // namespace

bool declares_own_starts(const TargetDescription& target) {
  return std::ranges::any_of(target.options,
                             [](const auto& option) { return option.first == "starts-anew"; });
}

std::string came_again(const TargetRecord& result) {
  const Evidence& evidence = result.evidence;
  const BirthdayCounts& counts = evidence.birthday;
  // Of orders that are all counted none is kept apart.
  const std::uint64_t kept = counts.kept > 0 ? counts.kept : evidence.trials - evidence.invalid_trials;
  const SeedSpaceRecord record = result.seed_space.value_or(SeedSpaceRecord{});
  return fmt::format("{} of {}{} decks came again, where {} were due", with_commas(record.repeats),
                     with_commas(kept), counts.one_in == 1 ? "" : " kept",
                     short_number(record.expected_repeats, 3));
}

std::string seed_words(const TargetRecord& result, const Budget& budget) {
  const TestRecord* birthday = test_named(result.tests, "birthday");
  if (birthday == nullptr || !birthday->rejected || !result.seed_space || !result.seed_space->estimate)
    return "";
  const SeedEstimate& estimate = *result.seed_space->estimate;
  // One order alone says what it is by its cards.
  if (estimate.log2_states < 0.5) return "";
  return fmt::format(
      "{}: it behaves like {} starting states ({} to {} with {}), {}", came_again(result),
      power_of_two(estimate.log2_states), power_down(estimate.log2_lower), power_up(estimate.log2_upper),
      confidence_text(budget),
      estimate.dense ? "most of which came" : "or some orders come far more often than the others");
}

std::string fewest_orders_words(const TargetRecord& result, const Budget& budget) {
  if (!result.seed_space || !result.seed_space->log2_fewest_orders) return "";
  return fmt::format("at least {} different orders can come out ({}){}",
                     power_down(*result.seed_space->log2_fewest_orders), confidence_text(budget),
                     declares_own_starts(result.target)
                         ? ", if each deck started from a draw of its own, as is declared"
                         : "");
}

}  // namespace fairshuffle
