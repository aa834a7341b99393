#include "core/tally/tables/numbers.hpp"

#include <functional>

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle::detail {

std::string why_no_histogram(std::uint64_t trials, std::span<const std::uint64_t> cells,
                             std::size_t smallest) {
  std::uint64_t sum = 0;
  for (std::size_t value = 0; value < cells.size(); ++value) {
    if (cells[value] > trials || (value < smallest && cells[value] > 0)) {
      return fmt::format("has {} orders of {}, of {} trials{}", with_commas(cells[value]), value,
                         with_commas(trials),
                         value < smallest ? fmt::format(", where the least is {}", smallest) : "");
    }
    sum += cells[value];
  }
  if (sum == trials) return "";
  return fmt::format("adds up to {}, of {} trials", with_commas(sum), with_commas(trials));
}

const Plane& descents(OrderBatches& orders, std::size_t batch) {
  return orders.numbers(batch).descents;
}
const Plane& rising_sequences(OrderBatches& orders, std::size_t batch) {
  return orders.inverse_descents(batch).runs;
}
const Plane& peaks(OrderBatches& orders, std::size_t batch) {
  return orders.numbers(batch).peaks;
}
const Plane& inverse_peaks(OrderBatches& orders, std::size_t batch) {
  return orders.inverse_descents(batch).peaks;
}
void add_inversions(OrderBatches& orders, std::span<std::uint64_t> cells) {
  for (std::size_t batch = 0; batch < orders.batches(); ++batch) {
    const DeckNumbers& numbers = orders.inversions(batch);
    for (std::size_t deck = 0; deck < orders.cards().decks_of(batch); ++deck) ++cells[numbers[deck]];
  }
}
const Plane& successions(OrderBatches& orders, std::size_t batch) {
  return orders.numbers(batch).successions;
}
const Plane& left_maxima(OrderBatches& orders, std::size_t batch) {
  return orders.numbers(batch).left_maxima;
}
const Plane& left_minima(OrderBatches& orders, std::size_t batch) {
  return orders.numbers(batch).left_minima;
}
const Plane& right_maxima(OrderBatches& orders, std::size_t batch) {
  return orders.numbers(batch).right_maxima;
}
const Plane& right_minima(OrderBatches& orders, std::size_t batch) {
  return orders.numbers(batch).right_minima;
}

namespace {

// Loops that the compiler makes vectors of.
std::size_t descents_in(std::span<const WideCard> cards) {
  unsigned count = 0;
  for (std::size_t place = 1; place < cards.size(); ++place) count += cards[place] < cards[place - 1];
  return count;
}

std::size_t peaks_in(std::span<const WideCard> cards) {
  unsigned count = 0;
  for (std::size_t place = 1; place + 1 < cards.size(); ++place) {
    count += static_cast<unsigned>(cards[place] > cards[place - 1]) &
             static_cast<unsigned>(cards[place] > cards[place + 1]);
  }
  return count;
}

template <class Iterator, class Better>
std::size_t records_in(Iterator next, Iterator end, Better better) {
  std::size_t count = 0;
  for (Iterator best = end; next != end; ++next) {
    if (best != end && !better(*next, *best)) continue;
    best = next;
    ++count;
  }
  return count;
}

}  // namespace

std::size_t wide_descents(const WideOrder& order) {
  return descents_in(order.cards);
}
std::size_t wide_rising_sequences(const WideOrder& order) {
  return descents_in(order.places) + 1;
}
std::size_t wide_peaks(const WideOrder& order) {
  return peaks_in(order.cards);
}
std::size_t wide_inverse_peaks(const WideOrder& order) {
  return peaks_in(order.places);
}
std::size_t wide_successions(const WideOrder& order) {
  unsigned count = 0;
  for (std::size_t place = 1; place < order.cards.size(); ++place) {
    count += order.cards[place] == order.cards[place - 1] + 1;
  }
  return count;
}
std::size_t wide_left_maxima(const WideOrder& order) {
  return records_in(order.cards.begin(), order.cards.end(), std::greater{});
}
std::size_t wide_left_minima(const WideOrder& order) {
  return records_in(order.cards.begin(), order.cards.end(), std::less{});
}
std::size_t wide_right_maxima(const WideOrder& order) {
  return records_in(order.cards.rbegin(), order.cards.rend(), std::greater{});
}
std::size_t wide_right_minima(const WideOrder& order) {
  return records_in(order.cards.rbegin(), order.cards.rend(), std::less{});
}

}  // namespace fairshuffle::detail
