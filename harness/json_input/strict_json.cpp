#include "harness/json_input/strict_json.hpp"

#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "harness/input_error.hpp"

namespace fairshuffle::detail {

namespace {

using nlohmann::json;

constexpr std::size_t most_levels = 16;

// Watches the parser go by and refuses what a JSON value can no longer show.
class StrictReader {
 public:
  StrictReader(std::string file, std::size_t longest_string)
      : file_(std::move(file)), longest_string_(longest_string) {}

  bool operator()(json::parse_event_t event, const json& parsed) {
    switch (event) {
      case json::parse_event_t::object_start:
      case json::parse_event_t::array_start:
        begin_item();
        if (levels_.size() == most_levels) {
          refuse("expected at most " + std::to_string(most_levels) +
                 " levels of lists and objects, found more");
        }
        levels_.push_back({.is_object = event == json::parse_event_t::object_start});
        break;
      case json::parse_event_t::object_end:
      case json::parse_event_t::array_end:
        levels_.pop_back();
        break;
      case json::parse_event_t::key:
        begin_member(parsed.get_ref<const std::string&>());
        break;
      case json::parse_event_t::value:
        begin_item();
        if (parsed.is_string()) refuse_unfit(parsed.get_ref<const std::string&>());
        break;
    }
    return true;
  }

 private:
  struct Level {
    bool is_object = false;
    std::set<std::string> names{};      // of an object's members so far
    std::optional<std::string> name{};  // of the member being read
    std::size_t items = 0;              // of a list so far
  };

  // A value opens that is the next item, where the innermost level is a list.
  void begin_item() {
    if (!levels_.empty()) ++levels_.back().items;
  }

  void begin_member(const std::string& name) {
    Level& object = levels_.back();
    object.name.reset();
    refuse_unfit(name);
    object.name = name;
    if (!object.names.insert(name).second) refuse("expected each member once, found this one twice");
  }

  void refuse_unfit(const std::string& text) const {
    if (text.size() > longest_string_) {
      refuse("expected texts of at most " + std::to_string(longest_string_) + " bytes, found one of " +
             std::to_string(text.size()));
    }
    // What takes texts as C does would see them end there.
    if (text.find('\0') != std::string::npos) refuse("expected texts without a NUL, found one with it");
  }

  [[noreturn]] void refuse(const std::string& sentence) const {
    json::json_pointer where;
    for (const Level& level : levels_) {
      if (level.name) where /= *level.name;
      if (!level.is_object) where /= level.items - 1;
    }
    const std::string pointer = where.to_string();
    throw InputError(file_ + ": " + (pointer.empty() ? "" : pointer + ": ") + sentence);
  }

  std::string file_;
  std::size_t longest_string_;
  std::vector<Level> levels_;
};

// "parse error at line 3, column 5: syntax error while parsing value - unexpected '}'; expected ..." of
// nlohmann's message, without its number and without the text it read last, which may be megabytes.
std::string syntax_sentence(const json::exception& error) {
  std::string message = error.what();
  if (const auto number_end = message.find("] "); number_end != std::string::npos) {
    message.erase(0, number_end + 2);
  }
  if (const auto last_read = message.find("; last read: "); last_read != std::string::npos) {
    const auto expected = message.rfind("; expected ");
    message.erase(last_read, expected == std::string::npos || expected < last_read ? std::string::npos
                                                                                   : expected - last_read);
  }
  constexpr std::size_t longest_message = 300;
  if (message.size() > longest_message) message.resize(longest_message);
  return message;
}

// JSON knows one kind of number: 1e6 is as whole as 1000000.
void make_whole_numbers_integers(json& value) {
  constexpr double exact_limit = 9007199254740992;  // 2^53: from here on doubles skip whole numbers
  if (value.is_number_float()) {
    const double number = value.get<double>();
    if (std::trunc(number) == number && std::abs(number) <= exact_limit) {
      value = static_cast<std::int64_t>(number);
    }
  } else if (value.is_structured()) {
    for (json& inner : value) make_whole_numbers_integers(inner);
  }
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

std::string read_text(const std::filesystem::path& path, const std::string& what, std::size_t most_bytes) {
  const auto refuse = [&](int reason) {
    throw InputError("cannot read the " + what + " " + path.string() + ": " +
                     std::generic_category().message(reason));
  };
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) refuse(errno);
  std::string text;
  std::vector<char> piece(64 * 1024);
  while (const std::size_t read = std::fread(piece.data(), 1, piece.size(), file.get())) {
    text.append(piece.data(), read);
    if (text.size() > most_bytes) {
      throw InputError("the " + what + " " + path.string() + " is larger than " +
                       std::to_string(most_bytes / (1024 * 1024)) + " MiB");
    }
  }
  if (std::ferror(file.get()) != 0) refuse(errno);
  return text;
}

json parse_strictly(std::string_view text, const std::string& file, const std::string& what,
                    std::size_t longest_string) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    throw InputError(file + ": expected a " + what + ", found an empty file");
  }
  StrictReader reader(file, longest_string);
  const auto watch = [&](int, json::parse_event_t event, json& parsed) { return reader(event, parsed); };
  json value;
  try {
    value = json::parse(text, watch);
  } catch (const json::exception& error) {
    throw InputError(file + ": " + syntax_sentence(error));
  }
  make_whole_numbers_integers(value);
  return value;
}

}  // namespace fairshuffle::detail
