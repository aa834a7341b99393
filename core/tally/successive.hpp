// Relative permutations of successive trials, and the streams of trials that they are counted of.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/tally/permutation_counts.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/tables/tables.hpp"

namespace fairshuffle {

// What is counted of permutations and of relative permutations alike.

struct DerivedCounts {
  PositionCounts positions;
  NeighbourCounts neighbours;           ///< without cells for relative permutations
  NumberCounts fixed_points;            ///< by number of cards at their own index, 0..n
  NumberCounts cycles;                  ///< by number of cycles, 0..n
  NumberCounts parity;                  ///< [0] even permutations, [1] odd permutations
  std::optional<SubsetCounts> subsets;  ///< when cards are marked
  Tables tables;                        ///< of large decks

  /// Counts `trials` permutations in this order in all but `tables`.
  template <class Permutation>
  void add_to_derived(const Permutation& permutation, std::uint64_t trials = 1) {
    const int of_cycles = cycle_count(permutation);
    positions.add(permutation, trials);
    if (!neighbours.cells().empty()) neighbours.add(permutation, trials);
    fixed_points.add(fairshuffle::fixed_points(permutation), trials);
    cycles.add(of_cycles, trials);
    parity.add((static_cast<int>(permutation.size()) - of_cycles) % 2, trials);
    if (subsets) subsets->add(permutation, trials);
  }
  /// Each of the permutations once.
  void add_to_derived(PermutationBatches& together);
  /// The same as a function, for Tables to call.
  auto derive() {
    return [this](PermutationBatches& together) { add_to_derived(together); };
  }
  /// Counts one permutation in all kinds: of large decks sooner or later, at the latest when it is settled.
  void add_to_tables(std::span<const Card> permutation) {
    if (!tables.takes_together()) return add_to_derived(permutation);
    tables.add(permutation, derive());
  }
  /// The same of a wide deck, at once.
  void add_to_tables(std::span<const WideCard> permutation) {
    add_to_derived(permutation);
    tables.add(permutation);
  }
  /// Brings permutations that wait to be counted with others into the tables.
  void settle() { tables.settle(derive()); }
};

// Relative permutations: the order that leads from one trial's order to the next one's, counted like
// permutations.

/// Two numbers of each relative permutation of a sample.
template <class List>
struct SuccessiveNumbers {
  List fixed_points;  ///< by number of cards at their own index, 0..n
  List cycles;        ///< by number of cycles, 0..n

  /// Calls visit(name, counts of each record ...) for each kind of counts, in the order of their bytes.
  /// Records: such numbers of any form.
  template <class Visit, class... Records>
  static void for_each(Visit visit, Records&... records) {
    visit("fixed_points", records.fixed_points...);
    visit("cycles", records.cycles...);
  }
};

struct SuccessiveSample : SuccessiveNumbers<NumberCounts> {
  explicit SuccessiveSample(int deck_size)
      : SuccessiveNumbers{NumberCounts(deck_size), NumberCounts(deck_size)} {}
  template <class Permutation>
  void add(const Permutation& relative) {
    fixed_points.add(fairshuffle::fixed_points(relative));
    cycles.add(cycle_count(relative));
  }
};

/// The relative permutation of deck a and the next deck b is q[position] = where in a the card lay that lies
/// there in b. Independent uniform permutations have independent uniform relative permutations, so every test
/// of permutations is one of them.
struct SuccessiveCounts : DerivedCounts {
  /// deck_size in 1..largest_deck_size.
  explicit SuccessiveCounts(int deck_size);

  void add(std::span<const Card> relative);
  void add(std::span<const WideCard> relative) {
    ++pairs;
    add_to_tables(relative);
  }
  /// Counts 64 relative permutations that lie in planes, as Tables::add_planes takes them. Precondition: more
  /// than largest_deck_of_successive_permutations cards.
  void add_planes(std::span<const Plane> cards, std::span<const Plane> places);
  void merge(const SuccessiveCounts& other);

