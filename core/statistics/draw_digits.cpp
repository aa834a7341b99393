#include "core/statistics/draw_digits.hpp"

#include "core/order/wide.hpp"
#include "core/statistics/arguments.hpp"
#include "core/statistics/digit_counts.hpp"
#include "core/statistics/equal_cells.hpp"
#include "core/statistics/strongest_cell.hpp"

namespace fairshuffle {

ChiSquared draw_digits_statistic(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> digits) {
  constexpr std::string_view function = "draw_digits_statistic";
  if (deck_size < 2) detail::refuse_argument(function, "deck_size", "at least 2", deck_size);
  if (trials == 0) detail::refuse_argument(function, "trials", "at least 1", 0);
  // sum (C - N/k)^2 k/N = (k sum C^2 - N^2) / N; over all digits at most 2,079 N^2 < 2^118.
  Wide numerator = 0;
  detail::for_each_digit(function, deck_size, trials, digits, [&](std::size_t i, auto counts) {
    Wide sum_of_squares = 0;
    for (const std::uint64_t count : counts) sum_of_squares += static_cast<Wide>(count) * count;
    numerator += (i + 1) * sum_of_squares - static_cast<Wide>(trials) * trials;
  });
  return {static_cast<double>(static_cast<long double>(numerator) / static_cast<long double>(trials)),
          deck_size * (deck_size - 1.) / 2};
}

TestResult test_draw_digits(const Tally& tally) {
  constexpr std::string_view name = draw_digits_test.name;
  if (tally.deck_size < smallest_large_deck) return detail::of_large_decks_only(name);
  const std::span<const std::uint64_t> digits = tally.tables.of(draw_digits_table);
  const detail::TrialRule rule = detail::table_rule(tally.deck_size);
  if (tally.trials < rule.fewest) {
    return detail::not_applied(
        name, detail::too_few_trials(rule.fewest, std::to_string(tally.deck_size) + " cards", tally.trials));
  }
  return detail::chi_squared_result(name, draw_digits_statistic(tally.deck_size, tally.trials, digits),
                                    tally.trials, rule);
}

TestResult test_strongest_digit(const Tally& tally) {
  constexpr std::string_view name = strongest_digit_test.name;
  if (tally.deck_size < smallest_large_deck) return detail::of_large_decks_only(name);
  const std::span<const std::uint64_t> digits = tally.tables.of(draw_digits_table);
  if (tally.trials == 0) return detail::not_applied(name, "there were no trials");
  detail::StrongestCell strongest;
  detail::for_each_digit(name, tally.deck_size, tally.trials, digits, [&](std::size_t i, auto counts) {
    detail::Extremes extremes;
    for (const std::uint64_t count : counts) extremes.add(count);
    const detail::StrongestCell of_digit =
        detail::strongest_of(extremes, tally.trials, 1 / (static_cast<double>(i) + 1));
    if (i == 1 || of_digit.p.log10_p < strongest.p.log10_p) strongest = of_digit;
  });
  return detail::strongest_cell_result(name, strongest, digits.size());
}

}  // namespace fairshuffle
