// JSON from outside, read strictly and held to a schema.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace fairshuffle::detail {

// A file's bytes as JSON.

/// The whole file, or as much of it as shows a byte 0, which no JSON has: that of a device may never end.
/// Throws InputError, which calls it the `what` ("job file"), when it cannot be read or is larger than
/// `most_bytes`, a multiple of a MiB.
std::string read_text(const std::filesystem::path& path, const std::string& what, std::size_t most_bytes);

/// The JSON value that `text` stands for, with whole numbers up to 2^53 as integers however they were written
/// (1e6), and members in their order. Throws InputError, naming `file` and the place, on nothing but white
/// space where a `what` should be, a syntax error, bytes that are not UTF-8, a member that stands twice, more
/// than 1,000 members of an object, more than 16 levels of nesting and strings above `longest_string` bytes.
nlohmann::ordered_json parse_strictly(std::string_view text, const std::string& file, const std::string& what,
                                      std::size_t longest_string);

/// A JSON object in which some lists of objects may be large: what stands beside those, and each of them by
/// itself.
struct TakenApart {
  nlohmann::ordered_json frame;                               ///< in which each is an object without members
  std::vector<std::vector<std::vector<std::uint8_t>>> items;  ///< for each of the lists, in order, as CBOR
};

/// The same as parse_strictly, which unfolds no more than one at a time of the objects in the `lists`, named
/// by JSON pointers through objects; at most 100,000 of a list are taken.
TakenApart take_apart_strictly(std::string_view text, const std::string& file, const std::string& what,
                               std::size_t longest_string, std::span<const std::string_view> lists);

// Does a JSON value satisfy a schema of ours, and if not, what is wrong in words?

/// "articles.json: /targets/3/n: expected a deck size from 1 to 1024, found \"five\"".
std::string json_error(const std::string& file, const std::string& pointer, const std::string& expected,
                       const std::string& found);

/// Throws InputError for the deepest place where `value` breaks the schema, saying what the schema's
/// description there says. schema: a document, of which `part` is the pointer to what is asked of the value.
/// where: the pointer to the value, of which the place is told. Precondition: everything that the schema
/// knows is described.
void check_schema(const nlohmann::ordered_json& value, const nlohmann::json& schema, const std::string& file,
                  const std::string& part = "", const std::string& where = "");

}  // namespace fairshuffle::detail
