#include "harness/job/target_collector.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fnmatch.h>

#include "core/shuffle/registry.hpp"
#include "harness/input_error.hpp"

namespace fairshuffle {

std::vector<TargetText> matching(const TargetText& text) {
  if (text.name.find_first_of("*?") == std::string::npos) return {text};
  std::vector<TargetText> matches;
  const auto add_if_matching = [&](std::string_view name) {
    if (fnmatch(text.name.c_str(), std::string(name).c_str(), 0) != 0) return;
    matches.push_back({.name = std::string(name), .settings = text.settings});
  };
  for (const ShuffleInfo& shuffle : all_shuffles()) add_if_matching(shuffle.name);
  for (const Preset& preset : all_presets()) add_if_matching(preset.name);
  if (matches.empty()) {
    throw InputError(fmt::format("nothing matches '{}'; see 'fairshuffle list shuffles'", text.name));
  }
  return matches;
}

namespace {

bool gives_deck_size(const TargetText& text) {
  const auto is_given = [&text](std::string_view name) {
    return std::ranges::any_of(text.settings, [name](const auto& given) { return given.first == name; });
  };
  return setting_of_deck_size(is_given) != nullptr;
}

}  // namespace

void TargetCollector::add(const TargetText& text, const Words& words) {
  TargetRun made{.seed = plan_->run.seed,
                 .most_trials = plan_->run.most_trials,
                 .children = plan_->children,
                 .is_to_end = plan_->run.is_to_end};
  if (gives_deck_size(text)) return add_one(text, made, words);
  if (deck_sizes_.empty()) {
    made.may_look = true;
    return add_one(text, made, words);
  }
  for (const int deck_size : deck_sizes_) {
    made.deck_size = deck_size;
    add_one(text, made, words);
  }
}

void TargetCollector::add_one(const TargetText& text, const TargetRun& made, const Words& words) {
  RunPlan& run = plan_->run;
  auto target = make_(text, made);
  const TargetDescription& description = target->description();
  const auto [same, is_new] =
      names_.emplace(std::pair(target->identity(), description.marked), target->name());
  if (!is_new) {
    throw InputError(
        fmt::format("target '{}' is the same as '{}'; name it once", target->name(), same->second));
  }
  const TargetKind* kind = find_target_kind(description.kind);
  if (kind->only_once && !read_once_.insert(description.kind).second) {
    throw InputError(
        fmt::format("target '{}': {} has been given to another target; what comes can be read only once",
                    target->name(), description.shuffle));
  }
  const std::string& shown = words.label.empty() ? target->name() : words.label;
  if (!shown_.insert(shown).second) {
    throw InputError(fmt::format("target '{}': '{}' is what another target is called; give it another label",
                                 target->name(), shown));
  }
  run.targets.push_back(std::move(target));
  plan_->expected.push_back(words.expected);
  plan_->labels.push_back(words.label);
}

}  // namespace fairshuffle
