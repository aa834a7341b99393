#include "reports/comparison_report.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/record/deviations.hpp"
#include "core/record/findings.hpp"
#include "reports/document/render.hpp"
#include "reports/json/values.hpp"
#include "reports/visible_text.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

std::string verdict_text(const std::optional<TargetState>& state) {
  if (!state) return "-";
  return state->verdict ? to_text(*state->verdict) : "failed";
}

std::string p_text(const std::optional<TestOutcome>& outcome) {
  if (!outcome) return "-";
  return fmt::format("{}{}", p_words(outcome->p_value, outcome->log10_p), outcome->rejected ? " *" : "");
}

template <class Compared>
std::string adjusted_text(const Compared& compared) {
  return compared.tested() ? adjusted_p_text(compared.adjusted_p) : "-";
}

bool answers_quietly(const ComparedTarget& target) {
  const bool quiet =
      target.counts.answer == CountsAnswer::same || target.counts.answer == CountsAnswer::agree;
  return quiet && target.counts.remark == SeedRemark::none;
}

// Whether there is more to say of it than that it came out alike.
bool is_told_of(const ComparedBet& bet) {
  return bet.answer != CountsAnswer::same && bet.answer != CountsAnswer::agree;
}

// Whether there is more to say than the table does.
bool is_told(const ComparedTarget& target, const Comparison& comparison) {
  const bool as_expected = target.counts.answer == CountsAnswer::same;
  return target.verdict_changed() || !target.settings.empty() ||
         std::ranges::any_of(target.bets, is_told_of) ||
         (!as_expected && !answers_quietly(target) && !compared_counts_words(target, comparison).empty());
}

std::string setting_text(const std::vector<ChangedSetting>& settings) {
  std::string text;
  for (const ChangedSetting& setting : settings) {
    text += fmt::format("{}{} ({} in OLD, {} in NEW)", text.empty() ? "" : ", ", setting.name, setting.before,
                        setting.after);
  }
  return text;
}

Paragraph sentences_on(const ComparedTarget& target, const Comparison& comparison) {
  std::string text = fmt::format("{}: {}", shown_line(target.name), shown_line(moved_verdict_words(target)));
  const std::string on_counts = compared_counts_words(target, comparison);
  if (!on_counts.empty()) text += " " + on_counts;
  constexpr std::size_t most_bets = 10;
  std::size_t bets = 0;
  for (const ComparedBet& bet : target.bets) {
    if (is_told_of(bet) && ++bets <= most_bets) text += " " + shown_line(compared_bet_words(bet, comparison));
  }
  if (bets > most_bets) text += fmt::format(" {} more bets are in the table.", bets - most_bets);
  if (!target.settings.empty()) {
    text += fmt::format(" The two do not have the same {}.", shown_line(setting_text(target.settings)));
  }
  const bool new_finding = target.after && target.after->verdict && target.after->verdict != Verdict::fair;
  if (target.verdict_changed() && new_finding)
    text += fmt::format(" NEW says: {}", shown_line(target.after->sentence));
  return {std::move(text)};
}

// Those that became biased first.
std::vector<const ComparedTarget*> told_targets(const Comparison& comparison) {
  std::vector<const ComparedTarget*> told;
  for (const ComparedTarget& target : comparison.targets) {
    if (is_told(target, comparison)) told.push_back(&target);
  }
  std::stable_partition(told.begin(), told.end(),
                        [](const ComparedTarget* target) { return target->became_biased; });
  return told;
}

void add_targets(Section& section, const Comparison& comparison, std::vector<const ComparedTarget*> told) {
  const std::size_t all = comparison.targets.size();
  if (all > most_compared_rows) {
    section.blocks.push_back(Paragraph{
        fmt::format("Of {} targets {} are as they were and not shown; the table has {} of the other {}.",
                    with_commas(all), with_commas(all - told.size()),
                    with_commas(std::min(told.size(), most_compared_rows)), with_commas(told.size()))});
    told.resize(std::min(told.size(), most_compared_rows));
  } else {
    told.clear();
    for (const ComparedTarget& target : comparison.targets) told.push_back(&target);
  }
  using Target = const ComparedTarget*;
  section.blocks.push_back(tabulated<Target>(
      told,
      {{{"target"}, [](Target target) { return shown_line(target->name); }},
       {{"OLD"}, [](Target target) { return verdict_text(target->before); }},
       {{"NEW"},
        [](Target target) { return verdict_text(target->after) + (target->became_biased ? " !" : ""); }},
       {{"counts"},
        [](Target target) {
          return target->before && target->after ? to_text(target->counts.answer) : std::string("-");
        }},
       {{"adjusted p", ColumnKind::number}, [](Target target) { return adjusted_text(target->counts); }}}));
}

