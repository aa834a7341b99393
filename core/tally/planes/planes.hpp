// Planes of bytes, one card, place or digit of each of 64 decks beside each other, and what is found of them
// with the widest vectors of the machine: the same on any of them, and on none.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

inline constexpr std::size_t decks_of_planes = 64;

/// As much as the widest registers hold, and aligned as they want it.
struct alignas(64) Plane : std::array<Card, decks_of_planes> {};

/// One small number of each deck.
using DeckNumbers = std::array<std::uint16_t, decks_of_planes>;

// Permutations that lie in planes, seen from their other sides: where each card lies, and each deck by
// itself.

/// places[card]: the position of the card in each of the 64 decks that have cards[position]. False where a
/// deck is no permutation, and then what `places` holds of it means nothing. As many planes as cards; each
/// card is below their number.
bool lay_out_places(std::span<const Plane> cards, std::span<Plane> places);

/// decks[d]: the cards of deck d, and beyond them what means nothing. 64 decks of up to 64 cards.
void lay_out_decks(std::span<const Plane> cards, std::span<Plane, decks_of_planes> decks);

/// Planes of decks that lie row by row, 64 of them: plane p has byte p of each row. `stride` from row to row
/// is 64 or 128, at least as many as there are planes.
void lay_out_rows(const Card* rows, std::size_t stride, std::span<Plane> planes);

// The sieves and fingerprints of permutations.

/// sieve_of of each deck.
DeckNumbers sieves_of(std::span<const Plane> cards);

/// A word of each deck.
using DeckWords = std::array<std::uint64_t, decks_of_planes>;

/// The low word of the fingerprint of each deck. Precondition: at most largest_deck_of_nibbles cards.
DeckWords nibble_fingerprints_of(std::span<const Plane> cards);

// Planes of more decks than one holds, batch by batch: what tables are counted over.

/// Eight words, one of each of eight planes: bit d of a word is one bit of what lies there in deck d.
struct alignas(64) WordBlock : std::array<std::uint64_t, 8> {};

/// The bits of the values in planes, the lowest first. Words of planes that are not there are 0, and so are
/// the bits of decks that are not there.
class PlaneBits {
 public:
  /// Values that need fewer bits have zeros above them: kernels are compiled for no narrower ones.
  static constexpr std::size_t least_width = 4;

  PlaneBits() = default;
  /// Values are below the number of planes. All bits are 0.
  PlaneBits(std::size_t planes, std::size_t batches)
      : width_(std::max<std::size_t>(least_width, static_cast<std::size_t>(std::bit_width(planes - 1)))),
        blocks_((planes + 7) / 8),
        words_(batches * width_ * blocks_) {}

  bool empty() const { return words_.empty(); }
  /// Bits of a value, or least_width.
  std::size_t width() const { return width_; }
  /// One bit of a batch: its word of every plane.
  const std::uint64_t* of(std::size_t batch, std::size_t bit) const {
    return words_[(batch * width_ + bit) * blocks_].data();
  }
  std::uint64_t* of(std::size_t batch, std::size_t bit) {
    return words_[(batch * width_ + bit) * blocks_].data();
  }
  /// From a bit to the next one.
  std::size_t words_of_bit() const { return blocks_ * WordBlock().size(); }

 private:
  std::size_t width_ = 0, blocks_ = 0;
  std::vector<WordBlock> words_;
};

/// As many planes of each of several batches of decks. Batches have 64 decks each, but for the last one.
class PlaneBatches {
 public:
  /// So many that a cell is seldom touched, and few enough for the nearest cache.
  static constexpr std::size_t most_batches = 8;

  explicit PlaneBatches(std::size_t planes) : planes_(planes) {}

