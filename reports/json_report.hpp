// The run record as JSON: the report that programs read.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// Of the schema that reports keep to; raised with every change of a meaning.
inline constexpr int schema_version = 2;

/// The run as indented JSON with a newline at its end, as reports/schema/report.schema.json describes it; the
/// innermost arrays of numbers stand on one line each. Computes nothing, and the same record gives the same
/// bytes. Bytes that are not UTF-8, as a command line may hold, become U+FFFD. Throws std::invalid_argument
/// when a number of the record is not finite.
std::string json_report(const RunRecord& run);

/// One of its results, and one target of its plan, as a reader of the report sees it. Throws likewise.
nlohmann::ordered_json json_of_result(const TargetRecord& result);
nlohmann::ordered_json json_of_planned(const PlannedTarget& planned);

}  // namespace fairshuffle