Section numbers_of(const ComparedTarget& target) {
  const auto trials = [](const std::optional<TargetState>& state) {
    return state ? with_commas(state->trials) : "-";
  };
  const auto bounds = [](const std::optional<TargetState>& state) {
    return state && state->verdict ? bias_text(state->bias) : "-";
  };
  Table table{.columns = {{""}, {"OLD", ColumnKind::number}, {"NEW", ColumnKind::number}},
              .rows = {{{"trials"}, {trials(target.before)}, {trials(target.after)}},
                       {{"bias"}, {bounds(target.before)}, {bounds(target.after)}}}};
  for (const ComparedTest& test : target.tests) {
    table.rows.push_back({{"p of " + shown_line(test.name)}, {p_text(test.before)}, {p_text(test.after)}});
  }
  return {shown_line(target.name), {std::move(table)}};
}

// Nothing where there are none. Where they are too many for a table, those with something to tell first.
std::optional<Section> bets_section(const Comparison& comparison) {
  struct Row {
    const ComparedTarget* target;
    const ComparedBet* bet;
  };
  std::vector<Row> rows;
  for (const ComparedTarget& target : comparison.targets) {
    for (const ComparedBet& bet : target.bets) rows.push_back({&target, &bet});
  }
  if (rows.empty()) return std::nullopt;
  std::stable_partition(rows.begin(), rows.end(), [](const Row& row) { return is_told_of(*row.bet); });
  Section section{"Named bets", {}};
  if (rows.size() > most_compared_rows) {
    section.blocks.push_back(
        Paragraph{fmt::format("Of {} bets the table has {}, those that do not agree first.",
                              with_commas(rows.size()), with_commas(most_compared_rows))});
    rows.resize(most_compared_rows);
  }
  const auto mean_in = [](FoundIn lacking, double ComparedBet::*mean) {
    return [=](const Row& row) { return row.bet->found == lacking ? "-" : short_number(row.bet->*mean, 4); };
  };
  section.blocks.push_back(tabulated<Row>(
      rows, {{{"target"}, [](const Row& row) { return shown_line(row.target->name); }},
             {{"bet"}, [](const Row& row) { return shown_line(row.bet->name); }},
             {{"mean in OLD", ColumnKind::number}, mean_in(FoundIn::new_only, &ComparedBet::mean_before)},
             {{"in NEW", ColumnKind::number}, mean_in(FoundIn::old_only, &ComparedBet::mean_after)},
             {{"values"},
              [](const Row& row) {
                return row.bet->found == FoundIn::both ? to_text(row.bet->answer)
                                                       : "only in " + reports_named(row.bet->found);
              }},
             {{"adjusted p", ColumnKind::number}, [](const Row& row) { return adjusted_text(*row.bet); }}}));
  return section;
}

Section settings_section(const std::vector<ChangedSetting>& settings) {
  using Setting = const ChangedSetting&;
  return {"Settings that differ",
          {tabulated<ChangedSetting>(
              settings, {{{"setting"}, [](Setting setting) { return setting.name; }},
                         {{"OLD"}, [](Setting setting) { return shown_line(setting.before); }},
                         {{"NEW"}, [](Setting setting) { return shown_line(setting.after); }}})}};
}

constexpr int comparison_schema_version = 2;

Json dependent_json(FoundIn dependent_in) {
  return dependent_in == FoundIn::neither ? Json(nullptr) : Json(reports_named(dependent_in));
}

// Where nothing was tested the numbers are null, so that nobody reads p = 1 as an answer.
Json counts_json(const ComparedTarget& target, const Comparison& comparison) {
  const ComparedCounts& counts = target.counts;
  const bool untested = !counts.tested();
  RecordWriter json;
  json("answer", counts.answer);
  json.or_null("of", counts.of, untested);
  json("strongest", counts.strongest ? Json(strongest_row_words(*counts.strongest)) : Json(nullptr));
  json.or_null("statistic", counts.statistic, untested);
  json.or_null("df", counts.degrees_of_freedom, untested);
  json("repeats", counts.repeats);
  json.or_null("p_value", counts.p_value, untested);
  json.or_null("log10_p", counts.log10_p, untested);
  json.or_null("adjusted_p", counts.adjusted_p, untested);
  json("dependent_in", dependent_json(counts.dependent_in));
  json("sentence", compared_counts_words(target, comparison));
  return std::move(json).taken();
}

Json bet_json(const ComparedBet& bet, const Comparison& comparison) {
  const bool untested = !bet.tested();
  RecordWriter json;
  json("name", bet.name);
  json("settings", bet.settings);
  json("in", std::string(bet.found == FoundIn::both       ? "both"
                         : bet.found == FoundIn::old_only ? "old"
                                                          : "new"));
  json.or_null("mean_old", bet.mean_before, bet.found == FoundIn::new_only);
  json.or_null("mean_new", bet.mean_after, bet.found == FoundIn::old_only);
  json("answer", bet.answer);
  json("strongest", bet.strongest ? Json(bet.strongest->value) : Json(nullptr));
  json.or_null("statistic", bet.statistic, untested);
  json.or_null("df", bet.degrees_of_freedom, untested);
  json.or_null("p_value", bet.p_value, untested);
  json.or_null("log10_p", bet.log10_p, untested);
  json.or_null("adjusted_p", bet.adjusted_p, untested);
  json("dependent_in", dependent_json(bet.dependent_in));
  json("sentence", compared_bet_words(bet, comparison));
  return std::move(json).taken();
}

