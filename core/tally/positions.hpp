// Where cards come to lie: alone, beside each other, in pairs and as sets; the same of multiset decks and
// partial deals.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/tally/coded.hpp"
#include "core/tally/planes/planes.hpp"

namespace fairshuffle {

// The mean of a number per permutation.

/// Of a histogram by value, with at least one trial.
inline double mean_of_counts(std::span<const std::uint64_t> by_value) {
  double all = 0, sum = 0;
  for (std::size_t value = 0; value < by_value.size(); ++value) {
    const auto count = static_cast<double>(by_value[value]);
    all += count;
    sum += count * static_cast<double>(value);
  }
  return sum / all;
}

namespace detail {

/// Throws std::invalid_argument when the tables differ in size, that is when the deck sizes differ.
inline void add_counts(std::span<std::uint64_t> counts, std::span<const std::uint64_t> other) {
  if (counts.size() != other.size()) {
    throw std::invalid_argument("merge: tallies of different deck sizes do not add up");
  }
  for (std::size_t cell = 0; cell < counts.size(); ++cell) counts[cell] += other[cell];
}

/// The records of a kind of counts that may be absent, or that is several tables: what they hold.
template <class Kind>
auto& held_by(Kind& kind) {
  if constexpr (requires { kind.has_value(); }) {
    return kind.value();
  } else if constexpr (requires { kind.tables(); }) {
    return kind.tables();
  } else {
    return kind;
  }
}

/// Calls visit(counts, those of each other record ...) for everything that the first one counts, in the order
/// of its bytes. Records: tallies and parts of them that have their kinds by for_each, and behind the first
/// one what reports have of them.
template <class Visit, class Kind, class... Others>
void for_each_counts(const Visit& visit, Kind& kind, Others&... others) {
  if constexpr (requires { kind.has_value(); }) {
    if (kind) for_each_counts(visit, *kind, held_by(others)...);
  } else if constexpr (requires { kind.tables(); }) {
    for_each_counts(visit, kind.tables(), held_by(others)...);
  } else if constexpr (
      requires { kind.cells(); } || requires { kind.all(); } || requires { kind.begin(); }) {
    visit(kind, others...);
  } else {
    Kind::for_each([&visit](const char*, auto&... each) { for_each_counts(visit, each...); }, kind,
                   others...);
  }
}

/// Adds all that another record of the same form counts.
template <class Counts>
void merge_counts(Counts& counts, const Counts& other) {
  for_each_counts(
      [](auto& own, const auto& others) {
        if constexpr (requires { own.merge(others); }) {
          own.merge(others);
        } else {
          add_counts(own, others);
        }
      },
      counts, other);
}

}  // namespace detail

// The cells of one kind of counts.

/// Rows by columns, row by row; a list is one row. Tables of disjoint trials add up.
class CountTable {
 public:
  CountTable(std::size_t rows, std::size_t columns) : columns_(columns), cells_(rows * columns) {}

  /// Precondition: there is such a cell.
  void add_at(std::size_t row, std::size_t column, std::uint64_t trials) {
    cells_[row * columns_ + column] += trials;
  }
  /// Adds to [place][what lies there].
  template <class Permutation>
  void add_places(const Permutation& permutation, std::uint64_t trials) {
    std::uint64_t* row = cells_.data();
    const std::size_t columns = columns_;
    for (const std::size_t card : permutation) {
      row[card] += trials;
      row += columns;
    }
  }
  /// Adds to [what lies at a place][what lies at the next]; the last row and column are the ends.
  template <class Permutation>
  void add_followers(const Permutation& permutation, std::uint64_t trials) {
    std::uint64_t* const cells = cells_.data();
    const std::size_t columns = columns_, boundary = columns - 1;
    std::size_t previous = boundary;
    for (const std::size_t card : permutation) {
      cells[previous * columns + card] += trials;
      previous = card;
    }
    cells[previous * columns + boundary] += trials;
  }
  /// Throws std::invalid_argument when the sizes differ, that is when the decks do.
  void merge(const CountTable& other) { detail::add_counts(cells_, other.cells_); }

  /// Throws std::out_of_range beyond the last cell.
  std::uint64_t at(int row, int column) const {
    return cells_.at(static_cast<std::size_t>(row) * columns_ + static_cast<std::size_t>(column));
  }
  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return cells_.size() / std::max<std::size_t>(columns_, 1); }
  /// [row * columns + column]
  std::span<const std::uint64_t> cells() const { return cells_; }
  std::span<std::uint64_t> cells() { return cells_; }
  /// [row][column]
  std::vector<std::vector<std::uint64_t>> by_row() const;

