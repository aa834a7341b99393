#include "harness/json_input/schema_check.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "harness/input_error.hpp"
#include "harness/json_input/schema_rules.hpp"
#include "harness/nearest_name.hpp"

namespace fairshuffle::detail {

namespace {

using nlohmann::json;

json::json_pointer pointer_to(const JsonPath& path) {
  json::json_pointer pointer;
  for (const std::string& step : path) pointer /= step;
  return pointer;
}

// The subschema for the value at `path`, where validation got, so that it is there.
const json& subschema_at(const json& root, const JsonPath& path) {
  const json* schema = &root;
  for (const std::string& step : path) {
    if (schema->contains("properties") && (*schema)["properties"].contains(step)) {
      schema = &(*schema)["properties"][step];
    } else if (schema->contains("patternProperties")) {
      schema = &(*schema)["patternProperties"].front();  // our schemas have one pattern at most
    } else if (schema->contains("items")) {
      schema = &(*schema)["items"];
    } else {
      schema = &schema->at("additionalProperties");
    }
    schema = &without_reference(root, *schema);
    // Where there are alternatives, all but the last are for what has no members.
    if (schema->contains("oneOf")) schema = &without_reference(root, (*schema)["oneOf"].back());
  }
  return *schema;
}

std::string description_of(const json& root, const json& schema) {
  return without_reference(root, schema).at("description").get<std::string>();
}

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

// Whether any was there, at any depth.
bool erase_members(json& value, const std::string& name) {
  bool is_erased = value.is_object() && value.erase(name) > 0;
  if (!value.is_structured()) return false;
  for (json& inner : value) is_erased = erase_members(inner, name) || is_erased;
  return is_erased;
}

// A member that an object may not have, or lacks; otherwise nothing is thrown.
void refuse_members(const json& root, const json& schema, const json& object, const std::string& file,
                    const json::json_pointer& where) {
  if (!object.is_object() || !schema.contains("properties")) return;
  const json& known = schema["properties"];
  for (const auto& [name, value] : object.items()) {
    if (known.contains(name)) continue;
    std::vector<std::string> names;
    std::string listed;
    for (const auto& [known_name, subschema] : known.items()) {
      names.push_back(known_name);
      listed += (listed.empty() ? "" : ", ") + in_words(known_name);
    }
    const std::string meant = did_you_mean(name, {names.begin(), names.end()});
    throw InputError(
        json_error(file, (where / name).to_string(), "one of the members " + listed, in_words(name) + meant));
  }
  for (const json& name : schema.value("required", json::array())) {
    const auto& required = name.get_ref<const std::string&>();
    if (object.contains(required)) continue;
    throw InputError(
        json_error(file, (where / required).to_string(), description_of(root, known[required]), "nothing"));
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

const json& without_reference(const json& root, const json& schema) {
  if (!schema.contains("$ref")) return schema;
  return root.at(json::json_pointer(schema["$ref"].get_ref<const std::string&>().substr(1)));
}

struct SchemaCheck::Ready {
  explicit Ready(std::string_view schema_text) : document(json::parse(schema_text)) {
    json without_pairs = document;
    if (erase_members(without_pairs, "uniqueItems")) stages.emplace_back(without_pairs);
    stages.emplace_back(document);
  }

  json document;
  // That no two items are the same is seen by holding each against each, which no list may begin before it is
  // known to be a short one.
  std::vector<SchemaRules> stages;
};

SchemaCheck::SchemaCheck(std::string_view schema_text) : ready_(std::make_unique<Ready>(schema_text)) {}

SchemaCheck::~SchemaCheck() = default;

void SchemaCheck::check(const json& value, const std::string& file, const std::string& where) const {
  const json& root = ready_->document;
  const auto wrong_stage = std::ranges::find_if_not(
      ready_->stages, [&](const SchemaRules& rules) { return rules.hold_for(value); });
  if (wrong_stage == ready_->stages.end()) return;

  const JsonPath path = wrong_stage->deepest_failure(value);
  const json& wrong = value.at(pointer_to(path));
  const json& broken = subschema_at(root, path);
  const json::json_pointer place = json::json_pointer(where) / pointer_to(path);
  refuse_members(root, broken, wrong, file, place);
  throw InputError(json_error(file, place.to_string(), description_of(root, broken), in_words(wrong)));
}

void check_schema(const json& value, std::string_view schema_text, const std::string& file) {
  SchemaCheck(schema_text).check(value, file);
}

}  // namespace fairshuffle::detail
