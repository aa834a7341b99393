#include "core/comparison/changed_settings.hpp"

#include <string>
#include <utility>

namespace fairshuffle {

namespace {

// What is empty is not there.
SettingValue given(std::string text) {
  if (text.empty()) return {};
  return text;
}

SettingValue given(NamedSettings settings) {
  if (settings.empty()) return {};
  return settings;
}

SettingValue number(int value) {
  return static_cast<std::uint64_t>(value);
}

SettingValue bets_of(const std::vector<NamedBet>& bets) {
  NamedSettings named;
  for (const NamedBet& bet : bets) named.emplace_back(bet.name, settings_text(bet));
  return given(std::move(named));
}

SettingValue verdict_of(std::optional<Verdict> verdict) {
  if (!verdict) return {};
  return *verdict;
}

class Changes {
 public:
  void add(ComparedSetting setting, SettingValue before, SettingValue after) {
    if (before != after) changed_.push_back({setting, std::move(before), std::move(after)});
  }
  std::vector<ChangedSetting> finish() { return std::move(changed_); }

 private:
  std::vector<ChangedSetting> changed_;
};

}  // namespace

std::vector<ChangedSetting> changed_settings(const RunRecord& before, const RunRecord& after) {
  Changes changes;
  changes.add(ComparedSetting::version, given(before.tool_version), given(after.tool_version));
  changes.add(ComparedSetting::seed, before.seed, after.seed);
  changes.add(ComparedSetting::alpha, before.budget.alpha, after.budget.alpha);
  changes.add(ComparedSetting::confidence, before.budget.confidence, after.budget.confidence);
  changes.add(ComparedSetting::tolerance, before.budget.tolerance, after.budget.tolerance);
  changes.add(ComparedSetting::most_trials, before.max_trials, after.max_trials);
  changes.add(ComparedSetting::looks, before.fixed_trials, after.fixed_trials);
  changes.add(ComparedSetting::named_bets, bets_of(before.bets), bets_of(after.bets));
  return changes.finish();
}

std::vector<ChangedSetting> changed_settings(const TargetDescription& before,
                                             const TargetDescription& after) {
  Changes changes;
  changes.add(ComparedSetting::kind, given(before.kind), given(after.kind));
  changes.add(ComparedSetting::shuffle, given(before.shuffle), given(after.shuffle));
  changes.add(ComparedSetting::options, given(before.options), given(after.options));
  changes.add(ComparedSetting::deck_size, number(before.deck_size), number(after.deck_size));
  changes.add(ComparedSetting::source, given(before.source), given(after.source));
  changes.add(ComparedSetting::bits, number(before.bits), number(after.bits));
  changes.add(ComparedSetting::draw_method, given(before.draw), given(after.draw));
  changes.add(ComparedSetting::seeding, given(before.seeding), given(after.seeding));
  changes.add(ComparedSetting::clock, given(before.clock), given(after.clock));
  changes.add(ComparedSetting::shuffles_a_second, before.shuffles_per_second, after.shuffles_per_second);
  changes.add(ComparedSetting::seeds, before.seeds, after.seeds);
  changes.add(ComparedSetting::reset, given(before.reset), given(after.reset));
  changes.add(ComparedSetting::marked_cards, number(before.marked), number(after.marked));
  return changes.finish();
}

void add_changed_expectation(std::optional<Verdict> before, std::optional<Verdict> after,
                             std::vector<ChangedSetting>& settings) {
  if (before == after) return;
  settings.push_back({ComparedSetting::expected_verdict, verdict_of(before), verdict_of(after)});
}

}  // namespace fairshuffle
