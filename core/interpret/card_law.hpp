// Where a shuffle takes each single card, exactly and at any deck size.
//
// A step that never looks into the deck rearranges its positions at random, so that one card by itself walks
// over n positions: n x n numbers in place of n! probabilities.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/interpret/sample.hpp"

namespace fairshuffle {

/// The law of the table of positions: with which probability the card that lay at one comes to another.
struct CardLaw {
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

/// The law with the draw method's exact law over independent, uniform words; a seeding is taken as ideal, and
/// so is the carry of decks. Only positive terms are added: relative error below 1e-9. Deck sizes 1..128;
/// why_no_card_law(setup) must be empty, else std::invalid_argument. Throws LawRefused for a sort by labels
/// of too many values: more than most_label_terms / n^3 of them, unless they are equally likely and their
/// number is a product of smaller ones.
CardLaw card_law_of(const SampleSetup& setup);

inline constexpr double most_label_terms = 1e9;

/// The law of one shuffle after another, of equal deck sizes.
CardLaw after(const CardLaw& second, const CardLaw& first);

/// One clause that says why the setup has no law of single cards here; empty when it has.
std::string why_no_card_law(const SampleSetup& setup);

/// (n - 1) sum (P - 1/n)^2: what the test `positions` sees of it, per trial.
double phi2_of_positions(const CardLaw& law);

}  // namespace fairshuffle
