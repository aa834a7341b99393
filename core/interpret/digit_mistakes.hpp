// The known mistakes that a test of large decks looks for by what they do to the draws of Durstenfeld's
// shuffle.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/interpret/sample.hpp"

namespace fairshuffle {

/// How often each draw of Durstenfeld's shuffle comes out as each value.
struct DigitLaw {
  /// [i - 1][value], i = 1..n-1: the probability of the values 0..i of the draw for place i.
  std::vector<std::vector<double>> probability;
};

/// That of the setup's draws, which are of words independent of each other. Its shuffle is durstenfeld,
/// without a slip.
DigitLaw digit_law_of(const SampleSetup& setup);

/// Sum over draws of k sum over values of (P - 1/k) (Q - 1/k), k = i + 1 values: what a filter for P sees of
/// Q. Of P with itself it is phi2 of the draws, the noncentrality of their chi-square for each trial. Of the
/// same deck size.
double product_of_digits(const DigitLaw& p, const DigitLaw& q);

struct DigitMistake {
  std::string name;
  SampleSetup setup;
  DigitLaw law;  ///< of the setup
};

/// How many there are, at every deck size.
inline constexpr std::size_t number_of_digit_mistakes = 3;

/// Durstenfeld's shuffle with remainders of words of 15 and of 16 bits and with products of 15 bits.
/// deck_size in 13..128; throws std::invalid_argument. The laws are found once in a process. Not here are
/// longer words, of which a run that is ever made sees nothing: remainders of 31 bits, of 52 cards,
/// take 3.8e16 trials.
std::span<const DigitMistake> digit_mistakes(int deck_size);

}  // namespace fairshuffle
