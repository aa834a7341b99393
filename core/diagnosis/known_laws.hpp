// The laws of the known mistakes, each found once in a process.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/diagnosis/suspects.hpp"
#include "core/exact/numeric_law.hpp"
#include "core/interpret/sample.hpp"

namespace fairshuffle {

/// Below the logarithm of any likelihood: one trial of an order that can't come leaves this or less.
inline constexpr double impossible_log_likelihood = -1e30;

struct KnownLaw {
  SampleSetup setup;
  std::shared_ptr<const NumericLaw> law;
  std::vector<double> log_law;  ///< by rank; impossible_log_likelihood where an order can't come
  bool exact_draws = true;      ///< of whole words of their own: the mistake is the shuffle's
  double phi2 = 0;              ///< of the law
  /// n! sum (p - q)^2 from the law q of the same shuffle with exact draws; infinite where draws are exact, or
  /// wrong because words are few or shared.
  double from_exact_draws = std::numeric_limits<double>::infinity();
};

KnownLaw known_law(const SampleSetup& setup, const NumericLaw& law);

struct KnownLaws {
  std::vector<KnownLaw> laws;          ///< in the order of for_each_suspect
  std::vector<std::string> not_found;  ///< known mistakes whose law takes too long to find
};

/// Where the known ones end: a run of a billion trials does not see laws nearer to uniform.
inline constexpr SuspectRange range_known{.least_phi2 = 4e-8, .least_difference = 1e-12};

/// Those of decks of that size: of 3 to 7 cards about 350 to 470, found in 1, 2, 5, 25 and 180 ms of
/// processor time, which threads may share (shared_work.hpp). They are kept for as long as the process runs;
/// of seven cards they take 40 MB. Several threads may ask at once.
const KnownLaws& known_laws(int deck_size);

}  // namespace fairshuffle
