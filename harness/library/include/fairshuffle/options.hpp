// What a call of certify may be asked for beside the shuffle.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fairshuffle {

/// The deck that a trial starts from.
enum class Reset {
  always,  ///< a fresh one, in its first order
  never,   ///< the one that the last trial left: relative permutations are counted, as the decks would forget
           ///< the bias
};

/// The standard values suit a unit test. A fair shuffle takes as many trials as its certificate needs, a
/// broken one often no more than the 2,400 of the first look.
struct CertifyOptions {
  /// The probability that this call finds a fair shuffle biased, over all its tests and looks, in (0, 1).
  /// A suite of a thousand calls that runs every day has a false alarm in about three years.
  double alpha = 1e-6;
  /// Of each bound on the bias, in (0, 1).
  double confidence = 0.999;
  /// The largest bias that passes as fair, in (0, 1], as a total variation distance: what the best bet on the
  /// order may gain over a fair deck; above ten cards, on where one card lies. Half of it takes four times
  /// the trials.
  double tolerance = 0.01;
  /// Trials at which an undecided shuffle is inconclusive, from 1.
  std::uint64_t max_trials = 100'000'000;
  /// Whether to stop at the first look that decides. Otherwise a shuffle of up to ten cards is run 131,072
  /// times, one of more 16,384 times, before it is judged, so that its bias is measured and not only found.
  bool until_decided = false;
  Reset reset = Reset::always;
  /// So many first cards are watched as a set as well (the mines of a field); 0 for none.
  int marked = 0;
  /// Named bets to watch, each how many of some cards lie in some places, or the category of a poker hand
  /// (card c has rank c % 13, 0 being the ace, and suit c / 13): "cards=0-23,places=0-6,name=opening hand",
  /// "poker=0-4"; or a ready list: "poker", "bridge" (52 cards), "landlord" (54), "minesweeper" (64). Each is
  /// tested within the family-wise error rate, and Result::bets tells what came.
  std::vector<std::string> bets = {};
  /// Whether to count where any two cards lie, in decks of 13 cards and more: half a microsecond a trial and
  /// 30 MB of 52 cards. At most 4,294,967,295 trials.
  bool pairs = false;
  /// What the report calls the shuffle.
  std::string name = "shuffle";
  /// What exact() found of it, as its json(), of 2 to 6 cards: it stands beside the trials in reports. Empty
  /// for nothing.
  std::string proof = "";
};

}  // namespace fairshuffle
