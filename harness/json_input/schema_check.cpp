#include <algorithm>
#include <cctype>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <regex>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/json_input/strict_json.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle::detail {

namespace {

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

}  // namespace

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

namespace {

using nlohmann::json;

using Check = std::function<bool(const json&)>;

}  // namespace

// What one schema asks of a value. A report has millions of counts, so nothing of it is looked up by name.
struct SchemaRules {
  std::string description;
  std::vector<Check> checks;  // of the value itself, not of what is in it
  std::vector<std::string> required;
  std::map<std::string, const SchemaRules*, std::less<>> properties;
  std::optional<std::regex> other_names;
  const SchemaRules* others = nullptr;  // of members that are no properties
  const SchemaRules* items = nullptr;
  std::vector<const SchemaRules*> alternatives;

  const SchemaRules* of_member(const std::string& name) const {
    const auto known = properties.find(name);
    if (known != properties.end()) return known->second;
    return !other_names || std::regex_search(name, *other_names) ? others : nullptr;
  }
};

namespace {

bool is_of_type(const json& value, const std::string& type) {
  if (type == "integer") return value.is_number_integer();
  return type == value.type_name();
}

// Characters, items or members.
std::size_t length_of(const json& value) {
  if (!value.is_string()) return value.size();
  return static_cast<std::size_t>(std::ranges::count_if(value.get_ref<const std::string&>(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
  }));
}

// Asked of short lists only.
bool is_unique(const json& list) {
  for (auto item = list.begin(); item != list.end(); ++item) {
    if (std::find(list.begin(), item, *item) != item) return false;
  }
  return true;
}

// Null where the rule is of another kind. A rule holds of every value that it is not about.
Check check_of(const std::string& name, const json& rule) {
  using Kind = json::value_t;
  const auto number = [&rule](auto holds) -> Check {
    return [bound = rule.get<double>(), holds](const json& value) {
      return !value.is_number() || holds(value.get<double>(), bound);
    };
  };
  const auto length = [&rule](Kind kind, auto holds) -> Check {
    return [bound = rule.get<std::size_t>(), kind, holds](const json& value) {
      return value.type() != kind || holds(length_of(value), bound);
    };
  };
  if (name == "minimum") return number(std::greater_equal<>());
  if (name == "maximum") return number(std::less_equal<>());
  if (name == "exclusiveMinimum") return number(std::greater<>());
  if (name == "exclusiveMaximum") return number(std::less<>());
  if (name == "minLength") return length(Kind::string, std::greater_equal<>());
  if (name == "maxLength") return length(Kind::string, std::less_equal<>());
  if (name == "minItems") return length(Kind::array, std::greater_equal<>());
  if (name == "maxItems") return length(Kind::array, std::less_equal<>());
  if (name == "minProperties") return length(Kind::object, std::greater_equal<>());
  if (name == "maxProperties") return length(Kind::object, std::less_equal<>());
  if (name == "uniqueItems") {
    return [wanted = rule.get<bool>()](const json& value) {
      return !wanted || !value.is_array() || is_unique(value);
    };
  }
  if (name == "pattern") {
    return [pattern = std::regex(rule.get<std::string>())](const json& value) {
      return !value.is_string() || std::regex_search(value.get_ref<const std::string&>(), pattern);
    };
  }
  if (name == "enum" || name == "const") {
    return [values = name == "enum" ? rule : json::array({rule})](const json& value) {
      return std::ranges::find(values, value) != values.end();
    };
  }
  if (name == "type") {
    return [types = rule.is_array() ? rule.get<std::vector<std::string>>()
                                    : std::vector<std::string>{rule}](const json& value) {
      return std::ranges::any_of(types, [&value](const auto& type) { return is_of_type(value, type); });
    };
  }
  // What is required together, or may not be together.
  if (name == "required" || (name == "not" && rule.size() == 1)) {
    const bool is_required = name == "required";
    return [names = (is_required ? rule : rule.at("required")).get<std::vector<std::string>>(),
            is_required](const json& value) {
      const auto is_there = [&value](const std::string& member) { return value.contains(member); };
      return !value.is_object() || std::ranges::all_of(names, is_there) == is_required;
    };
  }
  return nullptr;
}

bool value_is_right(const SchemaRules& rules, const json& value) {
  return std::ranges::all_of(rules.checks, [&value](const Check& holds) { return holds(value); });
}

}  // namespace

// A document's schemas, those that it refers to among them.
class CompiledSchema {
 public:
  explicit CompiledSchema(const json& document) : document_(document), root_(of(document_)) {}

  const SchemaRules& root() const { return *root_; }

 private:
  const SchemaRules* of(const json& schema) {
    if (!schema.contains("$ref")) return read(schema, rules_.emplace_back());
    const auto& name = schema["$ref"].get_ref<const std::string&>();
    const auto known = referred_.find(name);
    if (known != referred_.end()) return known->second;
    SchemaRules& rules = rules_.emplace_back();
    referred_[name] = &rules;
    return read(document_.at(json::json_pointer(name.substr(1))), rules);
  }

  const SchemaRules* read(const json& schema, SchemaRules& rules) {
    for (const auto& [name, rule] : schema.items()) read_rule(name, rule, rules);
    return &rules;
  }

