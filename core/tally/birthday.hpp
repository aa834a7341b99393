// Permutations that come again anywhere in a run, of decks too large to count their permutations:
// fingerprints of trials.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/tally/coded.hpp"
#include "core/tally/planes/planes.hpp"

namespace fairshuffle {

/// Decks of so many cards have so many permutations that the test of their counts waits for millions of
/// trials, and which of them come again says something before.
inline constexpr int smallest_birthday_deck = 9;

/// Whether permutations are kept for those that come again: where they are many, and not counted all.
constexpr bool keeps_permutations(int deck_size, bool permutations_counted) {
  return deck_size >= smallest_birthday_deck && !permutations_counted;
}

/// What was seen of the trials whose order is kept: one permutation in `one_in`, chosen by its fingerprint,
/// so all trials of a permutation or none.
struct BirthdayCounts {
  std::uint64_t one_in = 1;    ///< a power of two
  std::uint64_t kept = 0;      ///< trials whose order is kept
  std::uint64_t distinct = 0;  ///< different permutations of these
  std::uint64_t again = 0;     ///< of these permutations those that came again
  /// The step from one trial of a permutation to its next that most of those have, and of several the
  /// shortest: as far as the first and last trial and the number of trials of a permutation tell of equal
  /// steps. 0 where none can have had equal ones.
  std::uint64_t distance = 0;
  std::uint64_t at_distance = 0;          ///< permutations that came again at such steps
  std::uint64_t repeats_at_distance = 0;  ///< how often they did, all together
  /// The index over the run of the first trial whose order came before; 0 where none did, and where all
  /// permutations are counted.
  std::uint64_t first_repeat = 0;

  bool operator==(const BirthdayCounts&) const = default;
  std::uint64_t repeats() const { return kept - distinct; }
};

/// How many slots a run has for the kept trials of each target, where it is told nothing else: so many at
/// most. It fills half of them.
inline constexpr std::uint64_t most_birthday_slots = std::uint64_t{1} << 20;
/// How few and how many a run may be told to have.
inline constexpr std::uint64_t fewest_slots_told = std::uint64_t{1} << 12;
inline constexpr std::uint64_t most_slots_told = std::uint64_t{1} << 25;
/// What a slot takes at most.
inline constexpr std::uint64_t bytes_of_birthday_slot = 25;

/// The slots of each of so many targets of a run: as many as fit 100 MiB together, a power of two, but never
/// more than the most nor fewer than 2^12.
std::uint64_t birthday_slots(std::size_t targets);

/// Of how many permutations one is kept at a look at so many trials: the least power of two at which half of
/// the slots are enough, for trials that are all different.
std::uint64_t kept_one_in(std::uint64_t trials, std::uint64_t slots);

/// Keeps fingerprints while trials run. What it comes to depends on the trials alone, whoever keeps which of
/// them: a permutation is kept by its own fingerprint, and what was kept before fewer were to be is dropped.
class KeptPermutations {
 public:
  explicit KeptPermutations(std::uint64_t slots) : slots_(slots) {}

  void add(std::span<const Card> permutation, std::uint64_t trial) {
    const bool is_sieved =
        permutation.size() >= static_cast<std::size_t>(smallest_sieved_deck) && one_in_ > 1;
    if (is_sieved && !passes(sieve_of(permutation))) {
      ++trials_;
    } else {
      add(fingerprint_of(permutation), trial);
    }
  }
  void add(std::span<const WideCard> permutation, std::uint64_t trial) {
    add(fingerprint_of(permutation), trial);
  }
  /// The same of as many as `permutations` can hold.
  void add(PermutationPlanes& permutations, std::span<const std::uint64_t, decks_of_planes> trials);
  /// There will be so many trials at the next look, of this one and of those that it is merged with.
  void expect(std::uint64_t trials) { one_in_ = std::max(one_in_, kept_one_in(trials, slots_)); }
  /// An empty one for another thread, which keeps the same permutations.
  KeptPermutations beside() const;
  void merge(const KeptPermutations& other);

  /// What is kept, for another run to go on with.
  void write(CountsWriter& writer) const;
  /// Adds what was written of disjoint trials. Throws CodedCountsError.
  void merge(CountsReader& reader);

  /// Of both together, after so many trials in all: those that were no permutation included.
  static BirthdayCounts counts_of(const KeptPermutations& first, const KeptPermutations& second,
                                  std::uint64_t trials);

 private:
  struct KeptPermutation {
    Fingerprint permutation;
    std::uint64_t first, last;  ///< its first and its last trial
    std::uint64_t count;        ///< its trials

    /// More trials of the same order.
    void take(const KeptPermutation& other) {
      first = std::min(first, other.first);
      last = std::max(last, other.last);
      count += other.count;
    }
  };

  // Whether a permutation with this sieve may be kept.
  bool passes(std::uint16_t sieve) const { return (sieve & (one_in_ - 1)) == 0; }
  void add(const Fingerprint& permutation, std::uint64_t trial) {
    ++trials_;
    if ((permutation.low & (one_in_ - 1)) == 0) keep(permutation, trial);
  }
  void keep(const Fingerprint& permutation, std::uint64_t trial) {
    if (entries_.size() >= sorted_ + most_unsorted()) bring_together();
    entries_.push_back({permutation, trial, trial, 1});
  }
  // Enough of them that sorting each lot costs less than the trials that brought it.
  std::size_t most_unsorted() const { return static_cast<std::size_t>(slots_ / 16); }
  // As many, ascending; some of them may be of one permutation.
  static std::vector<KeptPermutation> sorted_by_order(std::span<const KeptPermutation> entries);
  // Sorts what was added, adds up what is the same order, and drops what is no longer to be kept.
  void bring_together();
  // More trials of the order of an entry. The later of both firsts repeats the earlier one, and of any
  // permutation the second trial comes up so when it is brought together with the first.
  void take(KeptPermutation& entry, const KeptPermutation& other) {
    repeat_at(std::countr_zero(entry.permutation.low), std::max(entry.first, other.first));
    entry.take(other);
  }
  void repeat_at(int zeros, std::uint64_t trial) {
    std::uint64_t& first = first_repeats_[static_cast<std::size_t>(zeros)];
    if (first == 0 || trial < first) first = trial;
  }
  // Of the permutations that are kept now.
  std::uint64_t first_repeat() const;

  std::uint64_t slots_;
  std::uint64_t one_in_ = 1;
  std::uint64_t trials_ = 0;
  std::vector<KeptPermutation>
      entries_;  // the first so many ascending, each permutation once; then as they came
  std::size_t sorted_ = 0;
  std::uint64_t sorted_one_in_ = 1;  // of how many permutations one is among those
  // By the zeros at the low end of fingerprints: what is kept no more may have repeated first. 0 for none.
  std::array<std::uint64_t, 65> first_repeats_{};
};

}  // namespace fairshuffle
