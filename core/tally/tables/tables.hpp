// The tables of counts, each described once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/tally/planes/planes.hpp"

namespace fairshuffle {

// What there is to know of a kind of table.

/// One order of a wide deck and its inverse: the card by position, the position by card.
struct WidePermutation {
  std::span<const WideCard> cards, places;
};

using CellsOfDeck = std::size_t(int deck_size);
using AddPermutations = void(PermutationBatches& permutations, std::span<std::uint64_t> cells);
using AddWidePermutation = void(const WidePermutation& permutation, std::span<std::uint64_t> cells);
using WhyNotCounted = std::string(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells);
using WhyNotOfPositions = std::string(std::span<const std::vector<std::uint64_t>> positions,
                                      std::span<const std::uint64_t> cells);

enum class TableOf { permutations, successive };

/// The smallest deck of which a table is counted, by TableOf; none where that is beyond every deck.
using SmallestDecks = std::array<int, 2>;
inline constexpr SmallestDecks no_successive{smallest_large_deck, largest_deck_size + 1};
inline constexpr SmallestDecks successive_too{smallest_large_deck, smallest_deck_of_successive_tables};

/// One kind of counts of permutations that are too many to be counted one by one.
struct TableInfo {
  std::string_view name;    ///< as it stands in reports
  std::string_view counts;  ///< what a cell counts, one line
  SmallestDecks smallest;
  /// 0 where there is nothing to count of such decks; `cells_of` says so of wide ones, too.
  CellsOfDeck* cells;
  /// Counts each of the permutations once.
  AddPermutations* add;
  /// What no trials can have made of the cells, as the end of a sentence ("adds up to 3, of 4 trials"); empty
  /// where there is nothing. Precondition: as many cells as are due; trials at most largest_trial_count.
  WhyNotCounted* contradiction;
  /// Where the cells of these trials and positions[position][card] of the same cannot both be right, told in
  /// the same way; null where nothing of them follows from the positions. Precondition: each of the two can
  /// be right alone.
  WhyNotOfPositions* against_positions = nullptr;
  bool on_request = false;  ///< counted only in runs that ask for it: it takes memory and time
  /// Counts one order of a wide deck; null where such decks have too many cells.
  AddWidePermutation* add_wide = nullptr;
};

constexpr int smallest_deck_of(const TableInfo& info, TableOf of) {
  return info.smallest[static_cast<std::size_t>(of)];
}

/// The cells of the table of such decks; 0 where it is not counted of them.
inline std::size_t cells_of(const TableInfo& info, int deck_size, TableOf of = TableOf::permutations) {
  if (deck_size < smallest_deck_of(info, of)) return 0;
  return is_wide_deck(deck_size) && info.add_wide == nullptr ? 0 : info.cells(deck_size);
}

/// Tables on request that are asked for.
using AskedTables = std::vector<const TableInfo*>;

// Numbers per permutation: histograms of one small number of each permutation, all with exact distributions
// under fairness.

namespace detail {

using NumberOfWide = std::size_t(std::span<const WideCard> cards);
// Of the permutations of one batch.
using NumbersOf = const Plane& (*)(PermutationBatches& permutations, std::size_t batch);

template <NumbersOf numbers>
void add_numbers(PermutationBatches& permutations, std::span<std::uint64_t> cells) {
  NumberBatches of_all(permutations.size());
  for (std::size_t batch = 0; batch < permutations.batches(); ++batch)
    of_all[batch] = &numbers(permutations, batch);
  count_numbers(of_all, cells);
}

template <NumberOfWide* number, std::span<const WideCard> WidePermutation::*cards>
void add_wide_number(const WidePermutation& permutation, std::span<std::uint64_t> cells) {
  ++cells[number(permutation.*cards)];
}

/// What makes the cells no histogram of so many trials over the values from 0 on, and from 1 on.
WhyNotCounted why_no_histogram, why_no_histogram_from_one;

template <Plane PermutationNumbers::*number>
const Plane& of_permutations(PermutationBatches& permutations, std::size_t batch) {
  return permutations.numbers(batch).*number;
}
template <Plane Descents::*number>
const Plane& of_inverses(PermutationBatches& permutations, std::size_t batch) {
  return permutations.inverse_descents(batch).*number;
}
AddPermutations add_inversions;

// The same numbers of the cards of one wide deck.
NumberOfWide descents_in, runs_in, peaks_in, successions_in;
NumberOfWide left_maxima_in, left_minima_in, right_maxima_in, right_minima_in;

CellsOfDeck values_below_deck, values_to_deck, values_of_peaks, values_to_pairs;

// The permutations by a number of theirs, the smallest value of which is `smallest`.
template <NumbersOf numbers, std::size_t smallest, NumberOfWide* of_wide,
          std::span<const WideCard> WidePermutation::*wide = &WidePermutation::cards>
constexpr TableInfo number_table(std::string_view name, std::string_view counts, SmallestDecks smallest_decks,
                                 CellsOfDeck* cells) {
  return {.name = name,
          .counts = counts,
          .smallest = smallest_decks,
          .cells = cells,
          .add = add_numbers<numbers>,
          .contradiction = smallest == 0 ? why_no_histogram : why_no_histogram_from_one,
          .add_wide = add_wide_number<of_wide, wide>};
}

}  // namespace detail

inline constexpr TableInfo descents_table =
    detail::number_table<detail::of_permutations<&PermutationNumbers::descents>, 0, detail::descents_in>(
        "descents", "permutations by how often a card is followed by a lower one, 0..n-1", successive_too,
        detail::values_below_deck);
inline constexpr TableInfo rising_sequences_table =
    detail::number_table<detail::of_inverses<&Descents::runs>, 1, detail::runs_in, &WidePermutation::places>(
        "rising-sequences",
        "permutations by how many runs of cards in sequence they "
        "interleave, 1..n: the descents of the inverse, and one",
        successive_too, detail::values_to_deck);
inline constexpr TableInfo peaks_table =
    detail::number_table<detail::of_permutations<&PermutationNumbers::peaks>, 0, detail::peaks_in>(
        "peaks", "permutations by how many cards lie between two lower ones", no_successive,
        detail::values_of_peaks);
inline constexpr TableInfo inverse_peaks_table =
    detail::number_table<detail::of_inverses<&Descents::peaks>, 0, detail::peaks_in,
                         &WidePermutation::places>("inverse-peaks", "the peaks of inverse permutations",
                                                   no_successive, detail::values_of_peaks);
// Of wide decks there are half a million values of it.
inline constexpr TableInfo inversions_table{
    .name = "inversions",
    .counts = "permutations by how many pairs of cards are out of order, 0..n(n-1)/2",
    .smallest = successive_too,
    .cells = detail::values_to_pairs,
    .add = detail::add_inversions,
    .contradiction = detail::why_no_histogram};
inline constexpr TableInfo successions_table =
    detail::number_table<detail::of_permutations<&PermutationNumbers::successions>, 0,
                         detail::successions_in>(
        "successions", "permutations by how often a card is followed by the next higher one", successive_too,
        detail::values_below_deck);
inline constexpr TableInfo left_maxima_table =
    detail::number_table<detail::of_permutations<&PermutationNumbers::left_maxima>, 1,
                         detail::left_maxima_in>(
        "left-maxima", "permutations by how many cards are above all before them, 1..n", successive_too,
        detail::values_to_deck);
inline constexpr TableInfo left_minima_table =
    detail::number_table<detail::of_permutations<&PermutationNumbers::left_minima>, 1,
                         detail::left_minima_in>(
        "left-minima", "permutations by how many cards are below all before them, 1..n", successive_too,
        detail::values_to_deck);
inline constexpr TableInfo right_maxima_table =
    detail::number_table<detail::of_permutations<&PermutationNumbers::right_maxima>, 1,
                         detail::right_maxima_in>(
        "right-maxima", "permutations by how many cards are above all after them, 1..n", successive_too,
        detail::values_to_deck);
inline constexpr TableInfo right_minima_table =
    detail::number_table<detail::of_permutations<&PermutationNumbers::right_minima>, 1,
                         detail::right_minima_in>(
        "right-minima", "permutations by how many cards are below all after them, 1..n", successive_too,
        detail::values_to_deck);

// Which cell is whose.

/// The first of the cells of digit i, one for each of its values 0..i. Digits are those of 1..n-1.
constexpr std::size_t cell_of_digit(std::size_t i) {
  return i * (i + 1) / 2 - 1;
}

/// How many hands a deck is taken to be dealt into: the most of four, three and two that get equally many
/// cards, and none where there is no such number. A hand is dealt from successive places. 4 for 52 cards and
/// 3 for 54.
constexpr int hands_of(int deck_size) {
  for (const int hands : {4, 3, 2}) {
    if (deck_size % hands == 0) return hands;
  }
  return 0;
}

/// Pairs first < second of n, the pairs of 0 first, then those of 1.
constexpr std::size_t pairs_of(std::size_t n) {
  return n * (n - 1) / 2;
}
/// The cell of a pair. first < second < n.
constexpr std::size_t cell_of_pair(std::size_t n, std::size_t first, std::size_t second) {
  return first * (2 * n - first - 1) / 2 + second - first - 1;
}
/// The inverse: the pair whose cell it is. cell < pairs_of(n).
constexpr std::pair<std::size_t, std::size_t> pair_of_cell(std::size_t n, std::size_t cell) {
  std::size_t first = 0;
  while (first + 2 < n && cell_of_pair(n, first + 1, first + 2) <= cell) ++first;
  return {first, first + 1 + cell - cell_of_pair(n, first, first + 1)};
}

namespace detail {

CellsOfDeck cells_of_differences, cells_of_digits, cells_of_hand_mates, cells_of_inverse_neighbours,
    cells_of_pairs;
AddPermutations add_cyclic_differences, add_inverse_cyclic_differences, add_digits, add_hand_mates,
    add_inverse_neighbours, add_card_pairs, add_position_pairs;
AddWidePermutation add_wide_differences, add_wide_inverse_differences;
WhyNotCounted why_no_differences, why_no_hand_mates, why_no_inverse_neighbours;
/// A digit whose values do not add up to the trials.
WhyNotCounted why_no_digits;
/// A pair that came more often than there are trials, or three that no permutations can have brought:
/// whatever the order, of "a before b", "b before c" and "c before a" it shows one or two.
WhyNotCounted why_no_pairs;
template <int top>
struct TopCards {
  static CellsOfDeck sets;
  static AddPermutations add;
  /// A card that is in the sets otherwise than at the first `top` of the positions.
  static WhyNotOfPositions why_not_of_positions;
};

// The permutations by the set of their first `top` cards.
template <int top>
constexpr TableInfo top_table(std::string_view name, std::string_view counts, bool on_request) {
  return {.name = name,
          .counts = counts,
          .smallest = no_successive,
          .cells = TopCards<top>::sets,
          .add = TopCards<top>::add,
          .contradiction = why_no_histogram,
          .against_positions = TopCards<top>::why_not_of_positions,
          .on_request = on_request};
}

}  // namespace detail

// By how much each card is above the one before it, counted round.

/// [s - 1]: over all trials and all n places, the last one being followed by the first, how often the next
/// card less the card is s modulo n, s = 1..n-1.
inline constexpr TableInfo cyclic_differences_table{
    .name = "cyclic-differences",
    .counts =
        "by how much a card is above the one before it, modulo n, the first one following the last; 1..n-1",
    .smallest = no_successive,
    .cells = detail::cells_of_differences,
    .add = detail::add_cyclic_differences,
    .contradiction = detail::why_no_differences,
    .add_wide = detail::add_wide_differences};
inline constexpr TableInfo inverse_cyclic_differences_table{
    .name = "inverse-cyclic-differences",
    .counts =
        "how far behind a card the next higher one lies, modulo n, the lowest one following the "
        "highest; 1..n-1",
    .smallest = no_successive,
    .cells = detail::cells_of_differences,
    .add = detail::add_inverse_cyclic_differences,
    .contradiction = detail::why_no_differences,
    .add_wide = detail::add_wide_inverse_differences};

// Lehmer code: the draws that Durstenfeld's shuffle would have made, read back from the order.

inline constexpr TableInfo lehmer_code_table{
    "lehmer-code",
    "permutations by each draw that Durstenfeld's shuffle of a sorted deck would have made to bring them",
    no_successive,
    detail::cells_of_digits,
    detail::add_digits,
    detail::why_no_digits};

// Which cards are dealt into one hand.

/// By pair of cards, the lower one first: 0 1, 0 2, ..., 1 2, ...: trials in which both fell into one of the
/// hands_of the deck.
inline constexpr TableInfo hand_mates_table{
    "hand-mates",
    "for each two cards the trials in which both fell into one of four, three or two equal hands",
    no_successive,
    detail::cells_of_hand_mates,
    detail::add_hand_mates,
    detail::why_no_hand_mates};

// Where cards that follow each other in sequence lie: neighbours of the inverse permutations.

/// [place * (n + 1) + next]: trials in which some card lay at `place` and the next higher one at `next`, both
/// in 0..n. n stands before the lowest card as `place`, and behind the highest one as `next`.
inline constexpr TableInfo inverse_neighbours_table{
    "inverse-neighbours",
    "where a card lies and where the next higher one, n + 1 rows; the last of each is the boundary",
    no_successive,
    detail::cells_of_inverse_neighbours,
    detail::add_inverse_neighbours,
    detail::why_no_inverse_neighbours};

// Relative order: of every two, which comes first.

inline constexpr TableInfo relative_order_table{
    "relative-order",       "permutations by pair of cards where the lower card comes first",
    successive_too,         detail::cells_of_pairs,
    detail::add_card_pairs, detail::why_no_pairs};
inline constexpr TableInfo inverse_relative_order_table{
    "inverse-relative-order",
    "permutations by pair of positions where the first holds the lower card: the relative order of the "
    "inverse",
    no_successive,
    detail::cells_of_pairs,
    detail::add_position_pairs,
    detail::why_no_pairs};

// Which cards lie on top, in whatever order: hole cards, a flop, a hand of poker.

/// Trials by the set of the two cards at the positions 0 and 1, by its colexicographic rank: that of a < b is
/// C(b, 2) + a.
inline constexpr TableInfo top_two_table =
    detail::top_table<2>("top-two", "permutations by which two cards lie on top, in either order", false);
/// The same of the cards at the positions 0 to 2, and 0 to 4: that of a < b < c is C(c, 3) + C(b, 2) + a.
inline constexpr TableInfo top_three_table =
    detail::top_table<3>("top-three", "permutations by which three cards lie on top, in any order", true);
inline constexpr TableInfo top_five_table =
    detail::top_table<5>("top-five", "permutations by which five cards lie on top, in any order", true);

// All tables of a deck: everything that is counted of permutations too many to be counted one by one, but for
// what tallies of every size hold.

/// All kinds of tables, in the order of the registry.
std::span<const TableInfo* const> all_tables();

/// A table of each kind that has cells for the deck, or of each of them that is counted of relative
/// permutations; of those on request the ones that are asked for. Tables of disjoint trials add up.
class Tables {
 public:
  using Of = TableOf;

