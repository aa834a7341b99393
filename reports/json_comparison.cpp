#include "reports/json_comparison.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "reports/json/values.hpp"
#include "reports/visible_text.hpp"
#include "reports/words/compared_bet_words.hpp"
#include "reports/words/compared_counts_words.hpp"
#include "reports/words/compared_setting_words.hpp"
#include "reports/words/comparison_words.hpp"

namespace fairshuffle {

namespace {

constexpr int comparison_schema_version = 1;

template <class T>
Json or_null(const std::optional<T>& value, Json (*to_json)(const T&)) {
  return value ? to_json(*value) : Json(nullptr);
}

Json setting_json(const ChangedSetting& setting) {
  const ToldSetting told = told_setting(setting);
  return {{"name", told.name}, {"old", told.before}, {"new", told.after}};
}

Json number_or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json state_json(const TargetState& state) {
  return {
      {"verdict", state.verdict ? Json(to_text(*state.verdict)) : Json(nullptr)},
      {"error", state.error},
      {"sentence", state.sentence},
      {"trials", state.trials},
      {"tv_lower", number_or_null(state.bias.tv_lower)},
      {"tv_upper", number_or_null(state.bias.tv_upper)},
  };
}

Json outcome_json(const TestOutcome& outcome) {
  return {
      {"p_value", outcome.p_value},       {"log10_p", outcome.log10_p},   {"tail", to_text(outcome.tail)},
      {"adjusted_p", outcome.adjusted_p}, {"rejected", outcome.rejected},
  };
}

Json test_json(const ComparedTest& test) {
  return {
      {"name", test.name},
      {"old", or_null(test.before, outcome_json)},
      {"new", or_null(test.after, outcome_json)},
  };
}

Json repeats_json(const ComparedRepeats& repeats) {
  const auto counted = [](const RepeatCounts& counts) {
    return Json{{"pairs", counts.pairs}, {"equal", counts.equal}};
  };
  return {
      {"old", counted(repeats.before)}, {"new", counted(repeats.after)}, {"p_value", repeats.p.p},
      {"log10_p", repeats.p.log10_p},   {"told", repeats.told},
  };
}

Json linked_json(FoundIn linked_in) {
  return linked_in == FoundIn::neither ? Json(nullptr) : Json(reports_named(linked_in));
}

// Where nothing was tested the numbers are null, so that nobody reads p = 1 as an answer.
Json counts_json(const ComparedTarget& target, const Comparison& comparison) {
  const ComparedCounts& counts = target.counts;
  const auto tested = [&counts](const auto& value) { return counts.tested() ? Json(value) : Json(nullptr); };
  return {
      {"answer", to_text(counts.answer)},
      {"of", tested(to_text(counts.of))},
      {"strongest", counts.strongest ? Json(strongest_row_words(*counts.strongest)) : Json(nullptr)},
      {"statistic", tested(counts.statistic)},
      {"df", tested(counts.degrees_of_freedom)},
      {"repeats", or_null(counts.repeats, repeats_json)},
      {"p_value", tested(counts.p_value)},
      {"log10_p", tested(counts.log10_p)},
      {"adjusted_p", tested(counts.adjusted_p)},
      {"linked_in", linked_json(counts.linked_in)},
      {"sentence", compared_counts_words(target, comparison)},
  };
}

Json bet_json(const ComparedBet& bet, const Comparison& comparison) {
  const auto tested = [&bet](const auto& value) { return bet.tested() ? Json(value) : Json(nullptr); };
  const auto mean_of = [&bet](double mean, FoundIn lacking) {
    return bet.found == lacking ? Json(nullptr) : Json(mean);
  };
  return {
      {"name", bet.name},
      {"settings", bet.settings},
      {"in", bet.found == FoundIn::both       ? "both"
             : bet.found == FoundIn::old_only ? "old"
                                              : "new"},
      {"mean_old", mean_of(bet.mean_before, FoundIn::new_only)},
      {"mean_new", mean_of(bet.mean_after, FoundIn::old_only)},
      {"answer", to_text(bet.answer)},
      {"strongest", bet.strongest ? Json(bet.strongest->value) : Json(nullptr)},
      {"statistic", tested(bet.statistic)},
      {"df", tested(bet.degrees_of_freedom)},
      {"p_value", tested(bet.p_value)},
      {"log10_p", tested(bet.log10_p)},
      {"adjusted_p", tested(bet.adjusted_p)},
      {"linked_in", linked_json(bet.linked_in)},
      {"sentence", compared_bet_words(bet, comparison)},
  };
}

Json target_json(const ComparedTarget& target, const Comparison& comparison) {
  Json bets = Json::array();
  for (const ComparedBet& bet : target.bets) bets.push_back(bet_json(bet, comparison));
  return {
      {"name", target.name},
      {"old", or_null(target.before, state_json)},
      {"new", or_null(target.after, state_json)},
      {"became_biased", target.became_biased},
      {"sentence", moved_verdict_words(target)},
      {"settings", array_of(target.settings, setting_json)},
      {"tests", array_of(target.tests, test_json)},
      {"counts", counts_json(target, comparison)},
      {"bets", std::move(bets)},
  };
}

}  // namespace

std::string json_comparison(const Comparison& comparison, const ComparedFiles& files) {
  Json targets = Json::array();
  for (const ComparedTarget& target : comparison.targets) targets.push_back(target_json(target, comparison));
  const Json json = {
      {"schema_version", comparison_schema_version},
      {"old", files.before},
      {"new", files.after},
      {"sentence", comparison_words(comparison)},
      {"became_biased", comparison.became_biased},
      {"unjudged", comparison.unjudged},
      {"control_is_wrong", comparison.control_is_wrong},
      {"confidence", comparison.confidence},
      {"settings", array_of(comparison.settings, setting_json)},
      {"targets", std::move(targets)},
  };
  return inert_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) + '\n';
}

}  // namespace fairshuffle
