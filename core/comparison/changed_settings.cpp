#include "core/comparison/changed_settings.hpp"

#include <string>

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle {

namespace {

std::string number(double value) {
  return fmt::format("{}", value);
}

std::string options_text(const TargetDescription& target) {
  std::string text;
  for (const auto& [name, value] : target.options) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, value);
  }
  return text;
}

std::string bets_text(const std::vector<NamedBet>& bets) {
  std::string text;
  for (const NamedBet& bet : bets) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : "; ", bet.name, settings_text(bet));
  }
  return text;
}

class Settings {
 public:
  void add(const char* name, std::string before, std::string after) {
    if (before == after) return;
    const auto shown = [](std::string text) { return text.empty() ? std::string("none") : std::move(text); };
    changed_.push_back({name, shown(std::move(before)), shown(std::move(after))});
  }
  std::vector<ChangedSetting> finish() { return std::move(changed_); }

 private:
  std::vector<ChangedSetting> changed_;
};

}  // namespace

std::vector<ChangedSetting> changed_settings(const RunRecord& before, const RunRecord& after) {
  Settings settings;
  settings.add("version of the program", before.tool_version, after.tool_version);
  settings.add("seed", fmt::format("{}", before.seed), fmt::format("{}", after.seed));
  settings.add("alpha", number(before.budget.alpha), number(after.budget.alpha));
  settings.add("confidence", number(before.budget.confidence), number(after.budget.confidence));
  settings.add("tolerance", number(before.budget.tolerance), number(after.budget.tolerance));
  settings.add("most trials", with_commas(before.max_trials), with_commas(after.max_trials));
  settings.add("looks", before.fixed_trials ? "one" : "at more and more trials",
               after.fixed_trials ? "one" : "at more and more trials");
  settings.add("named bets", bets_text(before.bets), bets_text(after.bets));
  return settings.finish();
}

std::vector<ChangedSetting> changed_settings(const TargetDescription& before,
                                             const TargetDescription& after) {
  Settings settings;
  settings.add("kind", before.kind, after.kind);
  settings.add("shuffle", before.shuffle, after.shuffle);
  settings.add("options", options_text(before), options_text(after));
  settings.add("deck size", fmt::format("{}", before.deck_size), fmt::format("{}", after.deck_size));
  settings.add("source", before.source, after.source);
  settings.add("bits", fmt::format("{}", before.bits), fmt::format("{}", after.bits));
  settings.add("draw method", before.draw, after.draw);
  settings.add("seeding", before.seeding, after.seeding);
  settings.add("clock", before.clock, after.clock);
  settings.add("shuffles a second", fmt::format("{}", before.shuffles_per_second),
               fmt::format("{}", after.shuffles_per_second));
  settings.add("seeds", fmt::format("{}", before.seeds), fmt::format("{}", after.seeds));
  settings.add("reset", before.reset, after.reset);
  settings.add("marked cards", fmt::format("{}", before.marked), fmt::format("{}", after.marked));
  return settings.finish();
}

void add_changed_expectation(std::optional<Verdict> before, std::optional<Verdict> after,
                             std::vector<ChangedSetting>& settings) {
  if (before == after) return;
  const auto shown = [](std::optional<Verdict> verdict) { return verdict ? to_text(*verdict) : "none"; };
  settings.push_back({"expected verdict", shown(before), shown(after)});
}

}  // namespace fairshuffle
