// The law of a target's draws in small whole numbers.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/exact/law.hpp"
#include "core/interpret/sample.hpp"
#include "core/interpret/steps.hpp"

namespace fairshuffle {

/// The law of one draw, or of a sum of some: value v has probability weight(v) / denominator. The weights
/// have no common factor.
struct DrawWeights {
  std::uint64_t bound = 1;
  Integer denominator = 1;
  std::vector<std::uint64_t>
      words;  ///< by value; empty when all values weigh 1, and the denominator is bound

  bool uniform() const { return words.empty(); }
  std::uint64_t weight(std::uint64_t value) const { return uniform() ? 1 : words[value]; }
};

/// The laws of a target's draws by their bound, each worked out once.
class DrawWeightsByBound {
 public:
  /// Refers to `setup`, which must outlive it.
  explicit DrawWeightsByBound(const SampleSetup& setup);

  /// Throws LawRefused for a bound whose law is neither uniform nor small enough to be tabulated. The
  /// reference stays good.
  const DrawWeights& of(std::uint64_t bound);
  /// The same of a draw of the steps, which may be a sum; throws too where its weights pass 64 bits.
  const DrawWeights& of(const Steps& steps, std::size_t draw);

 private:
  const SampleSetup* setup_;
  std::uint64_t max_word_;
  bool always_uniform_;
  std::map<std::uint64_t, DrawWeights> by_bound_;
  std::map<std::pair<std::uint64_t, int>, DrawWeights> of_sums_;
};

}  // namespace fairshuffle
