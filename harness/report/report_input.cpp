#include "harness/report/report_input.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/json_input/report_schema.hpp"
#include "harness/json_input/strict_json.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/target.hpp"
#include "harness/whole_file.hpp"
#include "reports/json_report.hpp"
#include "reports/visible_text.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

// The numbers of a row of text, less the base; nothing where it has other words, or was cut short.
std::optional<std::vector<int>> cards_of(std::string_view row, int base) {
  constexpr std::string_view separators = " \t,";
  std::vector<int> cards;
  while (true) {
    const std::size_t begin = row.find_first_not_of(separators);
    if (begin == std::string_view::npos) return cards;
    row.remove_prefix(begin);
    const std::string_view word = row.substr(0, row.find_first_of(separators));
    int number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    cards.push_back(number - base);
    row.remove_prefix(word.size());
  }
}

constexpr std::size_t longest_string = 1'000'000;  // the schema's limit for the command
constexpr std::size_t longest_seed = 20;

// What a report of another version lacks or holds besides would say nothing of why it can't be read.
void refuse_other_version(const nlohmann::json& report, const std::string& file) {
  if (!report.is_object() || !report.contains("schema_version")) return;
  const nlohmann::json& version = report["schema_version"];
  if (!version.is_number_integer() || version == schema_version) return;
  throw InputError(
      "{} is a report of version {}, which this program does not read; run its command again for one of "
      "version {}",
      file, version.dump(), schema_version);
}

// The schema's pattern runs as std::regex, whose recursion would exhaust the stack on a very long string.
void refuse_long_seed(const nlohmann::json& report, const std::string& file) {
  const nlohmann::json::json_pointer seed("/plan/seed");
  if (!report.contains(seed) || !report[seed].is_string()) return;
  const std::size_t length = report[seed].get_ref<const std::string&>().size();
  if (length > longest_seed) {
    throw InputError(
        detail::json_error(file, seed.to_string(), "at most 20 digits", fmt::format("{} bytes", length)));
  }
}

using nlohmann::json;

constexpr const char* parts_of_schema[] = {"planned", "result"};

// The schema by parts: the frame, in which these parts are objects without members, and each of them.
struct ReportSchema {
  json whole = json::parse(detail::report_schema_text);
  detail::SchemaCheck frame{frame_schema(whole).dump()};
  detail::SchemaCheck planned{schema_of("planned", whole).dump()};
  detail::SchemaCheck result{schema_of("result", whole).dump()};

  static json frame_schema(json schema) {
    for (const char* part : parts_of_schema) {
      json& of_part = schema["$defs"][part];
      of_part = {{"description", of_part["description"]}, {"type", "object"}};
    }
    return schema;
  }

  static json schema_of(const char* part, const json& schema) {
    json of_part = schema["$defs"][part];
    of_part["$defs"] = schema["$defs"];
    return of_part;
  }
};

// Of the plan, and of what came out: the controls after all others.
constexpr std::string_view lists_of_components[] = {"/plan/targets", "/plan/controls", "/results",
                                                    "/controls"};
constexpr std::size_t lists_of_plan = 2;

// What is drawn calls a target by its name, so that it has to be the target's. One that is written by a
// shuffle is what its name says, and a kind that this program lacks tells nothing of it.
void check_name(const TargetRecord& record, std::uint64_t seed, const std::string& where) {
  const TargetKind* kind = find_target_kind(record.target.kind);
  if (kind == nullptr || kind->written == TargetKind::Written::by_shuffle) return;
  const std::string due = described_target(record, seed).name;
  if (record.name == due) return;
  throw InputError("{}/name: the target is '{}', and not '{}'", where, one_visible_line(due),
                   one_visible_line(record.name));
}

// A schema can't say that a table is square, and who draws it counts on that. What else may contradict itself
// is for report_check.
RunRecord checked_for_drawing(RunRecord run, const std::string& file) {
  for (std::size_t each = 0; each < targets_of(run); ++each) {
    const TargetRecord& record = target_at(run, each);
    const bool is_result = each < run.results.size();
    const std::size_t index = is_result ? each : each - run.results.size();
    check_name(record, run.seed,
               fmt::format("{}: /plan/{}/{}", file, is_result ? "targets" : "controls", index));
    const auto& rows = record.position_counts;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (rows[row].size() == rows.size()) continue;
      const std::string where = fmt::format("/{}/{}/{}positions/{}", is_result ? "results" : "controls",
                                            index, record.evidence.positions.empty() ? "" : "evidence/", row);
      throw InputError(detail::json_error(file, where,
                                          fmt::format("{} counts, for {} rows", rows.size(), rows.size()),
                                          fmt::format("{}", rows[row].size())));
    }
  }
  return run;
}

}  // namespace

