#include <algorithm>
#include <fstream>
#include <set>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/shuffle/catalogue.hpp"
#include "harness/counts/counts_file.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/job/chosen_bets.hpp"
#include "harness/job/plan_options.hpp"
#include "harness/json_input/job_frame_schema.hpp"
#include "harness/json_input/strict_json.hpp"
#include "harness/report/report_input.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/target.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

namespace {

using Json = nlohmann::ordered_json;

void replace(std::string& text, std::string_view mark, const std::string& by) {
  text.replace(text.find(mark), mark.size(), by);
}

// Shuffles may have an option of that name too, which then is what is meant.
bool is_option_of_a_shuffle(std::string_view name) {
  return std::ranges::any_of(all_shuffles(), [name](const ShuffleInfo& shuffle) {
    return std::ranges::find(shuffle.options, name, &OptionInfo::name) != shuffle.options.end();
  });
}

// What a target's settings are called that are none of its shuffle's own.
std::set<std::string_view> names_of_settings() {
  std::set<std::string_view> names;
  for (const TargetKind* kind : all_target_kinds()) names.insert(kind->naming.setting);
  for (const TargetSetting* setting : all_target_settings()) names.insert(setting->name);
  std::erase_if(names, [](std::string_view name) { return name.empty() || is_option_of_a_shuffle(name); });
  return names;
}

std::string in_quotes(std::string_view word) {
  return fmt::format("\"{}\"", word);
}

// A member that two kinds know, each for a use of its own, is described by both.
void add_member(Json& members, std::string_view name, std::string_view schema) {
  Json member = Json::parse(schema);
  const auto known = members.find(name);
  if (known == members.end()) {
    members[std::string(name)] = std::move(member);
  } else {
    Json& description = (*known)["description"];
    description = description.get<std::string>() + "; " + member["description"].get<std::string>();
  }
}

using nlohmann::json;

// The schema's patterns run as std::regex, whose recursion would exhaust the stack on very long strings.
constexpr std::size_t longest_string = 1000;

std::string as_typed(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// One value, or each of a list.
std::vector<std::string> values_of(const json& value) {
  if (!value.is_array()) return {as_typed(value)};
  std::vector<std::string> values;
  for (const json& one : value) values.push_back(as_typed(one));
  return values;
}

std::string shell_line(const json& words) {
  std::vector<std::string> quoted;
  for (const json& word : words) quoted.push_back(shell_quoted(word.get_ref<const std::string&>()));
  return fmt::format("{}", fmt::join(quoted, " "));
}

// The kind that the target's members name, and null for that of the shuffles.
const TargetKind* kind_named(const json& target, const std::string& where, const std::string& file) {
  const TargetKind* named = nullptr;
  for (const TargetKind* kind : all_target_kinds()) {
    const bool names_it = kind->written == TargetKind::Written::behind_kind &&
                          target.contains(std::string(kind->naming.member));
    if (!names_it) continue;
    if (named != nullptr) {
      throw InputError(detail::json_error(
          file, where, "a target of one kind",
          fmt::format("both \"{}\" and \"{}\"", named->naming.member, kind->naming.member)));
    }
    named = kind;
  }
  return named;
}

// The target's name and what names it, as TargetText has them.
TargetText named_target(const json& target, const TargetKind* kind, const std::string& where,
                        const std::string& file) {
  if (kind == nullptr) {
    const std::string member(kind_of_shuffles().naming.member);
    if (target.contains(member)) return {.name = as_typed(target[member]), .settings = {}};
    throw InputError(detail::json_error(
        file, where, fmt::format("one of \"{}\", {}", member, naming_members("\"", "\"", " and ")), "none"));
  }
  TargetText text{.name = std::string(kind->name), .settings = {}};
  const TargetNaming& naming = kind->naming;
  if (naming.setting.empty()) return text;
  const json& value = target[std::string(naming.member)];
  text.settings.emplace_back(naming.setting, value.is_array() ? shell_line(value) : as_typed(value));
  return text;
}

// A target's settings with all the values that each takes, in the order of JobTarget.
using Ranges = std::vector<std::pair<std::string, std::vector<std::string>>>;

Ranges ranges_of(const json& target, const TargetKind* kind) {
  Ranges ranges;
  if (target.contains("options")) {
    for (const auto& [name, value] : target["options"].items()) ranges.emplace_back(name, values_of(value));
  }
  for (const TargetSetting* setting : all_target_settings()) {
    const std::string name(setting->name);
    const bool names_target = kind == nullptr && name == kind_of_shuffles().naming.member;
    if (names_target || !target.contains(name)) continue;
    if (!setting->is_words) ranges.emplace_back(name, values_of(target[name]));
  }
  return ranges;
}

// A key that stands both among the options and beside them would be given twice on the command line.
void refuse_repeated(const Ranges& ranges, const std::string& where, const std::string& file) {
  std::set<std::string> names;
  for (const auto& [name, values] : ranges) {
    if (names.insert(name).second) continue;
    throw InputError(detail::json_error(file, where + "/" + name,
                                        "no such member beside the option of that name", "both"));
  }
}

// Steps to the next combination, the last range fastest; false after the last combination. Only the deck size
// and the options have more than one value, and the deck size stands after them.
bool to_next(std::vector<std::size_t>& choice, const Ranges& ranges) {
  for (std::size_t i = ranges.size(); i-- > 0;) {
    if (++choice[i] < ranges[i].second.size()) return true;
    choice[i] = 0;
  }
  return false;
}

// Lists of words stand for no range.
void add_words(const json& target, TargetText& text) {
  for (const TargetSetting* setting : all_target_settings()) {
    const std::string name(setting->name);
    if (setting->is_words && target.contains(name)) {
      text.settings.emplace_back(name, fmt::format("{}", fmt::join(values_of(target[name]), " ")));
    }
  }
}

void expand(const json& target, const std::string& where, const std::string& file,
            std::vector<JobTarget>& expanded) {
  const TargetKind* kind = kind_named(target, where, file);
  TargetText named = named_target(target, kind, where, file);
  add_words(target, named);
  const Ranges ranges = ranges_of(target, kind);
  refuse_repeated(ranges, where, file);
  std::optional<Verdict> expected;
  if (target.contains("expect")) {
    expected = verdict_from_text(target["expect"].get_ref<const std::string&>()).value();
  }
  const std::string label = target.value("label", "");
  std::vector<std::size_t> choice(ranges.size());
  do {
    if (expanded.size() == most_targets) {
      throw InputError(detail::json_error(
          file, where, "at most " + std::to_string(most_targets) + " targets in all combinations", "more"));
    }
    JobTarget one{.text = named,
                  .expected = expected,
                  .label = label,
                  .group = target.value("group", ""),
                  .where = where};
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const auto& [name, values] = ranges[i];
      one.text.settings.emplace_back(name, values[choice[i]]);
      if (!label.empty() && values.size() > 1) one.label += told_in_label(name, values[choice[i]]);
    }
    expanded.push_back(std::move(one));
  } while (to_next(choice, ranges));
}

// Whether the file says of itself that it is a report. Only its beginning is read: reports may be large.
bool is_report(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(200, '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  return start.find("\"schema_version\"") != std::string::npos;
}

}  // namespace

std::string job_schema() {
  Json schema = Json::parse(detail::job_frame_schema_text);
  Json& target = schema["$defs"]["target"];
  std::string description = target["description"];
  replace(description, "<shuffle>", in_quotes(kind_of_shuffles().naming.member));
  replace(description, "<members>", naming_members("\"", "\"", " or "));
  target["description"] = description;

  Json members = Json::object();
  for (const TargetKind* kind : all_target_kinds()) {
    if (!kind->naming.member.empty()) add_member(members, kind->naming.member, kind->naming.schema);
  }
  for (const TargetSetting* setting : all_target_settings()) {
    add_member(members, setting->name, setting->schema);
  }
  for (const auto& [name, member] : target["properties"].items()) members[name] = member;
  Json& options = members["options"]["patternProperties"];
  std::string pattern = options.begin().key();
  replace(pattern, "<settings>", fmt::format("{}", fmt::join(names_of_settings(), "|")));
  options = Json{{pattern, options.front()}};
  target["properties"] = std::move(members);
  return schema.dump(2) + '\n';
}

Job job_of(const RunRecord& report, const std::string& file) {
  PlanOptions options;
  options.alpha = fmt::format("{}", report.budget.alpha);
  options.confidence = fmt::format("{}", report.budget.confidence);
  options.tolerance = fmt::format("{}", report.budget.tolerance);
  std::vector<std::uint64_t> limits = report.went_on_at;
  limits.push_back(report.max_trials);
  (report.fixed_trials ? options.trials : options.max_trials) = fmt::format("{}", fmt::join(limits, ","));
  options.seed = fmt::format("{}", report.seed);
  options.tests = fmt::format("{}", fmt::join(report.tests, ","));
  options.certify = fmt::format("{}", fmt::join(report.certify, ","));
  for (const NamedBet& bet : report.bets) options.bets.push_back(written_bet(bet));
  options.pairs = report.pairs;
  options.until_decided = report.until_decided;
  options.slots = fmt::format("{}", report.birthday_slots);
  options.controls = !report.controls.empty();
  Job job{.file = file, .options = std::move(options), .targets = {}};
  for (std::size_t index = 0; index < report.results.size(); ++index) {
    const TargetRecord& target = report.results[index];
    job.targets.push_back({.text = typed_target(target),
                           .expected = target.expected,
                           .label = target.label,
                           .group = target.group,
                           .proof = target.proof,
                           .where = fmt::format("/plan/targets/{}", index)});
  }
  return job;
}

Job read_job_file(const std::filesystem::path& path) {
  const std::string file = path.string();
  if (is_counts_file(path)) return job_of(CountsFile(path).head().run, file);
  if (is_report(path)) return job_of(read_report(path), file);
  const json document = detail::parse_strictly(detail::read_text(path, "job file", largest_job_file), file,
                                               "job", longest_string);
  detail::check_schema(document, json::parse(job_schema()), file);

  Job job{.file = file, .options = {}, .targets = {}};
  for (const PlanOption& option : all_plan_options()) {
    const json::json_pointer place{std::string(option.in_job)};
    if (option.in_job.empty() || !document.contains(place)) continue;
    const json& value = document[place];
    std::visit(
        [&](auto member) {
          auto& asked = job.options.*member;
          if constexpr (std::is_same_v<decltype(asked), std::optional<std::string>&>) {
            asked = fmt::format("{}", fmt::join(values_of(value), ","));
          } else {
            asked = value.get<std::decay_t<decltype(asked)>>();
          }
        },
        option.value);
  }
  // The schema lets 20 digits pass, of which some are 2^64 and above.
  if (job.options.seed) parse_seed(fmt::format("{}: /seed", file), *job.options.seed);
  const json& targets = document["targets"];
  for (std::size_t i = 0; i < targets.size(); ++i) {
    expand(targets[i], "/targets/" + std::to_string(i), file, job.targets);
  }
  return job;
}

}  // namespace fairshuffle
