#include "harness/report/report_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/verdict/recount.hpp"
#include "harness/input_error.hpp"
#include "harness/report/described_target.hpp"
#include "harness/report/report_words.hpp"
#include "reports/json_report.hpp"

namespace fairshuffle {

namespace {

// Ordered, so that differences are told in the order of the report: the verdict first, then the tests.
using Json = nlohmann::ordered_json;

// Differences of others' sums, or logarithms: around zero they have no digits of their own.
bool may_vanish(std::string_view member) {
  constexpr std::array<std::string_view, 5> members{"phi2", "share", "log10_p", "standard_errors",
                                                    "log10_over_best"};
  return std::ranges::find(members, member) != members.end();
}

bool same_number(const Json& reported, const Json& counted, std::string_view member) {
  if (reported.is_number_integer() && counted.is_number_integer()) return reported == counted;
  const auto a = reported.get<double>(), b = counted.get<double>();
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)) + (may_vanish(member) ? 1e-12 : 0);
}

std::string in_words(const Json& value) {
  if (value.is_array()) return value.empty() ? "nothing" : fmt::format("a list of {}", value.size());
  if (value.is_object()) return "an object";
  return value.dump();
}

class Comparison {
 public:
  /// truth: what the values are held to, as in "its counts say".
  Comparison(std::vector<Difference>& differences, std::string_view truth)
      : differences_(differences), truth_(truth) {}

  // member: the name of the innermost member of an object that the values stand in.
  void compare(const Json& reported, const Json& counted, const Json::json_pointer& where,
               std::string_view member) {
    if (reported.is_number() && counted.is_number()) {
      if (!same_number(reported, counted, member)) differ(reported, counted, where);
    } else if (reported.is_object() && counted.is_object()) {
      compare_objects(reported, counted, where);
    } else if (reported.is_array() && counted.is_array() && reported.size() == counted.size()) {
      for (std::size_t index = 0; index < reported.size(); ++index) {
        if (reported[index] != counted[index])
          compare(reported[index], counted[index], where / index, member);
      }
    } else if (reported != counted) {
      differ(reported, counted, where);
    }
  }

 private:
  void compare_objects(const Json& reported, const Json& counted, const Json::json_pointer& where) {
    for (const auto& [name, value] : reported.items()) {
      if (counted.contains(name)) {
        compare(value, counted[name], where / name, name);
      } else {
        add(where / name, fmt::format("the report says {}, {} nothing", in_words(value), truth_));
      }
    }
    for (const auto& [name, value] : counted.items()) {
      if (reported.contains(name)) continue;
      add(where / name, fmt::format("the report says nothing, {} {}", truth_, in_words(value)));
    }
  }

  void differ(const Json& reported, const Json& counted, const Json::json_pointer& where) {
    add(where, fmt::format("the report says {}, {} {}", in_words(reported), truth_, in_words(counted)));
  }

  void add(const Json::json_pointer& where, std::string sentence) {
    differences_.push_back({where.to_string(), std::move(sentence)});
  }

  std::vector<Difference>& differences_;
  std::string_view truth_;
};

// The target's name and description, held to each other.
void check_target(const TargetRecord& record, const RunRecord& run, const std::vector<std::string>& caveats,
                  const Json& reported, const Json::json_pointer& where,
                  std::vector<Difference>& differences) {
  try {
    const DescribedTarget described = described_target(record, run.seed);
    const bool unread =
        (record.target.kind == "log" || record.target.kind == "stdin") && record.trials == run.max_trials;
    for (Contradiction& wrong : contradictions_of_words(record, described, caveats, unread)) {
      differences.push_back({where.to_string() + wrong.where, std::move(wrong.sentence)});
    }
    RunRecord named;
    named.results.resize(1);
    named.results[0].target = described.description;
    Comparison(differences, "its name says")
        .compare(reported, Json::parse(json_report(named))["results"][0]["target"], where / "target", "");
  } catch (const InputError& error) {
    differences.push_back({(where / "target").to_string(), fmt::format("is no target: {}", error.what())});
  }
}

TargetCheck checked(const TargetRecord& record, const RunRecord& run, TargetRecount recount,
                    const Json& reported, const Json& counted, const Json::json_pointer& where) {
  TargetCheck check{.name = record.name,
                    .has_verdict = !reported["verdict"].is_null(),
                    .recomputed = recount.recomputed,
                    .upper_bound = recount.upper_bound,
                    .lower_bound = recount.lower_bound,
                    .verdict_rests_on_kept = recount.verdict_rests_on_kept,
                    .tests = recount.tests,
                    .kept = std::move(recount.kept),
                    .differences = {}};
  for (Contradiction& contradiction : recount.contradictions) {
    check.differences.push_back({where.to_string() + contradiction.where, std::move(contradiction.sentence)});
  }
  Comparison(check.differences, "its counts say").compare(reported, counted, where, "");
  check_target(record, run, recount.caveats, reported["target"], where, check.differences);
  if (record.target.kind == "plugin")
    check.kept.emplace_back("which shuffle it is, and what it says of itself");
  return check;
}

void check_names(const RunRecord& run, std::vector<Difference>& differences) {
  if (run.results.empty()) differences.push_back({"/results", "has no target"});
  for (std::size_t index = 0; index < run.results.size(); ++index) {
    if (const std::size_t first = first_of_name(run.results, index); first != index) {
      differences.push_back(
          {fmt::format("/results/{}/name", index), fmt::format("is that of /results/{} too", first)});
    }
  }
}

}  // namespace

std::size_t ReportCheck::difference_count() const {
  std::size_t count = differences.size();
  for (const TargetCheck& target : targets) count += target.differences.size();
  return count;
}

bool ReportCheck::keeps_anything() const {
  return std::ranges::any_of(targets, [](const TargetCheck& target) { return !target.kept.empty(); });
}

ReportCheck check_report(const ReportFile& report) {
  Recount recounted = recount(report.run);
  Json reported = Json::parse(report.text);
  Json counted = Json::parse(json_report(recounted.run));
  ReportCheck check;
  const auto check_targets = [&](const char* list, const std::vector<TargetRecord>& records,
                                 std::vector<TargetRecount>& recounts) {
    for (std::size_t index = 0; index < records.size(); ++index) {
      check.targets.push_back(checked(records[index], report.run, std::move(recounts[index]),
                                      reported[list][index], counted[list][index],
                                      Json::json_pointer() / list / index));
    }
    reported.erase(list);
    counted.erase(list);
  };
  check_targets("results", recounted.run.results, recounted.results);
  check_targets("controls", recounted.run.controls, recounted.controls);
  reported.erase("environment");
  counted.erase("environment");
  Comparison(check.differences, "its counts say").compare(reported, counted, Json::json_pointer(), "");
  check_names(report.run, check.differences);
  return check;
}

}  // namespace fairshuffle
