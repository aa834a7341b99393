#include "reports/json_reader.hpp"

#include <charconv>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace fairshuffle {

namespace {

// Ordered, as a target's options are.
using Json = nlohmann::ordered_json;

template <class T>
std::optional<T> value_unless_null(const Json& json, const char* member) {
  const Json& value = json.at(member);
  return value.is_null() ? std::nullopt : std::optional(value.get<T>());
}

/// The member's value, or what stands in the record where the report has null.
template <class T>
T value_or(const Json& json, const char* member, T absent) {
  return value_unless_null<T>(json, member).value_or(std::move(absent));
}

template <class T>
std::vector<T> list_of(const Json& array, T (*from_json)(const Json&)) {
  std::vector<T> list;
  for (const Json& value : array) list.push_back(from_json(value));
  return list;
}

std::optional<Verdict> verdict_of(const Json& value) {
  if (value.is_null()) return std::nullopt;
  const auto verdict = verdict_from_text(value.get_ref<const std::string&>());
  if (!verdict) throw std::invalid_argument("run_from_json: unknown verdict " + value.dump());
  return verdict;
}

TargetDescription target_of(const Json& json) {
  TargetDescription target;
  target.kind = json.at("kind");
  target.shuffle = json.at("shuffle");
  for (const auto& [name, value] : json.at("options").items()) target.options.emplace_back(name, value);
  target.deck_size = json.at("n");
  target.source = value_or<std::string>(json, "source", "");
  target.bits = value_or(json, "bits", 0);
  target.draw = value_or<std::string>(json, "draw", "");
  target.seeding = value_or<std::string>(json, "seeding", "");
  target.clock = value_or<std::string>(json, "clock", "");
  target.shuffles_per_second = value_or<std::uint64_t>(json, "shuffles_per_second", 0);
  target.reset = json.at("reset");
  target.marked = value_or(json, "marked", 0);
  return target;
}

TestRecord test_of(const Json& json) {
  TestRecord test;
  test.name = json.at("name");
  test.test = json.at("test");
  test.applied = json.at("applied");
  test.reason = json.at("reason");
  test.statistic = value_or(json, "statistic", test.statistic);
  test.degrees_of_freedom = value_or(json, "df", test.degrees_of_freedom);
  test.p_value = value_or(json, "p_value", test.p_value);
  test.log10_p = value_or(json, "log10_p", test.log10_p);
  test.adjusted_p = value_or(json, "adjusted_p", test.adjusted_p);
  test.rejected = value_or(json, "rejected", false);
  test.blind_to = json.at("blind_to");
  return test;
}

BiasRecord bias_of(const Json& json) {
  BiasRecord bias;
  bias.covers = json.at("covers");
  bias.phi2 = value_unless_null<double>(json, "phi2");
  bias.tv_lower = value_unless_null<double>(json, "tv_lower");
  bias.tv_upper = value_unless_null<double>(json, "tv_upper");
  bias.confidence = json.at("confidence");
  return bias;
}

PartRecord part_of(const Json& json) {
  PartRecord part;
  part.partition = json.at("partition").get<std::vector<int>>();
  part.name = json.at("name");
  part.judged_by = json.at("judged_by");
  part.dimension = json.at("dimension");
  part.applied = !json.at("statistic").is_null();
  part.statistic = value_or(json, "statistic", part.statistic);
  part.degrees_of_freedom = value_or(json, "df", part.degrees_of_freedom);
  part.p_value = value_or(json, "p_value", part.p_value);
  part.log10_p = value_or(json, "log10_p", part.log10_p);
  part.phi2 = json.at("phi2");
  part.share = value_unless_null<double>(json, "share");
  return part;
}

WorstCell cell_of(const Json& json) {
  return {.card = json.at("card"),
          .position = json.at("position"),
          .count = json.at("count"),
          .expected = json.at("expected"),
          .ratio = json.at("ratio"),
          .standard_errors = json.at("standard_errors")};
}

WitnessRecord witness_of(const Json& json) {
  return {.trial = json.at("trial"),
          .order = json.at("order").get<std::vector<int>>(),
          .row = value_or<std::string>(json, "row", "")};
}

KnownMistake mistake_of(const Json& json) {
  return {.target = json.at("target"), .reading = json.at("reading")};
}

FittingLaw fit_of(const Json& json) {
  return {.mistakes = list_of(json.at("mistakes"), mistake_of),
          .statistic = json.at("statistic"),
          .degrees_of_freedom = json.at("df"),
          .p_value = json.at("p_value"),
          .log10_over_fair = json.at("log10_over_fair"),
          .log10_over_best = json.at("log10_over_best"),
          .tv_upper = value_unless_null<double>(json, "tv_upper")};
}

DiagnosisRecord diagnosis_of(const Json& json) {
  DiagnosisRecord diagnosis;
  diagnosis.sentence = json.at("sentence");
  diagnosis.mistakes_compared = json.at("mistakes_compared");
  diagnosis.not_compared = json.at("not_compared").get<std::vector<std::string>>();
  diagnosis.laws_fitting = json.at("laws_fitting");
  diagnosis.fits = list_of(json.at("fits"), fit_of);
  diagnosis.log10_excluded_over_best = value_unless_null<double>(json, "log10_excluded_over_best");
  diagnosis.trials_to_tell_apart = value_unless_null<double>(json, "trials_to_tell_apart");
  diagnosis.confidence = json.at("confidence");
  return diagnosis;
}

TargetRecord result_of(const Json& json) {
  TargetRecord result;
  result.name = json.at("name");
  result.target = target_of(json.at("target"));
  result.verdict = verdict_of(json.at("verdict"));
  if (json.contains("error")) result.error = json["error"];
  if (json.contains("expected")) result.expected = verdict_of(json["expected"]);
  result.sentence = json.at("sentence");
  result.trials = json.at("trials");
  result.look = json.at("look");
  result.alpha_at_look = json.at("alpha_at_look");
  result.family = json.at("family");
  result.trials_to_decide = value_unless_null<double>(json, "trials_to_decide");
  result.tests = list_of(json.at("tests"), test_of);
  result.bias = bias_of(json.at("bias"));
  result.parts = list_of(json.at("parts"), part_of);
  const Json& counts = json.at("counts");
  result.order_counts = counts.at("orders").get<std::vector<std::uint64_t>>();
  result.position_counts = counts.at("positions").get<std::vector<std::vector<std::uint64_t>>>();
  result.subset_counts = counts.at("subsets").get<std::vector<std::uint64_t>>();
  result.successive_pairs = counts.at("repeats").at("pairs");
  result.equal_pairs = counts.at("repeats").at("equal");
  result.worst = list_of(json.at("worst"), cell_of);
  if (!json.at("diagnosis").is_null()) result.diagnosis = diagnosis_of(json["diagnosis"]);
  result.invalid_trials = json.at("invalid").at("count");
  result.witnesses = list_of(json.at("invalid").at("witnesses"), witness_of);
  result.blind_spots = json.at("blind_spots").get<std::vector<std::string>>();
  return result;
}

std::uint64_t seed_of(const std::string& digits) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
  if (error != std::errc{} || end != digits.data() + digits.size()) {
    throw std::invalid_argument("run_from_json: seed must be a number of 64 bits, was '" + digits + "'");
  }
  return seed;
}

