// All counts of a number of trials.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/tally/bets.hpp"
#include "core/tally/birthday.hpp"
#include "core/tally/permutation_counts.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/successive.hpp"
#include "core/tally/tables/tables.hpp"

// The tally: everything that is counted of a target's trials. Integer, and tallies of disjoint trials add up.

namespace fairshuffle {

/// What is counted only where it is asked for.
struct OnRequest {
  AskedTables tables;
  std::vector<NamedBet> bets;
  bool pairs = false;  ///< where any two cards of large decks lie
  /// Where cards are equal or a deal is all that is seen, what that leaves to count takes the place of all
  /// else.
  Multiset multiset = {};
  /// Relative permutations of trials that follow each other, which take as long to count as the permutations
  /// of a wide deck themselves. Of other decks they are counted in any case.
  bool successive_of_wide_decks = true;
  /// The decks of the first trials of a second half, on which a bet is judged.
  bool first_decks = false;
};

/// 64 trials that lie in planes.
struct PlaneTrials {
  std::span<const Plane> cards;   ///< by position
  std::span<const Plane> places;  ///< by card
  std::span<const Plane> digits;  ///< as PermutationPlanes has them, where they are known; else empty
  std::span<const std::uint64_t, decks_of_planes> trials;  ///< the index of each over the whole run
};

/// Every count of valid trials that a test may ask for.
struct Tally : DerivedCounts {
  /// deck_size in 1..largest_deck_size; marked = 0, or as SubsetCounts takes it; what is asked for as Tables,
  /// BetCounts and MultisetCounts take it.
  Tally(int deck_size, int marked, const OnRequest& asked = {});

  int deck_size;
  std::uint64_t trials = 0;
  std::optional<CountedPermutations> permutations;  ///< where every permutation is counted
  /// Where every permutation was counted and the counts themselves are not at hand.
  std::optional<PermutationHistogram> permutation_histogram;
  RepeatCounts repeats;
  BirthdayCounts birthday;  ///< of decks from smallest_birthday_deck on
  /// Of large decks, where it was asked for and all trials are counted.
  std::optional<PairPositions> pair_positions;
  SuccessiveCounts successive;
  BetCounts bets;  ///< where any are named
  /// Where not all cards differ and are seen: then permutations stand for all that look alike, and beside it
  /// only `repeats`, `birthday` and `bets` are counted.
  std::optional<MultisetCounts> multiset;

  /// Calls visit(name, counts of each record ...) for each kind of counts that makes a table, in the order of
  /// their bytes. Records: tallies, or evidence that reports have of them.
  template <class Visit, class... Records>
  static void for_each(Visit visit, Records&... records) {
    visit("positions", records.positions...);
    visit("neighbours", records.neighbours...);
    visit("fixed_points", records.fixed_points...);
    visit("cycles", records.cycles...);
    visit("parity", records.parity...);
    visit("subsets", records.subsets...);
    visit("tables", records.tables...);
    visit("bets", records.bets...);
    visit("multiset", records.multiset...);
  }

  /// Many permutations as Tables takes them, which are handed to `now` at once: see there.
  template <class Now>
  void add_planes(const PlaneTrials& together, Now now) {
    tables.add_planes(together.cards, together.places, together.digits, now, derive());
  }
  template <class Now>
  bool add_decks(std::span<const Card> decks, Now now) {
    return tables.add_decks(decks, now, derive());
  }
  bool counts_permutations() const { return permutations || permutation_histogram; }
  bool counts_successive() const { return !multiset && successive.positions.deck_size() == deck_size; }
  /// What of the deck can be told apart.
  Multiset deck_multiset() const { return multiset ? multiset->multiset() : Multiset{}; }
  /// Calls visit(count, number of permutations that came so often), each permutation that came being in one
  /// call.
  template <class Visit>
  void for_each_permutation_count(Visit visit) const {
    if (permutation_histogram) {
      for (const EqualCounts& equal : *permutation_histogram) visit(equal.count, equal.permutations);
    } else if (permutations) {
      permutations->for_each(
          [&visit](std::uint64_t, std::uint64_t count) { visit(count, std::uint64_t{1}); });
    }
  }

  /// What the counts of all permutations say of those that came again, but for the steps at which they did.
  /// Nothing of decks smaller than smallest_birthday_deck. Precondition: all permutations are counted.
  BirthdayCounts birthday_of_counted_permutations() const;

