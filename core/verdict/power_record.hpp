// Which known mistakes of a large deck so many trials would have shown.
#pragma once

#include <cstdint>
#include <optional>

#include "core/record/findings.hpp"

namespace fairshuffle {

/// What the applied tests of these findings, held to the level that each has at the look, would have shown
/// after `trials` trials. Nothing for decks of fewer than smallest_large_deck cards, and without trials.
/// findings: tests, alpha_at_look and family filled in.
std::optional<PowerRecord> power_record(const Findings& findings, int deck_size, std::uint64_t trials);

}  // namespace fairshuffle
