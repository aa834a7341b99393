// Where a shuffle takes each single card, exactly and at any deck size.
//
// A step that never looks into the deck rearranges its positions at random, so that one card by itself walks
// over n positions: n x n numbers in place of n! probabilities.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/interpret/sample.hpp"

namespace fairshuffle {

/// The law of the table of positions.
struct CardLaw {
  int deck_size = 0;
  std::vector<double> probability;  ///< [position * deck_size + card]

  double at(int position, int card) const {
    return probability[static_cast<std::size_t>(position) * static_cast<std::size_t>(deck_size) +
                       static_cast<std::size_t>(card)];
  }
};

/// The law with the draw method's exact law over independent, uniform words; a seeding is taken as ideal, and
/// so is the carry of decks. Only positive terms are added: relative error below 1e-9. Deck sizes 1..128;
/// why_no_card_law(setup) must be empty, else std::invalid_argument. Throws LawRefused for a sort by labels
/// of too many values: more than most_label_terms / n^3 of them, unless they are equally likely and their
/// number is a product of smaller ones.
CardLaw card_law_of(const SampleSetup& setup);

inline constexpr double most_label_terms = 1e9;

/// One clause that says why the setup has no law of single cards here; empty when it has.
std::string why_no_card_law(const SampleSetup& setup);

/// (n - 1) sum (P - 1/n)^2: what the test `positions` sees of it, per trial.
double phi2_of_positions(const CardLaw& law);

}  // namespace fairshuffle
