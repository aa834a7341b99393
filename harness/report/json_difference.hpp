// Two JSON documents, member by member.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "harness/report/report_check.hpp"

namespace fairshuffle {

/// Adds where `reported` is not `due`: members in the order of `reported`, then those that it lacks. Whole
/// numbers are equal or not; others may differ by 1e-9 of their size, and those that are differences of
/// others' sums by 1e-12 as well. truth: what `due` follows from, as in "its evidence says". where: the
/// pointer of both.
void add_differences(const nlohmann::ordered_json& reported, const nlohmann::ordered_json& due,
                     const std::string& where, std::string_view truth, std::vector<Difference>& differences);

}  // namespace fairshuffle
