// How often each permutation came.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

// Counters of 32 bits that lose nothing, in one table that several threads may count into.

/// The count of a cell is what its counter holds plus 2^32 for every time the cell stands in the list of
/// carries. An addition leaves a counter smaller than it found it exactly when it goes past 2^32, and then
/// the one who added notes the carry. Additions to one counter follow each other in one order, whichever
/// threads make them, so every passing of 2^32 is seen by exactly one of them and the sum is exact.
///
/// Each thread needs an object of its own (`beside`): they share the table, but each has its own carries,
/// which `merge` brings together.
class NarrowCounts {
 public:
  explicit NarrowCounts(std::uint64_t cells) : low_(std::make_shared<std::vector<std::uint32_t>>(cells)) {}
  NarrowCounts(NarrowCounts&&) = default;
  NarrowCounts& operator=(NarrowCounts&&) = default;

  /// Preconditions: cell < cells, trials <= 2^53. Threads may call it at the same time, each on its own
  /// object.
  void add(std::uint64_t cell, std::uint64_t trials) {
    carried_.insert(carried_.end(), trials >> 32, cell);
    add_low(cell, static_cast<std::uint32_t>(trials));
  }
  /// One trial for each of the cells given.
  void add_ones(std::span<const std::uint32_t> cells);

  /// Another object that counts into the same table.
  NarrowCounts beside() const { return NarrowCounts(low_); }
  bool shares_table_with(const NarrowCounts& other) const { return low_ == other.low_; }
  /// Takes the carries of an object that shares the table. No one may count meanwhile.
  void merge_carries(const NarrowCounts& other) {
    carried_.insert(carried_.end(), other.carried_.begin(), other.carried_.end());
  }

  /// The counters without the carries. No one may count while they are read.
  std::span<const std::uint32_t> low() const { return *low_; }
  /// Cells to whose counts 2^32 is due, once for each mention; in no order.
  std::span<const std::uint64_t> carried() const { return carried_; }

 private:
  explicit NarrowCounts(std::shared_ptr<std::vector<std::uint32_t>> table) : low_(std::move(table)) {}

  void add_low(std::uint64_t cell, std::uint32_t trials) {
    // Relaxed: only the sum matters, and it is read after the threads have been joined.
    const std::uint32_t before = std::atomic_ref((*low_)[cell]).fetch_add(trials, std::memory_order_relaxed);
    if (before + trials < before) [[unlikely]]
      carried_.push_back(cell);
  }

  std::shared_ptr<std::vector<std::uint32_t>> low_;
  std::vector<std::uint64_t> carried_;
};

// How the permutations of a target are counted: decided once for a run, and passed down to every tally of it.

enum class CounterWidth {
  wide,    ///< 64 bits; each thread has a table of its own
  narrow,  ///< 32 bits and a list of carries; one table for all threads
};

struct PermutationCounting {
  CounterWidth width = CounterWidth::wide;
  /// Up to so many trials are kept as a list of ranks; only more of them are given a table of n! counters.
  std::uint64_t most_listed = 0;
};

/// What a tally does that is told nothing else: a wide table from the first trial on for the decks whose
/// permutations are counted in every run, nothing for larger ones.
constexpr std::optional<PermutationCounting> standard_permutation_counting(int deck_size) {
  if (deck_size > largest_counted_deck_size) return std::nullopt;
  return PermutationCounting{};
}

// Counts of every permutation by lexicographic rank, in as little memory as the trials need.

/// While trials are few, the ranks they came out with; from then on n! counters, wide or narrow. What is read
/// of them (core/tally/permutation_counts.hpp) is the same in every form.
class PermutationCounts {
 public:
  /// deck_size in 1..12; throws std::invalid_argument.
  explicit PermutationCounts(int deck_size, PermutationCounting counting = {});
  PermutationCounts(PermutationCounts&&) = default;
  PermutationCounts& operator=(PermutationCounts&&) = default;

  /// Precondition: rank < n!.
  void add(std::uint64_t rank, std::uint64_t trials = 1) {
    if (wide_.empty()) [[unlikely]]
      return add_to_other_form(rank, trials);
    wide_[rank] += trials;
  }
  /// One trial for each rank. Precondition: all of them < n!.
  void add_ranks(std::span<const std::uint16_t> ranks) { add_each(ranks); }
  void add_ranks(std::span<const std::uint32_t> ranks) { add_each(ranks); }

