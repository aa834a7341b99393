#include "reports/words/compared_setting_words.hpp"

#include <cstdint>
#include <variant>

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle {

namespace {

struct SettingValueWords {
  ComparedSetting setting;

  std::string operator()(std::monostate) const { return "none"; }
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(double number) const { return fmt::format("{}", number); }
  std::string operator()(std::uint64_t number) const {
    return setting == ComparedSetting::most_trials ? with_commas(number) : fmt::format("{}", number);
  }
  std::string operator()(bool one_look) const { return one_look ? "one" : "at more and more trials"; }
  std::string operator()(const NamedSettings& named) const {
    const bool bets = setting == ComparedSetting::named_bets;
    std::string text;
    for (const auto& [name, value] : named) {
      if (!text.empty()) text += bets ? "; " : ",";
      text += bets ? fmt::format("{} ({})", name, value) : fmt::format("{}={}", name, value);
    }
    return text;
  }
  std::string operator()(Verdict verdict) const { return to_text(verdict); }
};

std::string name_of_setting(ComparedSetting setting) {
  switch (setting) {
    case ComparedSetting::version:
      return "version of the program";
    case ComparedSetting::seed:
      return "seed";
    case ComparedSetting::alpha:
      return "alpha";
    case ComparedSetting::confidence:
      return "confidence";
    case ComparedSetting::tolerance:
      return "tolerance";
    case ComparedSetting::most_trials:
      return "most trials";
    case ComparedSetting::looks:
      return "looks";
    case ComparedSetting::named_bets:
      return "named bets";
    case ComparedSetting::kind:
      return "kind";
    case ComparedSetting::shuffle:
      return "shuffle";
    case ComparedSetting::options:
      return "options";
    case ComparedSetting::deck_size:
      return "deck size";
    case ComparedSetting::source:
      return "source";
    case ComparedSetting::bits:
      return "bits";
    case ComparedSetting::draw_method:
      return "draw method";
    case ComparedSetting::seeding:
      return "seeding";
    case ComparedSetting::clock:
      return "clock";
    case ComparedSetting::shuffles_a_second:
      return "shuffles a second";
    case ComparedSetting::seeds:
      return "seeds";
    case ComparedSetting::reset:
      return "reset";
    case ComparedSetting::marked_cards:
      return "marked cards";
    case ComparedSetting::expected_verdict:
      return "expected verdict";
  }
  return "";
}

}  // namespace

ToldSetting told_setting(const ChangedSetting& setting) {
  const SettingValueWords words{setting.setting};
  return {.name = name_of_setting(setting.setting),
          .before = std::visit(words, setting.before),
          .after = std::visit(words, setting.after)};
}

}  // namespace fairshuffle
