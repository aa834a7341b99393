#include "harness/report/report_input.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/json_input/report_schema.hpp"
#include "harness/json_input/strict_json.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/target.hpp"
#include "harness/whole_file.hpp"
#include "reports/json_report.hpp"
#include "reports/outcomes_report.hpp"
#include "reports/visible_text.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

// The numbers of a row of text, less the base; nothing where it has other words, or was cut short.
std::optional<std::vector<int>> cards_of(std::string row, int base) {
  std::ranges::replace(row, ',', ' ');
  std::istringstream words(row);
  std::vector<int> cards;
  for (int number = 0; words >> number;) cards.push_back(number - base);
  return words.eof() ? std::optional(std::move(cards)) : std::nullopt;
}

constexpr std::size_t longest_string = 1'000'000;  // the schema's limit for the command

using Json = nlohmann::ordered_json;

// What a report of another version lacks or holds besides would say nothing of why it can't be read.
void refuse_other_version(const Json& report, const std::string& file) {
  if (!report.is_object() || !report.contains("schema_version")) return;
  const Json& version = report["schema_version"];
  if (!version.is_number_integer() || version == schema_version) return;
  throw InputError(
      "{} is a report of version {}, which this program does not read; run its command again for one of "
      "version {}",
      file, version.dump(), schema_version);
}

using nlohmann::json;

// What is asked of all but the results, of which there is an object without members each.
json frame_schema(json schema) {
  json& of_result = schema["$defs"]["result"];
  of_result = {{"description", of_result["description"]}, {"type", "object"}};
  return schema;
}

constexpr std::string_view lists_of_results[] = {"/results", "/controls"};

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

ReportFile::ReportFile(std::string_view text, std::string file) : file_(std::move(file)) {
  static const json schema = json::parse(detail::report_schema_text), of_frame = frame_schema(schema);
  detail::TakenApart parts =
      detail::take_apart_strictly(text, file_, "report", longest_string, lists_of_results);
  frame_ = std::move(parts.frame);
  refuse_other_version(frame_, file_);
  detail::check_schema(frame_, of_frame, file_);
  for (std::size_t list = 0; list < std::size(lists_of_results); ++list) {
    for (std::size_t index = 0; index < parts.items[list].size(); ++index) {
      results_.push_back(std::move(parts.items[list][index]));
      detail::check_schema(Json::from_cbor(results_.back()), schema, file_, "/$defs/result",
                           fmt::format("{}/{}", lists_of_results[list], index));
    }
  }
  try {
    outline_ = outline_from_json(frame_);
    for (std::size_t index = 0; index < size(); ++index) {
      check_label(planned(index).label, planned(index).name);
      check_group(planned(index).group);
      if (!planned(index).proof.empty()) proof_in(planned(index).proof);
    }
  } catch (const std::invalid_argument& error) {
    throw InputError("{}: {}", file_, error.what());
  } catch (const InputError& error) {
    throw InputError("{}: {}", file_, error.what());
  }
}

Json ReportFile::result_json(std::size_t index) const {
  return Json::from_cbor(results_[index]);
}

TargetRecord ReportFile::result_of(std::size_t index, const Json& json) const {
  try {
    TargetRecord record = result_from_json(json, planned(index).target.deck_size);
    static_cast<PlannedTarget&>(record) = planned(index);
    return record;
  } catch (const std::invalid_argument& error) {
    throw InputError(file_ + ": " + error.what());
  }
}

TargetRecord ReportFile::result(std::size_t index) const {
  return result_of(index, result_json(index));
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
  return checked_for_drawing(ReportFile(text, file).run(), file);
}

}  // namespace fairshuffle
