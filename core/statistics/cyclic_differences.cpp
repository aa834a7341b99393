#include "core/statistics/cyclic_differences.hpp"

#include <cstddef>

#include "core/statistics/arguments.hpp"

namespace fairshuffle {

namespace {

TestResult test_differences(std::string_view name, const TableInfo& table, const Tally& tally) {
  if (tally.deck_size < smallest_large_deck) return detail::of_large_decks_only(name);
  if (tally.trials == 0) return detail::not_applied(name, "there were no trials");
  const std::span<const std::uint64_t> cells = tally.tables.of(table);
  return detail::large_table_result(name,
                                    cyclic_differences_statistic(name, tally.deck_size, tally.trials, cells),
                                    tally, detail::table_rule(tally.deck_size));
}

}  // namespace

ChiSquared cyclic_differences_statistic(std::string_view function, int deck_size, std::uint64_t trials,
                                        std::span<const std::uint64_t> cells) {
  if (deck_size < 4) detail::refuse_argument(function, "deck_size", "at least 4", deck_size);
  if (trials == 0) detail::refuse_argument(function, "trials", "at least 1", 0);
  const auto cards = static_cast<std::size_t>(deck_size);
  std::uint64_t counted = 0;
  for (const std::uint64_t count : cells) counted += count;
  detail::check_total(function, counted, cards * trials, trials);

  const auto n = static_cast<long double>(deck_size), all = static_cast<long double>(trials);
  const long double expected = all * n / (n - 1);
  long double of_sums = 0, of_differences = 0;
  for (std::size_t s = 1; 2 * s < cards; ++s) {
    const auto up = static_cast<long double>(cells[s - 1]),
               down = static_cast<long double>(cells[cards - s - 1]);
    const long double sum = up + down - 2 * expected, difference = up - down;
    of_sums += sum * sum / 2;
    of_differences += difference * difference / 2;
  }
  if (cards % 2 == 0) {
    const long double half = static_cast<long double>(cells[cards / 2 - 1]) - expected;
    of_sums += half * half;
  }
  const long double statistic = (n - 1) / (n * all) * (of_sums + (n - 2) / n * of_differences);
  return {static_cast<double>(statistic), static_cast<double>(deck_size - 2)};
}

TestResult test_cyclic_differences(const Tally& tally) {
  return test_differences(cyclic_differences_test.name, cyclic_differences_table, tally);
}

TestResult test_inverse_cyclic_differences(const Tally& tally) {
  return test_differences(inverse_cyclic_differences_test.name, inverse_cyclic_differences_table, tally);
}

}  // namespace fairshuffle
