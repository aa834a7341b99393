// The distribution of single cards by positions, step by step, also of known mistakes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/exact/distribution.hpp"
#include "core/interpret/sample.hpp"
#include "core/interpret/steps.hpp"

namespace fairshuffle {

// The distribution of a target's draws in small whole numbers.

/// The distribution of one draw, or of a sum of some: value v has probability weight(v) / denominator. The
/// weights have no common factor.
struct DrawWeights {
  std::uint64_t bound = 1;
  Integer denominator = 1;
  /// By value; empty when all values weigh 1, and the denominator is bound.
  std::vector<std::uint64_t> words;

  bool uniform() const { return words.empty(); }
  std::uint64_t weight(std::uint64_t value) const { return uniform() ? 1 : words[value]; }
};

/// By value, each rounded three times at most.
std::vector<double> probabilities(const DrawWeights& distribution);

/// The distributions of a target's draws by their bound, each worked out once.
class DrawWeightsByBound {
 public:
  /// Refers to `setup`, which must outlive it.
  explicit DrawWeightsByBound(const SampleSetup& setup);

  /// Throws DistributionRefused for a bound whose distribution is neither uniform nor small enough to be
  /// tabulated. The reference stays good.
  const DrawWeights& of(std::uint64_t bound);
  /// The same of a draw of the steps, which may be a sum; throws too where its weights pass 64 bits.
  const DrawWeights& of(const Steps& steps, std::size_t draw);

 private:
  const SampleSetup* setup_;
  std::uint64_t max_word_;
  bool always_uniform_;
  std::map<std::uint64_t, DrawWeights> by_bound_;
  std::map<std::pair<std::uint64_t, int>, DrawWeights> of_sums_;
};

// Where a shuffle takes each single card, exactly and at any deck size.
//
// A step that never looks into the deck rearranges its positions at random, so that one card by itself walks
// over n positions: n x n numbers in place of n! probabilities.

/// The distribution of the table of positions: with which probability the card that lay at one comes to
/// another.
struct CardDistribution {
  int deck_size = 0;
  std::vector<double> probability;  ///< [position * deck_size + card]

  double at(int position, int card) const {
    return row(static_cast<std::size_t>(position))[static_cast<std::size_t>(card)];
  }
  /// Of the cards that come to a position.
  std::span<double> row(std::size_t position) { return {probability.data() + position * width(), width()}; }
  std::span<const double> row(std::size_t position) const {
    return {probability.data() + position * width(), width()};
  }

 private:
  std::size_t width() const { return static_cast<std::size_t>(deck_size); }
};

/// The distribution with the draw method's exact distribution over independent, uniform words; a seeding is
/// taken as ideal, and so is the carry of decks. Only positive terms are added: relative error below 1e-9.
/// Deck sizes 1..128; why_no_card_distribution(setup) must be empty, else std::invalid_argument. Throws
/// DistributionRefused for a sort by labels of too many values: more than most_label_terms / n^3 of them,
/// unless they are equally likely and their number is a product of smaller ones.
CardDistribution card_distribution_of(const SampleSetup& setup);

inline constexpr double most_label_terms = 1e9;

/// The distribution of one shuffle after another, of equal deck sizes.
CardDistribution after(const CardDistribution& second, const CardDistribution& first);

/// One clause that says why the setup has no distribution of single cards here; empty when it has.
std::string why_no_card_distribution(const SampleSetup& setup);

/// (n - 1) sum (P - 1/n)^2: what the test `positions` sees of it, per trial.
double chi_square_distance_of_positions(const CardDistribution& distribution);

// The known mistakes that a test of large decks looks for by what they do to single cards.

template <class AnyDistribution>
struct MistakeWithDistribution {
  std::string name;
  SampleSetup setup;
  AnyDistribution distribution;  ///< of the setup
};
using CardMistake = MistakeWithDistribution<CardDistribution>;

/// How many there are, at every deck size.
inline constexpr std::size_t number_of_card_mistakes = 10;

/// Naive swaps, draw-insert of five rounds a card, and slips of Durstenfeld's, the upward and Fisher's and
/// Yates' shuffle in making draws of 15 or 16 bits. deck_size in 13..128; throws std::invalid_argument. The
/// distributions are found once in a process. Not here is what has the distribution of one of them
/// (inside-out that of durstenfeld-up, scaled-double that of multiply-shift), what moves each card to all
/// other places alike, which is what the number of fixed points sees in full (sattolo, swap-pairs,
/// applied-twice), and what other tests find in fewer trials.
std::span<const CardMistake> card_mistakes(int deck_size);

// The known mistakes that a test of large decks looks for by what they do to the draws of Durstenfeld's
// shuffle.

/// How often each draw of Durstenfeld's shuffle comes out as each value.
struct DigitDistribution {
  /// [i - 1][value], i = 1..n-1: the probability of the values 0..i of the draw for place i.
  std::vector<std::vector<double>> probability;
};

/// That of the setup's draws, which are of words independent of each other. Its shuffle is durstenfeld,
/// without a slip.
DigitDistribution digit_distribution_of(const SampleSetup& setup);

/// Sum over draws of k sum over values of (P - 1/k) (Q - 1/k), k = i + 1 values: what a filter for P sees of
/// Q. Of P with itself it is chi-square distance of the draws, the noncentrality of their chi-square for each
/// trial. Of the same deck size.
double product_of_digits(const DigitDistribution& p, const DigitDistribution& q);

using DigitMistake = MistakeWithDistribution<DigitDistribution>;

/// How many there are, at every deck size.
inline constexpr std::size_t number_of_digit_mistakes = 3;

/// Durstenfeld's shuffle with remainders of words of 15 and of 16 bits and with products of 15 bits.
/// deck_size in 13..128; throws std::invalid_argument. The distributions are found once in a process. Not
/// here are longer words, of which a run that is ever made sees nothing: remainders of 31 bits, of 52 cards,
/// take 3.8e16 trials.
std::span<const DigitMistake> digit_mistakes(int deck_size);

}  // namespace fairshuffle
