// How far from uniform a shuffle is after each of its steps: the bias against the number of swaps, in one
// run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/exact/law.hpp"
#include "core/interpret/sample.hpp"

namespace fairshuffle {

struct StepDistances {
  std::size_t step;  ///< from 1
  Fraction total_variation, phi2;
  std::uint64_t support_size;
  /// [position][card]: the chance that the card lies there; empty unless asked for.
  std::vector<std::vector<double>> positions = {};
};

/// Of the law after every step; swap-pairs with k swaps gives those of 1 to k swaps. The conditions of
/// evolve.
std::vector<StepDistances> distances_after_steps(const SampleSetup& setup, bool with_positions = false);

}  // namespace fairshuffle
