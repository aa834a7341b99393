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

}  // namespace

struct SchemaRules::Ready {
  valijson::Schema schema;
};

SchemaRules::SchemaRules(const nlohmann::json& schema) : ready_(std::make_unique<Ready>()) {
  refuse_little_memory();
  valijson::SchemaParser().populateSchema(NlohmannJsonAdapter(schema), ready_->schema);
}

SchemaRules::SchemaRules(SchemaRules&&) noexcept = default;

SchemaRules::~SchemaRules() = default;

// Only of what is known to be wrong every place is asked for, since there may be millions.
bool SchemaRules::hold_for(const nlohmann::json& value) const {
  return valijson::Validator().validate(ready_->schema, NlohmannJsonAdapter(value), nullptr);
}

JsonPath SchemaRules::deepest_failure(const nlohmann::json& value) const {
  valijson::ValidationResults results;
  valijson::Validator().validate(ready_->schema, NlohmannJsonAdapter(value), &results);
  JsonPath deepest;
  for (const auto& error : results) {
    if (error.context.size() > deepest.size() + 1) deepest = path_of(error.context);
  }
  return deepest;
}

}  // namespace fairshuffle::detail
