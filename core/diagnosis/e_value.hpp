// An e-value over the known mistakes: do they, taken together, explain the counts better than fairness does?
#pragma once

#include <cstddef>

#include "core/diagnosis/known_laws.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// The weights of the known laws in their readings, which add up to 1. Half is for the laws of exact draws
/// and half for all others; within a half a law has as much as any other, but less where its bias is so large
/// that the first look sees it anyway. Three quarters of a law's are for the orders as they are, the rest is
/// for their seven other readings.
class TermWeights {
 public:
  explicit TermWeights(const KnownLaws& known);
  double of(const KnownLaw& law, std::size_t symmetry) const;

 private:
  double exact_ = 0, other_ = 0;  // sums of what the laws of each half have before they are made to add up
};

/// log10 of an e-value of the counts against the claim that every order is equally likely: with M the product
/// over the trials of n! p(order), the sum of M times its weight over the laws p of known_laws(deck_size) in
/// all readings (core/order/symmetries.hpp).
///
/// Under fairness, trials being independent, each M is a martingale of mean 1 as trials come, so by Ville's
/// inequality the sum is ever at or above 1/a with probability a at most, however often it is looked at: 1/E
/// is a p-value. Terms may be left out of the sum, which only makes it smaller: those of laws that the counts
/// are far from, by the size of their bias, and those that so few trials can't see. Source:
/// core/README.md 5.5.
///
/// Precondition: can_have_e_value(whole). Minus infinity where every term is left out.
double log10_e_value(const Tally& whole);

/// True for decks of 3 to 7 cards whose orders are counted, one trial or more.
bool can_have_e_value(const Tally& whole);

/// 1/E, at most 1.
TailProbability p_of_e_value(double log10_e);

}  // namespace fairshuffle
