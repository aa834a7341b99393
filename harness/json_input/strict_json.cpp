#include "harness/json_input/strict_json.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <regex>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/targets/kinds.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle::detail {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

// What a file seems to be that was given for JSON and is none.

bool is_of(char byte, std::string_view bytes) {
  return bytes.find(byte) != std::string_view::npos;
}

// "3 1 2", "[3, 1, 2]", "3;1;2": numbers, and more than one.
bool is_row(std::string_view line) {
  const bool only_row =
      std::ranges::all_of(line, [](char byte) { return is_of(byte, "0123456789 \t\r,;|-[]()"); });
  const std::size_t digit = line.find_first_of("0123456789");
  if (!only_row || digit == std::string_view::npos) return false;
  const std::size_t end = line.find_first_not_of("0123456789", digit);
  return end != std::string_view::npos && line.find_first_of("0123456789", end) != std::string_view::npos;
}

// "targets:", as YAML begins.
bool is_yaml_key(std::string_view line) {
  const std::size_t end = line.find(':');
  if (end == std::string_view::npos || end == 0) return false;
  const bool is_key = std::ranges::all_of(
      line.substr(0, end), [](unsigned char byte) { return std::isalnum(byte) != 0 || byte == '_'; });
  return is_key && (end + 1 == line.size() || is_of(line[end + 1], " \t\r"));
}

bool is_no_text(std::string_view bytes) {
  return std::ranges::any_of(
      bytes, [](unsigned char byte) { return byte < 0x20 && !is_of(static_cast<char>(byte), "\t\n\r\f"); });
}

// "text in UTF-16", "what looks like rows of a recording", with what to do about it, to stand after "found";
// empty for what may be meant as JSON. `file` is what it is called.
std::string seeming_of(std::string_view text, const std::string& file) {
  constexpr std::size_t enough = 512;
  if (const std::optional<ForeignBytes> foreign = foreign_bytes(text.substr(0, enough))) {
    return fmt::format("something else: {}: {} {}", foreign->sentence, foreign->command, file);
  }
  text = text.substr(0, enough);
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  if (text.starts_with("fairshuffle counts\n")) return "a file of counts, which 'status' and 'merge' read";
  if (is_no_text(text)) return "bytes that are no text";
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  const std::string_view line = text.substr(0, text.find('\n'));
  if (line.starts_with('<')) return "what looks like HTML or XML";
  // Where the program has no such option, there is no advice either.
  const std::string running = option_for(TargetKind::Takes::command);
  const std::string reading = option_for(TargetKind::Takes::recording);
  if (line.starts_with("#!")) {
    return running.empty() ? "what looks like a program"
                           : fmt::format("what looks like a program, which {} runs", running);
  }
  if (is_row(line)) {
    constexpr std::string_view rows = "what looks like rows of a recording";
    return reading.empty()
               ? std::string(rows)
               : fmt::format("{}; judge those with 'fairshuffle certify {} {}'", rows, reading, file);
  }
  if (line == "---" || is_yaml_key(line)) return "what looks like YAML";
  return "";
}

constexpr std::size_t most_levels = 16;
constexpr std::size_t most_parts = 100'000;
constexpr std::size_t most_members = 1000;

// "parse error at line 3, column 5: syntax error while parsing value - unexpected '}'; expected ..." of
// nlohmann's message, without its number and without the text it read last, which may be megabytes.
std::string syntax_sentence(const json::exception& error) {
  std::string message = error.what();
  if (const auto number_end = message.find("] "); number_end != std::string::npos) {
    message.erase(0, number_end + 2);
  }
  // To what was expected, or to the end where nothing is said of it behind.
  if (const auto last_read = message.find("; last read: "); last_read != std::string::npos) {
    message.erase(last_read, message.rfind("; expected ") - last_read);
  }
  constexpr std::size_t longest_message = 300;
  if (message.size() > longest_message) message.resize(longest_message);
  return message;
}

