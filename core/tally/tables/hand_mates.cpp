#include "core/tally/tables/hand_mates.hpp"

#include <vector>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/tally/planes/pair_counts.hpp"

namespace fairshuffle::detail {

void add_hand_mates(OrderBatches& orders, std::span<std::uint64_t> cells) {
  const int cards = orders.deck_size();
  count_hand_mates(orders.places(), static_cast<std::size_t>(cards / hands_of(cards)), cells);
}

std::string check_hand_mates(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells) {
  const auto cards = static_cast<std::size_t>(deck_size);
  const std::uint64_t mates = trials * (static_cast<std::uint64_t>(deck_size / hands_of(deck_size)) - 1);
  std::vector<std::uint64_t> of_card(cards);
  auto cell = cells.begin();
  for (std::size_t card = 0; card < cards; ++card) {
    for (std::size_t other = card + 1; other < cards; ++other, ++cell) {
      if (*cell > trials) {
        return fmt::format("has cards {} and {} in one hand in {} of {} trials", card, other,
                           with_commas(*cell), with_commas(trials));
      }
      of_card[card] += *cell;
      of_card[other] += *cell;
    }
    if (of_card[card] != mates) {
      return fmt::format("has {} cards beside card {}, where {} trials have {}", with_commas(of_card[card]),
                         card, with_commas(trials), with_commas(mates));
    }
  }
  return "";
}

}  // namespace fairshuffle::detail
