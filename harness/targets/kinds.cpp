#include "harness/targets/kinds.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/targets/kind_table.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

namespace {

using Written = TargetKind::Written;

// No shuffle has these in its name; files of programs do.
void refuse_file(std::string_view name) {
  const std::string running = option_for(TargetKind::Takes::command);
  if (running.empty() || name.find_first_of("./") == std::string_view::npos) return;
  throw InputError(
      "unknown shuffle '{}'; a program of your own is run by {} COMMAND, recorded decks are read by {} FILE",
      name, running, option_for(TargetKind::Takes::recording));
}

// The kind of a target that is written so: one that stands before the colon, or that of the shuffles.
const TargetKind& kind_written(std::string_view name) {
  const auto kind = std::ranges::find_if(kind_table, [name](const TargetKind* each) {
    return each->written == Written::behind_kind && each->name == name;
  });
  if (kind != kind_table.end()) return **kind;
  refuse_file(name);
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

std::string option_for(TargetKind::Takes own) {
  const auto kind = std::ranges::find(kind_table, own, &TargetKind::takes);
  return kind == kind_table.end() ? "" : fmt::format("--{}", (*kind)->naming.member);
}

std::unique_ptr<Target> make_target(const TargetText& text, const TargetRun& run) {
  return kind_written(text.name).make(text, run);
}

std::unique_ptr<Target> make_unopened_target(const TargetText& text, const TargetRun& run) {
  return kind_written(text.name).make_unopened(text, run);
}

}  // namespace fairshuffle
