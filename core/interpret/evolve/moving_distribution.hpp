// A distribution on its way through the steps.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/exact/distribution.hpp"
#include "core/interpret/card_distribution.hpp"
#include "core/interpret/steps.hpp"
#include "core/permutation/permutation.hpp"

namespace fairshuffle {

// Permutations packed into a word, and their ranks by two look-ups: what moving a whole distribution about
// takes.

/// A permutation of at most 16 cards: the card at position p is in bits 4p..4p+3.
using PackedPermutation = std::uint64_t;

/// All permutations of a deck by rank, and ranks by order.
class PackedPermutations {
 public:
  /// deck_size in 1..10: the tables of larger decks would not fit the caches.
  explicit PackedPermutations(int deck_size);

  int deck_size() const { return deck_size_; }
  std::span<const PackedPermutation> by_rank() const { return by_rank_; }

  /// Lexicographic rank. Precondition: a permutation of this deck.
  std::uint32_t rank_of(PackedPermutation permutation) const {
    return of_first_cards_[permutation & first_cards_] + of_last_cards_[permutation >> first_bits_];
  }

 private:
  // The rank is the sum of what the first half of the cards adds, whatever the order of the others, and the
  // rank of the second half among its own permutations: two tables of at most 2^20 entries instead of one of
  // 2^40.
  int deck_size_;
  int first_bits_;
  PackedPermutation first_cards_;
  std::vector<PackedPermutation> by_rank_;
  std::vector<std::uint32_t> of_first_cards_;
  std::vector<std::uint8_t> of_last_cards_;  // at most 5! - 1
};

/// Those of a deck size, 1..10. Of up to eight cards they are made once and kept for as long as the process
/// runs: one distribution after another asks for them. Several threads may ask at once.
std::shared_ptr<const PackedPermutations> packed_permutations(int deck_size);

// One step of a shuffle as what it does to a distribution: a random rearrangement of the positions.

/// Position p gets the card of position sources[p]; of what lies beyond the deck each stays where it is.
using PositionSources = std::array<Card, largest_counted_deck_size>;

/// The distribution of the rearrangement: each possible one once, with its probability times `denominator`,
/// which has no factor in common with all weights.
struct Mix {
  struct Rearrangement {
    PositionSources sources;
    Integer weight;
  };
  Integer denominator = 1;
  std::vector<Rearrangement> rearrangements;
};

/// One clause that says why `steps` are not independent rearrangements, step by step; empty when they are.
std::string why_no_mixes(const Steps& steps);

/// Most values of a label, times the permutations of the deck, that the distribution of a sort is added up
/// over.
inline constexpr std::uint64_t most_label_values = 50'000'000;

/// Most values of a draw that is no label.
inline constexpr std::uint64_t most_values_of_step = 400'000;

/// Integers for weights that are at most a denominator of so many bits: without asking for memory, unlike
/// Integer, and those of 128 bits as the processor's own.
template <unsigned bits>
using ShortWays = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<
    bits, bits, boost::multiprecision::unsigned_magnitude, boost::multiprecision::unchecked, void>>;

/// Throws DistributionRefused where one of the draws has more values.
void check_values(const Steps& steps, const std::vector<std::size_t>& draws, double most);
/// Throws DistributionRefused: too many values of a label.
[[noreturn]] void refuse_labels(std::uint64_t values);

/// What step number `step` does, over all values of its draws. Decks of up to 10 cards. Preconditions:
/// why_no_mixes(steps) is empty, and the step is no deal_by_itself. Throws DistributionRefused where
/// most_label_values or most_values_of_step do not suffice.
Mix mix_of(const Steps& steps, std::size_t step, DrawWeightsByBound& draws);

/// What tells the mixes of two steps apart: steps that are the same but for which draws they take, of equal
/// bounds, have equal signatures.
std::vector<std::int64_t> mix_signature(const Steps& steps, const Step& step);

/// The draws that a step takes, each once, in the order of their use.
std::vector<std::size_t> draws_of(const Step& step);

/// Calls visit(first, second, sources) for all values of the draws of a step that is not by labels, at most
/// two, with the positions that the cards come from. A draw that is not there has the value 0.
void for_each_outcome(const Steps& steps, const Step& step,
                      const std::function<void(std::uint64_t first, std::uint64_t second,
                                               std::span<const Card> sources)>& visit);

/// The bound of all labels of a step, where they are draws with one and the same uniform distribution.
std::optional<std::uint64_t> common_uniform_bound(const Steps& steps, const Step& step,
                                                  DrawWeightsByBound& draws);

// A distribution on its way through the steps of a shuffle: n! weights, and how a step moves them.

/// A rearrangement by bit shifts.
struct PackedRearrangement {
  struct Move {
    int from, to;  ///< bits: 4 times a position
  };
  PackedPermutation in_place;  ///< all bits of the positions whose card stays
  std::array<Move, largest_counted_deck_size> moves;
  std::size_t moved = 0;  ///< so many of them count

