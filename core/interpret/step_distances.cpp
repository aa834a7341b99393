#include "core/interpret/step_distances.hpp"

#include "core/exact/law.hpp"
#include "core/interpret/evolve.hpp"

namespace fairshuffle {

namespace {

std::vector<std::vector<double>> position_chances(const Law& law) {
  std::vector<std::vector<double>> chances;
  for (const std::vector<Fraction>& row : position_law(law)) {
    std::vector<double>& cells = chances.emplace_back();
    for (const Fraction& chance : row) cells.push_back(to_double(chance));
  }
  return chances;
}

}  // namespace

std::vector<StepDistances> distances_after_steps(const SampleSetup& setup, bool with_positions) {
  std::vector<StepDistances> distances;
  evolve(setup, [&distances, with_positions](std::size_t step, const Law& law) {
    distances.push_back({.step = step,
                         .total_variation = total_variation(law),
                         .phi2 = phi2(law),
                         .support_size = support_size(law)});
    if (with_positions) distances.back().positions = position_chances(law);
  });
  return distances;
}

}  // namespace fairshuffle
