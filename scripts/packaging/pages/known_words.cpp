#include "scripts/packaging/pages/known_words.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/draw/method.hpp"
#include "core/random/any_source.hpp"
#include "core/random/seeding.hpp"
#include "core/shuffle/registry.hpp"
#include "core/statistics/families/family.hpp"
#include "core/statistics/test_result.hpp"
#include "harness/job/ready_bets.hpp"
#include "harness/target/kinds.hpp"
#include "harness/target/shared_settings.hpp"
#include "reports/formats.hpp"

namespace fairshuffle {

namespace {

std::vector<KnownWord> plain(std::initializer_list<const char*> words) {
  std::vector<KnownWord> known;
  for (const char* word : words) known.push_back({word, ""});
  return known;
}

std::vector<KnownWord> sources() {
  std::vector<KnownWord> known;
  for (const SourceEntry& source : all_sources()) {
    known.push_back({std::string(source.info.name), std::string(source.info.truth)});
  }
  return known;
}

std::vector<KnownWord> draws() {
  std::vector<KnownWord> known;
  for (const DrawEntry& draw : all_draws()) {
    known.push_back({std::string(draw.info.name), std::string(draw.info.truth)});
  }
  return known;
}

std::vector<KnownWord> seedings() {
  std::vector<KnownWord> known;
  for (const SeedingInfo& seeding : all_seedings()) {
    known.push_back({std::string(seeding.name), std::string(seeding.truth)});
  }
  return known;
}

std::vector<KnownWord> tests() {
  std::vector<KnownWord> known;
  for (const auto& registered : {all_tests(), made_up_tests()}) {
    for (const TestInfo& test : registered) {
      known.push_back({std::string(test.name), std::string(test.claim)});
    }
  }
  return known;
}

std::vector<KnownWord> families() {
  std::vector<KnownWord> known;
  for (const FamilyWords& family : families_to_certify())
    known.push_back({std::string(family.name), std::string(family.bets_on)});
  return known;
}

std::vector<KnownWord> ready_bets() {
  std::vector<KnownWord> known;
  for (const ReadyBets& ready : all_ready_bets())
    known.push_back({std::string(ready.name), std::string(ready.truth)});
  return known;
}

std::vector<KnownWord> report_formats() {
  std::vector<KnownWord> known;
  for (const ReportFormat& format : all_report_formats()) {
    known.push_back({std::string(format.name), std::string(format.sentence)});
  }
  return known;
}

// "text|u8|tokens" names its words itself; "FILE|-" does not.
std::vector<KnownWord> alternatives(std::string_view placeholder) {
  std::vector<KnownWord> known;
  while (placeholder.find('|') != std::string_view::npos) {
    const std::size_t bar = placeholder.find('|');
    known.push_back({std::string(placeholder.substr(0, bar)), ""});
    placeholder.remove_prefix(bar + 1);
  }
  known.push_back({std::string(placeholder), ""});
  return known;
}

constexpr std::array<std::pair<std::string_view, ValueKind>, 24> kinds_by_placeholder{{
    {"FILE", ValueKind::file},       {"FILE|-", ValueKind::file},   {"PATH", ValueKind::file},
    {"OLD", ValueKind::file},        {"NEW", ValueKind::file},      {"DIR", ValueKind::folder},
    {"COMMAND", ValueKind::command}, {"TARGET", ValueKind::target}, {"N", ValueKind::free},
    {"N[,N...]", ValueKind::free},   {"S", ValueKind::free},        {"SEED", ValueKind::free},
    {"A", ValueKind::free},          {"T", ValueKind::free},        {"C", ValueKind::free},
    {"K", ValueKind::free},          {"SECONDS", ValueKind::free},  {"NAME", ValueKind::free},
    {"WORDS", ValueKind::free},      {"BET", ValueKind::free},      {"NAMES", ValueKind::free},
    {"TIME", ValueKind::free},       {"I/N", ValueKind::free},      {"TRIALS", ValueKind::free},
}};

bool names_its_words(std::string_view placeholder) {
  return placeholder.find('|') != std::string_view::npos &&
         std::ranges::none_of(placeholder, [](char letter) { return letter >= 'A' && letter <= 'Z'; });
}

// The words that a target's setting may have, by the placeholder for them; none where it takes a number.
std::vector<KnownWord> words_for(std::string_view placeholder) {
  if (placeholder == "SOURCE") return sources();
  if (placeholder == "DRAW") return draws();
  if (placeholder == "SEEDING") return seedings();
  return names_its_words(placeholder) ? alternatives(placeholder) : std::vector<KnownWord>();
}

}  // namespace

KnownValues known_values(const std::string& command, const OptionOutline& option) {
  if (option.name == "--tests") return {ValueKind::words, tests()};
  if (option.name == "--certify") return {ValueKind::words, families()};
  if (option.name == "--bets") return {ValueKind::words, ready_bets()};
  if (command == "report" && option.name == "--format") return {ValueKind::words, report_formats()};
  if (command == "diff" && option.name == "--format") {
    return {ValueKind::word, plain({"text", "markdown", "json"})};
  }
  if (option.name == "SECTION") {
    std::vector<KnownWord> sections =
        plain({"shuffles", "sources", "draws", "seedings", "tests", "families", "bets"});
    for (const TargetKind* kind : all_target_kinds()) {
      if (kind->offered != nullptr) sections.push_back({std::string(kind->name), ""});
    }
    return {ValueKind::word, sections};
  }
  if (names_its_words(option.placeholder)) return {ValueKind::word, alternatives(option.placeholder)};
  const auto* known = std::ranges::find(kinds_by_placeholder, std::string_view(option.placeholder),
                                        [](const auto& entry) { return entry.first; });
  if (known == kinds_by_placeholder.end()) {
    throw std::logic_error(
        fmt::format("'{} {}' takes {}, of which scripts/packaging/pages/known_words.cpp knows nothing",
                    command, option.name, option.placeholder));
  }
  return {known->second};
}

std::vector<KnownSetting> settings_of_targets() {
  std::vector<KnownSetting> known;
  const auto add = [&known](const TargetSetting& setting) {
    known.push_back(
        {std::string(setting.name), std::string(setting.meaning), words_for(setting.placeholder)});
  };
  add(deck_size_setting);
  for (const TargetSetting* setting : kind_of_shuffles().settings) add(*setting);
  for (const TargetSetting* setting : last_settings) add(*setting);
  return known;
}

std::vector<KnownShuffle> known_shuffles() {
  std::vector<KnownShuffle> known;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    known.push_back({{std::string(shuffle.name), std::string(shuffle.sentence)}, {}, {}});
    for (const OptionInfo& option : shuffle.options) {
      KnownSetting setting{std::string(option.name), std::string(option.meaning)};
      for (const std::string_view choice : option.choices)
        setting.values.push_back({std::string(choice), ""});
      known.back().options.push_back(std::move(setting));
    }
  }
  for (const Preset& preset : all_presets()) {
    known.push_back({{std::string(preset.name), std::string(preset.sentence)}, {}, {}});
  }
  for (KnownShuffle& shuffle : known) {
    shuffle.settings = shuffle.options;
    for (KnownSetting& setting : settings_of_targets()) {
      const bool its_own =
          std::ranges::find(shuffle.options, setting.key, &KnownSetting::key) != shuffle.options.end();
      if (!its_own) shuffle.settings.push_back(std::move(setting));
    }
  }
  return known;
}

}  // namespace fairshuffle