  std::span<const Move> forwards() const { return std::span(moves).first(moved); }
};

PackedRearrangement packed(const PositionSources& sources, int deck_size);

/// Those of equal weight in a row.
std::vector<const Mix::Rearrangement*> by_weight(const Mix& mix);

/// A mix as the distribution is moved by it: rearrangements of equal weight together.
template <class Weight>
class PackedMix {
 public:
  /// `weight_of(integer)` is the weight as it is added up here.
  template <class WeightOf>
  PackedMix(const Mix& mix, int deck_size, WeightOf weight_of) {
    const Integer* last = nullptr;
    for (const Mix::Rearrangement* each : by_weight(mix)) {
      if (last == nullptr || *last != each->weight) groups_.push_back({weight_of(each->weight), {}});
      groups_.back().rearrangements.push_back(packed(each->sources, deck_size));
      last = &each->weight;
    }
  }

  struct Group {
    Weight weight;
    std::vector<PackedRearrangement> rearrangements;
  };
  std::span<const Group> groups() const { return groups_; }

 private:
  std::vector<Group> groups_;
};

template <class Weight>
class MovingDistribution {
 public:
  /// All weight, 1, on the sorted deck. `permutations` must outlive the distribution.
  explicit MovingDistribution(const PackedPermutations& permutations)
      : permutations_(&permutations),
        weight_(permutations.by_rank().size(), Weight(0)),
        moved_(weight_.size(), Weight(0)) {
    weight_[0] = Weight(1);
  }

  std::span<const Weight> weights() const { return weight_; }

  /// Every permutation is rearranged at random: the weights are multiplied by those of the mix.
  void mix(const PackedMix<Weight>& mix) {
    const auto reached = static_cast<std::size_t>(
        std::ranges::count_if(weight_, [](const Weight& weight) { return weight != Weight(0); }));
    // Handing on what few permutations have costs more for each than gathering for all.
    if (reached < weight_.size() / 4) {
      scatter(mix);
    } else {
      gather(mix);
    }
    std::swap(weight_, moved_);
  }

  /// Every permutation is applied to itself.
  void deal_by_itself() {
    clear_moved();
    for (std::size_t rank = 0; rank < weight_.size(); ++rank) {
      if (weight_[rank] == Weight(0)) continue;
      const PackedPermutation permutation = permutations_->by_rank()[rank];
      PackedPermutation twice = 0;
      for (int bit = 0; bit < 4 * permutations_->deck_size(); bit += 4) {
        twice |= (permutation >> 4 * (permutation >> bit & 15) & 15) << bit;
      }
      moved_[permutations_->rank_of(twice)] += weight_[rank];
    }
    std::swap(weight_, moved_);
  }

 private:
  void clear_moved() { std::ranges::fill(moved_, Weight(0)); }

  void scatter(const PackedMix<Weight>& mix) {
    clear_moved();
    for (std::size_t rank = 0; rank < weight_.size(); ++rank) {
      if (weight_[rank] == Weight(0)) continue;
      const PackedPermutation permutation = permutations_->by_rank()[rank];
      for (const auto& group : mix.groups()) {
        const Weight handed_on = weight_[rank] * group.weight;
        for (const PackedRearrangement& rearrangement : group.rearrangements) {
          PackedPermutation rearranged = permutation & rearrangement.in_place;
          for (const auto [from, to] : rearrangement.forwards())
            rearranged |= (permutation >> from & 15) << to;
          moved_[permutations_->rank_of(rearranged)] += handed_on;
        }
      }
    }
  }

  // What comes to a permutation comes from where the inverse rearrangement takes it. So many permutations at
  // a time that their sums stay in the first cache, whatever a weight takes, and that each loop is long
  // enough to be one of vectors.
  static constexpr std::size_t block = 128;

  void gather(const PackedMix<Weight>& mix) {
    std::array<PackedPermutation, block> origin;
    std::vector<Weight> sums(block);
    for (std::size_t first = 0; first < weight_.size(); first += block) {
      const std::size_t count = std::min(block, weight_.size() - first);
      const std::span<const PackedPermutation> permutations = permutations_->by_rank().subspan(first, count);
      std::fill_n(moved_.begin() + static_cast<std::ptrdiff_t>(first), count, Weight(0));
      for (const auto& group : mix.groups()) {
        std::ranges::fill(sums, Weight(0));
        for (const PackedRearrangement& rearrangement : group.rearrangements) {
          for (std::size_t i = 0; i < count; ++i) origin[i] = permutations[i] & rearrangement.in_place;
          for (const auto [from, to] : rearrangement.forwards()) {
            for (std::size_t i = 0; i < count; ++i) origin[i] |= (permutations[i] >> to & 15) << from;
          }
          for (std::size_t i = 0; i < count; ++i) sums[i] += weight_[permutations_->rank_of(origin[i])];
        }
        for (std::size_t i = 0; i < count; ++i) moved_[first + i] += sums[i] * group.weight;
      }
    }
  }

  const PackedPermutations* permutations_;
  std::vector<Weight> weight_, moved_;
};

}  // namespace fairshuffle
