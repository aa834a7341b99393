#include "core/statistics/hand_mates.hpp"

#include <fmt/format.h>

#include "core/statistics/arguments.hpp"

namespace fairshuffle {

ChiSquared hand_mates_statistic(std::string_view function, int deck_size, int hands, std::uint64_t trials,
                                std::span<const std::uint64_t> cells) {
  if (hands < 2 || deck_size < 4 || deck_size % hands != 0 || deck_size / hands < 2) {
    detail::refuse_argument(function, "hands", "two or more, equal, of two cards or more", hands);
  }
  if (trials == 0) detail::refuse_argument(function, "trials", "at least 1", 0);
  const auto pairs = static_cast<std::uint64_t>(deck_size) * static_cast<std::uint64_t>(deck_size - 1) / 2;
  const auto width = static_cast<std::uint64_t>(deck_size / hands);
  std::uint64_t counted = 0;
  for (const std::uint64_t count : cells) counted += count;
  detail::check_total(function, counted, static_cast<std::uint64_t>(deck_size) * (width - 1) / 2 * trials,
                      trials);
  if (cells.size() != pairs) {
    detail::refuse_argument(function, "cells", "one for each pair", static_cast<double>(cells.size()));
  }

  const auto n = static_cast<long double>(deck_size), w = static_cast<long double>(width);
  const long double p = (w - 1) / (n - 1);
  const long double of_one_card = p * (w - 2) / (n - 2) - p * p;
  // Two pairs in one hand, or in two.
  const long double of_no_card = p * ((w - 2) * (w - 3) + (n - w) * (w - 1)) / ((n - 2) * (n - 3)) - p * p;
  const long double variance = p * (1 - p) - 2 * of_one_card + of_no_card;
  const auto all = static_cast<long double>(trials);
  long double sum = 0;
  for (const std::uint64_t count : cells) {
    const long double deviation = static_cast<long double>(count) - all * p;
    sum += deviation * deviation;
  }
  return {static_cast<double>(sum / (all * variance)), static_cast<double>(deck_size * (deck_size - 3)) / 2};
}

TestResult test_hand_mates(const Tally& tally) {
  constexpr std::string_view name = hand_mates_test.name;
  if (tally.deck_size < smallest_large_deck) return detail::of_large_decks_only(name);
  const int hands = hands_of(tally.deck_size);
  if (hands == 0) {
    return detail::not_applied(
        name, fmt::format("{} cards make no four, three or two equal hands", tally.deck_size));
  }
  if (tally.trials == 0) return detail::not_applied(name, "there were no trials");
  const std::span<const std::uint64_t> cells = tally.tables.of(hand_mates_table);
  return detail::large_table_result(
      name, hand_mates_statistic(name, tally.deck_size, hands, tally.trials, cells), tally, {2'400, 2'400});
}

}  // namespace fairshuffle
