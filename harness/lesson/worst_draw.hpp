// The draw of a shuffle that is farthest from uniform.
#pragma once

#include <cstdint>
#include <optional>

#include "core/draw/law.hpp"
#include "core/interpret/sample.hpp"

namespace fairshuffle {

struct WorstDraw {
  std::uint64_t bound = 0;
  DrawLaw law;  ///< not uniform
};

/// The one, of the draws below 64 or less that the shuffle makes, whose values differ by most words; nothing
/// where all are uniform.
std::optional<WorstDraw> worst_draw_of(const SampleSetup& setup);

}  // namespace fairshuffle
