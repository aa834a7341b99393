// Does a JSON value satisfy a schema of ours, and if not, what is wrong in words?
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace fairshuffle::detail {

/// "articles.json: /targets/3/n: expected a deck size from 1 to 64, found \"five\"".
std::string json_error(const std::string& file, const std::string& pointer, const std::string& expected,
                       const std::string& found);

/// Throws InputError for the deepest place where `value` breaks the schema, saying what the schema's
/// description there says. Precondition: everything that the schema knows is described.
void check_schema(const nlohmann::json& value, std::string_view schema_text, const std::string& file);

}  // namespace fairshuffle::detail
