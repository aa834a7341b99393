// Where does a JSON value break a schema?
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace fairshuffle::detail {

/// From a value to one inside it: names of members, and indices as digits.
using JsonPath = std::vector<std::string>;

/// A schema of ours, made ready.
class SchemaRules {
 public:
  explicit SchemaRules(const nlohmann::json& schema);
  SchemaRules(SchemaRules&&) noexcept;
  ~SchemaRules();

  bool hold_for(const nlohmann::json& value) const;

  /// The deepest place where they do not hold, and of equally deep ones the first. Precondition: there is
  /// one.
  JsonPath deepest_failure(const nlohmann::json& value) const;

 private:
  struct Ready;
  std::unique_ptr<Ready> ready_;
};

/// The schema that `schema` refers to, if it does, which `root` holds.
const nlohmann::json& without_reference(const nlohmann::json& root, const nlohmann::json& schema);

}  // namespace fairshuffle::detail
