#include "reports/json/evidence.hpp"

namespace fairshuffle {

namespace {

using Counts = std::vector<std::uint64_t>;

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
      {"again", birthday.again},
      {"distance", birthday.distance},
      {"at_distance", birthday.at_distance},
      {"repeats_at_distance", birthday.repeats_at_distance},
  };
}

Json pair_sums_json(const PairSums& sums) {
  return {sums.squares, sums.unordered_squares, sums.above};
}

Json witness_json(const WitnessRecord& witness) {
  return {{"trial", witness.trial},
          {"order", witness.order},
          {"row", null_when(witness.row.empty(), witness.row)}};
}

EqualCounts equal_counts_of(const Json& json) {
  return {.count = json.at(0), .orders = json.at(1)};
}

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
          .again = json.at("again"),
          .distance = json.at("distance"),
          .at_distance = json.at("at_distance"),
          .repeats_at_distance = json.at("repeats_at_distance")};
}

PairSums pair_sums_of(const Json& json) {
  return {.squares = json.at(0), .unordered_squares = json.at(1), .above = json.at(2)};
}

WitnessRecord witness_of(const Json& json) {
  return {.trial = json.at("trial"),
          .order = json.at("order").get<std::vector<int>>(),
          .row = value_or<std::string>(json, "row", "")};
}

}  // namespace

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
  if (evidence.makeup) {
    json["makeup"] = {{"sites", evidence.makeup->sites},
                      {"neighbours", evidence.makeup->neighbours},
                      {"together", evidence.makeup->together},
                      {"arrangements", evidence.makeup->arrangements}};
  }
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
  if (evidence.ended_early) json["ended_early"] = true;
  return json;
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
  if (json.contains("makeup")) {
    const Json& makeup = json["makeup"];
    evidence.makeup = {.sites = makeup.at("sites").get<std::vector<Counts>>(),
                       .neighbours = makeup.at("neighbours").get<std::vector<Counts>>(),
                       .together = makeup.at("together").get<Counts>(),
                       .arrangements = makeup.at("arrangements").get<Counts>()};
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
  evidence.ended_early = json.value("ended_early", false);
  return evidence;
}

}  // namespace fairshuffle