  /// Makes the table now if so many trials in all will need one. To be called before threads count side by
  /// side: none of them has to change the form then.
  void make_room(std::uint64_t trials);
  /// Empty counts for another thread, of the same form; they count into the same table where it is narrow.
  /// `merge` brings them together again.
  PermutationCounts beside() const;
  /// Adds the counts of disjoint trials. Throws std::invalid_argument when the deck sizes differ.
  void merge(const PermutationCounts& other);

  int deck_size() const { return deck_size_; }
  /// n!.
  std::uint64_t permutations() const { return permutations_; }

  // The forms, for those who read: exactly one of the three holds the counts. In the wide form a count is the
  // sum of both digits; the lower ones may all be missing.
  bool is_list() const { return wide_.empty() && !narrow_; }
  std::span<const std::uint32_t> listed() const { return listed_; }
  std::span<const std::uint64_t> wide() const { return wide_; }
  std::span<const std::uint8_t> low_digits() const { return low_; }
  const std::optional<NarrowCounts>& narrow() const { return narrow_; }

 private:
  template <class Rank>
  void add_each(std::span<const Rank> ranks) {
    if (wide_.empty()) [[unlikely]]
      return add_ranks_to_other_form(ranks);
    if (low_.empty()) low_.resize(permutations_);
    // The counts of permutations that come by the thousand million are kept in two digits: a byte each, which
    // for 8! permutations is 40 kB, about what the nearest cache holds, and what is above. A byte that
    // reaches 256 is 0 again and hands them over at once, so that no trial is lost.
    const auto count = [low = low_.data(), this](Rank rank) {
      if (++low[rank] == 0) [[unlikely]]
        wide_[rank] += 256;
    };
    // A short loop of known length is unrolled, and one of few rounds is predicted: the counting of these
    // trials then overlaps the shuffling of the next ones.
    for (; ranks.size() >= 8; ranks = ranks.subspan(8)) {
      for (const Rank rank : ranks.template first<8>()) count(rank);
    }
    for (const Rank rank : ranks) count(rank);
  }
  void add_to_other_form(std::uint64_t rank, std::uint64_t trials);
  void add_ranks_to_other_form(std::span<const std::uint16_t> ranks);
  void add_ranks_to_other_form(std::span<const std::uint32_t> ranks);
  bool fits_list(std::uint64_t trials) const;
  void make_table();

  int deck_size_;
  PermutationCounting counting_;
  std::uint64_t permutations_;
  std::vector<std::uint32_t> listed_;  // a rank for each trial, in no order; 12! < 2^32
  std::vector<std::uint64_t> wide_;
  std::vector<std::uint8_t> low_;  // beside wide_, once ranks are added by the span
  std::optional<NarrowCounts> narrow_;
};

// Reading the counts of permutations, whatever form they have, one part of the trials or two at once.

/// Goes through counts once, by ascending rank. What it reads must outlive it and may not change meanwhile.
class PermutationReader {
 public:
  explicit PermutationReader(const PermutationCounts& counts);

  /// No permutation from `rank` on up to this one came; the number of permutations at the end. Ascending,
  /// like `read`.
  std::uint64_t next_rank(std::uint64_t rank);
  /// Writes the counts of the permutations of rank first, first + 1 ... Never goes back.
  void read(std::uint64_t first, std::span<std::uint64_t> counts);

 private:
  const PermutationCounts* counts_;
  std::vector<std::uint64_t> sorted_;  // the list of trials, or the carries
  std::size_t next_ = 0;               // of those, the first that was not read
};

