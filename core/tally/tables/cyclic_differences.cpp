#include "core/tally/tables/cyclic_differences.hpp"

#include <array>
#include <numeric>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/tally/planes/plane_numbers.hpp"

namespace fairshuffle::detail {

namespace {

// Cards that follow each other are counted pair by pair already; left are the last one and the first.
void add_differences(std::span<const PairCount> neighbours, const PlaneBatches& cards,
                     std::span<std::uint64_t> cells) {
  const std::size_t n = cells.size() + 1;
  std::array<std::uint32_t, largest_byte_deck> counts;
  sum_differences(neighbours, std::span(counts).first(n));
  for (std::size_t s = 1; s < n; ++s) cells[s - 1] += counts[s];
  std::array<Plane, PlaneBatches::most_batches> less_one;
  NumberBatches numbers(cards.decks());
  for (std::size_t batch = 0; batch < cards.batches(); ++batch) {
    const Plane &first = cards.batch(batch).front(), &last = cards.batch(batch).back();
    // In bytes and without a branch, so that the compiler makes vectors of it.
    const auto round = static_cast<Card>(n);
    for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
      const auto wrapped = static_cast<Card>(first[deck] < last[deck] ? round : 0);
      less_one[batch][deck] = static_cast<Card>(first[deck] - last[deck] - 1 + wrapped);
    }
    numbers[batch] = &less_one[batch];
  }
  count_numbers(numbers, cells);
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

void add_cyclic_differences(OrderBatches& orders, std::span<std::uint64_t> cells) {
  add_differences(orders.neighbours(), orders.cards(), cells);
}

void add_inverse_cyclic_differences(OrderBatches& orders, std::span<std::uint64_t> cells) {
  add_differences(orders.inverse_neighbours(), orders.places(), cells);
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
