// The inverse of json_report: a run record from the report that programs read.
#pragma once

#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// The record whose report `text` is: json_report of it gives the same bytes but for what is not UTF-8.
/// Precondition: `text` satisfies reports/schema/report.schema.json; throws std::invalid_argument where a
/// member is lacking or of another type.
RunRecord run_from_json(std::string_view text);

/// The same of a report in which an empty object stands for each of the results and controls, and of the
/// plan's targets and controls: there are so many, and nothing of them is there.
RunRecord outline_from_json(std::string_view text);

/// The inverse for one target of the plan with these settings, and for one result: all of it but what was
/// planned. Both throw std::invalid_argument likewise.
PlannedTarget planned_from_json(const nlohmann::ordered_json& planned, const RunSettings& settings);
TargetRecord result_from_json(const nlohmann::ordered_json& result);

}  // namespace fairshuffle
