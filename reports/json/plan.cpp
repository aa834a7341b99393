#include "reports/json/plan.hpp"

#include <charconv>
#include <cstdint>
#include <stdexcept>

#include "core/record/looks.hpp"

namespace fairshuffle {

namespace {

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
  if (target.makeup.has_equal_cards()) json["kinds"] = target.makeup.kinds;
  if (target.makeup.is_deal()) {
    json["dealt"] = target.makeup.dealt;
    json["unordered"] = target.makeup.unordered;
  }
  return json;
}

Json facts_json(const TargetFacts& facts) {
  return {
      {"recorded", facts.recorded},       {"in_sequence", facts.in_sequence},
      {"in_lanes", facts.in_lanes},       {"follows_seed", facts.follows_seed},
      {"writes_rows", facts.writes_rows}, {"may_end", facts.may_end},
      {"starts_anew", facts.starts_anew}, {"orders_counted", facts.orders_counted},
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

Json looks_json(const RunSettings& settings) {
  Json looks = Json::array();
  const LookSchedule schedule(settings.max_trials, settings.fixed_trials);
  for (int look = 1;; ++look) {
    looks.push_back(schedule.trials_at(look));
    if (schedule.is_last(look)) return looks;
  }
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
  if (json.contains("kinds")) target.makeup.kinds = json["kinds"].get<std::vector<int>>();
  target.makeup.dealt = json.value("dealt", 0);
  target.makeup.unordered = json.value("unordered", false);
  target.reset = json.at("reset");
  target.marked = value_or(json, "marked", 0);
  return target;
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

std::vector<int> numbers_of(const Json& json, const char* member) {
  if (json.at(member).is_null()) return {};
  std::optional<std::vector<int>> numbers = numbers_of_runs(json[member].get_ref<const std::string&>());
  if (!numbers) {
    throw std::invalid_argument("expected a list of numbers, found " + json[member].dump());
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

std::uint64_t seed_of(const std::string& digits) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
  if (error != std::errc{} || end != digits.data() + digits.size()) {
    throw std::invalid_argument("/plan/seed: expected a number of 64 bits, found '" + digits + "'");
  }
  return seed;
}

}  // namespace

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

void read_plan(const Json& plan, RunSettings& settings) {
  settings.seed = seed_of(plan.at("seed"));
  const Json& budget = plan.at("budget");
  settings.budget = {.alpha = budget.at("alpha"),
                     .confidence = budget.at("confidence"),
                     .tolerance = budget.at("tolerance")};
  settings.max_trials = budget.at("max_trials");
  settings.fixed_trials = budget.at("fixed_trials");
  settings.birthday_slots = plan.at("birthday_slots");
  settings.tests = plan.at("tests").get<std::vector<std::string>>();
  settings.certify = plan.at("certify").get<std::vector<std::string>>();
  if (plan.contains("bets")) settings.bets = list_of(plan["bets"], named_bet_of);
  settings.pairs = plan.value("pairs", false);
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

}  // namespace fairshuffle
