// What the functions of the C interface are asked.
#pragma once

#include <cstddef>
#include <string_view>

#include <nlohmann/json.hpp>

#include "harness/job/plan_options.hpp"

namespace fairshuffle {

/// Longer texts in a request are refused, but for the report that "draw" is asked to draw.
inline constexpr std::size_t longest_request_text = 1000;

/// The request, held to what request.schema.json says of the function: "certify", "certify_rows", "exact",
/// "explain" or "draw". Throws InputError, one sentence that begins with the function.
nlohmann::json read_request(std::string_view function, std::string_view text);

/// A run as "certify" and "certify_rows" ask for it, whose targets and deck sizes are the caller's to add.
PlanOptions plan_options_of(const nlohmann::json& request);

/// A whole number or a text of digits, as typed.
std::string digits_of(const nlohmann::json& value);

}  // namespace fairshuffle
