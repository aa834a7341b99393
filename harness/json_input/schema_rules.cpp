// By valijson. The engine for the web has plain rules of its own in place of this.
#include "harness/json_input/schema_rules.hpp"

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace fairshuffle::detail {

namespace {

using valijson::adapters::NlohmannJsonAdapter;

// valijson gives a place as "<root>", "[targets]", "[3]".
JsonPath path_of(const std::vector<std::string>& context) {
  JsonPath path;
  for (std::size_t step = 1; step < context.size(); ++step) {
    path.push_back(context[step].substr(1, context[step].size() - 2));
  }
  return path;
}

// valijson does not look whether it was given the memory that it asks for; it asks for less than this.
void refuse_little_memory() {
  constexpr std::size_t room = 8 << 20;
  ::operator delete(::operator new(room));
}

// valijson makes the patterns of members' names ready for each object anew, a tenth of a millisecond each,
// and keeps those of texts. The same rules, but of a name that breaks them it does not say where.
nlohmann::json with_kept_patterns(nlohmann::json schema) {
  if (!schema.is_structured()) return schema;
  for (auto& inner : schema) inner = with_kept_patterns(std::move(inner));
  const auto patterns = schema.is_object() ? schema.find("patternProperties") : schema.end();
  if (patterns == schema.end() || patterns->size() != 1 || schema.contains("properties")) return schema;
  if (schema.value("additionalProperties", nlohmann::json()) != false) return schema;
  schema["propertyNames"] = {{"pattern", patterns->begin().key()}};
  schema["additionalProperties"] = std::move(patterns->front());
  schema.erase("patternProperties");
  return schema;
}

}  // namespace

struct SchemaRules::Ready {
  nlohmann::json schema;
  valijson::Schema quick;
};

SchemaRules::SchemaRules(const nlohmann::json& schema) : ready_(new Ready{.schema = schema, .quick = {}}) {
  refuse_little_memory();
  valijson::SchemaParser().populateSchema(NlohmannJsonAdapter(with_kept_patterns(schema)), ready_->quick);
}

SchemaRules::SchemaRules(SchemaRules&&) noexcept = default;

SchemaRules::~SchemaRules() = default;

// Only of what is known to be wrong every place is asked for, since there may be millions.
bool SchemaRules::hold_for(const nlohmann::json& value) const {
  return valijson::Validator().validate(ready_->quick, NlohmannJsonAdapter(value), nullptr);
}

JsonPath SchemaRules::deepest_failure(const nlohmann::json& value) const {
  refuse_little_memory();
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(NlohmannJsonAdapter(ready_->schema), schema);
  valijson::ValidationResults results;
  valijson::Validator().validate(schema, NlohmannJsonAdapter(value), &results);
  JsonPath deepest;
  for (const auto& error : results) {
    if (error.context.size() > deepest.size() + 1) deepest = path_of(error.context);
  }
  return deepest;
}

}  // namespace fairshuffle::detail