  std::uint64_t pairs = 0;  ///< relative permutations counted
  /// By rank, up to largest_deck_of_successive_permutations cards; empty above, where all others are counted.
  std::vector<std::uint64_t> permutations;
  /// Of pairs of trials that follow each other, and of pairs that lie far apart in their stream; no trial is
  /// part of two of them. So where trials are independent both have one distribution, whatever distribution
  /// the permutations have.
  SuccessiveSample successive, apart;

  /// As SuccessiveSample has it, of all but the pairs.
  template <class Visit, class... Records>
  static void for_each(Visit visit, Records&... records) {
    visit("permutations", records.permutations...);
    visit("positions", records.positions...);
    visit("fixed_points", records.fixed_points...);
    visit("cycles", records.cycles...);
    visit("parity", records.parity...);
    visit("tables", records.tables...);
    visit("successive", records.successive...);
    visit("apart", records.apart...);
  }
};

// The relative permutations of all pairs of permutations of few cards.

/// Of a permutation of up to 15 cards, four bits a card: where each card lies.
template <class AnyCard>
std::uint64_t packed_places_in(std::span<const AnyCard> permutation) {
  std::uint64_t places = 0;
  for (std::size_t position = 0; position < permutation.size(); ++position) {
    places |= std::uint64_t{position} << 4 * permutation[position];
  }
  return places;
}

/// The rank of the relative permutation of two permutations of up to 8 cards, of the first by its packed
/// places; the relative permutation itself goes to `relative`. One pass, as checked_rank_of has it.
template <class AnyCard>
std::uint64_t rank_of_successive(std::uint64_t places_before, std::span<const AnyCard> after,
                                 AnyCard* relative) {
  std::uint64_t smaller_left = 0x76543210, rank = 0, cards_left = after.size();
  for (const AnyCard card : after) {
    const std::uint64_t place = places_before >> 4 * card & 15;
    *relative++ = static_cast<AnyCard>(place);
    rank = rank * cards_left + (smaller_left >> 4 * place & 15);
    smaller_left -= std::uint64_t{0x11111110} << 4 * place;
    --cards_left;
  }
  return rank;
}

/// Of two permutations of a small deck, known by their ranks, the rank of the relative permutation; and of
/// each rank the two numbers of its order that a SuccessiveSample has.
class SuccessiveRanks {
 public:
  static constexpr int largest_deck = 5;
  /// Of a rank: n! is 120 at most.
  static constexpr int rank_bits = 7;
  /// A rank, and a later one above it.
  static constexpr std::size_t pairs = std::size_t{1} << (2 * rank_bits);

  /// deck_size in 1..largest_deck; found once.
  static const SuccessiveRanks& of_deck(int deck_size);

  /// By rank before | rank after << rank_bits.
  std::uint8_t of_pair(std::size_t pair) const { return of_pair_[pair]; }
  std::uint8_t fixed_points(std::size_t rank) const { return fixed_points_[rank]; }
  std::uint8_t cycles(std::size_t rank) const { return cycles_[rank]; }

 private:
  explicit SuccessiveRanks(int deck_size);
  template <int deck_size>
  static const SuccessiveRanks& found();

  std::array<std::uint8_t, pairs> of_pair_{};
  std::array<std::uint8_t, std::size_t{1} << rank_bits> fixed_points_{}, cycles_{};
};

// What a stream keeps of permutations that were there, to find the relative permutations of those that come.

/// Permutations card by card.
template <class AnyCard>
class StreamPermutations {
 public:
  using Permutation = std::span<const AnyCard>;

  explicit StreamPermutations(int deck_size) : deck_size_(static_cast<std::size_t>(deck_size)) {}

  /// Keeps the order as the last one.
  void keep(Permutation permutation);
  /// Counts the relative permutation of the last order and this one.
  void count_successive(Permutation permutation, SuccessiveCounts& counts);
  /// Adds the relative permutation that was counted last.
  void add_counted_to(SuccessiveSample& sample) const { sample.add(std::span(relative_).first(deck_size_)); }

  void make_room(std::size_t slots) { held_.resize(slots * deck_size_); }
  /// Keeps the last order in a slot as well.
  void hold(std::size_t slot);
  /// Adds the relative permutation of the order in the slot and this one.
  void add_successive_from(std::size_t slot, Permutation permutation, SuccessiveSample& sample);

