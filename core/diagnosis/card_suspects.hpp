// Known mistakes by single cards.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/exact/distribution.hpp"
#include "core/interpret/card_distribution.hpp"
#include "core/interpret/sample.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

// What is known of known mistakes in decks whose permutations are too many: where they put each single card,
// and of some the distribution of a number that tells all there is to tell.

/// One multinomial that trials are counted by, and what is counted of it: a card (where it lies), a position
/// (what lies there), what follows a card, or a number per permutation.
struct CardView {
  enum class Of { card, position, follower, descents, rising_sequences, peaks, inverse_peaks } of;
  int index = 0;  ///< of the card, or of the position

  friend bool operator==(const CardView&, const CardView&) = default;
};

/// The counts of a view, by position, card or value; of a card's followers that no card follows it stands in
/// its own place.
std::vector<std::uint64_t> counts_of(const CardView& view, const Tally& whole);

/// Whether the tally has that: of relative permutations neighbours and peaks are not counted.
bool is_counted(const CardView& view, const Tally& whole);

/// Its distribution under fairness.
std::vector<double> fair_distribution_of(const CardView& view, int deck_size);

/// Kullback and Leibler's divergence of q from p, in nats; infinite where q excludes what p gives.
double divergence(const std::vector<double>& p, const std::vector<double>& q);

struct CardSuspect {
  SampleSetup setup;
  CardDistribution cards;
  /// What single cards do not show. Of riffles the rising sequences and of sorts by random keys the descents
  /// (Bayer and Diaconis 1992, Annals of Applied Probability 2(2)), of shelves the peaks (Diaconis, Fulman
  /// and Holmes 2013, Annals of Applied Probability 23(4)): a sufficient statistic of these distributions. Of
  /// a random cut what follows card 0. Empty elsewhere.
  std::vector<double> own_distribution;
  CardView::Of own_view = CardView::Of::card;  ///< what that is the distribution of
  CardView against_fair{};                     ///< the view that tells it best from fairness
  double information = 0;                      ///< of a trial about that, in nats: their divergence there
  double chi_square_distance = 0;              ///< of its positions

  bool has(const CardView& view) const;
  /// Precondition: has(view).
  std::vector<double> distribution_of(const CardView& view) const;
  /// All that it has.
  std::vector<CardView> views() const;
};

/// log of how many times as likely p makes the counts as q. What neither can give tells nothing.
double log_ratio(const std::vector<std::uint64_t>& counts, const std::vector<double>& p,
                 const std::vector<double>& q);

/// The view that tells the suspect best from fairness, of all or of those that `is_usable` admits, and the
/// information of a trial there.
struct TellingView {
  CardView view{};
  double information = -1;
};
TellingView most_telling(const CardSuspect& suspect, const std::function<bool(const CardView&)>& is_usable);

/// Finds how it is told from fairness: against_fair, information and chi-square distance.
void compare_with_fair(CardSuspect& suspect);

struct CardSuspects {
  std::vector<CardSuspect> suspects;  ///< in the order of the catalogue, as suspects.hpp lists them
  std::vector<std::string>
      not_found;  ///< known mistakes whose distribution takes too long to find, and those below
  std::vector<SampleSetup>
      only_run;  ///< those that look into the deck, so that single cards have no distribution
};

/// The known mistakes of decks of that size, 3 to 128, that never look at cards. Found once in a process and
/// kept: of 52 cards some 700 in 0.4 s. Several threads may ask at once.
const CardSuspects& card_suspects(int deck_size);

/// P(p interior peaks), p = 0..(n-1)/2, of a deck of n cards, 1..128, that went over `shelves` shelves, 1 or
/// more (shelf_words).
std::vector<double> peaks_of_shelves(int deck_size, const Integer& shelves);

/// P(r rising sequences) after an a-shuffle, r = 0..n: C(a + n - r, n) / a^n for each of the Eulerian number
/// of permutations that have r of them (Bayer and Diaconis 1992). packets: a, 1 or more; deck_size 1..128.
std::vector<double> rising_sequences_of_riffles(int deck_size, double packets);

// The known mistakes that wide decks are held against. Their distributions are too large, a million places of
// single cards and more: they are run.

/// Every biased shuffle with exact draws, with every word of its options and the standard of its numbers,
/// each once.
std::vector<SampleSetup> standard_mistakes(int deck_size);

/// Every biased shuffle with exact draws, with every word of its options, the standard of its numbers, and
/// one of them at a time moved: random swaps to as many as leave the fixed points that were counted, and
/// random keys to as many as leave the descents; riffles, and keys of whole bits, to those that leave the
/// mean of their number within four standard deviations (core/exact/distribution.hpp); other rounds to 1..16,
/// other numbers to the values that their registry entries name. As setups that can be run, each once, in the
/// order of the catalogue. Preconditions: is_wide_deck(whole.deck_size), whole.trials > 0.
std::vector<SampleSetup> wide_suspects(const Tally& whole);

/// Whether it is among them only where the mean of the number that tells it is four standard deviations from
/// fair and fits it, but for its standard values: random swaps, riffles and sorts by random keys.
bool is_told_by_its_number(const SampleSetup& setup);

/// Every uniform shuffle with the draw methods that are uneven with whole words, and the others with words of
/// 8 to 16 bits, as long as so many trials could show it. Each once, as above.
std::vector<SampleSetup> wide_suspects_by_draws(const Tally& whole);

}  // namespace fairshuffle
