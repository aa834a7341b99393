// An exact distribution as text and JSON.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/exact/components.hpp"
#include "core/exact/law.hpp"
#include "core/interpret/evolve.hpp"

namespace fairshuffle {

// Exact laws as a terminal shows them: lines of at most 80 characters, but for long target names.

/// A law with the name of its target.
struct NamedExactLaw {
  std::string name;
  Law law;
};

/// Its distances from uniform, with fractions where they are short, and after `steps` where there are any;
/// cards by position; all orders, or the likeliest and the least likely ones.
std::string law_text(const NamedExactLaw& named, const std::vector<StepDistances>& steps);

/// Distances of both side by side, the distance between them, and the orders where they differ most.
/// Precondition: equal deck sizes.
std::string comparison_text(const NamedExactLaw& left, const NamedExactLaw& right);

// Exact laws as JSON: every figure as a fraction and as a number.

/// The law with all its orders; with a list of `steps` where there are any. What has no value (phi2 of a law
/// that may lose cards) is null.
nlohmann::ordered_json law_json(const NamedExactLaw& named, const std::vector<StepDistances>& steps);

/// Both laws without their orders, the distance between them, and the orders where they differ most, up to
/// 100. Precondition: equal deck sizes.
nlohmann::ordered_json comparison_json(const NamedExactLaw& left, const NamedExactLaw& right);

/// The parts of a law of 2 to 8 cards; none for other decks, and where what comes out may be no order.
std::vector<Part> parts_of(const Law& law);

}  // namespace fairshuffle
