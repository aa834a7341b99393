// Likelihood ratios over known mistakes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/diagnosis/suspects.hpp"
#include "core/exact/distribution.hpp"
#include "core/interpret/sample.hpp"
#include "core/permutation/permutation.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

// The distributions of the known mistakes, each found once in a process.

/// Below the logarithm of any likelihood: one trial of a permutation that can't come leaves this or less.
inline constexpr double impossible_log_likelihood = -1e30;

struct KnownDistribution {
  SampleSetup setup;
  std::shared_ptr<const NumericDistribution> distribution;
  std::vector<double>
      log_distribution;            ///< by rank; impossible_log_likelihood where a permutation can't come
  bool exact_draws = true;         ///< of whole words of their own: the mistake is the shuffle's
  double chi_square_distance = 0;  ///< of the distribution
  /// n! sum (p - q)^2 from the distribution q of the same shuffle with exact draws; infinite where draws are
  /// exact, or wrong because words are few or shared.
  double from_exact_draws = std::numeric_limits<double>::infinity();
};

KnownDistribution known_distribution(const SampleSetup& setup, const NumericDistribution& distribution);

struct KnownDistributions {
  std::vector<KnownDistribution> distributions;  ///< in the order of for_each_suspect
  std::vector<std::string> not_found;            ///< known mistakes whose distribution takes too long to find
};

/// Where the known ones end: a run of a billion trials does not see distributions nearer to uniform.
inline constexpr SuspectRange range_known{.least_chi_square_distance = 4e-8, .least_difference = 1e-12};

/// Those of decks of that size: of 3 to 7 cards about 350 to 470, found in 1, 2, 5, 25 and 180 ms of
/// processor time, which threads may share (core/interpret/enumerate.hpp). They are kept for as long as the
/// process runs; of seven cards they take 40 MB. Several threads may ask at once.
const KnownDistributions& known_distributions(int deck_size);

// What permutations show in cells that many of them share, where trials are too few to tell permutations
// apart.

/// Counts of permutations, by which card lies where, which card comes behind which, parity, fixed points and
/// cycles.
class PermutationMarginals {
 public:
  /// by_rank: trials of each order of a deck of at most largest_deck_diagnosed cards, at least one.
  PermutationMarginals(int deck_size, std::span<const std::uint64_t> by_rank);

  /// Whether the trials have some cell so often, or so seldom, as independent trials of the distribution do
  /// with probability `level` at most: for any of the cells, by Bonferroni, and of any number of trials,
  /// since a count that is binomial lies at O or beyond with probability exp(-N KL(O/N, q)) at most
  /// (Hoeffding 1963, theorem 1). distribution: by rank; its numbers may each be off by `least`.
  bool reject(std::span<const double> distribution, double least, double level) const;

 private:
  std::size_t cells_of_permutation_;
  std::vector<std::uint16_t> cells_;  // of each permutation, one permutation after the other, by rank
  double trials_ = 0;
  std::vector<double> counts_;  // by cell
};

// How likely the counts are under every suspect in every reading.

/// What the probabilities of a distribution may be off by, so that up to here they count as 0: a trial of a
/// permutation of probability 1e-15 is not met.
inline double counts_as_zero(const NumericDistribution& distribution) {
  return distribution.error + 1e-15;
}

/// By how much, in natural logarithms, one distribution must be likelier than another to exclude it at level
/// 1e-4. The weights of all distributions that may do so sum to 1: half of it for the permutations as they
/// are, half for their seven other readings.
double log_ratio_to_exclude(std::size_t suspects, bool by_plain_reading);

/// A number for each of all_symmetries.
using BySymmetry = std::array<double, all_symmetries.size()>;

/// The counts of permutations under the eight symmetries. Precondition: whole.permutations, whole.trials > 0,
/// at most largest_deck_read cards.
class Readings {
 public:
  explicit Readings(const Tally& whole);