  void read_rule(const std::string& name, const json& rule, SchemaRules& rules) {
    if (name == "required") rules.required = rule;
    if (name == "title" || name.starts_with('$')) return;  // $schema, $id, $comment, $defs
    if (Check check = check_of(name, rule)) {
      rules.checks.push_back(std::move(check));
    } else if (name == "description") {
      rules.description = rule;
    } else if (name == "items") {
      rules.items = of(rule);
    } else if (name == "oneOf") {
      for (const json& alternative : rule) rules.alternatives.push_back(of(alternative));
    } else if (name == "properties") {
      for (const auto& [member, schema] : rule.items()) rules.properties[member] = of(schema);
    } else if (name == "additionalProperties" && rule == false) {
      rules.checks.push_back([&rules](const json& value) {
        return !value.is_object() || std::ranges::all_of(value.items(), [&](const auto& member) {
          return rules.of_member(member.key()) != nullptr;
        });
      });
    } else if (name == "additionalProperties") {
      rules.others = of(rule);
    } else if (name == "patternProperties" && rule.size() == 1) {
      rules.other_names.emplace(rule.begin().key());
      rules.others = of(rule.front());
    } else {
      throw std::logic_error("no schema is expected to have the rule " + name);
    }
  }

  json document_;
  std::deque<SchemaRules> rules_;
  std::map<std::string, const SchemaRules*> referred_;
  const SchemaRules* root_;
};

namespace {

struct Broken {
  json::json_pointer place;
  const SchemaRules* rules = nullptr;
  const json* value = nullptr;
  std::size_t depth = 0;
};

// The deepest place where a value breaks the rules, and of equally deep ones the first.
class Walk {
 public:
  void look_at(const json& value, const SchemaRules& rules) {
    if (!rules.alternatives.empty()) return look_at_alternatives(value, rules);
    if (!value_is_right(rules, value)) break_here(value, rules);
    if (value.is_object()) look_at_members(value, rules);
    if (value.is_array() && rules.items != nullptr) {
      for (std::size_t item = 0; item < value.size(); ++item)
        look_inside({.index = item}, value[item], *rules.items);
    }
  }

  const std::optional<Broken>& broken() const { return broken_; }

 private:
  struct Step {
    const std::string* name = nullptr;
    std::size_t index = 0;
  };

  // All but the last are for what has no members.
  void look_at_alternatives(const json& value, const SchemaRules& rules) {
    const auto fits = [&value](const SchemaRules* alternative) {
      return value_is_right(*alternative, value);
    };
    const auto fitting = std::ranges::find_if(rules.alternatives, fits);
    const bool is_last = fitting + 1 >= rules.alternatives.end();
    if (!is_last) return;
    look_at(value, *rules.alternatives.back());
  }

  void look_at_members(const json& object, const SchemaRules& rules) {
    for (const auto& [name, value] : object.items()) {
      const SchemaRules* of_member = rules.of_member(name);
      if (of_member != nullptr) look_inside({.name = &name}, value, *of_member);
    }
  }

  void look_inside(Step step, const json& value, const SchemaRules& rules) {
    here_.push_back(step);
    look_at(value, rules);
    here_.pop_back();
  }

  void break_here(const json& value, const SchemaRules& rules) {
    if (broken_ && here_.size() <= broken_->depth) return;
    broken_.emplace();
    broken_->rules = &rules;
    broken_->value = &value;
    broken_->depth = here_.size();
    for (const Step& step : here_) {
      if (step.name != nullptr) {
        broken_->place /= *step.name;
      } else {
        broken_->place /= step.index;
      }
    }
  }

  std::vector<Step> here_;
  std::optional<Broken> broken_;
};

// A value in a sentence: scalars as written, the rest by kind; at most a line.
std::string in_words(const json& value) {
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

// A member that an object may not have, or lacks; otherwise nothing is thrown.
void refuse_members(const SchemaRules& rules, const json& object, const std::string& file,
                    const json::json_pointer& where) {
  if (!object.is_object() || rules.properties.empty()) return;
  for (const auto& [name, value] : object.items()) {
    if (rules.properties.contains(name)) continue;
    std::vector<std::string> names;
    std::string listed;
    for (const auto& [known, of_known] : rules.properties) {
      names.push_back(known);
      listed += (listed.empty() ? "" : ", ") + in_words(known);
    }
    const std::string meant = did_you_mean(name, {names.begin(), names.end()});
    throw InputError(
        json_error(file, (where / name).to_string(), "one of the members " + listed, in_words(name) + meant));
  }
  for (const std::string& name : rules.required) {
    if (object.contains(name)) continue;
    const std::string& due = rules.properties.find(name)->second->description;
    throw InputError(json_error(file, (where / name).to_string(), due, "nothing"));
  }
}

}  // namespace

std::string json_error(const std::string& file, const std::string& pointer, const std::string& expected,
                       const std::string& found) {
  const std::string place = file + ": " + (pointer.empty() ? "" : pointer + ": ");
  // Some schemas describe what is expected, the others say in whole sentences what a member means.
  if (expected.ends_with('.')) return place + "found " + found + ", which breaks the schema: " + expected;
  return place + "expected " + expected + ", found " + found;
}

SchemaCheck::SchemaCheck(std::string_view schema_text)
    : schema_(std::make_unique<CompiledSchema>(json::parse(schema_text))) {}

SchemaCheck::~SchemaCheck() = default;

void SchemaCheck::check(const json& value, const std::string& file, const std::string& where) const {
  Walk walk;
  walk.look_at(value, schema_->root());
  if (!walk.broken()) return;
  const Broken& broken = *walk.broken();
  const json::json_pointer place = json::json_pointer(where) / broken.place;
  refuse_members(*broken.rules, *broken.value, file, place);
  throw InputError(json_error(file, place.to_string(), broken.rules->description, in_words(*broken.value)));
}

void check_schema(const json& value, std::string_view schema_text, const std::string& file) {
  SchemaCheck(schema_text).check(value, file);
}

}  // namespace fairshuffle::detail