  /// Whether permutations of such a deck, or its relative permutations, wait for others: those of all decks
  /// of which no run counts them by rank from the start, but for wide ones, which are as much work one by
  /// one.
  static constexpr bool take_together(int deck_size, Of of = Of::permutations) {
    const int largest_by_rank =
        of == Of::permutations ? largest_counted_deck_size : largest_deck_of_successive_permutations;
    return deck_size > largest_by_rank && !is_wide_deck(deck_size);
  }

  /// deck_size in 1..largest_deck_size.
  Tables(int deck_size, Of of, const AskedTables& asked = {});

  /// Counts one permutation, sooner or later: at the latest when it is settled. Precondition:
  /// is_permutation(order), of this deck.
  void add(std::span<const Card> permutation) {
    add(permutation, [](PermutationBatches&) {});
  }
  /// The same; permutations that are counted are handed to `also`, too.
  template <class Also>
  void add(std::span<const Card> permutation, Also also) {
    if (!takes_together()) return;
    waiting_.add(permutation);
    if (waiting_.full()) gather(also);
  }
  /// The same of as many permutations as PermutationPlanes takes at once. They are handed to `now` at once,
  /// and like others to `also` when they are counted.
  template <class Now, class Also>
  void add_planes(std::span<const Plane> cards, std::span<const Plane> places, std::span<const Plane> digits,
                  Now now, Also also) {
    // Only the last batch has fewer.
    if (waiting_.size() > 0) settle(also);
    waiting_.take(cards, places, digits);
    now(waiting_);
    gather(also);
  }
  /// Whether its permutations do.
  bool takes_together() const { return waiting_.deck_size() > 0; }
  /// Whether `add_decks` may count any.
  bool take_decks() const { return takes_together() && waiting_.size() == 0; }
  /// The same of as many decks that lie end to end. False, and nothing is counted, where not all of them are
  /// permutations. Precondition: take_decks().
  template <class Now, class Also>
  bool add_decks(std::span<const Card> decks, Now now, Also also) {
    if (!waiting_.take(decks)) return false;
    now(waiting_);
    gather(also);
    return true;
  }
  /// Counts one order of a wide deck at once. Precondition: is_permutation(order), of this deck.
  void add(std::span<const WideCard> permutation);
  /// Counts what waits to be counted with others.
  void settle() {
    settle([](PermutationBatches&) {});
  }
  template <class Also>
  void settle(Also also) {
    if (waiting_.size() > 0) gather(also);
    if (gathered_.size() > 0) count(also);
  }
  bool is_settled() const { return waiting_.size() == 0 && gathered_.size() == 0; }
  /// Throws std::logic_error where either is not settled, std::invalid_argument when the decks differ.
  void merge(const Tables& other);

  struct Table {
    const TableInfo* info;
    std::vector<std::uint64_t> cells;
  };
  /// Throws std::logic_error where permutations wait to be counted.
  std::span<const Table> all() const;
  std::span<Table> all();
  /// Whether there is one of that kind.
  bool has(const TableInfo& info) const;
  /// Those on request that there are.
  AskedTables asked() const;
  /// The cells of one kind. Throws as `all`, and std::invalid_argument where it is not counted.
  std::span<const std::uint64_t> of(const TableInfo& info) const;
  /// Adds to the cells of one kind, as many as there are. Throws std::invalid_argument.
  void add_cells(std::string_view name, std::span<const std::uint64_t> cells);

 private:
  // Brings what waits to what is gathered, and counts that where there is enough of it.
  template <class Also>
  void gather(Also also) {
    gathered_.add(waiting_);
    waiting_.clear();
    if (gathered_.full()) count(also);
  }
  template <class Also>
  void count(Also also) {
    also(gathered_);
    count_gathered();
  }
  void count_gathered();

  std::vector<Table> tables_;
  PermutationPlanes waiting_;
  PermutationBatches gathered_;
  std::vector<WideCard> places_;  // room for those of one wide deck
};

}  // namespace fairshuffle