// Builds the value out of what nlohmann's parser meets, and refuses what a JSON value can no longer show.
class StrictReader {
 public:
  StrictReader(std::string_view text, const std::string& file, std::size_t longest_string,
               std::span<const std::string_view> lists)
      : text_(text), file_(file), longest_string_(longest_string), lists_(lists) {
    result_.items.resize(lists.size());
  }

  TakenApart read() {
    json::sax_parse(text_, this);
    return std::move(result_);
  }

  // What the parser calls, by the names that it knows.
  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string&) {
    // JSON knows one kind of number: 1e6 is as whole as 1000000.
    constexpr double exact_limit = 9007199254740992;  // 2^53: from here on doubles skip whole numbers
    const bool is_whole = std::trunc(value) == value && std::abs(value) <= exact_limit;
    return is_whole ? add(static_cast<std::int64_t>(value)) : add(value);
  }
  bool string(std::string& value) {
    refuse_unfit(value);
    return add(std::move(value));
  }
  bool binary(json::binary_t&) { return true; }  // JSON has none
  bool start_object(std::size_t) {
    if (!levels_.empty() && levels_.back().parts != nullptr && levels_.back().parts->size() == most_parts) {
      refuse(fmt::format("expected at most {} objects, found more", most_parts));
    }
    return open(ordered_json::object(), nullptr);
  }
  bool key(std::string& name) {
    Level& object = levels_.back();
    object.name.reset();
    refuse_unfit(name);
    object.name = name;
    if (object.value->contains(name)) refuse("expected each member once, found this one twice");
    if (object.value->size() == most_members) {
      refuse(fmt::format("expected at most {} members, found more", most_members));
    }
    return true;
  }
  bool end_object() {
    ordered_json& object = *levels_.back().value;
    levels_.pop_back();
    if (!levels_.empty() && levels_.back().parts != nullptr) {
      levels_.back().parts->push_back(ordered_json::to_cbor(object));
      object = ordered_json::object();
    }
    return true;
  }
  bool start_array(std::size_t) { return open(ordered_json::array(), list_taken_apart()); }
  bool end_array() {
    levels_.pop_back();
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const json::exception& error) {
    const std::string seeming = seeming_of(text_, file_);
    throw InputError(file_ + ": " +
                     (seeming.empty() ? syntax_sentence(error) : "expected JSON, found " + seeming));
  }

 private:
  using Parts = std::vector<std::vector<std::uint8_t>>;

  struct Level {
    ordered_json* value;
    Parts* parts;                       // of a list that is taken apart
    std::optional<std::string> name{};  // of the member being read
  };

  bool add(ordered_json value) {
    place(std::move(value));
    return true;
  }

  // Where it is now.
  ordered_json& place(ordered_json value) {
    if (levels_.empty()) return result_.frame = std::move(value);
    const Level& level = levels_.back();
    if (level.value->is_object()) return (*level.value)[*level.name] = std::move(value);
    level.value->push_back(std::move(value));
    return level.value->back();
  }

  bool open(ordered_json value, Parts* parts) {
    if (levels_.size() == most_levels) {
      refuse(fmt::format("expected at most {} levels of lists and objects, found more", most_levels));
    }
    levels_.push_back({&place(std::move(value)), parts});
    return true;
  }

  // Where the parts go of the list that opens now, if it is one of those that are taken apart.
  Parts* list_taken_apart() {
    const auto found = std::ranges::find(lists_, place_now());
    return found == lists_.end() ? nullptr : &result_.items[static_cast<std::size_t>(found - lists_.begin())];
  }

  void refuse_unfit(const std::string& text) const {
    if (text.size() > longest_string_) {
      refuse(
          fmt::format("expected texts of at most {} bytes, found one of {}", longest_string_, text.size()));
    }
    // What takes texts as C does would see them end there.
    if (text.find('\0') != std::string::npos) refuse("expected texts without a NUL, found one with it");
  }

  // Of what comes next.
  std::string place_now() const {
    json::json_pointer where;
    for (const Level& level : levels_) {
      if (level.name) where /= *level.name;
      const bool is_last = &level == &levels_.back();
      if (level.value->is_array()) where /= level.value->size() - (is_last ? 0 : 1);
    }
    return where.to_string();
  }

  [[noreturn]] void refuse(const std::string& sentence) const {
    const std::string pointer = place_now();
    throw InputError(file_ + ": " + (pointer.empty() ? "" : pointer + ": ") + sentence);
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t longest_string_;
  std::span<const std::string_view> lists_;
  TakenApart result_;
  std::vector<Level> levels_;
};

}  // namespace

