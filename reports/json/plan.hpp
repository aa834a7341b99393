// The plan of a run as JSON and back.
#pragma once

#include "core/record/run_record.hpp"
#include "reports/json/values.hpp"

namespace fairshuffle {

Json plan_json(const RunRecord& run);
/// All but the targets.
void read_plan(const Json& plan, RunSettings& settings);
Json planned_json(const PlannedTarget& planned);
PlannedTarget planned_of(const Json& json);

}  // namespace fairshuffle
