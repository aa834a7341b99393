#include "harness/job/job_schema.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/shuffle/registry.hpp"
#include "harness/json_input/job_frame_schema.hpp"
#include "harness/target/kinds.hpp"

namespace fairshuffle {

namespace {

using Json = nlohmann::ordered_json;

void replace(std::string& text, std::string_view mark, const std::string& by) {
  text.replace(text.find(mark), mark.size(), by);
}

// Shuffles may have an option of that name too, which then is what is meant.
bool is_option_of_a_shuffle(std::string_view name) {
  return std::ranges::any_of(all_shuffles(), [name](const ShuffleInfo& shuffle) {
    return std::ranges::find(shuffle.options, name, &OptionInfo::name) != shuffle.options.end();
  });
}

// What a target's settings are called that are none of its shuffle's own.
std::set<std::string_view> names_of_settings() {
  std::set<std::string_view> names;
  for (const TargetKind* kind : all_target_kinds()) names.insert(kind->naming.setting);
  for (const TargetSetting* setting : all_target_settings()) names.insert(setting->name);
  std::erase_if(names, [](std::string_view name) { return name.empty() || is_option_of_a_shuffle(name); });
  return names;
}

std::string in_quotes(std::string_view word) {
  return fmt::format("\"{}\"", word);
}

// A member that two kinds know, each for a use of its own, is described by both.
void add_member(Json& members, std::string_view name, std::string_view schema) {
  Json member = Json::parse(schema);
  const auto known = members.find(name);
  if (known == members.end()) {
    members[std::string(name)] = std::move(member);
  } else {
    Json& description = (*known)["description"];
    description = description.get<std::string>() + "; " + member["description"].get<std::string>();
  }
}

}  // namespace

std::string job_schema() {
  Json schema = Json::parse(detail::job_frame_schema_text);
  Json& target = schema["definitions"]["target"];
  std::string description = target["description"];
  replace(description, "<shuffle>", in_quotes(kind_of_shuffles().naming.member));
  replace(description, "<members>", naming_members("\"", "\"", " or "));
  target["description"] = description;

  Json members = Json::object();
  for (const TargetKind* kind : all_target_kinds()) {
    if (!kind->naming.member.empty()) add_member(members, kind->naming.member, kind->naming.schema);
  }
  for (const TargetSetting* setting : all_target_settings()) {
    add_member(members, setting->name, setting->schema);
  }
  for (const auto& [name, member] : target["properties"].items()) members[name] = member;
  Json& options = members["options"]["patternProperties"];
  std::string pattern = options.begin().key();
  replace(pattern, "<settings>", fmt::format("{}", fmt::join(names_of_settings(), "|")));
  options = Json{{pattern, options.front()}};
  target["properties"] = std::move(members);
  return schema.dump(2) + '\n';
}

}  // namespace fairshuffle
