#include "harness/web/plain_rules.hpp"

#include <algorithm>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <string>
#include <string_view>

namespace fairshuffle::detail {

namespace {

using nlohmann::json;

bool is_of_type(const json& value, const std::string& type) {
  if (type == "integer") return value.is_number_integer();
  return type == value.type_name();
}

double characters(const json& text) {
  return static_cast<double>(std::ranges::count_if(text.get_ref<const std::string&>(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
  }));
}

bool is_found(const std::string& pattern, const json& text) {
  return std::regex_search(text.get_ref<const std::string&>(), std::regex(pattern));
}

bool has_no_members_but(const json& known, const json& object) {
  for (const auto& [name, value] : object.items()) {
    if (!known.contains(name)) return false;
  }
  return true;
}

class Walk {
 public:
  explicit Walk(const json& root) : root_(root) {}

  void look_at(const json& value, const json& referring) {
    const json& schema = without_reference(root_, referring);
    for (const auto& [name, rule] : schema.items()) {
      if (!holds(name, rule, value, schema)) break_here();
    }
  }

  const std::optional<JsonPath>& broken() const { return broken_; }

 private:
  bool holds(const std::string& name, const json& rule, const json& value, const json& schema) {
    constexpr std::string_view without_rule[] = {"$schema", "title", "description", "definitions"};
    if (std::ranges::find(without_rule, name) != std::end(without_rule)) return true;
    if (name == "type") {
      if (!rule.is_array()) return is_of_type(value, rule);
      return std::ranges::any_of(rule, [&](const json& type) { return is_of_type(value, type); });
    }
    if (name == "enum") return std::ranges::find(rule, value) != rule.end();
    if (name == "required") {
      return !value.is_object() ||
             std::ranges::all_of(rule, [&](const json& due) { return value.contains(due); });
    }
    if (name == "properties") {
      if (value.is_object()) look_at_members(value, rule);
      return true;
    }
    if (name == "additionalProperties" && rule == false) {
      return !value.is_object() || has_no_members_but(schema["properties"], value);
    }
    if (name == "items") {
      if (value.is_array()) look_at_items(value, rule);
      return true;
    }
    if (name == "pattern") return !value.is_string() || is_found(rule, value);
    if (name == "minimum") return !value.is_number() || value >= rule;
    if (name == "maximum") return !value.is_number() || value <= rule;
    if (name == "exclusiveMinimum") return !value.is_number() || value > rule;
    if (name == "exclusiveMaximum") return !value.is_number() || value < rule;
    if (name == "minLength") return !value.is_string() || characters(value) >= rule;
    if (name == "maxLength") return !value.is_string() || characters(value) <= rule;
    if (name == "minItems") return !value.is_array() || value.size() >= rule;
    if (name == "maxItems") return !value.is_array() || value.size() <= rule;
    throw std::logic_error("no schema is expected to have the rule " + name);
  }

  void look_at_members(const json& object, const json& schemas) {
    for (const auto& [name, schema] : schemas.items()) {
      if (object.contains(name)) look_inside(object[name], schema, name);
    }
  }

  void look_at_items(const json& list, const json& schema) {
    for (std::size_t index = 0; index < list.size(); ++index) {
      look_inside(list[index], schema, std::to_string(index));
    }
  }

  void look_inside(const json& value, const json& schema, const std::string& step) {
    here_.push_back(step);
    look_at(value, schema);
    here_.pop_back();
  }

  void break_here() {
    if (!broken_ || here_.size() > broken_->size()) broken_ = here_;
  }

  const json& root_;
  JsonPath here_;
  std::optional<JsonPath> broken_;
};

}  // namespace

std::optional<JsonPath> broken_place(const json& schema, const json& value) {
  Walk walk(schema);
  walk.look_at(value, schema);
  return walk.broken();
}

}  // namespace fairshuffle::detail