 private:
  std::size_t columns_;
  std::vector<std::uint64_t> cells_;
};

// Element by position: how often each card came to each position.

/// Trials in which the card of the column stood at the position of the row, both in 0..n-1.
class PositionCounts : public CountTable {
 public:
  explicit PositionCounts(int deck_size)
      : CountTable(static_cast<std::size_t>(deck_size), static_cast<std::size_t>(deck_size)) {}

  template <class Permutation>
  void add(const Permutation& permutation, std::uint64_t trials = 1) {
    add_places(permutation, trials);
  }
  /// Each of the permutations once.
  void add(PermutationBatches& permutations);

  int deck_size() const { return static_cast<int>(columns()); }
  /// [position][card]
  std::vector<std::vector<std::uint64_t>> by_position() const { return by_row(); }
};

// Ordered neighbours: how often one card directly follows another.

/// Trials in which the card of the column directly followed that of the row, n + 1 of each, with an empty
/// diagonal. The last is the boundary: before the first position as row, after the last as column.
class NeighbourCounts : public CountTable {
 public:
  explicit NeighbourCounts(int deck_size)
      : CountTable(static_cast<std::size_t>(deck_size) + 1, static_cast<std::size_t>(deck_size) + 1) {}

  template <class Permutation>
  void add(const Permutation& permutation, std::uint64_t trials = 1) {
    add_followers(permutation, trials);
  }
  /// Each of the permutations once.
  void add(PermutationBatches& permutations);
};

// A histogram of one small number per permutation: fixed points, cycles, parity.

class NumberCounts : public CountTable {
 public:
  /// Counts values 0..largest_value.
  explicit NumberCounts(int largest_value) : CountTable(1, static_cast<std::size_t>(largest_value) + 1) {}

  /// Precondition: value in 0..largest_value.
  void add(int value, std::uint64_t trials = 1) { add_at(0, static_cast<std::size_t>(value), trials); }

  std::span<const std::uint64_t> by_value() const { return cells(); }
};

/// Counts the fixed points, the cycles and the parity of each of the permutations once.
void add_numbers(PermutationBatches& permutations, NumberCounts& fixed_points, NumberCounts& cycles,
                 NumberCounts& parity);

// Where any two cards lie together: counted of many permutations at a time, and what tests and bounds read of
// it.

/// Of one pair, how often it lay in each of the k = n (n - 1) ways that it can: O_pq counts the trials that
/// had the lower card of the two at p and the higher one at q, or, of a pair of places, the card p at the
/// first place and q at the second.
struct PairSums {
  std::uint64_t squares = 0;            ///< sum of O_pq^2 over all p and q
  std::uint64_t unordered_squares = 0;  ///< sum of (O_pq + O_qp)^2 over p < q
  std::uint64_t above = 0;              ///< sum of k O_pq - N over those with more than N / k trials

  bool operator==(const PairSums&) const = default;
};

/// What tests and bounds read of pair positions, for each pair in the order of cell_of_pair. A table of all
/// of them has n^2 (n - 1)^2 / 2 cells, three and a half million of 52 cards; these sums are n (n - 1).
struct PairPositions {
  /// Counts are of 32 bits, and so are their sums of squares of 64.
  static constexpr std::uint64_t max_trials = 0xffff'ffff;

  std::vector<PairSums> cards;   ///< of any two cards
  std::vector<PairSums> places;  ///< of any two places

  bool operator==(const PairPositions&) const = default;
};

/// Counts pair positions while trials run. A trial alone would go to as many places of memory as there are
/// pairs; here permutations wait until they are many, and are counted pair by pair, each in a table that fits
/// the nearest cache.
class PairPositionCounts {
 public:
  /// Permutations that wait at most: a counter of 16 bits holds more.
  static constexpr std::size_t most_waiting = 16'384;

  /// deck_size in smallest_large_deck..128; throws std::invalid_argument.
  explicit PairPositionCounts(int deck_size);

  /// Counts one permutation, sooner or later: at the latest when it is settled. Preconditions:
  /// is_permutation(order), of this deck; at most PairPositions::max_trials in all that is merged.
  void add(std::span<const Card> permutation) {
    for (std::size_t position = 0; position < permutation.size(); ++position) {
      places_[permutation[position] * stride + waiting_] = static_cast<Card>(position);
    }
    if (++waiting_ == most_waiting) settle();
  }
  /// The same of 64 permutations, by the places of their cards.
  void add(std::span<const Plane> places) {
    if (waiting_ + decks_of_planes > most_waiting) settle();
    for (std::size_t card = 0; card < places.size(); ++card) {
      std::ranges::copy(places[card], &places_[card * stride + waiting_]);
    }
    waiting_ += decks_of_planes;
    if (waiting_ == most_waiting) settle();
  }
  /// Counts what waits to be counted with others.
  void settle();
  /// Throws std::logic_error where either is not settled, std::invalid_argument when the decks differ.
  void merge(const PairPositionCounts& other);

