#include "reports/json/result.hpp"

#include "reports/json/diagnosis.hpp"
#include "reports/json/evidence.hpp"

namespace fairshuffle {

namespace {

// A test that was not applied has null for numbers, so that nobody reads its p = 1 as a pass.
Json test_json(const TestRecord& test) {
  const bool absent = !test.applied;
  Json json = {
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
  if (test.mean) {
    json["mean"] = {{"mean", finite("test mean", test.mean->mean)},
                    {"mean_fair", finite("test mean_fair", test.mean->mean_fair)}};
  }
  return json;
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

Tail tail_of(const Json& value) {
  for (const Tail tail : {Tail::upper, Tail::lower}) {
    if (value.is_null() || value.get_ref<const std::string&>() == to_text(tail)) return tail;
  }
  throw std::invalid_argument("a report has no tail " + value.dump());
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
  if (json.contains("mean")) {
    test.mean = {.mean = json["mean"].at("mean"), .mean_fair = json["mean"].at("mean_fair")};
  }
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

}  // namespace

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

}  // namespace fairshuffle
