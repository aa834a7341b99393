// A job's bytes as JSON, strictly.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace fairshuffle::detail {

/// The whole file; throws InputError when it cannot be read or is larger than largest_job_file.
std::string read_job_text(const std::filesystem::path& path);

/// The JSON value that `text` stands for, with whole numbers up to 2^53 as integers however they were written
/// (1e6). Throws InputError, naming `file` and the place, on a syntax error, bytes that are not UTF-8, a
/// member that stands twice, more than 16 levels of nesting and strings above 1000 bytes.
nlohmann::json parse_job_text(std::string_view text, const std::string& file);

}  // namespace fairshuffle::detail
