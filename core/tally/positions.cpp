#include "core/tally/positions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/tally/planes/planes.hpp"
#include "core/tally/tables/tables.hpp"

namespace fairshuffle {

std::vector<std::vector<std::uint64_t>> CountTable::by_row() const {
  std::vector<std::vector<std::uint64_t>> table;
  for (auto rest = cells(); !rest.empty(); rest = rest.subspan(columns_)) {
    table.emplace_back(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(columns_));
  }
  return table;
}

void PositionCounts::add(PermutationBatches& permutations) {
  count_values(permutations.cards(), cells());
}

void NeighbourCounts::add(PermutationBatches& permutations) {
  add_pair_counts(permutations.neighbours(), cells());
}

void add_numbers(PermutationBatches& permutations, NumberCounts& fixed_points, NumberCounts& cycles,
                 NumberCounts& parity) {
  const auto count_fixed = [&](const PlaneBatches& planes, auto add) {
    std::vector<std::uint64_t> permutations_with(planes.planes() + 1);
    std::array<Plane, PlaneBatches::most_batches> fixed;
    NumberBatches numbers(planes.decks());
    for (std::size_t batch = 0; batch < planes.batches(); ++batch) {
      fixed[batch] = fixed_values_of(planes.batch(batch));
      numbers[batch] = &fixed[batch];
    }
    count_numbers(numbers, permutations_with);
    for (std::size_t value = 0; value < permutations_with.size(); ++value) {
      if (permutations_with[value] > 0) add(static_cast<int>(value), permutations_with[value]);
    }
  };
  count_fixed(permutations.cards(), [&](int value, std::uint64_t count) { fixed_points.add(value, count); });
  // Each draw of another place than its own brings two cycles together.
  count_fixed(permutations.digits(), [&](int value, std::uint64_t count) {
    cycles.add(value, count);
    parity.add((permutations.deck_size() - value) % 2, count);
  });
}

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
  if (waiting_ > 0) throw std::logic_error("PairPositionCounts: permutations were added and not settled");
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

void FirstDecks::merge(const FirstDecks& other) {
  FirstDecks both(static_cast<int>(deck_size_));
  const std::size_t own_end = trials_.size(), other_end = other.trials_.size();
  for (std::size_t own = 0, its = 0; own < own_end || its < other_end;) {
    const bool is_own = its == other_end || (own < own_end && trials_[own] < other.trials_[its]);
    const std::size_t index = is_own ? own++ : its++;
    const FirstDecks& from = is_own ? *this : other;
    both.add(from.deck(index), from.trials_[index]);
  }
  *this = std::move(both);
}

void FirstDecks::write(CountsWriter& writer) const {
  writer.number(trials_.size());
  for (std::size_t index = 0; index < trials_.size(); ++index) {
    writer.number(trials_[index]);
    for (const WideCard card : deck(index)) writer.number(card);
  }
}

void FirstDecks::merge(CountsReader& reader) {
  FirstDecks other(static_cast<int>(deck_size_));
  std::vector<WideCard> deck(deck_size_);
  for (std::uint64_t left = reader.number(most_cards / deck_size_); left > 0; --left) {
    const std::uint64_t trial = reader.number();
    for (WideCard& card : deck) card = static_cast<WideCard>(reader.number(deck_size_ - 1));
    if (!is_permutation(std::span<const WideCard>(deck))) throw CodedCountsError("keep a deck that is none");
    if (!other.trials_.empty() && trial <= other.trials_.back())
      throw CodedCountsError("keep decks out of sequence");
    other.add(std::span<const WideCard>(deck), trial);
  }
  merge(other);
}

std::uint64_t subset_count(int deck_size, int marked) {
  Wide count = 1;
  for (int taken = 1; taken <= marked; ++taken) {
    count = count * static_cast<unsigned>(deck_size - marked + taken) / static_cast<unsigned>(taken);
    if (count > std::numeric_limits<std::uint64_t>::max()) return std::numeric_limits<std::uint64_t>::max();
  }
  return static_cast<std::uint64_t>(count);
}

void to_next_subset(std::span<std::size_t> set) {
  // The lowest member that can go up does; those below it return to the start.
  std::size_t member = 0;
  while (member + 1 < set.size() && set[member] + 1 == set[member + 1]) {
    set[member] = member;
    ++member;
  }
  ++set[member];
}

namespace {

std::uint64_t checked_subset_count(int deck_size, int marked) {
  if (deck_size > largest_deck_size || marked < 1 || marked >= deck_size ||
      subset_count(deck_size, marked) > SubsetCounts::most_subsets) {
    throw std::invalid_argument("SubsetCounts: no table for " + std::to_string(marked) + " marked cards of " +
                                std::to_string(deck_size));
  }
  return subset_count(deck_size, marked);
}

}  // namespace

SubsetCounts::SubsetCounts(int deck_size, int marked)
    : CountTable(1, checked_subset_count(deck_size, marked)), marked_(marked) {
  for (int position = 0; position < deck_size; ++position) {
    for (int taken = 1; taken <= marked; ++taken) {
      choose_.push_back(taken > position ? 0 : subset_count(position, taken));
    }
  }
}

void SubsetCounts::add(PermutationBatches& permutations) {
  for (std::size_t batch = 0; batch < permutations.batches(); ++batch) {
    const std::span<const Plane> marked =
        permutations.places().batch(batch).first(static_cast<std::size_t>(marked_));
    for (std::size_t deck = 0; deck < permutations.places().decks_of(batch); ++deck) {
      std::array<std::uint64_t, 2> taken_places{};
      for (const Plane& places : marked) {
        taken_places[places[deck] / 64] |= std::uint64_t{1} << places[deck] % 64;
      }
      std::uint64_t rank = 0;
      std::size_t taken = 0;
      for (std::size_t half = 0; half < taken_places.size(); ++half) {
        for (std::uint64_t left = taken_places[half]; left != 0; left &= left - 1) {
          rank += rank_step(64 * half + static_cast<std::size_t>(std::countr_zero(left)), taken++);
        }
      }
      add_to_rank(rank, 1);
    }
  }
}

namespace {

const Multiset& checked(const Multiset& multiset, int deck_size) {
  if (!is_multiset(multiset, deck_size)) {
    throw std::invalid_argument(
        fmt::format("MultisetCounts: a deck of {} cards is not made up of such kinds or deals", deck_size));
  }
  return multiset;
}

MultisetTables tables_of(const Multiset& multiset, int deck_size, std::size_t symbols) {
  const auto cards = static_cast<std::size_t>(deck_size);
  const std::size_t kinds = multiset.has_equal_cards() ? symbols + 1 : 0;
  return {
      .sites = {cards, symbols},
      .neighbours = {kinds, kinds},
      .together = {1, counts_together(multiset, deck_size) ? cards * (cards - 1) / 2 : 0},
      .arrangements = {
          1, static_cast<std::size_t>(
                 count_arrangements(multiset, deck_size, MultisetCounts::most_arrangements).value_or(0))}};
}

}  // namespace

bool has_pairs(const Multiset& multiset, int deck_size) {
  return multiset.dealt >= 2 && multiset.dealt <= deck_size - 2;
}

bool counts_together(const Multiset& multiset, int deck_size) {
  return has_pairs(multiset, deck_size) && multiset.dealt <= most_dealt_together;
}

MultisetCounts::MultisetCounts(const Multiset& multiset, int deck_size)
    : multiset_(checked(multiset, deck_size)),
      reader_(multiset, deck_size),
      tables_(tables_of(multiset, deck_size, symbols())) {}

template <class AnyCard>
void MultisetCounts::add_each(std::span<const AnyCard> permutation) {
  const std::span<const Symbol> at_sites = reader_.read(permutation);
  tables_.sites.add_places(at_sites, 1);
  if (!neighbours().empty()) tables_.neighbours.add_followers(at_sites, 1);
  if (!together().empty()) {
    std::array<AnyCard, most_dealt_together> dealt;
    const auto end =
        std::ranges::copy(permutation.first(static_cast<std::size_t>(multiset_.dealt)), dealt.begin()).out;
    std::sort(dealt.begin(), end);
    for (auto lower = dealt.begin(); lower != end; ++lower) {
      for (auto higher = lower + 1; higher != end; ++higher) {
        tables_.together.add_at(0, cell_of_pair(at_sites.size(), *lower, *higher), 1);
      }
    }
  }
  if (!arrangements().empty()) tables_.arrangements.add_at(0, reader_.rank(), 1);
}

template void MultisetCounts::add_each(std::span<const Card>);
template void MultisetCounts::add_each(std::span<const WideCard>);

void MultisetCounts::check_one_deck(const MultisetCounts& other) const {
  if (multiset_ != other.multiset_ || deck_size() != other.deck_size()) {
    throw std::invalid_argument("MultisetCounts: decks that are made up otherwise do not add up");
  }
}

}  // namespace fairshuffle