/// Calls visit(rank, count in first, count in second) for every permutation that came in either, by ascending
/// rank. `second` may be null; its counts are 0 then. Both of one deck size.
template <class Visit>
void for_each_permutation(const PermutationCounts& first, const PermutationCounts* second, Visit visit) {
  // Long enough that its loop costs nothing, short enough that a list of few trials is not read slowly.
  constexpr std::uint64_t most_at_once = 256;
  std::array<std::uint64_t, most_at_once> in_first, in_second{};
  const std::uint64_t permutations = first.permutations();
  PermutationReader first_reader(first);
  std::optional<PermutationReader> second_reader;
  if (second != nullptr) second_reader.emplace(*second);
  for (std::uint64_t start = 0; start < permutations; start += most_at_once) {
    start = std::min(first_reader.next_rank(start),
                     second_reader ? second_reader->next_rank(start) : permutations);
    if (start >= permutations) return;
    const std::size_t size = std::min(most_at_once, permutations - start);
    first_reader.read(start, std::span(in_first).first(size));
    if (second_reader) second_reader->read(start, std::span(in_second).first(size));
    for (std::size_t index = 0; index < size; ++index) {
      if ((in_first[index] | in_second[index]) != 0) visit(start + index, in_first[index], in_second[index]);
    }
  }
}

// What was counted of every permutation, as tests and bounds read it: over one part of the trials, or two.

/// Looks at the counters themselves, whose table may take gigabytes: copies share them, two parts are added
/// up while they are read, and trials that are counted later are seen too, once the
/// tally is asked for its counts again.
class CountedPermutations {
 public:
  explicit CountedPermutations(std::shared_ptr<const PermutationCounts> only) : first_(std::move(only)) {}
  /// The sum of two disjoint parts, each of one part itself, of one deck size.
  CountedPermutations(const CountedPermutations& first, const CountedPermutations& second)
      : first_(first.first_), second_(second.first_) {}

  /// n!, the number of permutations, those that never came included.
  std::uint64_t size() const { return first_->permutations(); }

  /// Calls visit(rank, count) for every permutation that came, by ascending rank.
  template <class Visit>
  void for_each(Visit visit) const {
    for_each_permutation(
        *first_, second_.get(),
        [&](std::uint64_t rank, std::uint64_t first, std::uint64_t second) { visit(rank, first + second); });
  }
  /// The n! counts by rank, those of permutations that never came included.
  std::vector<std::uint64_t> by_rank() const {
    std::vector<std::uint64_t> counts(size());
    for_each([&counts](std::uint64_t rank, std::uint64_t count) { counts[rank] = count; });
    return counts;
  }

  /// The counters of the first part.
  const PermutationCounts& first_part() const { return *first_; }

 private:
  std::shared_ptr<const PermutationCounts> first_, second_;
};

// How many permutations came how often: all that is left of counts by order where a report can't hold those.

/// The permutations that came so often.
struct EqualCounts {
  std::uint64_t count = 0;
  std::uint64_t permutations = 0;

  bool operator==(const EqualCounts&) const = default;
};

/// By ascending count, without those that never came.
using PermutationHistogram = std::vector<EqualCounts>;

PermutationHistogram permutation_histogram(const CountedPermutations& permutations);
/// The same of the cells of a table.
PermutationHistogram histogram_of(std::span<const std::uint64_t> cells);

// Permutations of 5 cards counted two trials at a time.

/// Counts tuples of two trials: that of ranks r and s is r + 128 s. One increment counts both, and the table
/// still fits the nearest cache.
class TupleCounts {
 public:
  static constexpr int deck_size = 5;
  static constexpr int rank_bits = 7;

  TupleCounts() : counters_(std::size_t{1} << (2 * rank_bits)) {}

  /// Counts tuples; `permutations` takes what a counter cannot hold. Precondition: all are tuples as above.
  void add(std::span<const std::uint16_t> tuples, PermutationCounts& permutations) {
    // A counter that reaches 256 is 0 again and hands them over at once, so that no trial is lost.
    const auto count = [counters = counters_.data(), &permutations](std::uint16_t tuple) {
      if (++counters[tuple] == 0) [[unlikely]]
        hand_over(tuple, 256, permutations);
    };
    // Unrolled as in PermutationCounts::add_ranks.
    for (; tuples.size() >= 8; tuples = tuples.subspan(8)) {
      for (const std::uint16_t tuple : tuples.first<8>()) count(tuple);
    }
    for (const std::uint16_t tuple : tuples) count(tuple);
  }

  /// Moves each trial's order to `permutations`.
  void empty_into(PermutationCounts& permutations);

 private:
  static void hand_over(std::size_t tuple, std::uint64_t times, PermutationCounts& permutations);

  std::vector<std::uint8_t> counters_;
};

}  // namespace fairshuffle
