// How likely the counts are under every suspect in every reading.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/diagnosis/known_laws.hpp"
#include "core/exact/numeric_law.hpp"
#include "core/interpret/sample.hpp"
#include "core/order/symmetries.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// What the probabilities of a law may be off by, so that up to here they count as 0: a trial of an order of
/// probability 1e-15 is not met.
inline double counts_as_zero(const NumericLaw& law) {
  return law.error + 1e-15;
}

/// By how much, in natural logarithms, one law must be likelier than another to exclude it at level 1e-4. The
/// weights of all laws that may do so sum to 1: half of it for the orders as they are, half for their seven
/// other readings.
double log_ratio_to_exclude(std::size_t suspects, bool by_plain_reading);

/// A number for each of all_symmetries.
using BySymmetry = std::array<double, all_symmetries.size()>;

/// The counts of orders under the eight symmetries. Precondition: whole.orders, whole.trials > 0, at most
/// largest_deck_read cards.
class Readings {
 public:
  explicit Readings(const Tally& whole);

  std::uint64_t trials() const { return trials_; }
  const std::vector<std::uint64_t>& by_rank() const { return by_rank_; }

  static constexpr int largest_deck_read = 8;

  /// Of the counts, were they read through each of all_symmetries from trials of the law.
  BySymmetry log_likelihoods(const std::vector<double>& log_law) const;

  /// The law of the orders as they are counted.
  std::vector<double> read_through(std::size_t symmetry, const std::vector<double>& law) const;

 private:
  std::uint64_t trials_;
  std::vector<std::uint64_t> by_rank_;
  const std::array<std::vector<std::uint32_t>, all_symmetries.size()>* image_ranks_;
  std::array<std::vector<double>, all_symmetries.size()> counts_;  // by the rank before the symmetry
};

/// A law that likelihood alone does not exclude.
struct Survivor {
  SampleSetup setup;
  std::size_t suspect;   ///< number of the setup, from 0
  std::size_t symmetry;  ///< into all_symmetries
  double log_likelihood;
  std::shared_ptr<const NumericLaw> law;  ///< before it is read through the symmetry
};

class Likelihoods {
 public:
  /// The readings must outlive it.
  explicit Likelihoods(const Readings& readings);

  /// Each law once.
  void add(const KnownLaw& known);

  /// Those that neither another law nor fairness excludes (core/diagnosis/diagnosis.hpp, 2 and 3), in the
  /// order in which they were added. To be called once, when all are added.
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

}  // namespace fairshuffle
