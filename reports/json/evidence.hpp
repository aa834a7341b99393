// The evidence of a target as JSON and back.
#pragma once

#include "core/record/evidence.hpp"
#include "reports/json/values.hpp"

namespace fairshuffle {

Json evidence_json(const Evidence& evidence);
Evidence evidence_of(const Json& json);

}  // namespace fairshuffle