  /// What was counted, for another run to go on with. Throws std::logic_error where permutations wait.
  void write(CountsWriter& writer) const;
  /// Adds what was written of disjoint trials. Throws CodedCountsError.
  void merge(CountsReader& reader);

  int deck_size() const { return static_cast<int>(deck_size_); }
  /// By pair in the order of cell_of_pair and by the places of its cards, p n + q. Throws std::logic_error
  /// where permutations wait.
  std::span<const std::uint32_t> cells() const;

  /// What was counted, permutations that wait included.
  PairPositions sums() const;
  /// What both come to together. Throws std::invalid_argument when the decks differ.
  static PairPositions sums_of(const PairPositionCounts& first, const PairPositionCounts& second);

  /// What one of them takes for a deck of that size.
  static std::uint64_t bytes(int deck_size);

 private:
  // Not a power of two: the places of one trial would all go to the same few lines of a cache.
  static constexpr std::size_t stride = most_waiting + 64;

  template <std::size_t places_of_row>
  void count_pair(std::size_t lower, std::size_t higher, std::span<std::uint32_t> cells);

  std::size_t deck_size_;
  std::vector<Card> places_;  // [card][trial that waits]
  std::size_t waiting_ = 0;
  std::uint64_t trials_ = 0;
  std::vector<std::uint32_t> cells_;
};

// The decks of the first trials in their sequence, of which counts tell nothing.

/// Keeps those of the lowest indices, whoever counts which trial: as many as have half a million cards
/// together.
class FirstDecks {
 public:
  static constexpr std::size_t most_cards = std::size_t{1} << 19;

  explicit FirstDecks(int deck_size) : deck_size_(static_cast<std::size_t>(deck_size)) {}

  /// Permutations that follow each other, end to end, behind all that were added. Of none but the first that
  /// fit.
  template <class AnyCard>
  void add(std::span<const AnyCard> decks, std::uint64_t first_trial) {
    const std::size_t room = most_cards / deck_size_ - trials_.size();
    const std::size_t taken = std::min(room, decks.size() / deck_size_);
    for (std::size_t deck = 0; deck < taken; ++deck) trials_.push_back(first_trial + deck);
    cards_.insert(cards_.end(), decks.begin(),
                  decks.begin() + static_cast<std::ptrdiff_t>(taken * deck_size_));
  }
  void merge(const FirstDecks& other);

  void write(CountsWriter& writer) const;
  /// Adds what was written of disjoint trials. Throws CodedCountsError.
  void merge(CountsReader& reader);

  /// Their indices over the run, ascending.
  std::span<const std::uint64_t> trials() const { return trials_; }
  std::span<const WideCard> deck(std::size_t index) const {
    return std::span(cards_).subspan(index * deck_size_, deck_size_);
  }

 private:
  std::size_t deck_size_;
  std::vector<std::uint64_t> trials_;
  std::vector<WideCard> cards_;
};

// Repeats: successive trials of one stream that came out in the same order.

struct RepeatCounts {
  std::uint64_t pairs = 0;  ///< successive pairs of trials seen
  std::uint64_t equal = 0;  ///< of these, the pairs whose two permutations are equal

  void add(std::uint64_t more_pairs, std::uint64_t more_equal) {
    pairs += more_pairs;
    equal += more_equal;
  }
  void merge(const RepeatCounts& other) { add(other.pairs, other.equal); }
};

// Where the first m cards landed, as a set: the mines of a minesweeper field, a dealt hand.

/// C(n, m). Precondition: 0 <= m <= n <= largest_deck_size; saturates at 2^64 - 1.
std::uint64_t subset_count(int deck_size, int marked);

/// The set that comes next in colexicographic order, by its members in ascending order: the first is 0, 1, 2
/// ...
void to_next_subset(std::span<std::size_t> set);

/// One counter for each of the C(n, m) sets of positions that the cards 0..m-1 can take.
class SubsetCounts : public CountTable {
 public:
  /// Most counters a table may have.
  static constexpr std::uint64_t most_subsets = 4'000'000;

  /// marked in 1..deck_size - 1 and C(n, m) <= most_subsets; throws std::invalid_argument.
  SubsetCounts(int deck_size, int marked);

