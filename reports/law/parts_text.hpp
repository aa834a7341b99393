// The parts of an exact law, as `exact` prints them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/exact/decomposition.hpp"
#include "core/exact/law.hpp"

namespace fairshuffle {

/// The parts of a law of 2 to 8 cards; none for other decks, and where what comes out may be no order.
std::vector<Part> parts_of(const Law& law);

/// A heading and a line for each part: its name, phi2 and share of the sum, and its degrees of freedom. Where
/// the law is uniform there is nothing to share, and the shares are left out. What is not above rounding is
/// 0.
std::string parts_text(std::span<const Part> parts);

/// [{"partition": [4, 1], "name": "single cards", "dimension": 4, "phi2": 0.037}, ...]
nlohmann::ordered_json parts_json(std::span<const Part> parts);

}  // namespace fairshuffle
