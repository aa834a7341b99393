#include "core/interpret/make_sampler.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "core/interpret/lanes/lanes.hpp"
#include "core/interpret/steps.hpp"
#include "core/shuffle/catalogue.hpp"

namespace fairshuffle {

namespace {

template <class... S>
bool runs_in_lanes(ShuffleList<S...>, std::string_view shuffle) {
  return ((S::info.name == shuffle && HasSteps<S>) || ...);
}

}  // namespace

std::unique_ptr<Sampler> make_sampler(const SampleSetup& setup) {
  if (const std::string reason = why_not_sampled(setup); !reason.empty()) {
    throw std::invalid_argument("make_sampler: " + reason);
  }
  if (auto task = lane_task_of(setup)) return make_lanes_sampler(std::move(*task));
  return make_scalar_sampler(setup);
}

bool lanes_admit(std::string_view shuffle) {
  return runs_in_lanes(Shuffles{}, shuffle);
}

}  // namespace fairshuffle
