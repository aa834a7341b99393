// The rules of schemas that say no more than the schema of requests does: a tenth of the code of a library
// that knows them all.
#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "harness/json_input/schema_rules.hpp"

namespace fairshuffle::detail {

/// The deepest place where `value` breaks the schema, and of equally deep ones the first; none where it
/// breaks no rule. Throws std::logic_error for a rule that is none of `type`, `enum`, `required`,
/// `properties` without any beside them, `items`, bounds of numbers, texts and lists, `pattern` and `$ref`.
std::optional<JsonPath> broken_place(const nlohmann::json& schema, const nlohmann::json& value);

}  // namespace fairshuffle::detail