std::string read_text(const std::filesystem::path& path, const std::string& what, std::size_t most_bytes) {
  const auto refuse = [&](int reason) {
    throw InputError("cannot read the " + what + " " + path.string() + ": " +
                     std::generic_category().message(reason));
  };
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(errno);
  std::string text;
  // Room for twice as much would be asked for, time and again, as it grows.
  std::error_code is_no_file;
  const std::uintmax_t size = std::filesystem::file_size(path, is_no_file);
  if (!is_no_file) text.reserve(std::min<std::uintmax_t>(size, most_bytes));
  std::vector<char> piece(64 * 1024);
  while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())), file.gcount() > 0) {
    const std::string_view read(piece.data(), static_cast<std::size_t>(file.gcount()));
    text.append(read);
    if (text.size() > most_bytes) {
      throw InputError("the " + what + " " + path.string() + " is larger than " +
                       std::to_string(most_bytes / (1024 * 1024)) + " MiB");
    }
    if (read.find('\0') != std::string_view::npos) break;
  }
  if (file.bad()) refuse(errno);
  return text;
}

TakenApart take_apart_strictly(std::string_view text, const std::string& file, const std::string& what,
                               std::size_t longest_string, std::span<const std::string_view> lists) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    throw InputError(file + ": expected a " + what + ", found an empty file");
  }
  // The parser takes it for the end, whatever follows.
  if (text.find('\0') != std::string_view::npos) {
    const std::string seeming = seeming_of(text, file);
    throw InputError("{}: expected JSON, found {}", file, seeming.empty() ? "a byte 0" : seeming);
  }
  return StrictReader(text, file, longest_string, lists).read();
}

ordered_json parse_strictly(std::string_view text, const std::string& file, const std::string& what,
                            std::size_t longest_string) {
  return take_apart_strictly(text, file, what, longest_string, {}).frame;
}

namespace {

// A value in a sentence: scalars as written, the rest by kind; at most a line.
std::string in_words(const ordered_json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) {
    return value.empty() ? "an empty list" : "a list of " + std::to_string(value.size());
  }
  constexpr std::size_t longest = 60;
  std::string text = value.dump();
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not inside a UTF-8 character
  return text.substr(0, end) + "...";
}

// What a schema may ask of a value, by name. A rule holds of every value that it is not about.
using Rule = bool (*)(const ordered_json& value, const json& rule);

template <class Compare>
bool number_is(const ordered_json& value, const json& bound) {
  return !value.is_number() || Compare()(value.get<double>(), bound.get<double>());
}