RunRecord run_of(const Json& json) {
  RunRecord run;
  run.tool_version = json.at("tool").at("version");
  run.command = json.at("command");
  run.seed = seed_of(json.at("seed"));
  const Json& budget = json.at("budget");
  run.budget = {.alpha = budget.at("alpha"),
                .confidence = budget.at("confidence"),
                .tolerance = budget.at("tolerance")};
  run.max_trials = budget.at("max_trials");
  run.fixed_trials = budget.at("fixed_trials");
  run.verdict = verdict_of(json.at("verdict"));
  run.note = json.at("note");
  run.results = list_of(json.at("results"), result_of);
  run.controls = list_of(json.at("controls"), result_of);
  const Json& environment = json.at("environment");
  run.environment = {.started = environment.at("started"),
                     .seconds = environment.at("seconds"),
                     .threads = environment.at("threads"),
                     .host = environment.at("host"),
                     .compiler = environment.at("compiler"),
                     .vectors = environment.at("vectors"),
                     .system = environment.at("system")};
  return run;
}

}  // namespace

RunRecord run_from_json(std::string_view text) {
  try {
    return run_of(Json::parse(text));
  } catch (const Json::exception& error) {
    throw std::invalid_argument(
        std::string("run_from_json: the report breaks its schema: ").append(error.what()));
  }
}

}  // namespace fairshuffle
