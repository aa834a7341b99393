// What the lanes give, handed on to a tally: ranks as they are, decks after a check, or kept for later.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/interpret/lanes/kernel.hpp"
#include "core/tally/planes/planes.hpp"
#include "core/tally/successive.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// In planes of decks the next row of a lane lies so many decks on; the rows of a word follow each other.
inline constexpr std::size_t decks_of_row = 2;
constexpr std::size_t row_of_deck(std::size_t deck) {
  return deck % (rows_of_word * decks_of_row) / decks_of_row;
}

/// Where a sampler's lanes are counted. Each lane is a stream of its own, in which a trial's index is its
/// row.
class LaneTally {
 public:
  /// Once the first trials of a run are over, relative permutations are counted within one word of so many:
  /// three of its rows follow another one, which makes one trial in 16.
  static constexpr std::uint64_t words_of_a_look = 12;
  static_assert(share_of_later_successive == (rows_of_word - 1.) / (rows_of_word * words_of_a_look));
  /// Rows that lie so far apart, and one more, are taken for not dependent.
  static constexpr std::uint64_t rows_apart = 64;

  explicit LaneTally(const LaneTask& task)
      : deck_size_(task.steps.deck_size),
        linked_by_rank_(task.planes.has_value()),
        streams_(few_cards() ? 0 : lanes_per_block, SuccessiveStream(deck_size_, rows_apart)) {
    if (few_cards()) rank_streams_.assign(lanes_per_block, RankSuccessiveStream(deck_size_, rows_apart));
  }

  /// The next trials follow none of those before.
  void begin_block() { begins_ = true; }
  /// How many rows from this trial on, the first of a word, are to be counted deck by deck: those of the
  /// first trials of a run, of which every relative permutation is wanted.
  static std::uint64_t rows_by_deck_from(std::uint64_t trial);

  /// What follows goes to `tally`; row 0 of lane 0 is trial `first_trial` of the run, and row r of lane l is
  /// r * lanes_per_block + l trials later.
  void begin(RunningTally& tally, std::uint64_t first_trial) {
    tally_ = &tally;
    first_trial_ = first_trial;
  }

  /// Counts trials by tuples of ranks, as RunningTally::add_tuples.
  void add_tuples(std::span<const std::uint16_t> tuples) { tally_->add_tuples(tuples); }

  /// Counts trials by rank. Precondition: every rank is below n!.
  void add_ranks(std::span<const std::uint16_t> ranks) { tally_->add_ranks(ranks); }
  void add_ranks(std::span<const std::uint32_t> ranks) { tally_->add_ranks(ranks); }
  void add_rank(std::uint64_t rank, std::uint64_t trials) { tally_->add_rank(rank, trials); }

  /// Counts pairs of successive trials of a lane.
  void add_pairs(std::uint64_t pairs, std::uint64_t equal) { tally_->repeats().add(pairs, equal); }

  /// Words from the one that begins at `row` of these trials to the next one whose relative permutations are
  /// to be counted, where its decks are not given to add_deck: 0 for that one itself.
  std::uint64_t words_to_successive(std::uint64_t row) const {
    const std::uint64_t word = (first_trial_ / lanes_per_block + row) / rows_of_word;
    return (words_of_a_look - word % words_of_a_look) % words_of_a_look;
  }
  /// Counts the relative permutations of the rows of a word that follow another one of it. The decks are
  /// permutations in planes as add_planes takes them: those of a lane's rows lie decks_of_row apart. Sooner
  /// or later: all of them once settle_successive is called.
  void add_successive(std::span<const Plane> cards);
  void settle_successive();
  /// Counts relative permutations of one rank. Preconditions: they are counted so, and the rank is below n!.
  void add_successive_rank(std::uint64_t rank, std::uint64_t successive) {
    tally_->successive().pairs += successive;
    tally_->successive().permutations[rank] += successive;
  }
  /// Counts the relative permutations of a trial that is one of the first. Preconditions: up to
  /// SuccessiveRanks::largest_deck cards; the rank is below n!; `index` is that of the trial after the first
  /// one.
  void add_first_successive(std::uint64_t rank, std::uint64_t index, std::size_t lane);
  /// Counts relative permutations of decks of smallest_coded_deck to 8 cards by code. To
  /// SuccessiveRanks::largest_deck cards that is the pair of ranks as SuccessiveRanks has it, which takes no
  /// look at the decks; above, the rank of the relative permutation. The first of every four, one for each
  /// row, is none.
  void add_successive_codes(std::span<const std::uint16_t> codes);
  static constexpr int smallest_coded_deck = 4;

  /// Counts a deck after checking that it is a permutation, with its pair, and brings `last` up to date.
  /// `index` is that of the trial after the first one.
  void add_deck(std::span<const Card> deck, std::uint64_t index, std::size_t lane, LastDecks& last);

  /// Counts 64 decks that lie in planes, where all of them are permutations; else nothing, and gives false.
  /// Their pairs and relative permutations are left to the caller. index[d] is that of deck d's trial after
  /// the first one of them, whose own index is `first`; `digits` as PlaneTrials has them. Precondition: each
  /// card is one of the deck.
  bool add_planes(std::span<const Plane> cards, std::uint64_t first,
                  std::span<const std::uint16_t, decks_of_planes> index, std::span<const Plane> digits = {});

  /// add_deck from here on only stores the decks, end to end, each at its index.
  void hold(std::span<Card> decks) { held_ = decks; }
  /// add_deck counts again.
  void release() { held_ = {}; }

 private:
  /// Counts a trial but for its pair; false where it is no permutation. Its rank is checked_rank_of, where
  /// permutations are counted.
  bool count(std::span<const Card> permutation, std::uint64_t rank, std::uint64_t trial);
  void begin_streams();
  bool few_cards() const { return deck_size_ <= SuccessiveRanks::largest_deck; }
  void count_successive(std::span<const Card> permutation, std::uint64_t rank, std::uint64_t trial,
                        std::size_t lane);

  int deck_size_;
  bool linked_by_rank_;
  RunningTally* tally_ = nullptr;
  std::uint64_t first_trial_ = 0;
  std::span<Card> held_;
  std::array<Plane, largest_tall_deck> places_;      // of the decks that are being added
  std::array<Plane, largest_tall_deck> successive_;  // that wait for others
  std::size_t successive_waiting_ = 0;
  std::vector<SuccessiveStream> streams_;           // none where cards are few
  std::vector<RankSuccessiveStream> rank_streams_;  // only there
  bool begins_ = false;                             // whether the next trial of any stream follows none
};

}  // namespace fairshuffle