// Characters, items or members.
template <json::value_t kind, class Compare>
bool length_is(const ordered_json& value, const json& bound) {
  if (value.type() != kind) return true;
  std::size_t length = value.size();
  if (const auto* text = value.get_ptr<const std::string*>()) {
    length = static_cast<std::size_t>(std::ranges::count_if(
        *text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
  }
  return Compare()(length, bound.get<std::size_t>());
}

// Asked of short lists only.
bool is_unique(const ordered_json& value, const json&) {
  for (auto item = value.begin(); value.is_array() && item != value.end(); ++item) {
    if (std::find(value.begin(), item, *item) != item) return false;
  }
  return true;
}

bool matches(const std::string& text, const std::string& pattern) {
  thread_local std::map<std::string, std::regex> compiled;
  return std::regex_search(text, compiled.try_emplace(pattern, pattern).first->second);
}

bool is_of_type(const ordered_json& value, const json& type) {
  if (type.is_array()) {
    return std::ranges::any_of(type, [&value](const json& one) { return is_of_type(value, one); });
  }
  return type == "integer" ? value.is_number_integer() : type == value.type_name();
}

bool has_all(const ordered_json& value, const json& names) {
  return std::ranges::all_of(
      names, [&value](const json& name) { return value.contains(name.get_ref<const std::string&>()); });
}

const std::map<std::string_view, Rule>& all_rules() {
  using Kind = json::value_t;
  static const std::map<std::string_view, Rule> rules{
      {"minimum", number_is<std::greater_equal<>>},
      {"maximum", number_is<std::less_equal<>>},
      {"exclusiveMinimum", number_is<std::greater<>>},
      {"exclusiveMaximum", number_is<std::less<>>},
      {"minLength", length_is<Kind::string, std::greater_equal<>>},
      {"maxLength", length_is<Kind::string, std::less_equal<>>},
      {"minItems", length_is<Kind::array, std::greater_equal<>>},
      {"maxItems", length_is<Kind::array, std::less_equal<>>},
      {"maxProperties", length_is<Kind::object, std::less_equal<>>},
      {"uniqueItems", is_unique},
      {"type", is_of_type},
      {"pattern",
       [](const ordered_json& value, const json& pattern) {
         return !value.is_string() || matches(value.get_ref<const std::string&>(), pattern);
       }},
      {"enum", [](const ordered_json& value,
                  const json& values) { return std::ranges::find(values, json(value)) != values.end(); }},
      {"const", [](const ordered_json& value, const json& due) { return json(value) == due; }},
      {"required", [](const ordered_json& value,
                      const json& names) { return !value.is_object() || has_all(value, names); }},
      // What may not be together.
      {"not", [](const ordered_json& value, const json& rule) {
         return !value.is_object() || !has_all(value, rule.at("required"));
       }}};
  return rules;
}

// What a schema says besides: words, and what it asks of members, items and alternatives.
bool is_no_rule(std::string_view name) {
  constexpr std::array names{
      "title", "description", "items", "oneOf", "properties", "patternProperties", "additionalProperties"};
  return name.starts_with('$') || std::ranges::find(names, name) != names.end();
}

// A schema and its rules, each with what it is told: of a list's items they are looked up once, for a report
// has millions of counts.
struct Asked {
  const json* schema = nullptr;
  std::vector<std::pair<Rule, const json*>> rules{};
};

// Null where nothing is asked of the member, which may not be there where the schema has no others.
const json* schema_of_member(const json& schema, const std::string& name) {
  if (schema.contains("properties")) {
    const auto known = schema["properties"].find(name);
    if (known != schema["properties"].end()) return &*known;
  }
  if (schema.contains("patternProperties")) {
    const auto pattern = schema["patternProperties"].begin();
    if (matches(name, pattern.key())) return &*pattern;
  }
  const auto others = schema.find("additionalProperties");
  return others != schema.end() && others->is_object() ? &*others : nullptr;
}

bool is_right(const ordered_json& value, const Asked& asked) {
  const bool is_closed = value.is_object() && asked.schema->value("additionalProperties", json()) == false;
  return std::ranges::all_of(asked.rules,
                             [&](const auto& rule) { return rule.first(value, *rule.second); }) &&
         (!is_closed || std::ranges::all_of(value.items(), [&](const auto& member) {
           return schema_of_member(*asked.schema, member.key()) != nullptr;
         }));
}

// The deepest place where a value breaks the rules, and of equally deep ones the first.
class Walk {
 public:
  Walk(const json& document, const std::string& where) : document_(document), here_(where) {}

  Asked asked(const json& schema) const {
    if (schema.contains("$ref")) {
      return asked(document_.at(json::json_pointer(schema["$ref"].get_ref<const std::string&>().substr(1))));
    }
    Asked asked{&schema};
    for (const auto& [name, rule] : schema.items()) {
      const auto known = all_rules().find(name);
      if (known != all_rules().end()) {
        asked.rules.emplace_back(known->second, &rule);
      } else if (!is_no_rule(name)) {
        throw std::logic_error("no schema is expected to have the rule " + name);
      }
    }
    return asked;
  }

  void look_at(const ordered_json& value, const Asked& asked, std::size_t depth = 1) {
    const json& schema = *asked.schema;
    if (schema.contains("oneOf")) return look_at_alternatives(value, schema["oneOf"], depth);
    if (depth > depth_ && !is_right(value, asked)) {
      depth_ = depth;
      place_ = here_;
      schema_ = &schema;
      value_ = &value;
    }
    if (value.is_object()) {
      for (const auto& [name, member] : value.items()) {
        const json* of_member = schema_of_member(schema, name);
        if (of_member != nullptr) look_inside(name, member, this->asked(*of_member), depth);
      }
    } else if (value.is_array() && schema.contains("items")) {
      const Asked of_items = this->asked(schema["items"]);
      std::size_t index = 0;
      for (const ordered_json& item : value) look_inside(std::to_string(index++), item, of_items, depth);
    }
  }

  // Throws nothing where nothing is broken.
  void refuse(const std::string& file) const {
    if (schema_ == nullptr) return;
    if (value_->is_object() && schema_->contains("properties")) refuse_members(file);
    throw InputError(json_error(file, place_.to_string(), (*schema_)["description"], in_words(*value_)));
  }

 private:
  // All but the last are for what has no members.
  void look_at_alternatives(const ordered_json& value, const json& alternatives, std::size_t depth) {
    const bool is_plain = std::any_of(alternatives.begin(), alternatives.end() - 1,
                                      [&](const json& one) { return is_right(value, asked(one)); });
    if (!is_plain) look_at(value, asked(alternatives.back()), depth);
  }

  void look_inside(const std::string& step, const ordered_json& value, const Asked& asked,
                   std::size_t depth) {
    here_.push_back(step);
    look_at(value, asked, depth + 1);
    here_.pop_back();
  }

  // Where a member is there that the object may not have, or one that it must have is not.
  void refuse_members(const std::string& file) const {
    const json& properties = (*schema_)["properties"];
    std::vector<std::string_view> names;
    for (const auto& [name, of_member] : properties.items()) names.push_back(name);
    for (const auto& [name, member] : value_->items()) {
      if (properties.contains(name)) continue;
      throw InputError(json_error(file, (place_ / name).to_string(),
                                  fmt::format("one of the members \"{}\"", fmt::join(names, "\", \"")),
                                  in_words(name) + did_you_mean(name, names)));
    }
    for (const std::string name : schema_->value("required", json::array())) {
      if (value_->contains(name)) continue;
      const std::string due = (*asked(properties[name]).schema)["description"];
      throw InputError(json_error(file, (place_ / name).to_string(), due, "nothing"));
    }
  }

  const json& document_;
  json::json_pointer here_, place_;
  std::size_t depth_ = 0;                // of the deepest place that is broken; 0 where there is none
  const json* schema_ = nullptr;         // that is broken there
  const ordered_json* value_ = nullptr;  // that stands there
};

}  // namespace

std::string json_error(const std::string& file, const std::string& pointer, const std::string& expected,
                       const std::string& found) {
  const std::string place = file + ": " + (pointer.empty() ? "" : pointer + ": ");
  // Some schemas describe what is expected, the others say in whole sentences what a member means.
  if (expected.ends_with('.')) return place + "found " + found + ", which breaks the schema: " + expected;
  return place + "expected " + expected + ", found " + found;
}

void check_schema(const ordered_json& value, const json& schema, const std::string& file,
                  const std::string& part, const std::string& where) {
  Walk walk(schema, where);
  walk.look_at(value, walk.asked(schema.at(json::json_pointer(part))));
  walk.refuse(file);
}

}  // namespace fairshuffle::detail
