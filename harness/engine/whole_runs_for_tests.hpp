// Whole runs of the engine, many of them, with what must hold of all: what a verdict promises, simulated.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/record/findings.hpp"
#include "harness/engine/run.hpp"

namespace fairshuffle {

/// A run fails a correct program with at most this probability, of each figure that chance has a part in.
inline constexpr double least_believable_p = 1e-7;

/// One line of figures.
struct RunsFigure {
  std::string of;      ///< which runs
  std::string figure;  ///< what came out, in words
  bool holds = true;   ///< what must hold of them does
};

using RunsFigures = std::vector<RunsFigure>;

struct RunsPlan {
  std::uint64_t runs = 0;  ///< of each kind that the figures tell apart
  std::uint64_t seed = 0;  ///< of the first run; the next ones have the next
  int threads = 2;
};

/// Fair shuffles of 3 to 52 cards, five of each size, judged at every look to 65,536 trials with alpha 0.05:
/// how many are found biased. `runs` of each shuffle and size; of 52 cards as many more with all that is only
/// counted when it is asked for: pairs, hole cards, flops and four named bets.
RunsFigures fair_runs(const RunsPlan& plan);

/// Streams of uniform decks, each tied to the one before in one of five ways: no bound and no diagnosis of
/// single decks in any that is called dependent. `runs` of each way, over decks of 5, 8, 20 and 52 cards.
RunsFigures dependent_runs(const RunsPlan& plan);

/// Distributions beside those of known mistakes: none is named without saying how far another distribution
/// may be, and what is said of that holds. `runs` distributions of five cards.
RunsFigures near_misses(const RunsPlan& plan);

/// Independent decks of each biased shuffle of the catalogue, of 5 and of 52 cards: none is called dependent.
/// `runs` of each shuffle and size.
RunsFigures independent_runs(const RunsPlan& plan);

/// How one run goes.
struct OneRun {
  std::uint64_t seed = 0;
  std::uint64_t max_trials = 65'536;
  bool fixed_trials = false;  ///< one look, at max_trials
  double alpha = 1e-6;
  std::vector<std::string> certify = RunSettings{}.certify;
  std::vector<NamedBet> bets = {};
  bool pairs = false;
};

/// The record of one target, run with all tests on one thread.
TargetRecord ran(std::unique_ptr<Target> target, const OneRun& how);
/// The same of a built-in one, as it is typed.
TargetRecord ran(const std::string& target, int deck_size, const OneRun& how);

/// Writes the next deck over the one before: `trial` from 0.
using NextDeck = std::function<void(std::vector<Card>& deck, std::uint64_t trial)>;

/// A stream of decks that begins with the sorted one, which the function need not keep to.
std::unique_ptr<Target> stream_target(int deck_size, NextDeck next);

}  // namespace fairshuffle
