#include "core/tally/tables/numbers.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle {

namespace {

using Plane = OrderPlanes::Plane;
using Numbers = OrderPlanes::Numbers;

// Numbers below 256, a byte each: as many to a vector as a plane has.
using Bytes = std::array<std::uint8_t, OrderPlanes::most>;
static_assert(largest_deck_size < 256);

Numbers widened(const Bytes& bytes) {
  Numbers numbers;
  for (std::size_t deck = 0; deck < bytes.size(); ++deck) numbers[deck] = bytes[deck];
  return numbers;
}

// How many of the neighbouring places hold of each deck, from `first` on.
template <class Holds>
Numbers count_where(std::size_t first, std::size_t end, Holds holds) {
  Bytes counts{};
  for (std::size_t place = first; place < end; ++place) {
    for (std::size_t deck = 0; deck < counts.size(); ++deck) {
      counts[deck] = static_cast<std::uint8_t>(counts[deck] + holds(place, deck));
    }
  }
  return widened(counts);
}

template <class Better>
Numbers count_records(std::span<const Plane> cards, From from, Better better) {
  const std::size_t size = cards.size();
  const auto at = [&](std::size_t step) -> const Plane& {
    return cards[from == From::start ? step : size - 1 - step];
  };
  Plane best = at(0);
  Bytes counts;
  counts.fill(1);
  for (std::size_t step = 1; step < size; ++step) {
    const Plane& next = at(step);
    for (std::size_t deck = 0; deck < counts.size(); ++deck) {
      // No card is there twice: it is a record where it is the best so far. Said so, it is two instructions
      // for a vector of decks.
      best[deck] = better(best[deck], next[deck]);
      counts[deck] = static_cast<std::uint8_t>(counts[deck] + (best[deck] == next[deck]));
    }
  }
  return widened(counts);
}

}  // namespace

Numbers descents_of(std::span<const Plane> cards) {
  return count_where(1, cards.size(), [cards](std::size_t place, std::size_t deck) {
    return cards[place - 1][deck] > cards[place][deck];
  });
}

Numbers peaks_of(std::span<const Plane> cards) {
  return count_where(1, cards.size() - 1, [cards](std::size_t place, std::size_t deck) {
    return cards[place][deck] > std::max(cards[place - 1][deck], cards[place + 1][deck]);
  });
}

Numbers successions_of(std::span<const Plane> cards) {
  return count_where(1, cards.size(), [cards](std::size_t place, std::size_t deck) {
    return cards[place][deck] == static_cast<Card>(cards[place - 1][deck] + 1);
  });
}

Numbers inversions_of(std::span<const Plane> cards) {
  Numbers inversions{};
  for (std::size_t place = 1; place < cards.size(); ++place) {
    const Numbers above = count_where(0, place, [cards, place](std::size_t before, std::size_t deck) {
      return cards[before][deck] > cards[place][deck];
    });
    for (std::size_t deck = 0; deck < inversions.size(); ++deck) {
      inversions[deck] = static_cast<std::uint16_t>(inversions[deck] + above[deck]);
    }
  }
  return inversions;
}

Numbers records_of(std::span<const Plane> cards, Record record, From from) {
  if (record == Record::maximum)
    return count_records(cards, from, [](Card a, Card b) { return std::max(a, b); });
  return count_records(cards, from, [](Card a, Card b) { return std::min(a, b); });
}

}  // namespace fairshuffle

namespace fairshuffle::detail {

void count_numbers(const OrderPlanes& orders, const Numbers& numbers, std::span<std::uint64_t> cells) {
  for (std::size_t deck = 0; deck < orders.size(); ++deck) ++cells[numbers[deck]];
}

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

Numbers descents(const OrderPlanes& orders) {
  return descents_of(orders.cards());
}
Numbers rising_sequences(const OrderPlanes& orders) {
  Numbers numbers = descents_of(orders.places());
  for (std::uint16_t& number : numbers) ++number;
  return numbers;
}
Numbers peaks(const OrderPlanes& orders) {
  return peaks_of(orders.cards());
}
Numbers inverse_peaks(const OrderPlanes& orders) {
  return peaks_of(orders.places());
}
Numbers inversions(const OrderPlanes& orders) {
  return inversions_of(orders.cards());
}
Numbers successions(const OrderPlanes& orders) {
  return successions_of(orders.cards());
}
Numbers left_maxima(const OrderPlanes& orders) {
  return records_of(orders.cards(), Record::maximum, From::start);
}
Numbers left_minima(const OrderPlanes& orders) {
  return records_of(orders.cards(), Record::minimum, From::start);
}
Numbers right_maxima(const OrderPlanes& orders) {
  return records_of(orders.cards(), Record::maximum, From::end);
}
Numbers right_minima(const OrderPlanes& orders) {
  return records_of(orders.cards(), Record::minimum, From::end);
}

}  // namespace fairshuffle::detail
