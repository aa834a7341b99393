// JSON from outside, read strictly and held to a schema.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
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

// What a file seems to be that was given for JSON and is none.

/// "text in UTF-16", "what looks like rows of a recording", with what to do about it, to stand after "found";
/// empty for what may be meant as JSON. `file` is what it is called.
std::string seeming_of(std::string_view text, const std::string& file);

// Does a JSON value satisfy a schema of ours, and if not, what is wrong in words?

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
  std::unique_ptr<class CompiledSchema> schema_;
};

/// The same for one value.
void check_schema(const nlohmann::json& value, std::string_view schema_text, const std::string& file);

}  // namespace fairshuffle::detail