Json target_json(const ComparedTarget& target, const Comparison& comparison) {
  std::vector<Json> bets;
  for (const ComparedBet& bet : target.bets) bets.push_back(bet_json(bet, comparison));
  RecordWriter json;
  json("name", target.name);
  json("old", target.before);
  json("new", target.after);
  json("became_biased", target.became_biased);
  json("sentence", moved_verdict_words(target));
  json("settings", target.settings);
  json("tests", target.tests);
  json("counts", counts_json(target, comparison));
  json("bets", bets);
  return std::move(json).taken();
}

}  // namespace

Document comparison_document(const Comparison& comparison, const ComparedFiles& files) {
  Document document;
  document.title = "What changed from OLD to NEW";
  document.lead = comparison_words(comparison);
  Section targets{"Targets", {}};
  targets.blocks.push_back(
      Paragraph{fmt::format("OLD is {}, NEW is {}.", shown_line(files.before), shown_line(files.after))});
  const std::vector<const ComparedTarget*> told = told_targets(comparison);
  const std::size_t in_full = std::min(told.size(), most_compared_sentences);
  for (std::size_t index = 0; index < in_full; ++index) {
    targets.blocks.push_back(sentences_on(*told[index], comparison));
  }
  if (in_full < told.size()) {
    targets.blocks.push_back(
        Paragraph{fmt::format("{} more are left out here; --format json has them.", told.size() - in_full)});
  }
  add_targets(targets, comparison, told);
  document.sections.push_back(std::move(targets));
  if (std::optional<Section> bets = bets_section(comparison)) document.sections.push_back(*std::move(bets));
  const std::size_t before_numbers = document.sections.size();
  for (std::size_t index = 0; index < in_full; ++index) {
    const ComparedTarget& target = *told[index];
    const bool changed = target.verdict_changed() || target.counts.answer == CountsAnswer::differ;
    if (changed && !target.tests.empty()) document.sections.push_back(numbers_of(target));
  }
  if (document.sections.size() > before_numbers) {
    document.sections.back().blocks.push_back(
        Paragraph{"A star: fairness is rejected within the run's budget."});
  }
  if (!comparison.settings.empty()) document.sections.push_back(settings_section(comparison.settings));
  return document;
}

void fields(auto& json, const ChangedSetting& setting) {
  json("name", setting.name);
  json("old", setting.before);
  json("new", setting.after);
}

void fields(auto& json, const TargetState& state) {
  const BiasRecord& bias = state.bias;
  const bool apart = has_bounds_apart(bias);
  json("verdict", state.verdict);
  json("error", state.error);
  json("sentence", state.sentence);
  json("trials", state.trials);
  json("covers", bias.covers);
  json.or_null("tv_lower", bias.tv_lower, apart);
  json("tv_upper", bias.tv_upper);
  json.object_if_any(
      "bias_of_whole_deck", [&](auto& whole) { fields_of_whole_deck(whole, bias); }, apart);
}

void fields(auto& json, const TestOutcome& outcome) {
  json("p_value", outcome.p_value);
  json("log10_p", outcome.log10_p);
  json("tail", outcome.tail);
  json("adjusted_p", outcome.adjusted_p);
  json("rejected", outcome.rejected);
}

void fields(auto& json, const ComparedTest& test) {
  json("name", test.name);
  json("old", test.before);
  json("new", test.after);
}

void fields(auto& json, const RepeatCounts& counts) {
  json("pairs", counts.pairs);
  json("equal", counts.equal);
}

void fields(auto& json, const ComparedRepeats& repeats) {
  json("old", repeats.before);
  json("new", repeats.after);
  json("p_value", repeats.p.p);
  json("log10_p", repeats.p.log10_p);
  json("told", repeats.told);
}

std::string json_comparison(const Comparison& comparison, const ComparedFiles& files) {
  std::vector<Json> targets;
  for (const ComparedTarget& target : comparison.targets) targets.push_back(target_json(target, comparison));
  RecordWriter json;
  json("schema_version", comparison_schema_version);
  json("old", files.before);
  json("new", files.after);
  json("sentence", comparison_words(comparison));
  json("became_biased", comparison.became_biased);
  json("unjudged", comparison.unjudged);
  json("control_is_wrong", comparison.control_is_wrong);
  json("confidence", comparison.confidence);
  json("settings", comparison.settings);
  json("targets", targets);
  return std::move(json).text() + '\n';
}

}  // namespace fairshuffle
