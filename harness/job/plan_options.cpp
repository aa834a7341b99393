#include "harness/job/plan_options.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <exception>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/tally/birthday.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/job/chosen_bets.hpp"
#include "harness/report/report_check.hpp"
#include "harness/report/report_input.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/target.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

namespace {

template <class Number>
std::optional<Number> read_whole(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

[[noreturn]] void refuse(std::string_view option, std::string_view expected, std::string_view text) {
  throw InputError("{}: expected {}, found '{}'", option, expected, text);
}

// What was given under that name, or an empty one.
template <class Value>
const Value& given(const std::map<std::string_view, Value>& values, std::string_view name) {
  static const Value nothing{};
  const auto found = values.find(name);
  return found == values.end() ? nothing : found->second;
}

bool takes_setting(std::string_view target, std::string_view setting) {
  const Preset* preset = find_preset(target);
  const ShuffleInfo* shuffle = find_shuffle(preset == nullptr ? target : std::string_view(preset->shuffle));
  if (shuffle == nullptr) return true;
  if (std::ranges::find(shuffle->options, setting, &OptionInfo::name) != shuffle->options.end()) return true;
  return std::ranges::any_of(all_target_settings(),
                             [setting](const TargetSetting* each) { return each->name == setting; });
}

// More stand in no line that anybody reads.
constexpr std::size_t most_targets_in_line = 100;

void add_target(const TargetRecord& record, PlanOptions& options) {
  const TargetKind& kind = *find_target_kind(record.target.kind);
  if (kind.written == TargetKind::Written::by_shuffle) {
    options.targets.push_back(record.name);
    return;
  }
  options.typed.named[kind.name].push_back(kind.naming.setting.empty() ? "" : record.target.shuffle);
  options.deck_sizes = fmt::format("{}", record.target.deck_size);
}

// The settings of the record's target that are others than those of `plain`, as options.
void add_settings(const TargetRecord& record, const TargetRecord& plain, TypedTargets& typed) {
  if (find_target_kind(record.target.kind)->written == TargetKind::Written::by_shuffle) return;
  const TargetText usual = typed_target(plain);
  for (const auto& setting : typed_target(record).settings) {
    if (std::ranges::find(usual.settings, setting) != usual.settings.end()) continue;
    const auto found = std::ranges::find(all_target_settings(), setting.first, &TargetSetting::name);
    if (found != all_target_settings().end() && (*found)->is_option) {
      typed.settings[(*found)->name] = setting.second;
    }
  }
}

RunRecord planned_by(const PlanOptions& options) {
  return planned_record(plan_with(options, make_unopened_target));
}

// What is asked for, but for what goes without saying. Throws where no options say such a plan.
PlanOptions options_of(const RunRecord& report) {
  PlanOptions all = job_of(report, "").options;
  PlanOptions options;
  options.seed = all.seed;
  options.bets = all.bets;
  options.pairs = all.pairs;
  options.until_decided = all.until_decided;
  options.controls = all.controls;
  // Of several targets each has its own, which no one line says.
  if (report.results.size() == 1 && !report.results.front().label.empty())
    options.label = report.results.front().label;
  for (const TargetRecord& record : report.results) add_target(record, options);
  const RunRecord plain = planned_by(options);
  if (plain.results.size() != report.results.size()) throw InputError("the plan has other targets");
  for (std::size_t index = 0; index < report.results.size(); ++index) {
    add_settings(report.results[index], plain.results[index], options.typed);
  }
  PlanOptions usual = job_of(plain, "").options;
  // Where all is recorded, so many trials are a limit.
  if (usual.trials) {
    all.max_trials.swap(all.trials);
    usual.max_trials.swap(usual.trials);
  }
  for (const auto member :
       {&PlanOptions::trials, &PlanOptions::max_trials, &PlanOptions::alpha, &PlanOptions::tolerance,
        &PlanOptions::confidence, &PlanOptions::tests, &PlanOptions::certify, &PlanOptions::slots}) {
    if (all.*member != usual.*member) options.*member = all.*member;
  }
  return options;
}

// The line that says all of the plan; nothing where none does.
std::optional<std::string> line_of(const RunRecord& report) {
  try {
    const PlanOptions options = options_of(report);
    RunRecord planned = planned_by(options);
    // The trials do not depend on a proof.
    for (std::size_t index = 0; index < planned.results.size(); ++index)
      planned.results[index].proof = report.results[index].proof;
    if (!differences_from_plan(report, planned).empty()) return std::nullopt;
    return command_of(options, report.seed);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

bool is_callable_alone(const TargetRecord& record) {
  const TargetKind* kind = find_target_kind(record.target.kind);
  return kind != nullptr && kind->written == TargetKind::Written::in_no_command;
}

// The one list of them.
constexpr PlanOption plan_option_table[]{
    {"--job", &PlanOptions::job, "FILE", "a job file: targets with ranges, budgets and expectations"},
    {"--n", &PlanOptions::deck_sizes, "N[,N...]",
     "deck sizes of targets that give none (that of a first row, or 5)"},
    {"--label", &PlanOptions::label, "TEXT", "what reports call the target, beside its name"},
    {"--proof", &PlanOptions::proof, "FILE",
     "what 'exact --json' found of the target's own code; it stands beside the trials in reports"},
    {"--trials", &PlanOptions::trials, "N", "a fixed number of trials, judged once", "/budget/trials"},
    {"--max-trials", &PlanOptions::max_trials, "N",
     "trials at which an undecided target is inconclusive (1e9)", "/budget/max_trials"},
    {"--until-decided", &PlanOptions::until_decided, "",
     "stop at the first look that decides, before the bias is measured", "/budget/until_decided"},
    {"--max-time", &PlanOptions::max_time, "TIME", "like 90s, 5m or 2h; then what is there is judged"},
    {"--programs", &PlanOptions::children, "N",
     "programs that may live at once; the counts do not depend on them (16)"},
    {"--seed", &PlanOptions::seed, "S", "decides every trial; drawn and printed when not given", "/seed"},
    {"--alpha", &PlanOptions::alpha, "A", "false-alarm probability of the whole job (1e-6)", "/budget/alpha"},
    {"--tolerance", &PlanOptions::tolerance, "T",
     "largest bias that passes as fair, like 0.001 or 0.1% (0.001; 0.01 where all targets are from outside)",
     "/budget/tolerance"},
    {"--confidence", &PlanOptions::confidence, "C", "confidence of each bound on the bias (0.999)",
     "/budget/confidence"},
    {"--tests", &PlanOptions::tests, "TESTS", "only these tests, by comma; see 'fairshuffle list tests'"},
    {"--certify", &PlanOptions::certify, "FAMILIES",
     "bets that the tolerance is asked of, by comma, in decks of 13 cards and more (cards,pairs-order); see "
     "'fairshuffle list families'",
     "/certify"},
    {"--bet", &PlanOptions::bets, "BET",
     "a bet to watch: how many of the cards lie in the places, as in cards=0-3+7,places=0-6,name=TEXT, or "
     "the category of a five-card hand, as in poker=0-4",
     "/bets"},
    {"--bets", &PlanOptions::ready_bets, "BETS",
     "ready lists of bets, by comma; see 'fairshuffle list bets'"},
    {"--slots", &PlanOptions::slots, "N",
     "slots for permutations that come again, of each target of 11 cards and more: a power of two like 2^22 "
     "(2^20, fewer for many targets)",
     "/slots"},
    {"--pairs", &PlanOptions::pairs, "",
     "count where any two cards lie, in decks of 13 cards and more; tells the memory it takes", "/pairs"},
    {"--controls", &PlanOptions::controls, "",
     "run a fair and two biased shuffles beside; they must come out so"},
};

void add_value(std::string_view option, std::string_view value, std::string& command) {
  command += fmt::format(" {} {}", option, shell_typed(std::string(value)));
}

// As they are typed, but for the seed.
std::string plan_options_line(const PlanOptions& options) {
  std::string line;
  for (const PlanOption& option : plan_option_table) {
    if (option.name == "--seed") continue;
    if (const auto* text = std::get_if<std::optional<std::string> PlanOptions::*>(&option.value)) {
      if (options.**text) add_value(option.name, *(options.**text), line);
    } else if (const auto* texts = std::get_if<std::vector<std::string> PlanOptions::*>(&option.value)) {
      for (const std::string& each : options.**texts) add_value(option.name, each, line);
    } else if (options.*std::get<bool PlanOptions::*>(option.value)) {
      line += fmt::format(" {}", option.name);
    }
  }
  return line;
}

}  // namespace

std::uint64_t parse_trials(std::string_view option, std::string_view text) {
  constexpr std::uint64_t most = 1'000'000'000'000;
  std::optional<std::uint64_t> trials = read_whole<std::uint64_t>(text);
  if (!trials) {
    const std::optional<double> number = read_whole<double>(text);
    if (number && *number >= 1 && *number <= static_cast<double>(most) && std::floor(*number) == *number) {
      trials = static_cast<std::uint64_t>(*number);
    }
  }
  if (!trials || *trials < 1 || *trials > most)
    refuse(option, "a whole number of trials from 1 to 1e12", text);
  return *trials;
}

std::vector<std::uint64_t> parse_limits(std::string_view option, std::string_view text) {
  constexpr std::size_t most = 64;
  std::vector<std::uint64_t> limits;
  for (const std::string_view word : at_commas(text)) {
    limits.push_back(parse_trials(option, word));
    if (limits.size() > most || (limits.size() > 1 && limits.back() <= limits[limits.size() - 2]))
      refuse(option, fmt::format("up to {} limits, each larger than the one before", most), text);
  }
  return limits;
}

double parse_probability(std::string_view option, std::string_view text) {
  const std::optional<double> number = read_whole<double>(text);
  if (!number || !(*number > 0 && *number < 1)) refuse(option, "a number between 0 and 1", text);
  return *number;
}

double parse_tolerance(std::string_view option, std::string_view text) {
  // Read as one number: 0.7 / 100 is not the number nearest to 0.007.
  const std::optional<double> number =
      text.ends_with('%') ? read_whole<double>(std::string(text.substr(0, text.size() - 1)) + "e-2")
                          : read_whole<double>(text);
  if (!number || !(*number > 0 && *number <= 1)) {
    refuse(option, "a number above 0 and at most 1, or a percentage, like 0.001 or 0.1%", text);
  }
  return *number;
}

std::vector<int> parse_deck_sizes(std::string_view option, std::string_view text) {
  std::vector<int> sizes;
  for (const std::string_view word : at_commas(text)) {
    const std::optional<int> size = read_whole<int>(word);
    if (!size || *size < 1 || *size > largest_deck_size) {
      refuse(option, fmt::format("deck sizes from 1 to {}, like 5 or 3,4,5", largest_deck_size), text);
    }
    sizes.push_back(*size);
  }
  return sizes;
}

std::uint64_t parse_seed(std::string_view option, std::string_view text) {
  const std::optional<std::uint64_t> seed = read_whole<std::uint64_t>(text);
  if (!seed) refuse(option, "a whole number from 0 to 18446744073709551615", text);
  return *seed;
}

int parse_count(std::string_view option, std::string_view text, int most, std::string_view what) {
  const std::optional<int> count = read_whole<int>(text);
  if (!count || *count < 1 || *count > most) {
    refuse(option, fmt::format("a whole number of {} from 1 to {}", what, most), text);
  }
  return *count;
}

double parse_seconds(std::string_view option, std::string_view text) {
  constexpr double most = 366.0 * 24 * 3600;
  const std::string_view number = text.substr(0, text.find_first_not_of("0123456789."));
  const std::string_view unit = text.substr(number.size());
  const double seconds_of_unit = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  const std::optional<double> read = read_whole<double>(number);
  const double seconds = read.value_or(0) * seconds_of_unit;
  if (!(seconds > 0 && seconds <= most)) refuse(option, "a time like 60s, 5m or 2h", text);
  return seconds;
}

std::uint64_t parse_slots(std::string_view option, std::string_view text) {
  std::optional<std::uint64_t> slots;
  if (text.starts_with("2^")) {
    const std::optional<unsigned> exponent = read_whole<unsigned>(text.substr(2));
    if (exponent && *exponent < 64) slots = std::uint64_t{1} << *exponent;
  } else {
    slots = read_whole<std::uint64_t>(text);
  }
  if (!slots || !std::has_single_bit(*slots) || *slots < fewest_slots_told || *slots > most_slots_told) {
    refuse(option, "a power of two from 2^12 to 2^25, like 2^22", text);
  }
  return *slots;
}

std::vector<TargetText> texts_of(const TypedTargets& typed) {
  std::vector<TargetText> texts;
  for (const TargetKind* kind : all_target_kinds()) {
    const TargetNaming& naming = kind->naming;
    for (const std::string& value : given(typed.named, kind->name)) {
      TargetText& text = texts.emplace_back(TargetText{.name = std::string(kind->name), .settings = {}});
      if (naming.setting.empty()) continue;
      if (value.empty()) {
        throw InputError("--{}: expected {}, found ''", naming.member, naming.placeholder);
      }
      text.settings.emplace_back(naming.setting, value);
    }
  }
  for (const TargetSetting* setting : all_target_settings()) {
    const std::optional<std::string>& value = given(typed.settings, setting->name);
    if (!value) continue;
    if (texts.empty()) {
      throw InputError("--{} tells how a target's permutations are written; name one with {}", setting->name,
                       naming_members("--", "", " or "));
    }
    for (TargetText& text : texts) text.settings.emplace_back(setting->name, *value);
  }
  return texts;
}

std::string command_line_of(const TypedTargets& typed) {
  std::string line;
  for (const TargetKind* kind : all_target_kinds()) {
    for (const std::string& value : given(typed.named, kind->name)) {
      line += fmt::format(" --{}", kind->naming.member);
      if (!kind->naming.setting.empty()) line += fmt::format(" {}", shell_typed(value));
    }
  }
  for (const TargetSetting* setting : all_target_settings()) {
    const std::optional<std::string>& value = given(typed.settings, setting->name);
    if (!value) continue;
    line += fmt::format(" --{}", setting->name);
    if (!setting->placeholder.empty()) line += fmt::format(" {}", shell_typed(*value));
  }
  return line;
}

std::set<std::string> names_of_shuffle_settings() {
  std::set<std::string> names;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    for (const OptionInfo& option : shuffle.options) names.emplace(option.name);
  }
  for (const TargetSetting* setting : all_target_settings()) {
    const bool is_of_run = setting->name == "n",
               is_of_all = std::ranges::find(last_settings, setting) != last_settings.end();
    if ((!setting->is_option || is_of_all) && !is_of_run) names.emplace(setting->name);
  }
  return names;
}

std::vector<TargetText> with_settings(std::vector<TargetText> texts, const ShuffleSettings& settings) {
  std::vector<std::string> typed;
  for (const TargetText& text : texts) typed.push_back(written(text));
  for (const auto& [name, value] : settings) {
    if (!value) continue;
    const auto takes = [&name = name](const TargetText& text) { return takes_setting(text.name, name); };
    // Where none of them takes it, each is left to refuse it.
    const bool some_take = std::ranges::any_of(texts, takes);
    for (std::size_t index = 0; index < texts.size(); ++index) {
      TargetText& text = texts[index];
      if (some_take && !takes(text)) continue;
      const bool is_there =
          std::ranges::any_of(text.settings, [&name = name](const auto& own) { return own.first == name; });
      if (is_there) {
        throw InputError("target '{}': '{}' is given twice, --{} {}", typed[index], name, name, *value);
      }
      text.settings.emplace_back(name, *value);
    }
  }
  return texts;
}

std::string command_line_of(const ShuffleSettings& settings) {
  std::string line;
  for (const auto& [name, value] : settings) {
    if (value) line += fmt::format(" --{} {}", name, shell_typed(*value));
  }
  return line;
}

std::string command_of_report(const RunRecord& report, const std::string& file) {
  if (std::ranges::any_of(report.results, is_callable_alone)) {
    return "the call that handed the function over; no command runs it";
  }
  const bool all_known = std::ranges::all_of(report.results, [](const TargetRecord& record) {
    return find_target_kind(record.target.kind) != nullptr;
  });
  if (all_known && report.results.size() <= most_targets_in_line) {
    if (const std::optional<std::string> line = line_of(report)) return *line;
  }
  return fmt::format("fairshuffle certify --job {}", shell_typed(file));
}

std::span<const PlanOption> all_plan_options() {
  return plan_option_table;
}

std::string command_of(const PlanOptions& options, std::uint64_t seed) {
  std::string command = "fairshuffle certify";
  for (const std::string& target : options.targets) command += fmt::format(" {}", shell_typed(target));
  command += command_line_of(options.settings) + command_line_of(options.typed) + plan_options_line(options);
  return command + fmt::format(" --seed {}", seed);
}

bool names_a_plan(PlanOptions options) {
  options.max_time.reset();
  options.children.reset();
  return options.seed || command_of(options, 0) != command_of({}, 0);
}

}  // namespace fairshuffle