  std::uint64_t trials() const { return trials_; }
  const std::vector<std::uint64_t>& by_rank() const { return by_rank_; }

  static constexpr int largest_deck_read = 8;

  /// Of the counts, were they read through each of all_symmetries from trials of the distribution.
  BySymmetry log_likelihoods(const std::vector<double>& log_distribution) const;

  /// The distribution of the permutations as they are counted.
  std::vector<double> read_through(std::size_t symmetry, const std::vector<double>& distribution) const;

 private:
  std::uint64_t trials_;
  std::vector<std::uint64_t> by_rank_;
  const std::array<std::vector<std::uint32_t>, all_symmetries.size()>* image_ranks_;
  std::array<std::vector<double>, all_symmetries.size()> counts_;  // by the rank before the symmetry
};

/// A distribution that likelihood alone does not exclude.
struct Survivor {
  SampleSetup setup;
  std::size_t suspect;   ///< number of the setup, from 0
  std::size_t symmetry;  ///< into all_symmetries
  double log_likelihood;
  std::shared_ptr<const NumericDistribution> distribution;  ///< before it is read through the symmetry
};

class Likelihoods {
 public:
  /// The readings must outlive it.
  explicit Likelihoods(const Readings& readings);

  /// Each distribution once.
  void add(const KnownDistribution& known);

  /// Those that neither another distribution nor fairness excludes (core/diagnosis/diagnosis.hpp, 2 and 3),
  /// in the order in which they were added. To be called once, when all are added.
  std::vector<Survivor> take_survivors();

  std::size_t suspects() const { return suspects_; }
  double fair() const { return fair_; }

  /// The greatest of those that are not in `fitting`; nothing when only impossible ones are left.
  std::optional<double> greatest_excluded(std::vector<std::size_t> fitting) const;
  /// What a survivor is called in `fitting`.
  static std::size_t index_of(const Survivor& survivor) {
    return survivor.suspect * all_symmetries.size() + survivor.symmetry;
  }

 private:
  static constexpr double impossible = impossible_log_likelihood;

  bool survives(double log_likelihood, std::size_t suspects) const;

  const Readings* readings_;
  double fair_;
  double greatest_plain_ = impossible, greatest_turned_ = impossible;
  std::size_t suspects_ = 0;
  std::vector<double> all_;  // by index_of
  std::vector<Survivor> survivors_;
};

// An e-value over the known mistakes: do they, taken together, explain the counts better than fairness does?

/// The weights of the known distributions in their readings, which add up to 1. Half is for the distributions
/// of exact draws and half for all others; within a half a distribution has as much as any other, but less
/// where its bias is so large that the first look sees it anyway. Three quarters of a distribution's are for
/// the permutations as they are, the rest is for their seven other readings.
class TermWeights {
 public:
  explicit TermWeights(const KnownDistributions& known);
  double of(const KnownDistribution& distribution, std::size_t symmetry) const;

 private:
  double exact_ = 0,
         other_ = 0;  // sums of what the distributions of each half have before they are made to add up
};

/// log10 of an e-value of the counts against the claim that every permutation is equally likely: with M the
/// product over the trials of n! p(order), the sum of M times its weight over the distributions p of
/// known_distributions(deck_size) in all readings (core/permutation/permutation.hpp).
///
/// Under fairness, trials being independent, each M is a martingale of mean 1 as trials come, so by Ville's
/// inequality the sum is ever at or above 1/a with probability a at most, however often it is looked at: 1/E
/// is a p-value. Terms may be left out of the sum, which only makes it smaller: those of distributions that
/// the counts are far from, by the size of their bias, and those that so few trials can't see. Source:
/// core/README.md 5.5.
///
/// Precondition: a deck of 3 to 7 cards whose permutations are counted, one trial or more. Minus infinity
/// where every term is left out.
double log10_e_value(const Tally& whole);

/// 1/E, at most 1.
TailProbability p_of_e_value(double log10_e);

}  // namespace fairshuffle