  template <class Permutation>
  void add(const Permutation& permutation, std::uint64_t trials = 1) {
    std::uint64_t rank = 0;
    std::size_t taken = 0;
    for (std::size_t position = 0; position < permutation.size(); ++position) {
      if (permutation[position] < marked_) rank += rank_step(position, taken++);
    }
    add_to_rank(rank, trials);
  }
  /// Each of the permutations once.
  void add(PermutationBatches& permutations);
  /// What the rank of a set gains by a marked card at `position` that has `before` marked cards before it.
  std::uint64_t rank_step(std::size_t position, std::size_t before) const {
    return choose_[position * static_cast<std::size_t>(marked_) + before];
  }
  /// Precondition: rank < C(n, m).
  void add_to_rank(std::uint64_t rank, std::uint64_t trials) { add_at(0, rank, trials); }

  int marked() const { return marked_; }
  /// By the rank of the set in the combinatorial number system (colexicographic).
  std::span<const std::uint64_t> by_rank() const { return cells(); }

 private:
  int marked_;
  std::vector<std::uint64_t> choose_;  // [position][how many so far] -> C(position, how many)
};

// What is counted of decks with equal cards, and of deals.

/// Its tables; any but the first may be empty. In a tally all of them are CountTables.
template <class Table, class List>
struct MultisetTablesOf {
  /// Trials with that symbol at that site: [site][symbol].
  Table sites;
  /// Of equal cards, [kind][next kind]: how often one directly followed the other, the ends of the deck being
  /// a kind of their own, the last. None of deals.
  Table neighbours;
  /// Where counts_together: trials that dealt both cards, by pair, the lower card first: 0 1, 0 2, ..., 1 2,
  /// ...
  List together;
  /// Trials by the rank of the arrangement, where there are not too many.
  List arrangements;

  /// Calls visit(name, counts of each record ...) for each of them, in the order of their bytes. Records:
  /// such tables of any form.
  template <class Visit, class... Records>
  static void for_each(Visit visit, Records&... records) {
    visit("sites", records.sites...);
    visit("neighbours", records.neighbours...);
    visit("together", records.together...);
    visit("arrangements", records.arrangements...);
  }
};
using MultisetTables = MultisetTablesOf<CountTable, CountTable>;

/// Counts over the sites and symbols of a multiset. Those of disjoint trials add up.
class MultisetCounts {
 public:
  /// Arrangements are counted one by one up to so many.
  static constexpr std::uint64_t most_arrangements = 50'000;

  /// Throws std::invalid_argument where a deck of so many cards can't be made up so.
  MultisetCounts(const Multiset& multiset, int deck_size);

  /// Counts one trial. Precondition: a permutation of the deck, the one that Multiset has for all that look
  /// alike.
  void add(std::span<const Card> permutation) { add_each(permutation); }
  void add(std::span<const WideCard> permutation) { add_each(permutation); }
  /// Throws std::invalid_argument when the multisets differ.
  void merge(const MultisetCounts& other) {
    check_one_deck(other);
    detail::merge_counts(tables_, other.tables_);
  }
  /// Throws std::invalid_argument when the other one is of decks that are made up otherwise.
  void check_one_deck(const MultisetCounts& other) const;

  const Multiset& multiset() const { return multiset_; }
  int deck_size() const { return static_cast<int>(tables_.sites.rows()); }
  /// At how many sites each symbol stands in every trial.
  std::span<const int> sizes() const { return reader_.sizes(); }
  std::size_t symbols() const { return sizes().size(); }

  const MultisetTables& tables() const { return tables_; }
  MultisetTables& tables() { return tables_; }
  // As in MultisetTables.
  std::span<const std::uint64_t> sites() const { return tables_.sites.cells(); }
  std::uint64_t at(std::size_t site, std::size_t symbol) const { return sites()[site * symbols() + symbol]; }
  std::span<const std::uint64_t> neighbours() const { return tables_.neighbours.cells(); }
  std::span<const std::uint64_t> together() const { return tables_.together.cells(); }
  std::span<const std::uint64_t> arrangements() const { return tables_.arrangements.cells(); }

 private:
  template <class AnyCard>
  void add_each(std::span<const AnyCard> permutation);

  Multiset multiset_;
  SymbolReader reader_;
  MultisetTables tables_;
};

/// Pairs of cards are counted of deals of so many: a trial has k (k - 1) / 2 of them.
inline constexpr int most_dealt_together = largest_byte_deck;

/// Whether a deal is of two cards or more, and leaves two or more: then it tells of pairs what single cards
/// do not.
bool has_pairs(const Multiset& multiset, int deck_size);

/// Whether it has the counts of pairs of cards that are dealt together: of deals that have pairs, and not too
/// many.
bool counts_together(const Multiset& multiset, int deck_size);

}  // namespace fairshuffle
