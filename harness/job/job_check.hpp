// Does a JSON value satisfy the schema of job files, and if not, what is wrong in words?
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace fairshuffle::detail {

/// "articles.json: /targets/3/n: expected a deck size from 1 to 64, found \"five\"".
std::string job_error(const std::string& file, const std::string& pointer, const std::string& expected,
                      const std::string& found);

/// Throws InputError for the deepest place where `job` breaks reports/schema/job.schema.json, saying what the
/// schema's description there says.
void check_job(const nlohmann::json& job, const std::string& file);

}  // namespace fairshuffle::detail
