#include "reports/json_report.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/permutation/permutation.hpp"
#include "core/record/plan.hpp"
#include "reports/json/values.hpp"

namespace fairshuffle {

namespace {

// Members that are written otherwise than as what they are.

// In digits: many JSON readers lose those of a number above 2^53.
Json digits_of(const std::uint64_t& seed) {
  return std::to_string(seed);
}

std::uint64_t seed_of(const Json& json) {
  const auto& digits = json.get_ref<const std::string&>();
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
  if (error != std::errc{} || end != digits.data() + digits.size()) {
    throw std::invalid_argument("/plan/seed: expected a number of 64 bits, found '" + digits + "'");
  }
  return seed;
}

using Options = std::vector<std::pair<std::string, std::string>>;

Json options_json(const Options& options) {
  Json json = Json::object();
  for (const auto& [name, value] : options) json[name] = value;
  return json;
}

Options options_of(const Json& json) {
  Options options;
  for (const auto& [name, value] : json.items()) options.emplace_back(name, value);
  return options;
}

Json runs_json(const std::vector<int>& numbers) {
  return numbers.empty() ? Json(nullptr) : Json(runs_text(numbers));
}

std::vector<int> numbers_of(const Json& json) {
  if (json.is_null()) return {};
  std::optional<std::vector<int>> numbers = numbers_of_runs(json.get_ref<const std::string&>());
  if (!numbers) throw std::invalid_argument("expected a list of numbers, found " + json.dump());
  return *std::move(numbers);
}

std::vector<std::uint64_t> looks_of(const RunSettings& settings) {
  std::vector<std::uint64_t> looks;
  const LookSchedule schedule(settings);
  for (int look = 1;; ++look) {
    looks.push_back(schedule.trials_at(look));
    if (schedule.is_last(look)) return looks;
  }
}

}  // namespace

// The plan.

void fields(auto& json, Like<TargetDescription> auto& target) {
  json("kind", target.kind);
  json("shuffle", target.shuffle);
  json.as("options", target.options, options_json, options_of);
  json("n", target.deck_size);
  json.or_null("source", target.source);
  json.or_null("bits", target.bits);
  json.or_null("draw", target.draw);
  json.or_null("seeding", target.seeding);
  json.or_null("clock", target.clock);
  json.or_null("shuffles_per_second", target.shuffles_per_second);
  json("reset", target.reset);
  json.or_null("marked", target.marked);
  json.if_any("seeds", target.seeds);
  json.if_any("kinds", target.multiset.kinds);
  json.if_any("dealt", target.multiset.dealt);
  json.if_any("unordered", target.multiset.unordered, target.multiset.is_deal());
}

void fields(auto& json, Like<TargetFacts> auto& facts) {
  json("recorded", facts.recorded);
  json("in_sequence", facts.in_sequence);
  json("in_lanes", facts.in_lanes);
  json("follows_seed", facts.follows_seed);
  json("writes_rows", facts.writes_rows);
  json("may_end", facts.may_end);
  json("starts_anew", facts.starts_anew);
  json("permutations_counted", facts.permutations_counted);
}

void fields(auto& json, Like<PlannedTarget> auto& planned) {
  json("name", planned.name);
  json.or_null("label", planned.label);
  json.if_any("group", planned.group);
  json("target", planned.target);
  json("facts", planned.facts);
  json.or_null("caveat", planned.caveat);
  json("expected", planned.expected);
  json.text_if_any("proof", planned.proof);
}

void fields(auto& json, Like<NamedBet> auto& bet) {
  json("name", bet.name);
  json("kind", bet.kind);
  json.as("cards", bet.cards, runs_json, numbers_of);
  json.as("places", bet.places, runs_json, numbers_of);
  json.or_null("n", bet.deck_size);
}

// What was counted of a target.

auto numbers_in(Like<EqualCounts> auto& equal) {
  return std::tie(equal.count, equal.permutations);
}
auto numbers_in(Like<PairSums> auto& sums) {
  return std::tie(sums.squares, sums.unordered_squares, sums.above);
}
auto numbers_in(Like<HitPlaces::Trials> auto& part) {
  return std::tie(part.trials, part.hits);
}
auto numbers_in(Like<HitPlaces::Blocks> auto& blocks) {
  return std::tie(blocks.blocks, blocks.hits, blocks.squares);
}

void fields(auto& json, Like<HitPlaces> auto& places) {
  json("by_distance", places.by_distance);
  json("by_block", places.by_block);
}

void fields(auto& json, Like<Bet> auto& bet) {
  json("share", bet.share);
  json("hits", bet.hits);
  json("judged", bet.judged);
  json.if_any("places", bet.places, bet.places.has_value());
}

void fields(auto& json, Like<RepeatCounts> auto& repeats) {
  json("pairs", repeats.pairs);
  json("equal", repeats.equal);
}

void fields(auto& json, Like<BirthdayCounts> auto& birthday) {
  json("one_in", birthday.one_in);
  json("kept", birthday.kept);
  json("distinct", birthday.distinct);
  json("again", birthday.again);
  json("distance", birthday.distance);
  json("at_distance", birthday.at_distance);
  json("repeats_at_distance", birthday.repeats_at_distance);
  json.if_any("first_repeat", birthday.first_repeat);
}

void fields(auto& json, Like<PairPositions> auto& pairs) {
  json("cards", pairs.cards);
  json("places", pairs.places);
}

void fields(auto& json, Like<WitnessRecord> auto& witness) {
  json("trial", witness.trial);
  json("permutation", witness.permutation);
  json.or_null("row", witness.row);
}

void fields(auto& json, Like<SuccessiveSampleEvidence> auto& sample) {
  SuccessiveSample::for_each([&json](const char* name, auto& counts) { json(name, counts); }, sample);
}

void fields(auto& json, Like<SuccessiveEvidence> auto& successive) {
  json("pairs", successive.pairs);
  SuccessiveCounts::for_each([&json](const char* name, auto& counts) { json(name, counts); }, successive);
}

void fields(auto& json, Like<MultisetEvidence> auto& multiset) {
  MultisetTables::for_each([&json](const char* name, auto& counts) { json(name, counts); }, multiset);
}

void fields(auto& json, Like<Evidence> auto& evidence) {
  json("trials", evidence.trials);
  json.if_any("error", evidence.error);
  json.all_permutations("permutations", evidence.permutations);
  json("permutation_histogram", evidence.permutation_histogram);
  Tally::for_each(
      [&](const char* name, auto& counts) {
        if constexpr (requires { counts.has_value(); }) {
          json("table_histograms", evidence.table_histograms);
          json.if_any(name, counts, counts.has_value());
        } else if (name == std::string_view("bets")) {
          json.if_any(name, counts);
        } else {
          json(name, counts);
        }
      },
      evidence);
  json.if_any("pair_positions", evidence.pair_positions, evidence.pair_positions.has_value());
  json("repeats", evidence.repeats);
  json("birthday", evidence.birthday);
  json("successive", evidence.successive);
  json("bet", evidence.bet);
  json.object("invalid", [&evidence](auto& invalid) {
    invalid("count", evidence.invalid_trials);
    invalid("witnesses", evidence.witnesses);
  });
  json("unread", evidence.unread);
  json.if_any("ended_early", evidence.ended_early);
}

// What follows from it.

void fields(auto& json, Like<TestedMean> auto& mean) {
  json("mean", mean.mean);
  json("mean_fair", mean.mean_fair);
}

void fields(auto& json, Like<TestRecord> auto& test) {
  json("name", test.name);
  json("test", test.test);
  json("applied", test.applied);
  json("reason", test.reason);
  // Null for numbers, so that nobody reads its p = 1 as a pass.
  const bool absent = !test.applied;
  json.or_null("statistic", test.statistic, absent);
  json.or_null("df", test.degrees_of_freedom, absent);
  json.or_null("p_value", test.p_value, absent);
  json.or_null("log10_p", test.log10_p, absent);
  json.or_null("tail", test.tail, absent);
  json.or_null("adjusted_p", test.adjusted_p, absent);
  json.or_null("rejected", test.rejected, absent);
  json.or_null("same_as", test.same_as);
  json("blind_to", test.blind_to);
  json.if_any("mean", test.mean, test.mean.has_value());
}

void fields(auto& json, Like<BiasRecord> auto& bias) {
  json("covers", bias.covers);
  json("chi_square_distance", bias.chi_square_distance);
  json.or_null("tv_lower", bias.tv_lower, has_bounds_apart(bias));
  json("tv_upper", bias.tv_upper);
  json("confidence", bias.confidence);
  json.if_any("withheld", bias.withheld);
}

void fields(auto& json, Like<FamilyRecord> auto& family) {
  json("family", family.family);
  json("asked", family.asked);
  json("members", family.members);
  json.or_null("farthest", family.farthest);
  json("statistic", family.statistic);
  json("df", family.degrees_of_freedom);
  json("tv_upper", family.tv_upper);
  json("confidence", family.confidence);
  json("trials_for_tolerance", family.trials_for_tolerance);
}

void fields(auto& json, Like<BetValue> auto& value) {
  json("value", value.value);
  json("fair", value.fair);
  json("count", value.count);
  json("lower", value.lower);
  json("upper", value.upper);
}

void fields(auto& json, Like<BetRecord> auto& bet) {
  json("name", bet.name);
  json("mean_fair", bet.mean_fair);
  json("mean", bet.mean);
  json("confidence", bet.confidence);
  json("values", bet.values);
}

void fields(auto& json, Like<MistakeInReach> auto& mistake) {
  json("target", mistake.target);
  json("found_by", mistake.found_by);
  json("trials", mistake.trials);
}

void fields(auto& json, Like<PowerRecord> auto& power) {
  json("power", power.power);
  json("found", power.found);
  json("missed", power.missed);
}

void fields(auto& json, Like<ComponentRecord> auto& part) {
  json("partition", part.partition);
  json("name", part.name);
  json("judged_by", part.judged_by);
  json("dimension", part.dimension);
  json.given("statistic", part.applied);
  const bool absent = !part.applied;
  json.or_null("statistic", part.statistic, absent);
  json.or_null("df", part.degrees_of_freedom, absent);
  json.or_null("p_value", part.p_value, absent);
  json.or_null("log10_p", part.log10_p, absent);
  json("chi_square_distance", part.chi_square_distance);
  json("share", part.share);
}

void fields(auto& json, Like<WorstCell> auto& cell) {
  json("card", cell.card);
  json("position", cell.position);
  json("count", cell.count);
  json("expected", cell.expected);
  json("ratio", cell.ratio);
  json("standard_errors", cell.standard_errors);
}

void fields(auto& json, Like<KnownMistake> auto& mistake) {
  json("target", mistake.target);
  json("reading", mistake.reading);
}

void fields(auto& json, Like<FittingDistribution> auto& fit) {
  json("mistakes", fit.mistakes);
  json("statistic", fit.statistic);
  json("df", fit.degrees_of_freedom);
  json("p_value", fit.p_value);
  json("log10_over_fair", fit.log10_over_fair);
  json("log10_over_best", fit.log10_over_best);
  json("tv_upper", fit.tv_upper);
  json.if_any("total_variation", fit.total_variation);
}

void fields(auto& json, Like<DiagnosisRecord> auto& diagnosis) {
  json("sentence", diagnosis.sentence);
  json("mistakes_compared", diagnosis.mistakes_compared);
  json("not_compared", diagnosis.not_compared);
  json("distributions_fitting", diagnosis.distributions_fitting);
  json("fits", diagnosis.fits);
  json("log10_excluded_over_best", diagnosis.log10_excluded_over_best);
  json("trials_to_tell_apart", diagnosis.trials_to_tell_apart);
  json("confidence", diagnosis.confidence);
  json("explains_repeats", diagnosis.explains_repeats);
}

void fields(auto& json, Like<DependenceRecord> auto& dependence) {
  json("proof", dependence.proof);
  json("shape", dependence.shape);
  json("share", dependence.share);
  json("period", dependence.period);
  json("cell", dependence.cell);
  json("shuffle", dependence.shuffle);
}

void fields(auto& json, Like<DependenceTest> auto& test) {
  json("name", test.name);
  json("statistic", test.statistic);
  json("df", test.degrees_of_freedom);
  json("p_value", test.p_value);
  json("log10_p", test.log10_p);
  json("mean_successive", test.mean_successive);
  json("mean_apart", test.mean_apart);
}

void fields(auto& json, Like<SeedEstimate> auto& estimate) {
  json("log2_states", estimate.log2_states);
  json("log2_lower", estimate.log2_lower);
  json("log2_upper", estimate.log2_upper);
  json("dense", estimate.dense);
}

void fields(auto& json, Like<SeedSpaceRecord> auto& space) {
  json("repeats", space.repeats);
  json("expected_repeats", space.expected_repeats);
  json("distance", space.distance);
  json("estimate", space.estimate);
  json("log2_fewest_permutations", space.log2_fewest_permutations);
  json("confidence", space.confidence);
  json.if_any("first_repeat_p", space.first_repeat_p);
  json.if_any("first_repeat_unknown", space.first_repeat_unknown);
}

// All but what was planned, of which a reader is shown some.
void fields(auto& json, Like<TargetRecord> auto& result) {
  json.shown("name", shown_name(result));
  json("verdict", result.verdict);
  if (result.expected) json.shown("expected", result.expected);
  json("sentence", result.sentence);
  json("look", result.look);
  json("alpha_at_look", result.alpha_at_look);
  json("family", result.family);
  json("trials_to_decide", result.trials_to_decide);
  json.if_any("decided_if", result.decided_if, result.trials_to_decide.has_value());
  json("tests", result.tests);
  json.or_null("found_by", result.found_by);
  json("bias", result.bias);
  json.object_if_any(
      "bias_of_whole_deck", [&](auto& whole) { fields_of_whole_deck(whole, result.bias); },
      has_bounds_apart(result.bias));
  json("families", result.families);
  json.if_any("bets", result.bet_records, !result.bet_records.empty());
  json("power", result.power);
  json("dependent", result.dependent);
  json("dependence", result.dependence);
  json("dependence_tests", result.dependence_tests);
  json("seed_space", result.seed_space);
  json("missing_permutations", result.missing_permutations);
  json("components", result.components);
  json("worst", result.worst);
  json("successive_cells", result.successive_cells);
  json("diagnosis", result.diagnosis);
  json("blind_spots", result.blind_spots);
  json("evidence", result.evidence);
  // Of larger decks the evidence holds these tables itself.
  if (result.evidence.positions.empty()) {
    json("positions", result.position_counts);
    json("subsets", result.subset_counts);
  }
}

// The run.

void fields(auto& json, Like<Environment> auto& environment) {
  json("started", environment.started);
  json("seconds", environment.seconds);
  json("target_seconds", environment.target_seconds);
  json("threads", environment.threads);
  json("host", environment.host);
  json("compiler", environment.compiler);
  json("vectors", environment.vectors);
  json("system", environment.system);
  json.if_any("interrupted", environment.interrupted);
}

// Its targets are read one by one (records_of).
void fields_of_plan(auto& json, Like<RunRecord> auto& run) {
  json.as("seed", run.seed, digits_of, seed_of);
  json.object("budget", [&](auto& budget) {
    budget("alpha", run.budget.alpha);
    budget("confidence", run.budget.confidence);
    budget("tolerance", run.budget.tolerance);
    budget("max_trials", run.max_trials);
    budget.if_any("went_on_at", run.went_on_at);
    budget("fixed_trials", run.fixed_trials);
    budget.if_any("until_decided", run.until_decided);
  });
  json("birthday_slots", run.birthday_slots);
  json.shown("looks", looks_of(run));
  json("tests", run.tests);
  json("certify", run.certify);
  json.if_any("bets", run.bets, !run.bets.empty());
  json.if_any("pairs", run.pairs);
  json.shown("targets", std::vector<PlannedTarget>(run.results.begin(), run.results.end()));
  json.shown("controls", std::vector<PlannedTarget>(run.controls.begin(), run.controls.end()));
}

void fields(auto& json, Like<RunRecord> auto& run) {
  json.shown("schema_version", schema_version);
  json.object("tool", [&](auto& tool) {
    tool.shown("name", std::string("fairshuffle"));
    tool("version", run.tool_version);
  });
  json("command", run.command);
  json.object("plan", [&](auto& plan) { fields_of_plan(plan, run); });
  json("verdict", run.verdict);
  json("note", run.note);
  json.shown("results", run.results);
  json.shown("controls", run.controls);
  json("environment", run.environment);
}

namespace {

template <class Record>
RecordWriter written(const Record& record) {
  RecordWriter writer;
  fields(writer, record);
  return writer;
}

}  // namespace

std::string json_report(const RunRecord& run) {
  std::string text = written(run).text();
  text += '\n';
  return text;
}

Json json_of_plan(const RunRecord& run) {
  RecordWriter plan;
  fields_of_plan(plan, run);
  return std::move(plan).taken();
}

Json json_of_planned(const PlannedTarget& planned) {
  return written(planned).taken();
}

Json json_of_result(const TargetRecord& result) {
  return written(result).taken();
}

namespace {

// From the form that a report has (for_each_in_report), which no more may stand for than the deck has.
std::vector<std::uint64_t> all_permutations(const std::vector<std::uint64_t>& told, int deck_size) {
  const bool are_counted = deck_size >= 1 && deck_size <= largest_counted_deck_size;
  const std::uint64_t most = are_counted ? permutation_count(deck_size) : 0;
  std::vector<std::uint64_t> counts;
  counts.reserve(told.size());
  bool is_due = true;
  for (const std::uint64_t count : told) {
    const bool is_run = static_cast<std::int64_t>(count) < 0;
    is_due = is_due && !(is_run && -count > most - std::min<std::uint64_t>(most, counts.size()));
    if (is_due) counts.resize(counts.size() + (is_run ? -count : 1), is_run ? 0 : count);
  }
  auto next = told.begin();
  for_each_in_report(counts, [&](std::int64_t count) {
    is_due = is_due && next != told.end() && *next++ == static_cast<std::uint64_t>(count);
  });
  if (is_due && next == told.end()) return counts;
  throw std::invalid_argument(
      "/evidence/permutations: of 9 and 10 cards, and of no others, two and more permutations in a row that "
      "never came are minus their number");
}

std::vector<TargetRecord> records_of(const Json& json, const char* list, const char* in_plan,
                                     const RunSettings& settings) {
  const Json &results = json.at(list), &planned = json.at("plan").at(in_plan);
  if (results.size() != planned.size()) {
    throw std::invalid_argument(std::string("/") + list + ": expected one for each of the " +
                                std::to_string(planned.size()) + " targets in /plan/" + in_plan + ", found " +
                                std::to_string(results.size()));
  }
  std::vector<TargetRecord> records(results.size());
  for (std::size_t index = 0; index < records.size(); ++index) {
    PlannedTarget target;
    RecordReader::read(planned[index], target);
    if (!results[index].empty()) records[index] = result_from_json(results[index], target.target.deck_size);
    plan_on_deck(settings, target);
    static_cast<PlannedTarget&>(records[index]) = std::move(target);
  }
  return records;
}

template <class Read>
auto read_or_refuse(Read read) {
  try {
    return read();
  } catch (const Json::exception& error) {
    throw std::invalid_argument(std::string("the report breaks its schema: ").append(error.what()));
  }
}

}  // namespace

RunRecord run_from_json(std::string_view text) {
  return read_or_refuse([text] { return outline_from_json(Json::parse(text)); });
}

RunRecord outline_from_json(const Json& json) {
  return read_or_refuse([&json] {
    RunRecord run;
    RecordReader::read(json, run);
    run.results = records_of(json, "results", "targets", run);
    run.controls = records_of(json, "controls", "controls", run);
    return run;
  });
}

TargetRecord result_from_json(const Json& json, int deck_size) {
  return read_or_refuse([&json, deck_size] {
    TargetRecord result;
    RecordReader::read(json, result);
    result.evidence.permutations = all_permutations(result.evidence.permutations, deck_size);
    if (!result.evidence.positions.empty()) {
      result.position_counts = result.evidence.positions;
      result.subset_counts = result.evidence.subsets;
    }
    return result;
  });
}

}  // namespace fairshuffle
