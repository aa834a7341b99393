// What the native program has and the module has none of, or a smaller one: job files, which come from a
// command line, child programs, a library that checks JSON by any schema, and doubts of counts that are its
// own.
#include <memory>
#include <vector>

#include "core/record/evidence_check.hpp"
#include "harness/input_error.hpp"
#include "harness/job/job_file.hpp"
#include "harness/job/live_children.hpp"
#include "harness/json_input/schema_rules.hpp"
#include "harness/web/plain_rules.hpp"

namespace fairshuffle {

Job read_job_file(const std::filesystem::path& path) {
  throw InputError(path.string() + ": job files are read by the native program fairshuffle");
}

void settle_children(CertifyPlan&) {}

// Reports and counts of others are not read here.
std::vector<Contradiction> contradictions_of(const CountedDeck&, std::size_t, const Evidence&) {
  return {};
}

namespace detail {

struct SchemaRules::Ready {
  nlohmann::json schema;
};

SchemaRules::SchemaRules(const nlohmann::json& schema) : ready_(std::make_unique<Ready>(Ready{schema})) {}

SchemaRules::SchemaRules(SchemaRules&&) noexcept = default;

SchemaRules::~SchemaRules() = default;

bool SchemaRules::hold_for(const nlohmann::json& value) const {
  return !broken_place(ready_->schema, value);
}

JsonPath SchemaRules::deepest_failure(const nlohmann::json& value) const {
  return broken_place(ready_->schema, value).value();
}

}  // namespace detail

}  // namespace fairshuffle
