#include "reports/comparison_document.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/p_words.hpp"
#include "reports/verdict_words.hpp"
#include "reports/visible_text.hpp"
#include "reports/words/compared_bet_words.hpp"
#include "reports/words/compared_counts_words.hpp"
#include "reports/words/compared_setting_words.hpp"
#include "reports/words/comparison_words.hpp"

namespace fairshuffle {

namespace {

// What a sentence quotes has no bound, a line for people has.
std::string shown(const std::string& text) {
  constexpr std::size_t longest = 1500;
  if (text.size() <= longest) return one_visible_line(text);
  return one_visible_line(text.substr(0, longest)) + " ...";
}

std::string verdict_text(const std::optional<TargetState>& state) {
  if (!state) return "-";
  return state->verdict ? to_text(*state->verdict) : "failed";
}

std::string p_text(const std::optional<TestOutcome>& outcome) {
  if (!outcome) return "-";
  return fmt::format("{}{}", p_words(outcome->p_value, outcome->log10_p), outcome->rejected ? " *" : "");
}

std::string adjusted_text(const ComparedCounts& counts) {
  return counts.tested() ? adjusted_p_text(counts.adjusted_p) : "-";
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
    const ToldSetting told = told_setting(setting);
    text += fmt::format("{}{} ({} in OLD, {} in NEW)", text.empty() ? "" : ", ", told.name, told.before,
                        told.after);
  }
  return text;
}

Paragraph sentences_on(const ComparedTarget& target, const Comparison& comparison) {
  std::string text = fmt::format("{}: {}", shown(target.name), shown(moved_verdict_words(target)));
  const std::string on_counts = compared_counts_words(target, comparison);
  if (!on_counts.empty()) text += " " + on_counts;
  constexpr std::size_t most_bets = 10;
  std::size_t bets = 0;
  for (const ComparedBet& bet : target.bets) {
    if (is_told_of(bet) && ++bets <= most_bets) text += " " + shown(compared_bet_words(bet, comparison));
  }
  if (bets > most_bets) text += fmt::format(" {} more bets are in the table.", bets - most_bets);
  if (!target.settings.empty()) {
    text += fmt::format(" It has the same name in both, but not the same {}.",
                        shown(setting_text(target.settings)));
  }
  const bool new_finding = target.after && target.after->verdict && target.after->verdict != Verdict::fair;
  if (target.verdict_changed() && new_finding)
    text += fmt::format(" NEW says: {}", shown(target.after->sentence));
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

std::vector<Cell> row_of(const ComparedTarget& target) {
  return {{shown(target.name)},
          {verdict_text(target.before)},
          {fmt::format("{}{}", verdict_text(target.after), target.became_biased ? " !" : "")},
          {target.before && target.after ? to_text(target.counts.answer) : "-"},
          {adjusted_text(target.counts)}};
}

void add_targets(Section& section, const Comparison& comparison,
                 const std::vector<const ComparedTarget*>& told) {
  Table table;
  table.columns = {{"target"}, {"OLD"}, {"NEW"}, {"counts"}, {"adjusted p", ColumnKind::number}};
  if (comparison.targets.size() <= most_compared_rows) {
    for (const ComparedTarget& target : comparison.targets) table.rows.push_back(row_of(target));
    section.blocks.push_back(std::move(table));
    return;
  }
  for (std::size_t index = 0; index < std::min(told.size(), most_compared_rows); ++index) {
    table.rows.push_back(row_of(*told[index]));
  }
  section.blocks.push_back(Paragraph{fmt::format(
      "Of {} targets {} are as they were and not shown; the table has {} of the other {}.",
      with_commas(comparison.targets.size()), with_commas(comparison.targets.size() - told.size()),
      with_commas(table.rows.size()), with_commas(told.size()))});
  section.blocks.push_back(std::move(table));
}

std::string trials_text(const std::optional<TargetState>& state) {
  return state ? with_commas(state->trials) : "-";
}

std::string bounds_text(const std::optional<TargetState>& state) {
  return state && state->verdict ? bias_text(state->bias) : "-";
}

Section numbers_of(const ComparedTarget& target) {
  Table table;
  table.columns = {{""}, {"OLD", ColumnKind::number}, {"NEW", ColumnKind::number}};
  table.rows.push_back({{"trials"}, {trials_text(target.before)}, {trials_text(target.after)}});
  table.rows.push_back({{"total variation"}, {bounds_text(target.before)}, {bounds_text(target.after)}});
  for (const ComparedTest& test : target.tests) {
    table.rows.push_back({{"p of " + shown(test.name)}, {p_text(test.before)}, {p_text(test.after)}});
  }
  return {shown(target.name), {std::move(table)}};
}

std::vector<Cell> row_of(const ComparedTarget& target, const ComparedBet& bet) {
  const auto mean_text = [&bet](double mean, FoundIn lacking) {
    return bet.found == lacking ? std::string("-") : short_number(mean, 4);
  };
  return {{shown(target.name)},
          {shown(bet.name)},
          {mean_text(bet.mean_before, FoundIn::new_only)},
          {mean_text(bet.mean_after, FoundIn::old_only)},
          {bet.found == FoundIn::both ? to_text(bet.answer)
                                      : fmt::format("only in {}", reports_named(bet.found))},
          {bet.tested() ? adjusted_p_text(bet.adjusted_p) : "-"}};
}

// Nothing where there are none. Where they are too many for a table, those with something to tell first.
std::optional<Section> bets_section(const Comparison& comparison) {
  Table table;
  table.columns = {{"target"},
                   {"bet"},
                   {"mean in OLD", ColumnKind::number},
                   {"in NEW", ColumnKind::number},
                   {"values"},
                   {"adjusted p", ColumnKind::number}};
  std::vector<std::vector<Cell>> quiet;
  for (const ComparedTarget& target : comparison.targets) {
    for (const ComparedBet& bet : target.bets) {
      (is_told_of(bet) ? table.rows : quiet).push_back(row_of(target, bet));
    }
  }
  const std::size_t all = table.rows.size() + quiet.size();
  if (all == 0) return std::nullopt;
  table.rows.insert(table.rows.end(), quiet.begin(), quiet.end());
  table.rows.resize(std::min(all, most_compared_rows));
  Section section{"Named bets", {}};
  if (table.rows.size() < all) {
    section.blocks.push_back(
        Paragraph{fmt::format("Of {} bets the table has {}, those that do not agree first.", with_commas(all),
                              with_commas(table.rows.size()))});
  }
  section.blocks.push_back(std::move(table));
  return section;
}

Section settings_section(const std::vector<ChangedSetting>& settings) {
  Table table;
  table.columns = {{"setting"}, {"OLD"}, {"NEW"}};
  for (const ChangedSetting& setting : settings) {
    const ToldSetting told = told_setting(setting);
    table.rows.push_back({{told.name}, {shown(told.before)}, {shown(told.after)}});
  }
  return {"Settings that differ", {std::move(table)}};
}

}  // namespace

Document comparison_document(const Comparison& comparison, const ComparedFiles& files) {
  Document document;
  document.title = "What changed from OLD to NEW";
  document.lead = comparison_words(comparison);
  Section targets{"Targets", {}};
  targets.blocks.push_back(
      Paragraph{fmt::format("OLD is {}, NEW is {}.", shown(files.before), shown(files.after))});
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

}  // namespace fairshuffle
