#include "core/interpret/make_sampler.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "core/interpret/lanes/lanes.hpp"
#include "core/shuffle/registry.hpp"

namespace fairshuffle {

std::unique_ptr<Sampler> make_sampler(const SampleSetup& setup) {
  if (const std::string reason = why_not_sampled(setup); !reason.empty()) {
    throw std::invalid_argument("make_sampler: " + reason);
  }
  if (auto task = lane_task_of(setup)) return make_lanes_sampler(std::move(*task));
  return make_scalar_sampler(setup);
}

// Small enough for every shuffle that runs in lanes at all.
constexpr int cards_of_a_lane_deck = 5;

bool lanes_admit(std::string_view shuffle) {
  const ShuffleInfo* info = find_shuffle(shuffle);
  return info != nullptr && lane_task_of(standard_setup(*info, cards_of_a_lane_deck)).has_value();
}

}  // namespace fairshuffle