  /// Takes one more batch of so many decks, 1..64, and gives its planes to be filled in. Precondition: fewer
  /// than most_batches, all of them full.
  std::span<Plane> add(std::size_t decks) {
    if (all_.empty()) all_.resize(most_batches * planes_);
    has_bits_ = false;
    const std::span<Plane> batch = std::span(all_).subspan(batches() * planes_, planes_);
    decks_ += decks;
    return batch;
  }
  /// The same with these planes, of which those of other decks become 0.
  void add(std::span<const Plane> planes, std::size_t decks) {
    const std::span<Plane> batch = add(decks);
    std::ranges::copy(planes, batch.begin());
    if (decks == decks_of_planes) return;
    for (Plane& plane : batch) {
      std::fill(plane.begin() + static_cast<std::ptrdiff_t>(decks), plane.end(), Card{0});
    }
  }
  /// Forgets the decks, and keeps the room for others.
  void clear() {
    decks_ = 0;
    has_bits_ = false;
  }

  std::size_t planes() const { return planes_; }
  std::size_t decks() const { return decks_; }
  std::size_t batches() const { return (decks_ + decks_of_planes - 1) / decks_of_planes; }
  bool full() const { return batches() == most_batches; }
  std::span<const Plane> batch(std::size_t index) const {
    return std::span(all_).subspan(index * planes_, planes_);
  }
  std::size_t decks_of(std::size_t index) const {
    return std::min(decks_of_planes, decks_ - index * decks_of_planes);
  }
  /// A bit for each deck that is there.
  std::uint64_t decks_there(std::size_t index) const {
    return ~std::uint64_t{0} >> (decks_of_planes - decks_of(index));
  }
  /// Found when it is asked for, and kept. Precondition: every value is below the number of planes.
  const PlaneBits& bits();

 private:
  std::size_t planes_;
  std::size_t decks_ = 0;
  std::vector<Plane> all_;  // batch by batch
  PlaneBits bits_;          // of as many batches as there can be, so that the room is asked for once
  bool has_bits_ = false;
};

// Values counted plane by plane.

/// cells[plane * planes + value]: adds the decks that have the value in the plane. Precondition: every value
/// is below the number of planes. Of fewer cells: the values of plane p are at most p, and there are cells
/// only for those, and none for plane 0: first two for plane 1, then three for plane 2, and so on.
void count_values(PlaneBatches& planes, std::span<std::uint64_t> cells);

// Tables of pairs of planes.

/// Some decks, at most those of PlaneBatches.
using PairCount = std::uint16_t;

/// counts[card * (n + 1) + next]: the decks in which `next` directly follows `card`, n standing before the
/// first position and after the last. Of permutations, and the places of their cards. What `counts` held is
/// forgotten.
void count_neighbours(const PlaneBatches& cards, PlaneBatches& places, std::span<PairCount> counts);

/// Adds them to as many cells.
void add_pair_counts(std::span<const PairCount> counts, std::span<std::uint64_t> cells);

/// sums[s]: the counts of all cards that are followed by the card s above, modulo the deck. As many sums as
/// cards; what they held is forgotten.
void sum_differences(std::span<const PairCount> neighbours, std::span<std::uint32_t> sums);

/// By pair of planes, 0 1, 0 2, ..., 1 2, ...: the decks whose value is lower in the first one. What `counts`
/// held is forgotten. Where `of_decks` has a place for each batch, also in how many pairs it is in each deck.
void count_ascending_pairs(PlaneBatches& planes, std::span<PairCount> counts,
                           std::span<DeckNumbers> of_decks = {});

/// By pair of cards in the same way: adds the decks in which they are in one hand, where each hand has
/// `width` cards from successive places. Precondition: two to four hands.
void count_hand_mates(PlaneBatches& places, std::size_t width, std::span<std::uint64_t> cells);

// Numbers of each of 64 permutations. Those of the inverse permutations ask the places instead of the cards.

/// Of each permutation, all found in one pass.
struct PermutationNumbers {
  Plane descents;                    ///< cards that are followed by a lower one
  Plane peaks;                       ///< cards that lie between two lower ones
  Plane successions;                 ///< cards that are followed by the next higher one
  Plane left_maxima, left_minima;    ///< cards above, and below, all before them
  Plane right_maxima, right_minima;  ///< the same of all after them
};
PermutationNumbers numbers_of(std::span<const Plane> cards);

