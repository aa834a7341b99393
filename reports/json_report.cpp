#include "reports/json_report.hpp"

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/record/looks.hpp"
#include "core/record/outcome.hpp"

namespace fairshuffle {

namespace {

using Json = nlohmann::ordered_json;

// nlohmann writes a number that is not finite as null, which would read as "there is none".
Json finite(const char* member, double value) {
  if (!std::isfinite(value)) {
    throw std::invalid_argument(std::string("json_report: ") + member + " must be finite, was " +
                                std::to_string(value));
  }
  return value;
}

Json finite_or_null(const char* member, const std::optional<double>& value) {
  return value ? finite(member, *value) : Json(nullptr);
}

Json verdict_or_null(const std::optional<Verdict>& verdict) {
  return verdict ? Json(to_text(*verdict)) : Json(nullptr);
}

template <class T>
Json null_when(bool absent, const T& value) {
  return absent ? Json(nullptr) : Json(value);
}

template <class T>
Json array_of(const std::vector<T>& values, Json (*to_json)(const T&)) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(to_json(value));
  return array;
}

Json target_json(const TargetDescription& target) {
  Json options = Json::object();
  for (const auto& [name, value] : target.options) options[name] = value;
  Json json = {
      {"kind", target.kind},
      {"shuffle", target.shuffle},
      {"options", std::move(options)},
      {"n", target.deck_size},
      {"source", null_when(target.source.empty(), target.source)},
      {"bits", null_when(target.bits == 0, target.bits)},
      {"draw", null_when(target.draw.empty(), target.draw)},
      {"seeding", null_when(target.seeding.empty(), target.seeding)},
      {"clock", null_when(target.clock.empty(), target.clock)},
      {"shuffles_per_second", null_when(target.shuffles_per_second == 0, target.shuffles_per_second)},
      {"reset", target.reset},
      {"marked", null_when(target.marked == 0, target.marked)},
  };
  if (target.seeds != 0) json["seeds"] = target.seeds;
  return json;
}

// A test that was not applied has null for numbers, so that nobody reads its p = 1 as a pass.
Json test_json(const TestRecord& test) {
  const bool absent = !test.applied;
  return {
      {"name", test.name},
      {"test", test.test},
      {"applied", test.applied},
      {"reason", test.reason},
      {"statistic", null_when(absent, finite("statistic", test.statistic))},
      {"df", null_when(absent, finite("df", test.degrees_of_freedom))},
      {"p_value", null_when(absent, finite("p_value", test.p_value))},
      {"log10_p", null_when(absent, finite("log10_p", test.log10_p))},
      {"tail", null_when(absent, to_text(test.tail))},
      {"adjusted_p", null_when(absent, finite("adjusted_p", test.adjusted_p))},
      {"rejected", null_when(absent, test.rejected)},
      {"same_as", null_when(test.same_as.empty(), test.same_as)},
      {"blind_to", test.blind_to},
  };
}

Json bias_json(const BiasRecord& bias) {
  return {
      {"covers", bias.covers},
      {"phi2", finite_or_null("phi2", bias.phi2)},
      {"tv_lower", finite_or_null("tv_lower", bias.tv_lower)},
      {"tv_upper", finite_or_null("tv_upper", bias.tv_upper)},
      {"confidence", finite("confidence", bias.confidence)},
  };
}

Json family_json(const FamilyRecord& family) {
  return {
      {"family", family.family},
      {"asked", family.asked},
      {"members", family.members},
      {"farthest", null_when(family.farthest.empty(), family.farthest)},
      {"statistic", finite("family statistic", family.statistic)},
      {"df", finite("family df", family.degrees_of_freedom)},
      {"tv_upper", finite_or_null("family tv_upper", family.tv_upper)},
      {"confidence", finite("family confidence", family.confidence)},
      {"trials_for_tolerance", finite("trials_for_tolerance", family.trials_for_tolerance)},
  };
}

Json bet_value_json(const BetValue& value) {
  return {
      {"value", value.value},
      {"fair", finite("bet fair", value.fair)},
      {"count", value.count},
      {"lower", finite_or_null("bet lower", value.lower)},
      {"upper", finite_or_null("bet upper", value.upper)},
  };
}

Json bet_record_json(const BetRecord& bet) {
  return {
      {"name", bet.name},
      {"mean_fair", finite("bet mean_fair", bet.mean_fair)},
      {"mean", finite("bet mean", bet.mean)},
      {"confidence", finite("bet confidence", bet.confidence)},
      {"values", array_of(bet.values, bet_value_json)},
  };
}

Json named_bet_json(const NamedBet& bet) {
  return {
      {"name", bet.name},
      {"kind", to_text(bet.kind)},
      {"cards", null_when(bet.cards.empty(), runs_text(bet.cards))},
      {"places", runs_text(bet.places)},
      {"n", null_when(bet.deck_size == 0, bet.deck_size)},
  };
}

Json mistake_in_reach_json(const MistakeInReach& mistake) {
  return {{"target", mistake.target},
          {"found_by", mistake.found_by},
          {"trials", finite("mistake trials", mistake.trials)}};
}

Json power_json(const PowerRecord& power) {
  return {{"power", finite("power", power.power)},
          {"found", array_of(power.found, mistake_in_reach_json)},
          {"missed", array_of(power.missed, mistake_in_reach_json)}};
}

Json part_json(const PartRecord& part) {
  const bool absent = !part.applied;
  return {
      {"partition", part.partition},
      {"name", part.name},
      {"judged_by", part.judged_by},
      {"dimension", part.dimension},
      {"statistic", null_when(absent, finite("statistic", part.statistic))},
      {"df", null_when(absent, finite("df", part.degrees_of_freedom))},
      {"p_value", null_when(absent, finite("p_value", part.p_value))},
      {"log10_p", null_when(absent, finite("log10_p", part.log10_p))},
      {"phi2", finite("phi2", part.phi2)},
      {"share", finite_or_null("share", part.share)},
  };
}

Json cell_json(const WorstCell& cell) {
  return {
      {"card", cell.card},
      {"position", cell.position},
      {"count", cell.count},
      {"expected", finite("expected", cell.expected)},
      {"ratio", finite("ratio", cell.ratio)},
      {"standard_errors", finite("standard_errors", cell.standard_errors)},
  };
}

Json witness_json(const WitnessRecord& witness) {
  return {{"trial", witness.trial},
          {"order", witness.order},
          {"row", null_when(witness.row.empty(), witness.row)}};
}

Json mistake_json(const KnownMistake& mistake) {
  return {{"target", mistake.target}, {"reading", mistake.reading}};
}

Json fit_json(const FittingLaw& fit) {
  return {
      {"mistakes", array_of(fit.mistakes, mistake_json)},
      {"statistic", finite("fit statistic", fit.statistic)},
      {"df", finite("fit df", fit.degrees_of_freedom)},
      {"p_value", finite("fit p_value", fit.p_value)},
      {"log10_over_fair", finite("log10_over_fair", fit.log10_over_fair)},
      {"log10_over_best", finite("log10_over_best", fit.log10_over_best)},
      {"tv_upper", finite_or_null("fit tv_upper", fit.tv_upper)},
  };
}

Json diagnosis_json(const DiagnosisRecord& diagnosis) {
  return {
      {"sentence", diagnosis.sentence},
      {"mistakes_compared", diagnosis.mistakes_compared},
      {"not_compared", diagnosis.not_compared},
      {"laws_fitting", diagnosis.laws_fitting},
      {"fits", array_of(diagnosis.fits, fit_json)},
      {"log10_excluded_over_best",
       finite_or_null("log10_excluded_over_best", diagnosis.log10_excluded_over_best)},
      {"trials_to_tell_apart", finite_or_null("trials_to_tell_apart", diagnosis.trials_to_tell_apart)},
      {"confidence", finite("diagnosis confidence", diagnosis.confidence)},
  };
}

Json link_json(const LinkRecord& link) {
  return {
      {"proof", to_text(link.proof)},
      {"shape", to_text(link.shape)},
      {"share", finite_or_null("link share", link.share)},
      {"period", link.period ? Json(*link.period) : Json(nullptr)},
      {"cell", link.cell ? cell_json(*link.cell) : Json(nullptr)},
      {"shuffle", link.shuffle ? diagnosis_json(*link.shuffle) : Json(nullptr)},
  };
}

Json seed_estimate_json(const SeedEstimate& estimate) {
  return {
      {"log2_states", finite("log2_states", estimate.log2_states)},
      {"log2_lower", finite("log2_lower", estimate.log2_lower)},
      {"log2_upper", finite("log2_upper", estimate.log2_upper)},
      {"dense", estimate.dense},
  };
}

Json seed_space_json(const SeedSpaceRecord& space) {
  return {
      {"repeats", space.repeats},
      {"expected_repeats", finite("expected_repeats", space.expected_repeats)},
      {"distance", space.distance},
      {"estimate", space.estimate ? seed_estimate_json(*space.estimate) : Json(nullptr)},
      {"log2_fewest_orders", finite_or_null("log2_fewest_orders", space.log2_fewest_orders)},
      {"confidence", finite("seed space confidence", space.confidence)},
  };
}

Json link_test_json(const LinkTest& test) {
  return {
      {"name", test.name},
      {"statistic", finite("link statistic", test.statistic)},
      {"df", finite("link df", test.degrees_of_freedom)},
      {"p_value", finite("link p_value", test.p_value)},
      {"log10_p", finite("link log10_p", test.log10_p)},
      {"mean_successive", finite("mean_successive", test.mean_successive)},
      {"mean_apart", finite("mean_apart", test.mean_apart)},
  };
}

Json facts_json(const TargetFacts& facts) {
  return {
      {"recorded", facts.recorded},       {"in_sequence", facts.in_sequence},
      {"in_lanes", facts.in_lanes},       {"follows_seed", facts.follows_seed},
      {"writes_rows", facts.writes_rows}, {"may_end", facts.may_end},
      {"starts_anew", facts.starts_anew}, {"orders_counted", facts.orders_counted},
  };
}

Json planned_json(const PlannedTarget& planned) {
  return {
      {"name", planned.name},
      {"label", null_when(planned.label.empty(), planned.label)},
      {"target", target_json(planned.target)},
      {"facts", facts_json(planned.facts)},
      {"caveat", null_when(planned.caveat.empty(), planned.caveat)},
      {"expected", verdict_or_null(planned.expected)},
  };
}

Json looks_json(const RunSettings& settings) {
  Json looks = Json::array();
  const LookSchedule schedule(settings.max_trials, settings.fixed_trials);
  for (int look = 1;; ++look) {
    looks.push_back(schedule.trials_at(look));
    if (schedule.is_last(look)) return looks;
  }
}

Json plan_json(const RunRecord& run) {
  const auto planned = [](const std::vector<TargetRecord>& records) {
    Json targets = Json::array();
    for (const TargetRecord& record : records) targets.push_back(planned_json(record));
    return targets;
  };
  Json json = {
      // In digits: many JSON readers lose those of a number above 2^53.
      {"seed", std::to_string(run.seed)},
      {"budget",
       {
           {"alpha", finite("alpha", run.budget.alpha)},
           {"confidence", finite("confidence", run.budget.confidence)},
           {"tolerance", finite("tolerance", run.budget.tolerance)},
           {"max_trials", run.max_trials},
           {"fixed_trials", run.fixed_trials},
       }},
      {"birthday_slots", run.birthday_slots},
      {"looks", looks_json(run)},
      {"tests", run.tests},
      {"certify", run.certify},
  };
  if (!run.bets.empty()) json["bets"] = array_of(run.bets, named_bet_json);
  if (run.pairs) json["pairs"] = true;
  json["targets"] = planned(run.results);
  json["controls"] = planned(run.controls);
  return json;
}

Json equal_counts_json(const EqualCounts& equal) {
  return {equal.count, equal.orders};
}

Json bet_json(const std::optional<Bet>& bet) {
  if (!bet) return nullptr;
  return {{"share", finite("bet share", bet->share)}, {"hits", bet->hits}, {"judged", bet->judged}};
}

Json sample_json(const QuotientSampleEvidence& sample) {
  return {{"fixed_points", sample.fixed_points}, {"cycles", sample.cycles}};
}

Json quotients_json(const QuotientEvidence& quotients) {
  return {
      {"pairs", quotients.pairs},
      {"orders", quotients.orders},
      {"positions", quotients.positions},
      {"fixed_points", quotients.fixed_points},
      {"cycles", quotients.cycles},
      {"parity", quotients.parity},
      {"tables", Json(quotients.tables)},
      {"successive", sample_json(quotients.successive)},
      {"apart", sample_json(quotients.apart)},
  };
}

Json birthday_json(const BirthdayCounts& birthday) {
  return {
      {"one_in", birthday.one_in},
      {"kept", birthday.kept},
      {"distinct", birthday.distinct},
      {"distance", birthday.distance},
  };
}

Json pair_sums_json(const PairSums& sums) {
  return {sums.squares, sums.unordered_squares, sums.above};
}

Json evidence_json(const Evidence& evidence) {
  Json json = {{"trials", evidence.trials}};
  if (!evidence.error.empty()) json["error"] = evidence.error;
  json["orders"] = evidence.orders;
  json["order_histogram"] = array_of(evidence.order_histogram, equal_counts_json);
  json["positions"] = evidence.positions;
  json["neighbours"] = evidence.neighbours;
  json["fixed_points"] = evidence.fixed_points;
  json["cycles"] = evidence.cycles;
  json["parity"] = evidence.parity;
  json["subsets"] = evidence.subsets;
  json["tables"] = evidence.tables;
  if (!evidence.bets.empty()) json["bets"] = evidence.bets;
  Json histograms = Json::object();
  for (const auto& [name, histogram] : evidence.table_histograms) {
    histograms[name] = array_of(histogram, equal_counts_json);
  }
  json["table_histograms"] = std::move(histograms);
  if (evidence.pair_positions) {
    json["pair_positions"] = {{"cards", array_of(evidence.pair_positions->cards, pair_sums_json)},
                              {"places", array_of(evidence.pair_positions->places, pair_sums_json)}};
  }
  json["repeats"] = {{"pairs", evidence.repeats.pairs}, {"equal", evidence.repeats.equal}};
  json["birthday"] = birthday_json(evidence.birthday);
  json["quotients"] = quotients_json(evidence.quotients);
  json["bet"] = bet_json(evidence.bet);
  json["invalid"] = {
      {"count", evidence.invalid_trials},
      {"witnesses", array_of(evidence.witnesses, witness_json)},
  };
  json["unread"] = evidence.unread;
  return json;
}

Json result_json(const TargetRecord& result) {
  Json json = {
      {"name", shown_name(result)},
      {"verdict", verdict_or_null(result.verdict)},
  };
  if (result.expected) json["expected"] = to_text(*result.expected);
  json["sentence"] = result.sentence;
  json["look"] = result.look;
  json["alpha_at_look"] = finite("alpha_at_look", result.alpha_at_look);
  json["family"] = result.family;
  json["trials_to_decide"] = finite_or_null("trials_to_decide", result.trials_to_decide);
  json["tests"] = array_of(result.tests, test_json);
  json["found_by"] = null_when(result.found_by.empty(), result.found_by);
  json["bias"] = bias_json(result.bias);
  json["families"] = array_of(result.families, family_json);
  if (!result.bet_records.empty()) json["bets"] = array_of(result.bet_records, bet_record_json);
  json["power"] = result.power ? power_json(*result.power) : Json(nullptr);
  json["linked"] = result.linked;
  json["link"] = result.link ? link_json(*result.link) : Json(nullptr);
  json["link_tests"] = array_of(result.link_tests, link_test_json);
  json["seed_space"] = result.seed_space ? seed_space_json(*result.seed_space) : Json(nullptr);
  json["missing_orders"] = result.missing_orders ? Json(*result.missing_orders) : Json(nullptr);
  json["parts"] = array_of(result.parts, part_json);
  json["worst"] = array_of(result.worst, cell_json);
  json["quotient_cells"] = array_of(result.quotient_cells, cell_json);
  json["diagnosis"] = result.diagnosis ? diagnosis_json(*result.diagnosis) : Json(nullptr);
  json["blind_spots"] = result.blind_spots;
  json["evidence"] = evidence_json(result.evidence);
  // Of larger decks the evidence holds these tables itself.
  if (result.evidence.positions.empty()) {
    json["positions"] = result.position_counts;
    json["subsets"] = result.subset_counts;
  }
  return json;
}

Json seconds_json(const std::vector<double>& seconds) {
  Json array = Json::array();
  for (const double each : seconds) array.push_back(finite("target_seconds", each));
  return array;
}

Json run_json(const RunRecord& run) {
  return {
      {"schema_version", schema_version},
      {"tool", {{"name", "fairshuffle"}, {"version", run.tool_version}}},
      {"command", run.command},
      {"plan", plan_json(run)},
      {"verdict", verdict_or_null(run.verdict)},
      {"note", run.note},
      {"results", array_of(run.results, result_json)},
      {"controls", array_of(run.controls, result_json)},
      {"environment",
       {
           {"started", run.environment.started},
           {"seconds", finite("seconds", run.environment.seconds)},
           {"target_seconds", seconds_json(run.environment.target_seconds)},
           {"threads", run.environment.threads},
           {"host", run.environment.host},
           {"compiler", run.environment.compiler},
           {"vectors", run.environment.vectors},
           {"system", run.environment.system},
       }},
  };
}

// Appends the array of numbers that opens at text[open], without its line breaks, and returns the index after
// it. Where anything but numbers stands in it, appends the bracket alone.
std::size_t append_array(std::string& out, std::string_view text, std::size_t open) {
  const std::size_t close = text.find_first_not_of("0123456789+-.e,\n ", open + 1);
  if (close == std::string_view::npos || text[close] != ']') {
    out += '[';
    return open + 1;
  }
  for (std::size_t i = open; i <= close; ++i) {
    if (text[i] != '\n' && text[i] != ' ') out += text[i];
    if (text[i] == ',') out += ' ';
  }
  return close + 1;
}

// The same JSON with every innermost array of numbers on one line. White space outside strings means nothing
// in JSON, so only strings have to be told apart.
std::string with_numbers_on_one_line(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool in_string = false;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (!in_string && c == '[') {
      i = append_array(out, text, i);
      continue;
    }
    if (c == '"') in_string = !in_string;
    out += c;
    ++i;
    if (in_string && c == '\\') out += text[i++];
  }
  return out;
}

}  // namespace

std::string json_report(const RunRecord& run) {
  const std::string text = run_json(run).dump(2, ' ', false, Json::error_handler_t::replace);
  return with_numbers_on_one_line(text) + '\n';
}

}  // namespace fairshuffle
