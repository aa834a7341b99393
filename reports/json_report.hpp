// A run record as JSON, written and read.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/record/findings.hpp"

namespace fairshuffle {

// The run record as JSON: the report that programs read.

/// Of the schema that reports keep to; raised with every change of a meaning.
inline constexpr int schema_version = 4;

/// The run as indented JSON with a newline at its end, as reports/schema/report.schema.json describes it; the
/// innermost arrays of numbers stand on one line each. Computes nothing, and the same record gives the same
/// bytes. Bytes that are not UTF-8, as a command line may hold, become U+FFFD. Throws std::invalid_argument
/// when a number of the record is not finite.
std::string json_report(const RunRecord& run);

/// Its plan, one target of that, and one of its results, as a reader of the report sees it. Throws likewise.
nlohmann::ordered_json json_of_plan(const RunRecord& run);
nlohmann::ordered_json json_of_planned(const PlannedTarget& planned);
nlohmann::ordered_json json_of_result(const TargetRecord& result);

// The inverse of json_report: a run record from the report that programs read.

/// The record whose report `text` is: json_report of it gives the same bytes but for what is not UTF-8.
/// Precondition: `text` satisfies reports/schema/report.schema.json; throws std::invalid_argument where a
/// member is lacking or of another type.
RunRecord run_from_json(std::string_view text);

/// The same of its JSON, in which an empty object may stand for each of the results and controls: of these
/// the record has what was planned.
RunRecord outline_from_json(const nlohmann::ordered_json& json);

/// The inverse for one result of a deck of that size: all of it but what was planned. Throws
/// std::invalid_argument likewise, and where counts of permutations are not in the form that reports have.
TargetRecord result_from_json(const nlohmann::ordered_json& result, int deck_size);

}  // namespace fairshuffle