/// Descents and peaks alone, and into how many ascending runs the descents part the cards.
struct Descents {
  Plane descents, peaks, runs;
};
Descents descents_of(std::span<const Plane> cards);

/// Planes whose value is their own index.
Plane fixed_values_of(std::span<const Plane> planes);

/// digits[i]: the draw below i + 1 with which Durstenfeld's shuffle of a sorted deck would have brought the
/// card to position i; digits[0] is 0. As many planes as there are cards. Of decks that are no permutations
/// it means nothing.
void read_digits(std::span<const Plane> cards, std::span<Plane> digits);

/// A number of each deck, below 256, of several batches: as long as the planes are there.
class NumberBatches {
 public:
  /// decks: at most those of PlaneBatches.
  explicit NumberBatches(std::size_t decks) : decks_(decks) {}

  std::size_t decks() const { return decks_; }
  const Plane*& operator[](std::size_t batch) { return all_[batch]; }
  const Plane& of(std::size_t batch) const { return *all_[batch]; }

 private:
  std::size_t decks_;
  std::array<const Plane*, PlaneBatches::most_batches> all_{};
};

/// cells[number]: adds the decks that have it. Precondition: every number is below cells.size().
void count_numbers(const NumberBatches& numbers, std::span<std::uint64_t> cells);

// Permutations of one deck lying beside each other, place by place.

/// Larger decks come one by one.
inline constexpr int largest_deck_taken_in_planes = 64;

/// Up to 64 permutations and their inverses, so laid out that what is asked of one place of all decks reads
/// neighbouring bytes. Permutations are taken as they come, and laid out when the first plane is asked for.
class PermutationPlanes {
 public:
  static constexpr std::size_t most = decks_of_planes;
  /// A card, or a place, of each deck. Beyond `size` decks it means nothing.
  using Plane = fairshuffle::Plane;

  /// deck_size in 0..128; with 0 nothing can be added.
  explicit PermutationPlanes(int deck_size) : deck_size_(static_cast<std::size_t>(deck_size)) {}

  /// Preconditions: not full; is_permutation(order), of this deck.
  void add(std::span<const Card> permutation) {
    make_room_for_rows();
    copy_cards(permutation, rows_.front().data() + size_ * stride());
    ++size_;
    has_rows_ = true;
    is_laid_out_ = false;
    digits_.clear();
  }
  /// Takes as many as there can be at once, which lie in planes already: by position, by card and, where they
  /// are known, their digits; else that is empty. Preconditions: none is there; permutations of this deck and
  /// their inverses; at most largest_deck_taken_in_planes cards.
  void take(std::span<const Plane> cards, std::span<const Plane> places, std::span<const Plane> digits = {});
  /// The same of decks that lie end to end. False, and none is there, where not all of them are permutations.
  /// Preconditions: none is there; as many decks as there can be at once.
  bool take(std::span<const Card> decks);
  void clear() { size_ = 0; }

  std::size_t size() const { return size_; }
  bool full() const { return size_ == most; }
  int deck_size() const { return static_cast<int>(deck_size_); }
  /// One of them.
  std::span<const Card> permutation(std::size_t deck) {
    if (!has_rows_) lay_out_decks();
    return {rows_.front().data() + deck * stride(), deck_size_};
  }
  /// By position: the card that lies there.
  std::span<const Plane> cards() {
    lay_out_once();
    return cards_;
  }
  /// By card: the position where it lies. The cards of the inverse permutations.
  std::span<const Plane> places() {
    lay_out_once();
    return places_;
  }
  /// By position: the draw with which Durstenfeld's shuffle of a sorted deck would have brought its card.
  /// Empty where it came with none.
  std::span<const Plane> known_digits() const { return digits_; }

 private:
  // One line of a cache a row, or two.
  std::size_t stride() const { return deck_size_ <= 64 ? 64 : 128; }

