// A file's bytes as JSON, strictly.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace fairshuffle::detail {

/// The whole file, or as much of it as shows a byte 0, which no JSON has: that of a device may never end.
/// Throws InputError, which calls it the `what` ("job file"), when it cannot be read or is larger than
/// `most_bytes`, a multiple of a MiB.
std::string read_text(const std::filesystem::path& path, const std::string& what, std::size_t most_bytes);

/// The JSON value that `text` stands for, with whole numbers up to 2^53 as integers however they were written
/// (1e6). Throws InputError, naming `file` and the place, on nothing but white space where a `what` should
/// be, a syntax error, bytes that are not UTF-8, a member that stands twice, more than 16 levels of nesting
/// and strings above `longest_string` bytes.
nlohmann::json parse_strictly(std::string_view text, const std::string& file, const std::string& what,
                              std::size_t longest_string);

/// A JSON object in which some lists of objects may be large: what stands beside those, and each of them by
/// itself.
struct TakenApart {
  nlohmann::json frame;                              ///< in which each of them is an object without members
  std::string frame_text;                            ///< the same, as it stood
  std::vector<std::vector<std::string_view>> items;  ///< for each of the lists, in order
};

/// The same as parse_strictly, which holds no more of the `lists`, named by JSON pointers through objects,
/// than where their objects begin and end: these are seen to be JSON, in the sense above, and at most 100,000
/// of a list are taken.
TakenApart take_apart_strictly(std::string_view text, const std::string& file, const std::string& what,
                               std::size_t longest_string, std::span<const std::string_view> lists);

}  // namespace fairshuffle::detail
