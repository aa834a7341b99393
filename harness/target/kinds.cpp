#include "harness/target/kinds.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/target/kind_table.hpp"
#include "harness/target/shared_settings.hpp"
#include "harness/target/word_list.hpp"

namespace fairshuffle {

namespace {

using Written = TargetKind::Written;

// The kind of a target that is written so: one that stands before the colon, or that of the shuffles.
const TargetKind& kind_written(std::string_view name) {
  const auto kind = std::ranges::find_if(kind_table, [name](const TargetKind* each) {
    return each->written == Written::behind_kind && each->name == name;
  });
  if (kind != kind_table.end()) return **kind;
  return kind_of_shuffles();
}

}  // namespace

const TargetKind& kind_of_shuffles() {
  return **std::ranges::find(kind_table, Written::by_shuffle, &TargetKind::written);
}

std::span<const TargetKind* const> all_target_kinds() {
  return kind_table;
}

const TargetKind* find_target_kind(std::string_view name) {
  const auto kind = std::ranges::find(kind_table, name, &TargetKind::name);
  return kind == kind_table.end() ? nullptr : *kind;
}

std::span<const TargetSetting* const> all_target_settings() {
  // A job asks for them with each of its targets.
  static const std::vector<const TargetSetting*> all = [] {
    std::vector<const TargetSetting*> settings{&deck_size_setting};
    for (const TargetKind* kind : kind_table) {
      for (const TargetSetting* setting : kind->settings) {
        if (std::ranges::find(settings, setting) == settings.end()) settings.push_back(setting);
      }
    }
    settings.insert(settings.end(), last_settings.begin(), last_settings.end());
    return settings;
  }();
  return all;
}

const TargetSetting* setting_of_deck_size(const std::function<bool(std::string_view name)>& is_given) {
  for (const TargetSetting* setting : all_target_settings()) {
    if (!setting->gives_deck_size || !is_given(setting->name)) continue;
    if (setting->unless.empty() || !is_given(setting->unless)) return setting;
  }
  return nullptr;
}

std::string naming_members(std::string_view before, std::string_view after, std::string_view last) {
  std::vector<std::string> members;
  for (const TargetKind* kind : kind_table) {
    if (kind->written != Written::behind_kind) continue;
    members.push_back(fmt::format("{}{}{}", before, kind->naming.member, after));
  }
  return counted_up(members, last);
}

std::unique_ptr<Target> make_target(const TargetText& text, const TargetRun& run) {
  return kind_written(text.name).make(text, run);
}

std::unique_ptr<Target> make_unopened_target(const TargetText& text, const TargetRun& run) {
  return kind_written(text.name).make_unopened(text, run);
}

}  // namespace fairshuffle
