// list and complete
#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include <CLI/StringTools.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/sample.hpp"
#include "core/random/seeding.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "core/statistics/test_result.hpp"
#include "harness/cli/command_line.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/job/chosen_bets.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/target.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"
#include "reports/formats.hpp"

namespace fairshuffle {

namespace {

// fairshuffle list: everything that can be named.

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

template <class Entries, class Describe>
ordered_json listed(const Entries& entries, Describe describe) {
  ordered_json list = ordered_json::array();
  for (const auto& entry : entries) list.push_back(describe(entry));
  return list;
}

ordered_json decks_json(int smallest, int largest) {
  return {{"smallest", smallest}, {"largest", largest}};
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
                    {"decks", decks_json(shuffle.smallest_deck, shuffle.largest_deck)},
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

ordered_json source_json(const SourceEntry& source) {
  return {{"name", source.info.name},
          {"truth", source.info.truth},
          {"bits", source.word_bits},
          {"native_draw", source.native_use != WordUse::none},
          {"origin", source.info.origin}};
}

ordered_json draw_json(const DrawEntry& draw) {
  return {{"name", draw.info.name}, {"truth", draw.info.truth}, {"origin", draw.info.origin}};
}

ordered_json seeding_json(const SeedingInfo& seeding) {
  return {{"name", seeding.name}, {"truth", seeding.truth}, {"origin", seeding.origin}};
}

ordered_json test_json(const TestInfo& test) {
  return {{"name", test.name},
          {"truth", test.claim},
          {"null_distribution", test.null_distribution},
          {"blind_to", test.blind_to},
          {"decks", decks_json(test.smallest_deck, test.largest_deck)}};
}

ordered_json tests_json() {
  ordered_json list = listed(all_tests(), test_json);
  for (const ordered_json& test : listed(multiset_tests(), test_json)) list.push_back(test);
  return list;
}

ordered_json family_json(const BetFamily& family) {
  return {{"name", family.name},
          {"truth", fmt::format("bets on {}: {}", family.bets_on, family.asks)},
          {"decks", decks_json(smallest_large_deck, largest_deck_size)}};
}

ordered_json bets_json(const ReadyBets& ready) {
  return {{"name", ready.name},
          {"truth", ready.truth},
          {"decks", decks_json(ready.deck_size, ready.deck_size)},
          {"bets", ready.bets}};
}

// What a target says of itself need not be text that a terminal or JSON can take.
ordered_json offer_json(const OfferedShuffle& shuffle) {
  return {{"name", row_text(shuffle.name)},
          {"truth", row_text(shuffle.sentence)},
          {"decks", decks_json(shuffle.smallest_deck, shuffle.largest_deck)}};
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

constexpr ListSection sections[] = {{"shuffles", &shuffles_json},
                                    {"sources", [] { return listed(all_sources(), source_json); }},
                                    {"draws", [] { return listed(all_draws(), draw_json); }},
                                    {"seedings", [] { return listed(all_seedings(), seeding_json); }},
                                    {"tests", &tests_json},
                                    {"families", [] { return listed(families_to_certify(), family_json); }},
                                    {"bets", [] { return listed(all_ready_bets(), bets_json); }}};

std::vector<std::string> names_of_sections() {
  std::vector<std::string> names;
  for (const ListSection& section : sections) names.emplace_back(section.name);
  return names;
}

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
  for (const ListSection& section : sections) {
    if (wanted.empty() || wanted == section.name) all[section.name] = section.json();
  }
  if (all.empty()) {
    std::string offering;
    for (const std::string& name : names_of_offering_kinds()) offering += fmt::format(", and {} PATH", name);
    const std::vector<std::string> names = names_of_sections();
    throw InputError("list: no section '{}'{}; there are {}{}", wanted,
                     did_you_mean(wanted, {names.begin(), names.end()}), counted_up(names, " and "),
                     offering);
  }
  if (as_json) return fmt::print("{}\n", all.dump(2));
  for (auto section = all.begin(); section != all.end(); ++section) {
    if (section != all.begin()) fmt::print("\n");
    print_section(section.key(), *section);
  }
}

void list_offered(const TargetKind& kind, const std::string& path, bool as_json) {
  std::vector<OfferedShuffle> offered;
  try {
    offered = kind.offered(path);
  } catch (const TargetError& error) {
    throw InputError("list {} '{}': {}", kind.name, path, error.what());
  }
  const ordered_json shuffles = listed(offered, offer_json);
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

// fairshuffle complete: what may stand at the end of a command line, for the completions of shells. It is not
// shown. A line is a word and, behind a tab, its meaning; or ":file", ":directory" or ":command" alone, which
// the shell knows. Which words a value may have, its placeholder in the help says.

/// A name that can be typed, and its truth in one line.
struct ListedName {
  std::string name, truth;
};
using Words = std::vector<ListedName>;

// "text|u8|tokens" names them itself; "TESTS" is a section of list.
Words words_for(const std::string& placeholder) {
  Words words;
  const std::string lower = CLI::detail::to_lower(placeholder);
  if (lower == placeholder) {
    for (const std::string& word : CLI::detail::split(placeholder, '|')) words.push_back({word, ""});
  } else if (placeholder == "SECTION") {
    for (const std::string& name : names_of_sections()) words.push_back({name, ""});
    for (const std::string& name : names_of_offering_kinds()) words.push_back({name, ""});
  } else if (placeholder == "FORMATS") {
    for (const ReportFormat& format : all_report_formats()) {
      words.push_back({std::string(format.name), std::string(format.sentence)});
    }
  } else if (const auto* section = std::ranges::find(sections, lower, &ListSection::name);
             section != std::end(sections)) {
    for (const ordered_json& entry : section->json()) words.push_back({entry["name"], entry["truth"]});
  }
  return words;
}

// The cursor's word, of which the first letters are no part of what is asked for.
struct Typed {
  std::string_view word;
  std::size_t fixed = 0;

  Typed behind_last(std::string_view marks) const {
    const std::size_t mark = word.find_last_of(marks);
    return {word, mark == std::string_view::npos ? fixed : std::max(fixed, mark + 1)};
  }
  std::string_view rest() const { return word.substr(fixed); }
};

void offer(const Typed& typed, const Words& words) {
  for (const auto& [name, truth] : words) {
    if (!name.starts_with(typed.rest())) continue;
    fmt::print("{}{}{}{}\n", typed.word.substr(0, typed.fixed), name, truth.empty() ? "" : "\t", truth);
  }
}

void offer_settings(const Typed& typed, std::string_view shuffle) {
  const Typed setting = typed.behind_last(":,");
  const std::size_t equals = setting.rest().find('=');
  const std::string_view wanted = setting.rest().substr(0, equals);
  Words keys, values;
  const auto add = [&](std::string_view key, std::string_view meaning, const Words& words) {
    const std::string typed_key = fmt::format("{}=", key);
    if (std::ranges::find(keys, typed_key, &ListedName::name) != keys.end()) return;
    keys.push_back({typed_key, std::string(meaning)});
    if (key == wanted) values = words;
  };
  if (const ShuffleInfo* info = find_shuffle(shuffle)) {
    for (const OptionInfo& option : info->options) {
      Words words;
      for (const std::string_view choice : option.choices) words.push_back({std::string(choice), ""});
      add(option.name, option.meaning, words);
    }
  }
  std::vector<const TargetSetting*> of_all{&deck_size_setting};
  of_all.insert(of_all.end(), kind_of_shuffles().settings.begin(), kind_of_shuffles().settings.end());
  of_all.insert(of_all.end(), last_settings.begin(), last_settings.end());
  for (const TargetSetting* each : of_all) {
    const std::string placeholder(each->placeholder);
    const Words words = words_for(placeholder);
    // "SOURCE" is one of the sources.
    add(each->name, each->meaning, words.empty() ? words_for(placeholder + "S") : words);
  }
  offer(equals == std::string_view::npos ? setting : typed.behind_last("="),
        equals == std::string_view::npos ? keys : values);
}

void offer_value(const Typed& typed, const std::string& placeholder) {
  static constexpr std::pair<std::string_view, std::string_view> known_to_shells[] = {
      {"FILE", ":file"}, {"FILE|-", ":file"},   {"PATH", ":file"},       {"OLD", ":file"},
      {"NEW", ":file"},  {"DIR", ":directory"}, {"COMMAND", ":command"},
  };
  const auto* shells = std::ranges::find(known_to_shells, placeholder, [](auto& pair) { return pair.first; });
  if (shells != std::end(known_to_shells)) {
    fmt::print("{}\n", shells->second);
  } else if (placeholder != "TARGET") {
    // What is written in the plural is a list.
    offer(placeholder.ends_with('S') ? typed.behind_last(",") : typed, words_for(placeholder));
  } else if (const std::size_t colon = typed.rest().find(':'); colon != std::string_view::npos) {
    offer_settings(typed, typed.rest().substr(0, colon));
  } else {
    offer(typed, words_for("SHUFFLES"));
  }
}

Words subcommands_of(const CLI::App& app) {
  Words words;
  for (const CLI::App* each : app.get_subcommands({})) {
    if (!each->get_group().empty()) words.push_back({each->get_name(), each->get_description()});
  }
  return words;
}

Words options_of(const CLI::App& command) {
  Words words;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;
    for (const auto& name : option->get_snames()) words.push_back({"-" + name, option->get_description()});
    for (const auto& name : option->get_lnames()) words.push_back({"--" + name, option->get_description()});
  }
  return words;
}

// The option of that name that takes a value, or null.
const CLI::Option* valued(const CLI::App& command, const std::string& name) {
  const CLI::Option* option = command.get_option_no_throw(name);
  return option != nullptr && option->get_items_expected_max() > 0 ? option : nullptr;
}

// What may come again stands at every later place, too.
void offer_argument(const Typed& typed, const CLI::App& command, std::size_t place) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->nonpositional()) continue;
    if (option->get_name(true) == "SUBCOMMAND") return offer(typed, subcommands_of(*command.get_parent()));
    if (place == 0 || option->get_expected_max() > 1) return offer_value(typed, option->get_name(true));
    --place;
  }
}

