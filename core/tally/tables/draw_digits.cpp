#include "core/tally/tables/draw_digits.hpp"

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle::detail {

std::size_t cells_of_digits(int deck_size) {
  return cell_of_digit(static_cast<std::size_t>(deck_size));
}

void add_digits(const OrderPlanes& orders, std::span<std::uint64_t> cells) {
  const auto n = static_cast<std::size_t>(orders.deck_size());
  // A deck a row. Digit by digit, deck by deck: a digit of one deck must wait for the one before it, those of
  // different decks wait for no one.
  struct Deck {
    std::array<Card, largest_deck_size> cards, places;
  };
  std::array<Deck, OrderPlanes::most> decks;
  for (std::size_t deck = 0; deck < orders.size(); ++deck) {
    for (std::size_t card = 0; card < n; ++card) {
      decks[deck].cards[card] = decks[deck].places[card] = static_cast<Card>(card);
    }
  }
  for (std::size_t i = n - 1; i > 0; --i) {
    const std::span<std::uint64_t> digits = cells.subspan(cell_of_digit(i), i + 1);
    for (std::size_t deck = 0; deck < orders.size(); ++deck) {
      auto& [cards, places] = decks[deck];
      // Position i takes its card from where it lies now. The swap leaves there what lay at i, which no one
      // asks for again.
      const Card drawn = places[orders.cards()[i][deck]];
      ++digits[drawn];
      const Card swapped = cards[i];
      cards[drawn] = swapped;
      places[swapped] = drawn;
    }
  }
}

std::string why_no_digits(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells) {
  for (std::size_t i = 1; i < static_cast<std::size_t>(deck_size); ++i) {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : cells.subspan(cell_of_digit(i), i + 1)) {
      if (count > trials) {
        return fmt::format("has a value of digit {} {} times, of {} trials", i, with_commas(count),
                           with_commas(trials));
      }
      sum += count;
    }
    if (sum != trials) {
      return fmt::format("adds up to {} in digit {}, of {} trials", with_commas(sum), i, with_commas(trials));
    }
  }
  return "";
}

}  // namespace fairshuffle::detail