TargetText typed_target(const PlannedTarget& planned) {
  const TargetDescription& target = planned.target;
  const TargetKind* kind = find_target_kind(target.kind);
  if (kind == nullptr) throw InputError("there is no kind of target '{}'", target.kind);
  if (kind->written == TargetKind::Written::by_shuffle) return parse_target_text(planned.name);
  TargetText text{.name = target.kind, .settings = target.options};
  if (!kind->naming.setting.empty()) text.settings.emplace_back(kind->naming.setting, target.shuffle);
  text.settings.emplace_back("n", std::to_string(target.deck_size));
  add_last_settings(target, text);
  return text;
}

DescribedTarget described_target(const PlannedTarget& planned, std::uint64_t run_seed) {
  const TargetText text = typed_target(planned);
  const TargetKind& kind = *find_target_kind(planned.target.kind);
  const auto made = kind.make_unopened(text, {.deck_size = planned.target.deck_size, .seed = run_seed});
  DescribedTarget described{.name = made->name(),
                            .description = made->description(),
                            .facts = made->facts(),
                            .caveat = made->caveat()};
  if (!kind.on_trust.empty()) described.caveat.reset();
  return described;
}

std::vector<Contradiction> contradictions_of_rows(const TargetRecord& record) {
  std::vector<Contradiction> contradictions;
  if (option_of(record.target, "format") != "text") return contradictions;
  const int base = option_of(record.target, "base") == "1" ? 1 : 0;
  for (std::size_t index = 0; index < record.evidence.witnesses.size(); ++index) {
    const WitnessRecord& witness = record.evidence.witnesses[index];
    const auto cards = cards_of(witness.row, base);
    if (!cards || witness.permutation.empty() || *cards == witness.permutation) continue;
    contradictions.push_back({fmt::format("/evidence/invalid/witnesses/{}/permutation", index),
                              fmt::format("is not what the row says: '{}'", witness.row)});
  }
  return contradictions;
}

ReportFile::ReportFile(std::string text, std::string file) : text_(std::move(text)), file_(std::move(file)) {
  static const ReportSchema schema;
  detail::TakenApart parts =
      detail::take_apart_strictly(text_, file_, "report", longest_string, lists_of_components);
  refuse_other_version(parts.frame, file_);
  refuse_long_seed(parts.frame, file_);
  schema.frame.check(parts.frame, file_);
  for (std::size_t list = 0; list < std::size(lists_of_components); ++list) {
    const bool is_planned = list < lists_of_plan;
    for (std::size_t index = 0; index < parts.items[list].size(); ++index) {
      const std::string_view item = parts.items[list][index];
      const std::string where = fmt::format("{}/{}", lists_of_components[list], index);
      (is_planned ? schema.planned : schema.result)
          .check(detail::parse_strictly(item, file_, is_planned ? "target" : "result", longest_string), file_,
                 where);
      (is_planned ? planned_ : results_).push_back(item);
    }
  }
  frame_text_ = std::move(parts.frame_text);
  try {
    outline_ = outline_from_json(frame_text_);
    for (std::size_t index = 0; index < size(); ++index) {
      PlannedTarget& planned = target_at(outline_, index);
      planned = planned_from_json(nlohmann::ordered_json::parse(planned_[index]), outline_);
      check_label(planned.label, planned.name);
    }
  } catch (const std::invalid_argument& error) {
    throw InputError("{}: {}", file_, error.what());
  } catch (const InputError& error) {
    throw InputError("{}: {}", file_, error.what());
  }
}

TargetRecord ReportFile::result_of(std::size_t index, const nlohmann::ordered_json& json) const {
  try {
    TargetRecord record = result_from_json(json);
    static_cast<PlannedTarget&>(record) = planned(index);
    return record;
  } catch (const std::invalid_argument& error) {
    throw InputError(file_ + ": " + error.what());
  }
}

TargetRecord ReportFile::result(std::size_t index) const {
  return result_of(index, nlohmann::ordered_json::parse(results_[index]));
}

RunRecord ReportFile::run() const {
  RunRecord run = outline_;
  for (std::size_t index = 0; index < size(); ++index) target_at(run, index) = result(index);
  return run;
}

ReportFile read_report_file(const std::filesystem::path& path) {
  return {detail::read_text(path, "report", largest_report_file), path.string()};
}

RunRecord read_report(const std::filesystem::path& path) {
  return checked_for_drawing(read_report_file(path).run(), path.string());
}

RunRecord report_in(std::string_view text, const std::string& file) {
  return checked_for_drawing(ReportFile(std::string(text), file).run(), file);
}

}  // namespace fairshuffle
