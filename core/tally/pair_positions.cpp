#include "core/tally/pair_positions.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <stdexcept>
#include <string>

#include "core/tally/tables/relative_order.hpp"

namespace fairshuffle {

namespace {

// A table that fits the nearest cache, of as many places a row as a deck of six or of seven bits has.
template <std::size_t places_of_row>
using SmallTable = std::array<std::uint16_t, places_of_row * places_of_row>;

std::uint64_t cells_of(std::uint64_t deck_size) {
  return pairs_of(deck_size) * deck_size * deck_size;
}

void check_one_deck(const PairPositionCounts& first, const PairPositionCounts& second) {
  if (first.deck_size() == second.deck_size()) return;
  throw std::invalid_argument("PairPositionCounts: decks of " + std::to_string(first.deck_size()) + " and " +
                              std::to_string(second.deck_size()) + " cards do not add up");
}

PairPositionCounts settled(PairPositionCounts counts) {
  counts.settle();
  return counts;
}

// count_of tells a cell's count by its place among all cells.
template <class CountOf>
PairPositions sums_over(std::size_t n, std::uint64_t trials, CountOf count_of) {
  const std::uint64_t ways = n * (n - 1);
  PairPositions sums{.cards = std::vector<PairSums>(pairs_of(n)),
                     .places = std::vector<PairSums>(pairs_of(n))};
  for (std::size_t pair = 0; pair < sums.cards.size(); ++pair) {
    PairSums& of_cards = sums.cards[pair];
    const auto count_at = [&](std::size_t row, std::size_t column) -> std::uint64_t {
      return count_of((pair * n + row) * n + column);
    };
    for (std::size_t lower = 0; lower < n; ++lower) {
      for (std::size_t higher = lower + 1; higher < n; ++higher) {
        PairSums& of_places = sums.places[cell_of_pair(n, lower, higher)];
        const std::uint64_t in_order = count_at(lower, higher), crossed = count_at(higher, lower);
        const std::uint64_t squares = in_order * in_order + crossed * crossed;
        const std::uint64_t unordered = (in_order + crossed) * (in_order + crossed);
        std::uint64_t above = 0;
        for (const std::uint64_t count : {in_order, crossed}) {
          if (count * ways > trials) above += count * ways - trials;
        }
        for (PairSums* of : {&of_cards, &of_places}) {
          of->squares += squares;
          of->unordered_squares += unordered;
          of->above += above;
        }
      }
    }
  }
  return sums;
}

}  // namespace

PairPositionCounts::PairPositionCounts(int deck_size) : deck_size_(static_cast<std::size_t>(deck_size)) {
  if (deck_size < smallest_large_deck || deck_size > largest_byte_deck) {
    throw std::invalid_argument("PairPositionCounts: deck_size must be in 13..128, was " +
                                std::to_string(deck_size));
  }
  places_.resize(deck_size_ * stride);
  cells_.resize(cells_of(deck_size_));
}

template <std::size_t places_of_row>
void PairPositionCounts::count_pair(std::size_t lower, std::size_t higher, std::span<std::uint32_t> cells) {
  // Many sums at once, and then many counts: the compiler makes vectors of the first.
  constexpr std::size_t at_once = 64;
  static_assert(most_waiting % at_once == 0);
  SmallTable<places_of_row> counts{};
  const Card* const of_lower = &places_[lower * stride];
  const Card* const of_higher = &places_[higher * stride];
  std::array<std::uint16_t, at_once> ways;
  std::size_t trial = 0;
  for (; trial + at_once <= waiting_; trial += at_once) {
    for (std::size_t index = 0; index < at_once; ++index) {
      ways[index] =
          static_cast<std::uint16_t>(of_lower[trial + index] * places_of_row + of_higher[trial + index]);
    }
    for (const std::uint16_t way : ways) ++counts[way];
  }
  for (; trial < waiting_; ++trial) ++counts[of_lower[trial] * places_of_row + of_higher[trial]];
  for (std::size_t row = 0; row < deck_size_; ++row) {
    for (std::size_t column = 0; column < deck_size_; ++column) {
      cells[row * deck_size_ + column] += counts[row * places_of_row + column];
    }
  }
}

void PairPositionCounts::settle() {
  if (waiting_ == 0) return;
  const std::size_t of_pair = deck_size_ * deck_size_;
  for (std::size_t lower = 0; lower < deck_size_; ++lower) {
    for (std::size_t higher = lower + 1; higher < deck_size_; ++higher) {
      const std::size_t pair = cell_of_pair(deck_size_, lower, higher);
      const std::span<std::uint32_t> cells = std::span(cells_).subspan(pair * of_pair, of_pair);
      deck_size_ <= 64 ? count_pair<64>(lower, higher, cells) : count_pair<128>(lower, higher, cells);
    }
  }
  trials_ += waiting_;
  waiting_ = 0;
}

void PairPositionCounts::merge(const PairPositionCounts& other) {
  check_one_deck(*this, other);
  const std::span<const std::uint32_t> added = other.cells();
  std::ranges::transform(cells(), added, cells_.begin(), std::plus());
  trials_ += other.trials_;
}

std::span<const std::uint32_t> PairPositionCounts::cells() const {
  if (waiting_ > 0) throw std::logic_error("PairPositionCounts: orders were added and not settled");
  return cells_;
}

PairPositions PairPositionCounts::sums() const {
  if (waiting_ > 0) return settled(*this).sums();
  return sums_over(deck_size_, trials_, [this](std::size_t cell) { return std::uint64_t{cells_[cell]}; });
}

PairPositions PairPositionCounts::sums_of(const PairPositionCounts& first, const PairPositionCounts& second) {
  if (first.waiting_ > 0) return sums_of(settled(first), second);
  if (second.waiting_ > 0) return sums_of(first, settled(second));
  check_one_deck(first, second);
  return sums_over(first.deck_size_, first.trials_ + second.trials_,
                   [&](std::size_t cell) { return std::uint64_t{first.cells_[cell]} + second.cells_[cell]; });
}

std::uint64_t PairPositionCounts::bytes(int deck_size) {
  const auto cards = static_cast<std::uint64_t>(deck_size);
  return cells_of(cards) * sizeof(std::uint32_t) + cards * stride;
}

}  // namespace fairshuffle