 private:
  static constexpr std::size_t most_cards =
      std::is_same_v<AnyCard, Card> ? largest_byte_deck : largest_deck_size;

  std::span<AnyCard> held(std::size_t slot) {
    return std::span(held_).subspan(slot * deck_size_, deck_size_);
  }
  std::span<const AnyCard> relative(Permutation before, Permutation after);

  std::size_t deck_size_;
  std::array<AnyCard, most_cards> last_{};
  // Of the cards of last_, packed, where relative permutations are counted by rank.
  std::uint64_t places_ = 0;
  std::array<AnyCard, most_cards> relative_{};
  std::vector<AnyCard> held_;  // end to end
};

/// Permutations of up to SuccessiveRanks::largest_deck cards by their ranks, below n!.
class StreamRanks {
 public:
  using Permutation = std::uint64_t;

  explicit StreamRanks(int deck_size) : ranks_(&SuccessiveRanks::of_deck(deck_size)) {}

  void keep(Permutation rank) { last_ = static_cast<std::uint8_t>(rank); }
  void count_successive(Permutation rank, SuccessiveCounts& counts) {
    counted_ = relative(last_, rank);
    ++counts.pairs;
    ++counts.permutations[counted_];
  }
  void add_counted_to(SuccessiveSample& sample) const { add(counted_, sample); }

  void make_room(std::size_t slots) { held_.resize(slots); }
  void hold(std::size_t slot) { held_[slot] = last_; }
  void add_successive_from(std::size_t slot, Permutation rank, SuccessiveSample& sample) const {
    add(relative(held_[slot], rank), sample);
  }

 private:
  std::uint8_t relative(Permutation before, Permutation after) const {
    return ranks_->of_pair(before | after << SuccessiveRanks::rank_bits);
  }
  void add(std::uint8_t relative, SuccessiveSample& sample) const {
    sample.fixed_points.add(ranks_->fixed_points(relative));
    sample.cycles.add(ranks_->cycles(relative));
  }

  const SuccessiveRanks* ranks_;
  std::uint8_t last_ = 0, counted_ = 0;
  std::vector<std::uint8_t> held_;
};

// Which trials of a stream are taken together, and their relative permutations.

/// Of the first trials of a run every pair is counted.
inline constexpr std::uint64_t trials_of_all_successive = 65'536;
/// The share of later trials that have a relative permutation, in lanes (LaneTally) as elsewhere.
inline constexpr double share_of_later_successive = 1. / 16;

/// The trials of one stream, each known by its index there, of permutations as `Permutations` keeps them.
/// What follows a trial that was left out (for being no permutation) makes no pair with what came before it.
template <class Permutations>
class SuccessiveStreamOf {
 public:
  using Permutation = typename Permutations::Permutation;

  /// Later on a pair is counted of each so many trials.
  static constexpr std::uint64_t trials_of_a_pair = 16;
  static_assert(share_of_later_successive * trials_of_a_pair == 1);

  /// Trials that count as lying far apart are apart + 1 from each other: a multiple of 4.
  SuccessiveStreamOf(int deck_size, std::uint64_t apart) : permutations_(deck_size), apart_(apart) {}

  /// The next trial follows none of those before.
  void begin();

  /// False for most trials once the first are over: `add` need not be told of those.
  static bool is_looked_at(std::uint64_t index) {
    return index < trials_of_all_successive || (index + 1) % trials_of_a_pair < 2;
  }
  /// Counts the trial with the one before it and with one far before, where the index says so.
  void add(Permutation permutation, std::uint64_t index, SuccessiveCounts& counts);

  /// Counts the trial as one of the first, whatever its index.
  void add_as_first(Permutation permutation, std::uint64_t index, SuccessiveCounts& counts);
  /// Counts the relative permutation of this trial and the one before.
  void add_pair(Permutation permutation, std::uint64_t index, SuccessiveCounts& counts);

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  bool follows(std::uint64_t index) const { return last_index_ != none && last_index_ + 1 == index; }
  void keep(Permutation permutation, std::uint64_t index);