  /// Brings permutations that wait to be counted with others into the tables.
  void settle() {
    DerivedCounts::settle();
    successive.settle();
  }
  bool is_settled() const { return tables.is_settled() && successive.tables.is_settled(); }
  /// Adds all kinds but `permutations`, `birthday` and `pair_positions` of disjoint trials: what these hold
  /// does not tell what both come to together. Throws std::invalid_argument when the decks differ.
  void merge_without_permutations(const Tally& other);
};

/// Adds to all kinds of `tally` but `permutations`, `repeats` and `trials` what the trials in `counts` add to
/// them, as if Tally::add_to_derived had been called for every permutation, but with a few additions for each
/// order of a table. Of one deck size.
void derive_from_permutations(const PermutationCounts& counts, Tally& tally);

/// A trial that was not a permutation of the deck, kept as evidence.
struct Witness {
  std::uint64_t trial;                ///< index over the whole run, from 0
  std::vector<WideCard> permutation;  ///< what came out, by position; empty where it can't be read as cards
  std::string row = {};               ///< as a target from outside wrote it, cut short
};

/// What trials are counted into while they run: only what cannot be derived afterwards. Where all
/// permutations are counted, every other kind but repeats and relative permutations follows from the
/// permutations.
class RunningTally {
 public:
  /// The number of witnesses kept: the first ones by trial index.
  static constexpr std::size_t most_witnesses = 8;

  RunningTally(int deck_size, int marked)
      : RunningTally(deck_size, marked, standard_permutation_counting(deck_size)) {}
  /// Permutations are counted as told, or not at all; never those of a deck that is made up of equal cards or
  /// dealt in part. deck_size, marked and asked as Tally takes them; slots for permutations of large decks, a
  /// power of two.
  RunningTally(int deck_size, int marked, std::optional<PermutationCounting> counting,
               std::uint64_t slots = most_birthday_slots, const OnRequest& asked = {});
  RunningTally(RunningTally&&) = default;
  RunningTally& operator=(RunningTally&&) = default;

  /// Counts one trial. Where its index over the whole run is given, and decks are not small nor all
  /// permutations counted, the order is kept, too, for those that come again. Precondition:
  /// is_permutation(order), of the tally's deck.
  void add_permutation(std::span<const Card> permutation, std::optional<std::uint64_t> trial = {}) {
    if (permutations_) return add_rank(rank_of(permutation), 1);
    add_now(permutation, trial);
    if (pair_positions_) pair_positions_->add(permutation);
  }
  /// The same of a wide deck.
  void add_permutation(std::span<const WideCard> permutation, std::optional<std::uint64_t> trial = {}) {
    add_now(permutation, trial);
  }
  /// Whether `add_planes` may be called.
  bool takes_planes() const {
    return !permutations_ && !tally_.multiset && Tables::take_together(tally_.deck_size) &&
           tally_.deck_size <= largest_deck_taken_in_planes;
  }
  /// Counts and keeps trials as add_permutation does one by one. Precondition: each is a permutation of the
  /// tally's deck.
  void add_planes(const PlaneTrials& together);
  /// Whether `add_decks` may be called.
  bool takes_decks() const { return !permutations_ && !tally_.multiset && tally_.tables.take_decks(); }
  /// The same of 64 trials that follow each other, whose decks lie end to end. False, and nothing is counted,
  /// where not all of them are permutations.
  bool add_decks(std::span<const Card> decks, std::uint64_t first_trial);
  /// Counts trials of known rank. Preconditions: all permutations are counted, every rank < n!.
  template <class Rank>
  void add_ranks(std::span<const Rank> ranks) {
    permutations_->add_ranks(ranks);
    tally_.trials += ranks.size();
  }
  void add_rank(std::uint64_t rank, std::uint64_t trials) {
    permutations_->add(rank, trials);
    tally_.trials += trials;
  }
  /// Counts trials two at a time; see TupleCounts. Precondition: decks of TupleCounts::deck_size.
  void add_tuples(std::span<const std::uint16_t> tuples) {
    if (!tuples_) tuples_.emplace();
    tuples_->add(tuples, *permutations_);
    tally_.trials += 2 * tuples.size();
  }
  /// Counts one trial that was no permutation, and keeps it as a witness: its index over the whole run, and
  /// `row` as in Witness.
  template <class Cards>
  void add_invalid(const Cards& permutation, std::uint64_t trial, std::string_view row = {}) {
    ++invalid_trials_;
    if (witnesses_.size() == most_witnesses && trial >= witnesses_.back().trial) return;
    add_witness({trial, {permutation.begin(), permutation.end()}, std::string(row)});
  }
  /// Keeps permutations that follow each other, where that is asked for. They are counted elsewhere.
  template <class AnyCard>
  void keep_first(std::span<const AnyCard> decks, std::uint64_t first_trial) {
    if (first_decks_) first_decks_->add(decks, first_trial);
  }
  /// Null where they are not kept.
  const FirstDecks* first_decks() const { return first_decks_ ? &*first_decks_ : nullptr; }
  /// Where pairs of trials that follow each other are counted.
  RepeatCounts& repeats() { return tally_.repeats; }
  SuccessiveCounts& successive() { return tally_.successive; }

