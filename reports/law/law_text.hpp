// Exact laws as a terminal shows them: lines of at most 80 characters, but for long target names.
#pragma once

#include <string>
#include <vector>

#include "core/exact/law.hpp"
#include "core/interpret/step_distances.hpp"

namespace fairshuffle {

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

}  // namespace fairshuffle
