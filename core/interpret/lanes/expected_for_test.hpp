// What lanes should count, by the scalar deck and the published theorem on draws, for the tests of this
// folder.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "core/interpret/lanes/lane_sources.hpp"
#include "core/interpret/lanes/lane_tally.hpp"
#include "core/interpret/scalar_deck.hpp"

namespace fairshuffle {

/// Draws that are read from a list, each of which must be asked for with its bound.
struct ListedDraws {
  std::vector<std::uint64_t> values, bounds;
  std::size_t next = 0;

  std::uint64_t below(std::uint64_t bound) {
    REQUIRE(next < values.size());
    REQUIRE(bound == bounds[next]);
    return values[next++];
  }
};

/// The draws of a word's trials, by the theorem as it is published: a batch of draws from 16 or 32 bits, all
/// of them again while the last remainder is below 2^bits mod the product of the bounds.
inline std::vector<std::vector<std::uint64_t>> batched_draws(Xoshiro256PlusPlus& source,
                                                             const std::vector<std::uint64_t>& bounds,
                                                             int bits) {
  const std::uint64_t words = std::uint64_t{1} << bits;
  std::vector<std::size_t> ends;
  for (std::size_t first = 0; first < bounds.size(); first = ends.back()) {
    ends.push_back(first + 1);
    std::uint64_t product = bounds[first];
    for (std::size_t end = first + 2; end <= bounds.size() && product <= words; ++end) {
      product *= bounds[end - 1];
      const bool often_enough =
          bits == 32 ? product <= 4'194'304 : product <= words && words % product <= 40 && end <= first + 16;
      if (often_enough) ends.back() = end;
    }
  }
  std::vector<std::uint64_t> word_of_batch;
  for (std::size_t batch = 0; batch < ends.size(); ++batch) word_of_batch.push_back(source.next_word());
  std::vector<std::vector<std::uint64_t>> rows(64 / static_cast<std::size_t>(bits));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t batch = 0; batch < ends.size(); ++batch) {
      const std::size_t first = batch == 0 ? 0 : ends[batch - 1];
      std::uint64_t product = 1;
      for (std::size_t draw = first; draw < ends[batch]; ++draw) product *= bounds[draw];
      std::uint64_t part = word_of_batch[batch] >> (static_cast<std::size_t>(bits) * row) & (words - 1);
      // The whole batch is one number below the product, written in the bounds as a mixed base.
      while (part * product % words < words % product) part = source.next_word() & (words - 1);
      std::uint64_t number = part * product >> bits;
      std::vector<std::uint64_t> values(ends[batch] - first);
      for (std::size_t draw = ends[batch]; draw-- > first;) {
        values[draw - first] = number % bounds[draw];
        number /= bounds[draw];
      }
      rows[row].insert(rows[row].end(), values.begin(), values.end());
    }
  }
  return rows;
}

/// A lane's trials, a row after the other, as they should be counted.
class LaneStream {
 public:
  explicit LaneStream(int deck_size)
      : successive_(deck_size, LaneTally::rows_apart), later_(deck_size, LaneTally::rows_apart) {}

  void add(std::span<const Card> permutation, std::uint64_t trial, RunningTally& tally) {
    if (!is_permutation(permutation)) {
      previous_.clear();
      return tally.add_invalid(permutation, trial);
    }
    tally.add_permutation(permutation, trial);
    if (!previous_.empty()) tally.repeats().add(1, std::ranges::equal(previous_, permutation));
    previous_.assign(permutation.begin(), permutation.end());
    const std::uint64_t row = trial / lanes_per_block;
    if (trial < trials_of_all_successive) {
      successive_.add_as_first(permutation, row, tally.successive());
    } else if (row % 48 < 4) {
      later_.add_pair(permutation, row, tally.successive());
    }
  }

 private:
  SuccessiveStream successive_, later_;
  std::vector<Card> previous_;
};

/// What the lanes should count into `tally`, one trial after the other with the scalar deck.
template <class Shuffle>
void count_expected(const Shuffle& shuffle, std::uint64_t trials, std::uint64_t seed,
                    std::uint64_t first_trial, RunningTally& tally) {
  const int deck_size = tally.deck_size();
  const std::vector<std::uint64_t> bounds = steps_of(shuffle, deck_size).value().bounds;
  const bool in_planes = (deck_size <= 8 || deck_size > largest_lane_deck) &&
                         std::ranges::all_of(bounds, [](auto bound) { return bound <= 256; });
  for (std::size_t lane = 0; lane < lanes_per_block; ++lane) {
    Xoshiro256PlusPlus source(lane_seed(seed, lane));
    LaneStream lane_stream(deck_size);
    for (std::uint64_t trial = lane; trial < trials;) {
      for (const auto& values : batched_draws(source, bounds, in_planes ? 16 : 32)) {
        ListedDraws draws{values, bounds};
        ScalarDeck<ListedDraws> deck(deck_size, draws);
        deck.begin_trial();
        shuffle(deck);
        if (trial < trials) lane_stream.add(deck.end_trial(), first_trial + trial, tally);
        trial += lanes_per_block;
      }
    }
  }
  tally.settle();
}

}  // namespace fairshuffle
