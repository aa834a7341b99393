// Which interpreter samples a setup: the lanes where they can, one trial after the other where not.
#pragma once

#include <memory>
#include <string_view>

#include "core/interpret/sample.hpp"

namespace fairshuffle {

/// The sampler of the setup. Which one depends on the setup alone, and so do its trials. Throws
/// std::invalid_argument where `why_not_sampled` has something to say.
std::unique_ptr<Sampler> make_sampler(const SampleSetup& setup);

/// True when the shuffle of this name can run in lanes, with some options, source and draw method.
bool lanes_admit(std::string_view shuffle);

}  // namespace fairshuffle