  // A copy of a length that is not known is a call. Two of a length that is, which may overlap, are not.
  template <std::size_t half>
  static void copy_two(std::span<const Card> cards, Card* to) {
    std::memcpy(to, cards.data(), half);
    std::memcpy(to + (cards.size() - half), cards.data() + (cards.size() - half), half);
  }
  static void copy_cards(std::span<const Card> cards, Card* to) {
    if (cards.size() > 64) return copy_two<64>(cards, to);
    if (cards.size() >= 32) return copy_two<32>(cards, to);
    if (cards.size() >= 16) return copy_two<16>(cards, to);
    if (cards.size() >= 8) return copy_two<8>(cards, to);
    std::copy(cards.begin(), cards.end(), to);
  }

  void make_room_for_rows() {
    if (rows_.empty()) rows_.resize(most * stride() / sizeof(Plane));
  }
  // False where there is a row that is no permutation, or none.
  bool lay_out();
  void lay_out_once() {
    if (!is_laid_out_) lay_out();
    is_laid_out_ = true;
  }
  void lay_out_decks();

  std::size_t deck_size_;
  std::size_t size_ = 0;
  // Of what came one of the two at least, the other one once it is asked for: the permutations row by row,
  // `stride` bytes each, and laid out in planes.
  std::vector<Plane> rows_;
  std::vector<Plane> cards_, places_;
  bool has_rows_ = true, is_laid_out_ = false;
  std::vector<Plane> digits_;
};

// Permutations that wait to be counted together, some hundreds at a time.

/// Permutations and their inverses in planes, and what several tables ask of them. A cell of a table is
/// touched once for all of them.
class PermutationBatches {
 public:
  /// deck_size in 0..128; with 0 nothing can be added.
  explicit PermutationBatches(int deck_size)
      : cards_(static_cast<std::size_t>(deck_size)), places_(static_cast<std::size_t>(deck_size)) {}

  /// Preconditions: neither is empty nor this full; those added before were full, all of this deck.
  void add(PermutationPlanes& permutations);
  void clear();

  std::size_t size() const { return cards_.decks(); }
  bool full() const { return cards_.full(); }
  int deck_size() const { return static_cast<int>(cards_.planes()); }
  std::size_t batches() const { return cards_.batches(); }

  /// By position: the card that lies there.
  PlaneBatches& cards() { return cards_; }
  /// By card: the position where it lies. The cards of the inverse permutations.
  PlaneBatches& places() { return places_; }
  /// By position: the draw with which Durstenfeld's shuffle of a sorted deck would have brought its card.
  PlaneBatches& digits();
  /// Of one batch.
  const PermutationNumbers& numbers(std::size_t batch);
  const Descents& inverse_descents(std::size_t batch);
  /// By pair of cards: permutations in which the lower one comes first.
  std::span<const PairCount> pairs_in_order();
  /// Of the permutations of one batch: how many pairs of cards are out of order.
  const DeckNumbers& inversions(std::size_t batch);
  /// count_neighbours of the permutations, and of their inverses.
  std::span<const PairCount> neighbours();
  std::span<const PairCount> inverse_neighbours();

 private:
  PlaneBatches cards_, places_;
  std::array<std::vector<Plane>, PlaneBatches::most_batches> known_digits_;  // empty where they are not known
  // What is found when it is asked for, in room that stays where the next permutations come.
  template <class T>
  struct Found {
    T all;
    bool is_there = false;

    template <class Find>
    const T& once(Find find) {
      if (!is_there) find(all);
      is_there = true;
      return all;
    }
  };
  struct AllFound {
    Found<std::optional<PlaneBatches>> digits;
    Found<std::vector<PermutationNumbers>> numbers;
    Found<std::vector<Descents>> inverse_descents;
    Found<std::vector<PairCount>> pairs_in_order, neighbours, inverse_neighbours;
    std::vector<DeckNumbers> inversions;  // there with the pairs in order

    void forget() {
      digits.is_there = numbers.is_there = inverse_descents.is_there = false;
      pairs_in_order.is_there = neighbours.is_there = inverse_neighbours.is_there = false;
    }
  };
  AllFound found_;

  void count_pairs();
};

}  // namespace fairshuffle
