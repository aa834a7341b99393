// Exact laws as JSON: every figure as a fraction and as a number.
#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "reports/law/law_text.hpp"

namespace fairshuffle {

/// The law with all its orders; with a list of `steps` where there are any. What has no value (phi2 of a law
/// that may lose cards) is null.
nlohmann::ordered_json law_json(const NamedExactLaw& named, const std::vector<StepDistances>& steps);

/// Both laws without their orders, the distance between them, and the orders where they differ most, up to
/// 100. Precondition: equal deck sizes.
nlohmann::ordered_json comparison_json(const NamedExactLaw& left, const NamedExactLaw& right);

}  // namespace fairshuffle
