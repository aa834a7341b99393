// An exact distribution as text and JSON.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/exact/components.hpp"
#include "core/exact/distribution.hpp"
#include "core/interpret/evolve.hpp"

namespace fairshuffle {

// Exact distributions as a terminal shows them: lines of at most 80 characters, but for long target names.

/// A distribution with the name of its target.
struct NamedExactDistribution {
  std::string name;
  Distribution distribution;
};

/// Its distances from uniform, with fractions where they are short, and after `steps` where there are any;
/// cards by position; all permutations, or the likeliest and the least likely ones.
std::string distribution_text(const NamedExactDistribution& named, const std::vector<StepDistances>& steps);

/// Distances of both side by side, the distance between them, and the permutations where they differ most.
/// Precondition: equal deck sizes.
std::string comparison_text(const NamedExactDistribution& left, const NamedExactDistribution& right);

// Exact distributions as JSON: every figure as a fraction and as a number.

/// The distribution with all its permutations; with a list of `steps` where there are any. What has no value
/// (chi-square distance of a distribution that may lose cards) is null.
nlohmann::ordered_json distribution_json(const NamedExactDistribution& named,
                                         const std::vector<StepDistances>& steps);

/// Both distributions without their permutations, the distance between them, and the permutations where they
/// differ most, up to 100. Precondition: equal deck sizes.
nlohmann::ordered_json comparison_json(const NamedExactDistribution& left,
                                       const NamedExactDistribution& right);

/// The components of a distribution of 2 to 8 cards; none for other decks, and where what comes out may be no
/// permutation.
std::vector<Component> components_of(const Distribution& distribution);

}  // namespace fairshuffle
