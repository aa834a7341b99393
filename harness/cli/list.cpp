// fairshuffle list: everything that can be named.
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/draw/method.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/make_sampler.hpp"
#include "core/random/any_source.hpp"
#include "core/random/seeding.hpp"
#include "core/shuffle/registry.hpp"
#include "core/statistics/families/family.hpp"
#include "core/statistics/test_result.hpp"
#include "harness/cli/entry_lines.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/input_error.hpp"
#include "harness/job/ready_bets.hpp"
#include "harness/nearest_name.hpp"
#include "harness/target/kinds.hpp"
#include "harness/target/rows/row_text.hpp"
#include "harness/target/target_error.hpp"
#include "harness/target/word_list.hpp"

namespace fairshuffle {

namespace {

using nlohmann::ordered_json;

ordered_json option_json(const OptionInfo& option) {
  ordered_json json{{"name", option.name}, {"meaning", option.meaning}, {"range", option_range(option)}};
  if (option.standard_is_deck_size) {
    json["standard"] = "n";
  } else if (!option.instead_of.empty()) {
    json["standard"] = fmt::format("{} instead", option.instead_of);
  } else {
    json["standard"] = option_text(option, option.standard);
  }
  return json;
}

ordered_json shuffles_json() {
  ordered_json list = ordered_json::array();
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    ordered_json options = ordered_json::array();
    for (const OptionInfo& option : shuffle.options) options.push_back(option_json(option));
    ordered_json interpreters{"sample"};
    if (lanes_admit(shuffle.name)) interpreters.push_back("lanes");
    if (enumerate_admits(shuffle.name)) interpreters.push_back("enumerate");
    if (evolve_admits(shuffle.name)) interpreters.push_back("evolve");
    // Told step by step, and what it costs: that goes for every shuffle.
    interpreters.push_back("trace");
    interpreters.push_back("meter");
    list.push_back({{"name", shuffle.name},
                    {"truth", shuffle.sentence},
                    {"uniform", shuffle.truth == Truth::uniform},
                    {"options", options},
                    {"cost", shuffle.cost},
                    {"origin", shuffle.origin},
                    {"decks", {{"smallest", shuffle.smallest_deck}, {"largest", shuffle.largest_deck}}},
                    {"interpreters", interpreters}});
  }
  for (const Preset& preset : all_presets()) {
    list.push_back({{"name", preset.name},
                    {"truth", preset.sentence},
                    {"uniform", preset.truth == Truth::uniform},
                    {"stands_for", fmt::format("{}:{}", preset.shuffle, preset.settings)},
                    {"origin", preset.origin}});
  }
  return list;
}

ordered_json sources_json() {
  ordered_json list = ordered_json::array();
  for (const SourceEntry& source : all_sources()) {
    list.push_back({{"name", source.info.name},
                    {"truth", source.info.truth},
                    {"bits", source.word_bits},
                    {"native_draw", source.native_law != NativeLaw::none},
                    {"origin", source.info.origin}});
  }
  return list;
}

ordered_json draws_json() {
  ordered_json list = ordered_json::array();
  for (const DrawEntry& draw : all_draws()) {
    list.push_back({{"name", draw.info.name}, {"truth", draw.info.truth}, {"origin", draw.info.origin}});
  }
  return list;
}

ordered_json seedings_json() {
  ordered_json list = ordered_json::array();
  for (const SeedingInfo& seeding : all_seedings()) {
    list.push_back({{"name", seeding.name}, {"truth", seeding.truth}, {"origin", seeding.origin}});
  }
  return list;
}

ordered_json tests_json() {
  ordered_json list = ordered_json::array();
  for (const auto& registered : {all_tests(), made_up_tests()}) {
    for (const TestInfo& test : registered) {
      list.push_back({{"name", test.name},
                      {"truth", test.claim},
                      {"null_law", test.null_law},
                      {"blind_to", test.blind_to},
                      {"decks", {{"smallest", test.smallest_deck}, {"largest", test.largest_deck}}}});
    }
  }
  return list;
}

ordered_json families_json() {
  ordered_json list = ordered_json::array();
  for (const FamilyWords& family : families_to_certify()) {
    list.push_back({{"name", family.name},
                    {"truth", fmt::format("bets on {}: {}", family.bets_on, family.asks)},
                    {"decks", {{"smallest", smallest_large_deck}, {"largest", largest_deck_size}}}});
  }
  return list;
}

ordered_json bets_json() {
  ordered_json list = ordered_json::array();
  for (const ReadyBets& ready : all_ready_bets()) {
    list.push_back({{"name", ready.name},
                    {"truth", ready.truth},
                    {"decks", {{"smallest", ready.deck_size}, {"largest", ready.deck_size}}},
                    {"bets", ready.bets}});
  }
  return list;
}

ordered_json offered_json(const TargetKind& kind, const std::string& path) {
  ordered_json list = ordered_json::array();
  try {
    for (const OfferedShuffle& shuffle : kind.offered(path)) {
      // What a target says of itself need not be text that a terminal or JSON can take.
      list.push_back({{"name", row_text(shuffle.name)},
                      {"truth", row_text(shuffle.sentence)},
                      {"decks", {{"smallest", shuffle.smallest_deck}, {"largest", shuffle.largest_deck}}}});
    }
  } catch (const TargetError& error) {
    throw InputError(fmt::format("list {} '{}': {}", kind.name, path, error.what()));
  }
  return list;
}

std::vector<std::string> names_of_offering_kinds() {
  std::vector<std::string> names;
  for (const TargetKind* kind : all_target_kinds()) {
    if (kind->offered != nullptr) names.emplace_back(kind->name);
  }
  return names;
}

struct ListSection {
  const char* name;
  ordered_json (*json)();
};

constexpr ListSection sections[] = {{"shuffles", &shuffles_json}, {"sources", &sources_json},
                                    {"draws", &draws_json},       {"seedings", &seedings_json},
                                    {"tests", &tests_json},       {"families", &families_json},
                                    {"bets", &bets_json}};

void print_section(std::string_view heading, const ordered_json& entries) {
  fmt::print("{}\n", heading);
  std::size_t width = 19;
  for (const ordered_json& entry : entries) width = std::max(width, entry["name"].get<std::string>().size());
  const std::size_t columns = columns_to_fill();
  for (const ordered_json& entry : entries) {
    fmt::print("{}", entry_lines(fmt::format("  {:<{}} ", entry["name"].get<std::string>(), width),
                                 entry["truth"].get<std::string>(), columns));
    if (!entry.contains("options")) continue;
    for (const ordered_json& option : entry["options"]) {
      const std::string words = fmt::format(
          "{}: {}; {} ({})", option["name"].get<std::string>(), option["meaning"].get<std::string>(),
          option["range"].get<std::string>(), option["standard"].get<std::string>());
      fmt::print("{}", entry_lines(std::string(width + 5, ' '), words, columns));
    }
  }
}

void run_list(const std::string& wanted, bool as_json) {
  ordered_json all;
  bool first = true;
  for (const ListSection& section : sections) {
    if (!wanted.empty() && wanted != section.name) continue;
    if (as_json) {
      all[section.name] = section.json();
    } else {
      if (!first) fmt::print("\n");
      print_section(section.name, section.json());
    }
    first = false;
  }
  if (first) {
    std::string offering;
    for (const std::string& name : names_of_offering_kinds()) offering += fmt::format(", and {} PATH", name);
    std::vector<std::string> names;
    for (const ListSection& section : sections) names.emplace_back(section.name);
    throw InputError(fmt::format("list: no section '{}'{}; there are {}{}", wanted,
                                 did_you_mean(wanted, {names.begin(), names.end()}),
                                 counted_up(names, " and "), offering));
  }
  if (as_json) fmt::print("{}\n", all.dump(2));
}

void list_offered(const TargetKind& kind, const std::string& path, bool as_json) {
  const ordered_json shuffles = offered_json(kind, path);
  if (as_json) {
    fmt::print("{}\n", ordered_json{{"shuffles", shuffles}}.dump(2));
  } else {
    print_section(fmt::format("shuffles of {}", path), shuffles);
  }
}

// The kind of that name whose targets offer several shuffles, or null.
const TargetKind* offering_kind(std::string_view name) {
  const TargetKind* kind = find_target_kind(name);
  return kind != nullptr && kind->offered != nullptr ? kind : nullptr;
}

}  // namespace

void add_list(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("list", "Everything that can be named, each with its one-line truth");
  struct Options {
    std::string section;
    std::string path;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  const std::string offering = counted_up(names_of_offering_kinds(), " or ");
  command->add_option(
      "SECTION", options->section,
      fmt::format("shuffles, sources, draws, seedings, tests, families or bets (all), or {}", offering));
  command->add_option("PATH", options->path, fmt::format("for {}: what shuffles it has", offering));
  command->add_flag("--json", options->json, "as JSON, with origins, costs and ranges");
  command->footer("Exit codes: 0 listed; 2 bad input.");
  command->callback([options, &exit_code] {
    if (const TargetKind* kind = offering_kind(options->section)) {
      if (options->path.empty()) {
        throw InputError(fmt::format("list {}: give the path of one", options->section));
      }
      list_offered(*kind, options->path, options->json);
    } else {
      if (!options->path.empty()) {
        throw InputError(fmt::format("list {}: takes no path, found '{}'", options->section, options->path));
      }
      run_list(options->section, options->json);
    }
    exit_code = exit_as_hoped;
  });
}

}  // namespace fairshuffle