  Permutations permutations_;  // the last trial, and every fourth one as long as it may be paired
  std::uint64_t apart_;
  std::uint64_t last_index_ = none;
  std::vector<std::uint64_t> held_indexes_;  // of every fourth trial; none where nothing is held
  bool holds_ = false;                       // whether any of them is
};

using SuccessiveStream = SuccessiveStreamOf<StreamPermutations<Card>>;
using WideSuccessiveStream = SuccessiveStreamOf<StreamPermutations<WideCard>>;
/// Of up to SuccessiveRanks::largest_deck cards, by rank.
using RankSuccessiveStream = SuccessiveStreamOf<StreamRanks>;

// Trials that follow each other, checked and counted with what dependence them.

class RunningTally;

/// One stream of trials. It may be counted into several tallies, a stretch after the other. A trial follows
/// another where its index over the run is one more and both are permutations.
class TrialStream {
 public:
  /// How far apart trials lie that are taken for not dependent.
  static constexpr std::uint64_t trials_apart = 1024;

  explicit TrialStream(int deck_size)
      : deck_size_(deck_size),
        successive_(SuccessiveStream(deck_size, trials_apart), WideSuccessiveStream(deck_size, trials_apart)),
        last_(static_cast<std::size_t>(deck_size)) {}

  /// The next trial does not follow the last one.
  void begin();

  /// Counts one trial after checking that it is a permutation; keeps it as a witness otherwise. `trial` is
  /// its index over the whole run.
  void add(std::span<const Card> permutation, std::uint64_t trial, RunningTally& tally);
  /// Counts trials as `add` does one by one, but many at a time. Their decks lie end to end, deck_size cards
  /// each. Throws std::invalid_argument when the last deck is not whole.
  void add_decks(std::span<const Card> decks, std::uint64_t first_trial, RunningTally& tally);
  /// The same up to the first deck that is no permutation, which is left to the caller: how many decks it
  /// counted.
  std::size_t add_permutations(std::span<const Card> decks, std::uint64_t first_trial, RunningTally& tally);

  /// The same of decks of any size, whose cards take two bytes each.
  void add(std::span<const WideCard> permutation, std::uint64_t trial, RunningTally& tally);
  void add_decks(std::span<const WideCard> decks, std::uint64_t first_trial, RunningTally& tally);
  std::size_t add_permutations(std::span<const WideCard> decks, std::uint64_t first_trial,
                               RunningTally& tally);

 private:
  template <class AnyCard>
  void add_each(std::span<const AnyCard> decks, std::uint64_t first_trial, RunningTally& tally);
  template <class AnyCard>
  std::size_t add_in_parts(std::span<const AnyCard> decks, std::uint64_t first_trial, RunningTally& tally);
  template <class AnyCard>
  std::size_t add_uncounted_permutations(std::span<const AnyCard> decks, std::uint64_t first_trial,
                                         RunningTally& tally);
  template <class AnyCard>
  std::size_t add_few_permutations(std::span<const AnyCard> decks, std::uint64_t first_trial,
                                   RunningTally& tally);
  template <class AnyCard>
  void add_successive(std::span<const AnyCard> permutations, std::uint64_t first_trial,
                      SuccessiveCounts& counts);
  std::size_t add_narrowed(std::span<const WideCard> decks, std::uint64_t first_trial, RunningTally& tally);
  template <class AnyCard>
  std::span<const AnyCard> deck_at(std::span<const AnyCard> decks, std::size_t index) const {
    return decks.subspan(index * static_cast<std::size_t>(deck_size_), static_cast<std::size_t>(deck_size_));
  }

  static constexpr std::uint64_t none = ~std::uint64_t{0};

  int deck_size_;
  std::tuple<SuccessiveStream, WideSuccessiveStream> successive_;  // the second one of a wide deck
  std::vector<WideCard> last_;
  std::vector<Card> narrowed_;  // room for decks whose cards came in two bytes and fit one
  std::uint64_t last_trial_ = none;
};

}  // namespace fairshuffle
