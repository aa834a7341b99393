// Does a JSON value satisfy a schema of ours, and if not, what is wrong in words?
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace fairshuffle::detail {

/// "articles.json: /targets/3/n: expected a deck size from 1 to 1024, found \"five\"".
std::string json_error(const std::string& file, const std::string& pointer, const std::string& expected,
                       const std::string& found);

/// A schema made ready, for one who checks many values.
class SchemaCheck {
 public:
  /// Precondition: everything that the schema knows is described.
  explicit SchemaCheck(std::string_view schema_text);
  ~SchemaCheck();

  /// Throws InputError for the deepest place where `value` breaks the schema, saying what the schema's
  /// description there says. where: the pointer to the value, of which the place is told.
  void check(const nlohmann::json& value, const std::string& file, const std::string& where = "") const;

 private:
  struct Ready;
  std::unique_ptr<Ready> ready_;
};

/// The same for one value.
void check_schema(const nlohmann::json& value, std::string_view schema_text, const std::string& file);

}  // namespace fairshuffle::detail