  /// There will be so many trials at the next look, of this tally and of all that it is brought together
  /// with.
  void expect(std::uint64_t trials) {
    if (kept_permutations_) kept_permutations_->expect(trials);
  }
  /// To be called before several threads count: there will be so many trials in all.
  void make_room(std::uint64_t trials) {
    if (permutations_) permutations_->make_room(trials);
  }
  /// An empty tally for another thread to count into at the same time; `merge` then brings them together.
  RunningTally beside() const;
  /// Throws std::logic_error where the other one is not settled.
  void merge(const RunningTally& other);

  std::uint64_t trials() const { return tally_.trials; }
  std::uint64_t invalid_trials() const { return invalid_trials_; }
  std::span<const Witness> witnesses() const { return witnesses_; }

  /// Brings what waits to be counted with other trials into the counts. What is counted does not change.
  void settle();
  /// What was counted so far: where all permutations are counted, only permutations, repeats and relative
  /// permutations are filled in. Never the birthday counts nor the pair positions; of large decks nothing
  /// that waits, until it is settled. Throws std::logic_error where trials were added and not settled.
  const Tally& counted() const;
  int deck_size() const { return tally_.deck_size; }
  bool counts_permutations() const { return permutations_ != nullptr; }
  bool counts_successive() const { return tally_.counts_successive(); }
  /// The tally with every kind filled in; its `permutations` are the counters of this one. Throws as
  /// `counted`.
  Tally complete() const;
  /// All that was counted and kept, for another run to go on with. Throws as `counted`.
  void write(CountsWriter& writer) const;
  /// Adds what was written of disjoint trials, of a tally that counts the same of the same deck. Throws
  /// CodedCountsError; then nothing may be asked of this one any more.
  void merge(CountsReader& reader);
  /// The birthday counts of two tallies together; none of small decks, nor where all permutations are
  /// counted.
  static BirthdayCounts birthday_of(const RunningTally& first, const RunningTally& second);
  /// The pair positions of two tallies together; nothing where they are not counted.
  static std::optional<PairPositions> pair_positions_of(const RunningTally& first,
                                                        const RunningTally& second);

 private:
  RunningTally(int deck_size, int marked, std::shared_ptr<PermutationCounts> permutations,
               std::uint64_t slots, const OnRequest& asked);

  template <class AnyCard>
  void add_now(std::span<const AnyCard> permutation, std::optional<std::uint64_t> trial) {
    ++tally_.trials;
    if (kept_permutations_ && trial) kept_permutations_->add(permutation, *trial);
    tally_.bets.add(permutation);
    if (tally_.multiset) return tally_.multiset->add(permutation);
    tally_.add_to_tables(permutation);
  }
  void add_now(PermutationPlanes& permutations, std::span<const std::uint64_t, decks_of_planes> trials);
  void add_witness(Witness witness);

  OnRequest asked_;
  std::shared_ptr<PermutationCounts>
      permutations_;  // null where they are not counted; shared with tally_.permutations only
  Tally tally_;
  std::optional<TupleCounts> tuples_;  // trials that are not yet in permutations_
  std::optional<KeptPermutations> kept_permutations_;
  std::optional<PairPositionCounts> pair_positions_;
  std::optional<FirstDecks> first_decks_;
  std::uint64_t invalid_trials_ = 0;
  std::vector<Witness> witnesses_;  // ascending by trial
};

// The trials of one target while they run, in two halves: a bet is chosen on one and judged on the other.

struct TallyHalves {
  TallyHalves(int deck_size, int marked) : first(deck_size, marked), second(deck_size, marked) {}
  TallyHalves(int deck_size, int marked, std::optional<PermutationCounting> counting,
              std::uint64_t slots = most_birthday_slots, const OnRequest& asked = {})
      : first(deck_size, marked, counting, slots, of_first(asked)),
        second(deck_size, marked, counting, slots, asked) {}
  TallyHalves(RunningTally first_half, RunningTally second_half)
      : first(std::move(first_half)), second(std::move(second_half)) {}

  /// Empty halves for another thread to count into at the same time; `merge` then brings both together.
  TallyHalves beside() const { return {first.beside(), second.beside()}; }
  void merge(const TallyHalves& other) {
    first.merge(other.first);
    second.merge(other.second);
  }
  /// There will be so many trials of both at the next look.
  void expect(std::uint64_t trials) {
    first.expect(trials);
    second.expect(trials);
  }
  /// As RunningTally does.
  void write(CountsWriter& writer) const {
    first.write(writer);
    second.write(writer);
  }
  void merge(CountsReader& reader) {
    first.merge(reader);
    second.merge(reader);
  }
  void settle() {
    first.settle();
    second.settle();
  }

  /// Of both halves.
  std::uint64_t invalid_trials() const { return first.invalid_trials() + second.invalid_trials(); }

  RunningTally first;
  RunningTally second;

 private:
  static OnRequest of_first(OnRequest asked) {
    asked.first_decks = false;
    return asked;
  }
};

}  // namespace fairshuffle
