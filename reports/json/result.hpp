// What came out of a target as JSON and back.
#pragma once

#include "core/record/run_record.hpp"
#include "reports/json/values.hpp"

namespace fairshuffle {

Json result_json(const TargetRecord& result);
/// All but what was planned.
TargetRecord result_of(const Json& json);

}  // namespace fairshuffle
