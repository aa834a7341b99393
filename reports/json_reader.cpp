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
  target.seeds = json.value("seeds", std::uint64_t{0});
  target.reset = json.at("reset");
  target.marked = value_or(json, "marked", 0);
  return target;
}

Tail tail_of(const Json& value) {
  for (const Tail tail : {Tail::upper, Tail::lower}) {
    if (value.is_null() || value.get_ref<const std::string&>() == to_text(tail)) return tail;
  }
  throw std::invalid_argument("run_from_json: unknown tail " + value.dump());
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
  test.tail = tail_of(json.at("tail"));
  test.adjusted_p = value_or(json, "adjusted_p", test.adjusted_p);
  test.rejected = value_or(json, "rejected", false);
  test.same_as = value_or<std::string>(json, "same_as", "");
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

FamilyRecord family_of(const Json& json) {
  FamilyRecord family;
  family.family = json.at("family");
  family.asked = json.at("asked");
  family.members = json.at("members");
  family.farthest = value_or<std::string>(json, "farthest", "");
  family.statistic = json.at("statistic");
  family.degrees_of_freedom = json.at("df");
  family.tv_upper = value_unless_null<double>(json, "tv_upper");
  family.confidence = json.at("confidence");
  family.trials_for_tolerance = json.at("trials_for_tolerance");
  return family;
}

BetValue bet_value_of(const Json& json) {
  return {.value = json.at("value"),
          .fair = json.at("fair"),
          .count = json.at("count"),
          .lower = value_unless_null<double>(json, "lower"),
          .upper = value_unless_null<double>(json, "upper")};
}

BetRecord bet_record_of(const Json& json) {
  return {.name = json.at("name"),
          .values = list_of(json.at("values"), bet_value_of),
          .mean_fair = json.at("mean_fair"),
          .mean = json.at("mean"),
          .confidence = json.at("confidence")};
}

std::vector<int> numbers_of(const Json& json, const char* member) {
  if (json.at(member).is_null()) return {};
  std::optional<std::vector<int>> numbers = numbers_of_runs(json[member].get_ref<const std::string&>());
  if (!numbers) {
    throw std::invalid_argument("run_from_json: no list of numbers " + json[member].dump());
  }
  return *std::move(numbers);
}

NamedBet named_bet_of(const Json& json) {
  NamedBet bet;
  for (const NamedBet::Kind kind : {NamedBet::Kind::count, NamedBet::Kind::poker}) {
    if (json.at("kind").get_ref<const std::string&>() == to_text(kind)) bet.kind = kind;
  }
  bet.name = json.at("name");
  bet.cards = numbers_of(json, "cards");
  bet.places = numbers_of(json, "places");
  bet.deck_size = value_or(json, "n", 0);
  return bet;
}

MistakeInReach mistake_in_reach_of(const Json& json) {
  return {.target = json.at("target"), .found_by = json.at("found_by"), .trials = json.at("trials")};
}

PowerRecord power_of(const Json& json) {
  return {.power = json.at("power"),
          .found = list_of(json.at("found"), mistake_in_reach_of),
          .missed = list_of(json.at("missed"), mistake_in_reach_of)};
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

template <class Value>
Value known(const std::optional<Value>& value, const Json& word) {
  if (!value) throw std::invalid_argument("run_from_json: unknown word " + word.dump());
  return *value;
}

LinkRecord link_of(const Json& json) {
  LinkRecord link;
  link.proof = known(link_proof_from_text(json.at("proof").get<std::string>()), json["proof"]);
  link.shape = known(link_shape_from_text(json.at("shape").get<std::string>()), json["shape"]);
  link.share = value_unless_null<double>(json, "share");
  link.period = value_unless_null<std::uint64_t>(json, "period");
  if (!json.at("cell").is_null()) link.cell = cell_of(json["cell"]);
  if (!json.at("shuffle").is_null()) link.shuffle = diagnosis_of(json["shuffle"]);
  return link;
}

SeedEstimate seed_estimate_of(const Json& json) {
  return {.log2_states = json.at("log2_states"),
          .log2_lower = json.at("log2_lower"),
          .log2_upper = json.at("log2_upper"),
          .dense = json.at("dense")};
}

SeedSpaceRecord seed_space_of(const Json& json) {
  SeedSpaceRecord space;
  space.repeats = json.at("repeats");
  space.expected_repeats = json.at("expected_repeats");
  space.distance = json.at("distance");
  if (!json.at("estimate").is_null()) space.estimate = seed_estimate_of(json["estimate"]);
  space.log2_fewest_orders = value_unless_null<double>(json, "log2_fewest_orders");
  space.confidence = json.at("confidence");
  return space;
}

LinkTest link_test_of(const Json& json) {
  return {.name = json.at("name"),
          .statistic = json.at("statistic"),
          .degrees_of_freedom = json.at("df"),
          .p_value = json.at("p_value"),
          .log10_p = json.at("log10_p"),
          .mean_successive = json.at("mean_successive"),
          .mean_apart = json.at("mean_apart")};
}

TargetFacts facts_of(const Json& json) {
  return {.recorded = json.at("recorded"),
          .in_sequence = json.at("in_sequence"),
          .in_lanes = json.at("in_lanes"),
          .follows_seed = json.at("follows_seed"),
          .writes_rows = json.at("writes_rows"),
          .may_end = json.at("may_end"),
          .starts_anew = json.at("starts_anew"),
          .orders_counted = json.at("orders_counted")};
}

PlannedTarget planned_of(const Json& json) {
  PlannedTarget planned;
  planned.name = json.at("name");
  planned.label = value_or<std::string>(json, "label", "");
  planned.target = target_of(json.at("target"));
  planned.facts = facts_of(json.at("facts"));
  planned.caveat = value_or<std::string>(json, "caveat", "");
  planned.expected = verdict_of(json.at("expected"));
  return planned;
}

EqualCounts equal_counts_of(const Json& json) {
  return {.count = json.at(0), .orders = json.at(1)};
}

using Counts = std::vector<std::uint64_t>;

QuotientSampleEvidence sample_of(const Json& json) {
  return {.fixed_points = json.at("fixed_points").get<Counts>(), .cycles = json.at("cycles").get<Counts>()};
}

QuotientEvidence quotients_of(const Json& json) {
  return {.pairs = json.at("pairs"),
          .orders = json.at("orders").get<Counts>(),
          .positions = json.at("positions").get<std::vector<Counts>>(),
          .fixed_points = json.at("fixed_points").get<Counts>(),
          .cycles = json.at("cycles").get<Counts>(),
          .parity = json.at("parity").get<Counts>(),
          .tables = json.at("tables").get<NamedCounts>(),
          .successive = sample_of(json.at("successive")),
          .apart = sample_of(json.at("apart"))};
}

BirthdayCounts birthday_of(const Json& json) {
  return {.one_in = json.at("one_in"),
          .kept = json.at("kept"),
          .distinct = json.at("distinct"),
          .distance = json.at("distance")};
}

PairSums pair_sums_of(const Json& json) {
  return {.squares = json.at(0), .unordered_squares = json.at(1), .above = json.at(2)};
}

Evidence evidence_of(const Json& json) {
  Evidence evidence;
  evidence.trials = json.at("trials");
  if (json.contains("error")) evidence.error = json["error"];
  evidence.orders = json.at("orders").get<Counts>();
  evidence.order_histogram = list_of(json.at("order_histogram"), equal_counts_of);
  evidence.positions = json.at("positions").get<std::vector<Counts>>();
  evidence.neighbours = json.at("neighbours").get<std::vector<Counts>>();
  evidence.fixed_points = json.at("fixed_points").get<Counts>();
  evidence.cycles = json.at("cycles").get<Counts>();
  evidence.parity = json.at("parity").get<Counts>();
  evidence.subsets = json.at("subsets").get<Counts>();
  evidence.tables = json.at("tables").get<NamedCounts>();
  if (json.contains("bets")) evidence.bets = json["bets"].get<NamedCounts>();
  for (const auto& [name, histogram] : json.at("table_histograms").items()) {
    evidence.table_histograms[name] = list_of(histogram, equal_counts_of);
  }
  if (json.contains("pair_positions")) {
    const Json& pairs = json["pair_positions"];
    evidence.pair_positions = {.cards = list_of(pairs.at("cards"), pair_sums_of),
                               .places = list_of(pairs.at("places"), pair_sums_of)};
  }
  evidence.repeats = {.pairs = json.at("repeats").at("pairs"), .equal = json.at("repeats").at("equal")};
  evidence.birthday = birthday_of(json.at("birthday"));
  evidence.quotients = quotients_of(json.at("quotients"));
  if (const Json& bet = json.at("bet"); !bet.is_null()) {
    evidence.bet = {.share = bet.at("share"), .hits = bet.at("hits"), .judged = bet.at("judged")};
  }
  evidence.invalid_trials = json.at("invalid").at("count");
  evidence.witnesses = list_of(json.at("invalid").at("witnesses"), witness_of);
  evidence.unread = json.at("unread");
  return evidence;
}

TargetRecord result_of(const Json& json) {
  TargetRecord result;
  result.verdict = verdict_of(json.at("verdict"));
  result.sentence = json.at("sentence");
  result.look = json.at("look");
  result.alpha_at_look = json.at("alpha_at_look");
  result.family = json.at("family");
  result.trials_to_decide = value_unless_null<double>(json, "trials_to_decide");
  result.tests = list_of(json.at("tests"), test_of);
  result.found_by = value_unless_null<std::string>(json, "found_by").value_or("");
  result.bias = bias_of(json.at("bias"));
  result.families = list_of(json.at("families"), family_of);
  if (json.contains("bets")) result.bet_records = list_of(json["bets"], bet_record_of);
  if (!json.at("power").is_null()) result.power = power_of(json["power"]);
  result.linked = json.at("linked");
  if (!json.at("link").is_null()) result.link = link_of(json["link"]);
  result.link_tests = list_of(json.at("link_tests"), link_test_of);
  if (!json.at("seed_space").is_null()) result.seed_space = seed_space_of(json["seed_space"]);
  result.missing_orders = value_unless_null<std::uint64_t>(json, "missing_orders");
  result.parts = list_of(json.at("parts"), part_of);
  result.worst = list_of(json.at("worst"), cell_of);
  result.quotient_cells = list_of(json.at("quotient_cells"), cell_of);
  if (!json.at("diagnosis").is_null()) result.diagnosis = diagnosis_of(json["diagnosis"]);
  result.blind_spots = json.at("blind_spots").get<std::vector<std::string>>();
  result.evidence = evidence_of(json.at("evidence"));
  if (result.evidence.positions.empty()) {
    result.position_counts = json.at("positions").get<std::vector<std::vector<std::uint64_t>>>();
    result.subset_counts = json.at("subsets").get<std::vector<std::uint64_t>>();
  } else {
    result.position_counts = result.evidence.positions;
    result.subset_counts = result.evidence.subsets;
  }
  return result;
}

// The records of a list, each with what was planned for it.
std::vector<TargetRecord> records_of(const Json& results, const Json& planned, const RunSettings& settings,
                                     const char* list) {
  if (results.size() != planned.size()) {
    throw std::invalid_argument(std::string("run_from_json: ") + list + " holds " +
                                std::to_string(results.size()) + " targets, the plan " +
                                std::to_string(planned.size()));
  }
  std::vector<TargetRecord> records = list_of(results, result_of);
  for (std::size_t index = 0; index < records.size(); ++index) {
    static_cast<PlannedTarget&>(records[index]) = planned_of(planned[index]);
    plan_on_deck(settings, records[index]);
  }
  return records;
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
  const Json& plan = json.at("plan");
  run.seed = seed_of(plan.at("seed"));
  const Json& budget = plan.at("budget");
  run.budget = {.alpha = budget.at("alpha"),
                .confidence = budget.at("confidence"),
                .tolerance = budget.at("tolerance")};
  run.max_trials = budget.at("max_trials");
  run.fixed_trials = budget.at("fixed_trials");
  run.birthday_slots = plan.at("birthday_slots");
  run.tests = plan.at("tests").get<std::vector<std::string>>();
  run.certify = plan.at("certify").get<std::vector<std::string>>();
  run.verdict = verdict_of(json.at("verdict"));
  run.note = json.at("note");
  if (plan.contains("bets")) run.bets = list_of(plan["bets"], named_bet_of);
  run.pairs = plan.value("pairs", false);
  run.results = records_of(json.at("results"), plan.at("targets"), run, "results");
  run.controls = records_of(json.at("controls"), plan.at("controls"), run, "controls");
  const Json& environment = json.at("environment");
  run.environment = {.started = environment.at("started"),
                     .seconds = environment.at("seconds"),
                     .target_seconds = environment.at("target_seconds"),
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