void complete(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  const CLI::Option* option = nullptr;  // whose value comes next
  std::size_t place = 0;
  for (std::size_t index = 0; index + 1 < words.size(); ++index) {
    const std::string& word = words[index];
    if (option != nullptr) {
      option = nullptr;
    } else if (word.starts_with('-')) {
      option = valued(*command, word);
    } else if (command != &app) {
      ++place;
    } else {
      const auto commands = app.get_subcommands([&](const CLI::App* each) { return each->check_name(word); });
      if (commands.empty()) return;
      command = commands.front();
    }
  }
  Typed typed{words.empty() ? std::string_view() : words.back()};
  const std::size_t equals = typed.word.find('=');
  if (typed.word.starts_with("--") && equals != std::string_view::npos) {
    option = valued(*command, words.back().substr(0, equals));
    if (option == nullptr) return;
    typed.fixed = equals + 1;
  }
  if (option != nullptr) return offer_value(typed, option->get_option_text());
  if (typed.word.starts_with('-')) return offer(typed, options_of(*command));
  if (command == &app) return offer(typed, subcommands_of(app));
  offer_argument(typed, *command, place);
}

}  // namespace

void add_list(CLI::App& app) {
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
  command->callback([options] {
    if (const TargetKind* kind = offering_kind(options->section)) {
      if (options->path.empty()) {
        throw InputError("list {}: give the path of one", options->section);
      }
      list_offered(*kind, options->path, options->json);
    } else {
      if (!options->path.empty()) {
        throw InputError("list {}: takes no path, found '{}'", options->section, options->path);
      }
      run_list(options->section, options->json);
    }
  });
}

void add_complete(CLI::App& app) {
  CLI::App* command = app.add_subcommand("complete", "Words that may stand there")->group("");
  const auto words = std::make_shared<std::vector<std::string>>();
  command->add_option("WORDS", *words, "those typed so far, the last of them up to the cursor");
  command->callback([words, &app] { complete(app, *words); });
}

}  // namespace fairshuffle
