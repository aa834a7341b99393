#include "core/tally/tables/cyclic_differences.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle::detail {

namespace {

using Plane = OrderPlanes::Plane;

// Cards that follow each other are counted pair by pair already; left are the last one and the first.
void add_differences(std::span<const DeckCount> neighbours, const Plane& last, const Plane& first,
                     std::size_t decks, std::span<std::uint64_t> cells) {
  const std::size_t n = cells.size() + 1;
  std::array<std::uint16_t, largest_byte_deck> counts{};
  static_assert(largest_byte_deck * OrderPlanes::most < 65'536);
  // Those of a card twice in a row, so that all differences are found in one go, and 64 at a time: how long a
  // loop is costs little, not to know it costs much. Beyond n nobody looks.
  constexpr std::size_t at_once = 64;
  std::array<DeckCount, 3 * largest_byte_deck> twice{};
  for (std::size_t card = 0; card < n; ++card) {
    const auto next = neighbours.subspan(card * (n + 1), n);
    std::ranges::copy(next, std::ranges::copy(next, twice.begin()).out);
    for (std::size_t from = 0; from < n; from += at_once) {
      for (std::size_t difference = from; difference < from + at_once; ++difference) {
        counts[difference] = static_cast<std::uint16_t>(counts[difference] + twice[card + difference]);
      }
    }
  }
  for (std::size_t deck = 0; deck < decks; ++deck) ++counts[(first[deck] + n - last[deck]) % n];
  for (std::size_t s = 1; s < n; ++s) cells[s - 1] += counts[s];
}

void count_differences(std::span<const WideCard> values, std::span<std::uint64_t> cells) {
  std::size_t before = values.back();
  for (const std::size_t here : values) {
    const std::size_t less_one = here + values.size() - before - 1;  // n - 1 of it is a difference of 0
    ++cells[less_one < values.size() ? less_one : less_one - values.size()];
    before = here;
  }
}

}  // namespace

void add_wide_differences(const WideOrder& order, std::span<std::uint64_t> cells) {
  count_differences(order.cards, cells);
}

void add_wide_inverse_differences(const WideOrder& order, std::span<std::uint64_t> cells) {
  count_differences(order.places, cells);
}

void add_cyclic_differences(const OrderPlanes& orders, std::span<std::uint64_t> cells) {
  add_differences(orders.neighbours(), orders.cards().back(), orders.cards().front(), orders.size(), cells);
}

void add_inverse_cyclic_differences(const OrderPlanes& orders, std::span<std::uint64_t> cells) {
  add_differences(orders.inverse_neighbours(), orders.places().back(), orders.places().front(), orders.size(),
                  cells);
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
