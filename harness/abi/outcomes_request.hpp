// The outcomes of all paths, as a caller has added them up.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/exact/outcomes.hpp"

namespace fairshuffle {

/// request: held to request.schema.json already. Throws InputError where the decks, their number or their
/// weights can't be.
Outcomes outcomes_in(const nlohmann::json& request, int deck_size);

}  // namespace fairshuffle
