#include "core/interpret/step_distances.hpp"

#include "core/exact/law.hpp"
#include "core/interpret/evolve.hpp"

namespace fairshuffle {

std::vector<StepDistances> distances_after_steps(const SampleSetup& setup) {
  std::vector<StepDistances> distances;
  evolve(setup, [&distances](std::size_t step, const Law& law) {
    distances.push_back({.step = step,
                         .total_variation = total_variation(law),
                         .phi2 = phi2(law),
                         .support_size = support_size(law)});
  });
  return distances;
}

}  // namespace fairshuffle
