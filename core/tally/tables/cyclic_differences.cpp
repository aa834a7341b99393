#include "core/tally/tables/cyclic_differences.hpp"

#include <array>
#include <numeric>

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle::detail {

namespace {

using Plane = OrderPlanes::Plane;

void add_differences(std::span<const Plane> cards, std::size_t decks, std::span<std::uint64_t> cells) {
  const auto n = static_cast<unsigned>(cards.size());
  // Two histograms, so that an increment need not wait for the one before it where both are of one cell.
  std::array<std::array<std::uint16_t, largest_deck_size>, 2> counts{};
  static_assert(largest_deck_size * OrderPlanes::most < 65'536);
  Plane differences;
  for (std::size_t place = 0; place < cards.size(); ++place) {
    const Plane& card = cards[place];
    const Plane& next = cards[place + 1 < cards.size() ? place + 1 : 0];
    for (std::size_t deck = 0; deck < differences.size(); ++deck) {
      const unsigned borrowed = next[deck] < card[deck] ? n : 0;
      differences[deck] = static_cast<Card>(next[deck] + borrowed - card[deck]);
    }
    for (std::size_t deck = 0; deck < decks; ++deck) ++counts[deck % 2][differences[deck]];
  }
  for (std::size_t s = 1; s < cards.size(); ++s) {
    cells[s - 1] += std::uint64_t{counts[0][s]} + counts[1][s];
  }
}

}  // namespace

void add_cyclic_differences(const OrderPlanes& orders, std::span<std::uint64_t> cells) {
  add_differences(orders.cards(), orders.size(), cells);
}

void add_inverse_cyclic_differences(const OrderPlanes& orders, std::span<std::uint64_t> cells) {
  add_differences(orders.places(), orders.size(), cells);
}

std::string check_differences(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells) {
  const auto n = static_cast<std::uint64_t>(deck_size);
  std::uint64_t counted = 0, round = 0;
  for (std::uint64_t s = 1; s < n; ++s) {
    const std::uint64_t count = cells[s - 1];
    // Steps of s go round the n residues in gcd(n, s) circles; an order is one circle, and holds none of
    // these but all.
    const std::uint64_t circles = std::gcd(n, s), most = (circles == 1 ? n : n - circles) * trials;
    if (count > most) {
      return fmt::format("has {} differences of {}, where {} trials have at most {}", with_commas(count), s,
                         with_commas(trials), with_commas(most));
    }
    counted += count;
    round = (round + s * (count % n)) % n;
  }
  if (counted != n * trials) {
    return fmt::format("adds up to {}, where {} trials of {} cards have {}", with_commas(counted),
                       with_commas(trials), n, with_commas(n * trials));
  }
  if (round != 0) return fmt::format("has differences that add up to no multiple of {}", n);
  return "";
}

}  // namespace fairshuffle::detail
