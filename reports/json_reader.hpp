// The inverse of json_report: a run record from the report that programs read.
#pragma once

#include <string_view>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// The record whose report `text` is: json_report of it gives the same bytes but for what is not UTF-8.
/// Precondition: `text` satisfies reports/schema/report.schema.json; throws std::invalid_argument where a
/// member is lacking or of another type.
RunRecord run_from_json(std::string_view text);

}  // namespace fairshuffle
