#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "core/record/deviations.hpp"
#include "core/record/findings.hpp"
#include "reports/run/run_document.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

// Of the logarithmic scale from 1e-5 to 1 that a page's lines share.
double share_of(double distance) {
  constexpr double decades = 5;
  return distance <= 0 ? 0 : std::clamp(1 + std::log10(distance) / decades, 0.0, 1.0);
}

std::optional<LineBar> bar_of(const BiasRecord& bias, double tolerance) {
  const ToldBounds told = told_bounds(bias);
  if (!told.upper && !told.lower) return std::nullopt;
  // An upper bound on one card's place says nothing of bets on the order, which the lower bound is about.
  const bool closed = told.together || !told.lower;
  return LineBar{.from = told.lower ? share_of(*told.lower) : 0,
                 .to = closed ? share_of(*told.upper) : 1,
                 .mark = share_of(tolerance),
                 .alarm = told.lower.has_value()};
}

std::string line_remark(const TargetRecord& result, bool is_control) {
  // That the decks are dependent stands in place of a bound already.
  const std::string mistake = result.dependent ? "" : named_mistake(result);
  const std::string expectation = expectation_text(result, is_control);
  return mistake + (mistake.empty() || expectation.empty() ? "" : ", ") + expectation;
}

std::string setting_words(const TargetDescription& target) {
  std::vector<std::string> words = {
      fmt::format("{} card{}", target.deck_size, target.deck_size == 1 ? "" : "s")};
  if (std::string multiset = multiset_words(target); !multiset.empty()) words.push_back(std::move(multiset));
  if (!target.source.empty()) {
    words.push_back("source " + target.source +
                    (target.bits > 0 ? fmt::format(" cut to {} bits", target.bits) : ""));
  }
  if (!target.draw.empty()) words.push_back("draw " + target.draw);
  if (!target.seeding.empty()) {
    words.push_back("seeding " + target.seeding +
                    (target.seeds > 0 ? fmt::format(" of {} seeds", with_commas(target.seeds)) : ""));
  }
  if (target.reset == "never") words.push_back("the deck is never reset");
  if (target.marked > 0) words.push_back(fmt::format("{} marked", target.marked));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string bound_words(const BiasRecord& bias) {
  const ToldBounds told = told_bounds(bias);
  const bool of_some = told.upper && !told.lower && !bounds_all_bets(bias);
  const std::string chi_square_distance =
      bias.chi_square_distance ? ", chi-square distance about " + short_number(*bias.chi_square_distance, 4)
                               : "";
  const std::string confidence =
      told.lower || told.upper
          ? fmt::format("; {}with {} % confidence at this look", told.together ? "each bound " : "",
                        short_number(100 * bias.confidence, 7))
          : "";
  return fmt::format("total variation{} {}{}{}", of_some ? ":" : "", bias_text(bias), chi_square_distance,
                     confidence);
}

std::string seed_space_words(const TargetRecord& result, const Budget& budget) {
  if (!result.seed_space) return "";
  const std::string estimated = seed_words(result, budget),
                    fewest = fewest_permutations_words(result, budget);
  return (estimated.empty() ? came_again(result) : estimated) + (fewest.empty() ? "" : "; " + fewest);
}

// Those that have a text.
Facts facts_of(std::vector<Facts::Line> lines) {
  std::erase_if(lines, [](const Facts::Line& line) { return line.text.empty(); });
  return {std::move(lines)};
}

Section numbers_part(const TargetRecord& result, const Budget& budget, const std::string& expectation) {
  Section section{.title = {}, .blocks = {}, .shown = Shown::in_detail};
  if (has_certificate(result)) section.blocks.push_back(Paragraph{result.sentence});
  section.blocks.push_back(facts_of({{"Settings", setting_words(result.target)},
                                     {"Bounds", bound_words(result.bias)},
                                     {"Smallest adjusted p", smallest_p_text(result)},
                                     {"Components", component_words(result.components)},
                                     {"Seed space", seed_space_words(result, budget)},
                                     {"Expectation", expectation}}));
  return section;
}

// An error may be several lines: what a program said last.
std::vector<Block> failure_of(const std::string& error) {
  std::vector<Block> blocks;
  std::string_view rest = error;
  std::string start = "Failed: ";
  do {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    blocks.push_back(Paragraph{start.append(rest.substr(0, end))});
    rest.remove_prefix(std::min(end + 1, rest.size()));
    start.clear();
  } while (!rest.empty());
  return blocks;
}

std::vector<Block> finding_of(const TargetRecord& result, const Budget& budget) {
  if (!result.verdict)
    return failure_of(result.evidence.error.empty() ? "no reason was given" : result.evidence.error);
  if (!has_certificate(result) && result.verdict != Verdict::biased) return {Paragraph{result.sentence}};
  return {facts_found(result, budget)};
}

Section mistakes_part(const DiagnosisRecord& diagnosis) {
  Section section{.title = "Which known mistake it is", .blocks = {}, .shown = Shown::in_detail};
  if (!diagnosis.fits.empty()) {
    const std::string which = diagnosis.distributions_fitting == 1
                                  ? "The one distribution that is not excluded"
                                  : fmt::format("The likeliest of {} distributions that are not excluded",
                                                diagnosis.distributions_fitting);
    section.blocks.push_back(
        Paragraph{fmt::format("{}, of {} known mistakes:", which, with_commas(diagnosis.mistakes_compared))});
    struct Fit {
      const KnownMistake& mistake;
      const FittingDistribution& distribution;
    };
    std::vector<Fit> fits;
    for (const FittingDistribution& distribution : diagnosis.fits) {
      for (const KnownMistake& mistake : distribution.mistakes) fits.push_back({mistake, distribution});
    }
    section.blocks.push_back(tabulated<Fit>(
        fits, {{{"mistake"}, [](const Fit& fit) { return mistake_text(fit.mistake); }},
               {{"p"}, [](const Fit& fit) { return short_number(fit.distribution.p_value, 2); }},
               {{"at most this far off"},
                [](const Fit& fit) {
                  return fit.distribution.tv_upper ? rounded_up(*fit.distribution.tv_upper) : "";
                }},
               {{"log10 likelihood over fair"},
                [](const Fit& fit) { return short_number(fit.distribution.log10_over_fair, 4); }},
               {{"over the likeliest"},
                [](const Fit& fit) { return short_number(fit.distribution.log10_over_best, 4); }}}));
  }
  if (!diagnosis.not_compared.empty()) {
    section.blocks.push_back(
        Paragraph{fmt::format("Not compared: {}.", fmt::join(diagnosis.not_compared, ", "))});
  }
  return section;
}

Section witnesses_part(const TargetRecord& result) {
  using Witness = const WitnessRecord&;
  Table table = tabulated<WitnessRecord>(
      result.evidence.witnesses,
      {{{"trial"}, [](Witness witness) { return with_commas(witness.trial); }},
       {{"read as"}, [](Witness witness) { return fmt::format("{}", fmt::join(witness.permutation, " ")); }},
       {{"written as"}, &WitnessRecord::row}});
  return {.title = "What came instead of permutations",
          .blocks = {Paragraph{result.evidence.invalid_trials == 1
                                   ? "The trial that was no permutation:"
                                   : fmt::format("The first of {} trials that were no permutation:",
                                                 with_commas(result.evidence.invalid_trials))},
                     std::move(table)},
          .shown = Shown::in_detail};
}

std::string aside_of(const TargetRecord& result) {
  return fmt::format("{}{}", result.verdict == Verdict::biased && result.dependent ? "not i.i.d., " : "",
                     how_many_trials(result.evidence.trials));
}

void add_figure(Section& section, std::optional<Figure> figure, Shown shown) {
  if (figure) section.parts.push_back({.title = {}, .blocks = {std::move(*figure)}, .shown = shown});
}

// No bet of dependent trials has one.
bool has_intervals(const TargetRecord& result) {
  return std::ranges::any_of(result.bet_records, bet_has_intervals);
}

// In the table's columns, of which targets without intervals lack the last one.
std::vector<Cell> row_of(const TargetRecord& result, const BetRecord& bet, bool with_intervals) {
  std::vector<Cell> row{{bet.name}, {short_number(bet.mean_fair, 4)}, {}, {}, {}, {}};
  if (with_intervals) row.emplace_back();
  const BetValue* value = farthest_value(bet);
  if (value == nullptr) return row;
  row[2].text = short_number(bet.mean, 4);
  row[3].text = value->value;
  row[4].text = chance_text(value->fair);
  row[5].text = share_text(*value, trials_of(result));
  if (with_intervals) row.back().text = interval_text(*value);
  return row;
}

// Every value of the named bets of one target. Nothing where it has none.
std::optional<Section> bets_of_target(const TargetRecord& result) {
  if (result.bet_records.empty()) return std::nullopt;
  Section section{.title = "How the named bets came out", .blocks = {}, .shown = Shown::in_detail};
  std::size_t number = 0;
  for (const BetRecord& bet : result.bet_records) {
    if (auto figure = bet_figure(bet, trials_of(result), fmt::format("bet-{}", ++number))) {
      section.blocks.push_back(*std::move(figure));
    }
  }
  if (!has_intervals(result)) return section;
  const double confidence = result.bet_records.front().confidence;
  section.blocks.push_back(Paragraph{
      fmt::format("All intervals hold together with {} % confidence.", short_number(100 * confidence, 7))});
  return section;
}

std::string remark(const Budget& budget, bool with_intervals) {
  const std::string told =
      "Of each bet the mean, then the value that is farthest from fair in standard errors: how often "
      "it is due";
  if (!with_intervals) return told + ", and how often it came.";
  return fmt::format(
      "{}, how often it came, and between what its probability lies. All intervals of a target hold together "
      "with {} confidence.",
      told, confidence_text(budget.confidence));
}

// Which tests were not applied, and why: a line for each reason. Nothing where all were.
std::optional<Section> left_out_section(const TargetRecord& result) {
  struct LeftOut {
    std::string reason;
    std::vector<std::string> tests;
  };
  std::vector<LeftOut> all;
  for (const TestRecord& test : result.tests) {
    if (test.applied) continue;
    auto known = std::ranges::find(all, test.reason, &LeftOut::reason);
    if (known == all.end()) known = all.insert(known, {test.reason, {}});
    known->tests.push_back(test.name);
  }
  if (all.empty()) return std::nullopt;
  List list;
  for (const auto& [reason, tests] : all) {
    list.items.push_back(fmt::format("{}: {}", fmt::join(tests, "; "), reason));
  }
  return Section{
      .title = "Tests that were not applied", .blocks = {std::move(list)}, .shown = Shown::in_detail};
}

std::string line_of(const FamilyRecord& family, const TargetDescription& target, const Budget& budget) {
  std::string text = family_words(family, budget.confidence);
  if (!family.farthest.empty())
    text += fmt::format("; farthest from fair: {}", farthest_text(target, family));
  return text + fmt::format("; {} trials bring {}{}", short_number(family.trials_for_tolerance, 2),
                            points_text(short_number(100 * budget.tolerance, 3)),
                            family.asked ? "" : ", not asked for");
}

// What was looked for and could be seen: the honest complement of the bounds.
void add_power(const PowerRecord& power, Facts& facts) {
  const std::string probability = short_number(100 * power.power, 3);
  if (!power.found.empty()) {
    facts.lines.push_back(
        {"would have been found", fmt::format("{}, each with {} %, and what is plainer of the kind",
                                              mistakes_in_reach(power.found), probability)});
  }
  if (!power.missed.empty()) {
    facts.lines.push_back({"might not have been", mistakes_in_reach(power.missed)});
  }
}

// A sign beside the word, for those who look over many lines.
const char* sign_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::as_due:
      return "✅";
    case Outcome::undecided:
      return "❔";
    case Outcome::not_as_due:
    case Outcome::failed:
      break;
  }
  return "❌";
}

// Beside a wrong control nothing is as due.
Outcome outcome_shown(const TargetRecord& result, TableKind kind) {
  if (kind.are_controls) return control_outcome_of(result);
  const Outcome outcome = outcome_of(result);
  return outcome == Outcome::as_due && !kind.verdicts_count ? Outcome::undecided : outcome;
}

// What was met goes without saying: the summary says so of all.
std::string verdict_text(const TargetRecord& result, TableKind kind) {
  const std::string expectation = expectation_text(result, kind.are_controls);
  const bool met = expectation.empty() || result.verdict == result.expected;
  return verdict_word(result) + (met ? "" : ", " + expectation);
}

std::vector<Cell> row_of(const TargetRecord& result, TableKind kind) {
  return {{shown_name(result)},
          {.text = verdict_text(result, kind),
           .tone = tone_of(result),
           .sign = sign_of(outcome_shown(result, kind))},
          {with_commas(result.evidence.trials)},
          {bias_text(result)},
          {smallest_p_text(result)}};
}

}  // namespace

Tone tone_of(const TargetRecord& result) {
  if (!result.verdict) return Tone::broken;
  if (result.verdict == Verdict::fair) return Tone::good;
  return result.verdict == Verdict::inconclusive ? Tone::open : Tone::bad;
}

std::optional<Section> bets_section(std::span<const TargetRecord> results, const Budget& budget,
                                    const Room& room) {
  const Table without_intervals{.columns = {{"bet"},
                                            {"mean due", ColumnKind::number},
                                            {"came", ColumnKind::number},
                                            {"value"},
                                            {"% due", ColumnKind::number},
                                            {"came", ColumnKind::number}},
                                .rows = {}};
  Section section{.title = "Named bets", .blocks = {}, .shown = Shown::in_text};
  std::size_t shown = 0, all = 0;
  for (const TargetRecord& result : results) {
    all += result.bet_records.size();
    Table table = without_intervals;
    const bool with_intervals = has_intervals(result);
    if (with_intervals) table.columns.push_back({"between"});
    for (const BetRecord& bet : result.bet_records) {
      if (shown == room.most_rows) break;
      table.rows.push_back(row_of(result, bet, with_intervals));
      ++shown;
    }
    if (table.rows.empty()) continue;
    if (results.size() > 1) section.blocks.push_back(Paragraph{shown_name(result)});
    section.blocks.push_back(std::move(table));
  }
  if (all == 0) return std::nullopt;
  section.blocks.push_back(Paragraph{remark(budget, std::ranges::any_of(results, has_intervals))});
  if (shown < all) {
    section.blocks.push_back(
        Paragraph{fmt::format("{} more lines are not shown; the JSON report has them.", all - shown)});
  }
  return section;
}

std::optional<Section> certificate_section(const TargetRecord& result, const Budget& budget) {
  if (result.families.empty() || result.verdict == Verdict::invalid) return std::nullopt;
  Facts facts;
  for (const FamilyRecord& family : result.families) {
    facts.lines.push_back({family.family, line_of(family, result.target, budget)});
  }
  if (result.power) add_power(*result.power, facts);
  return Section{
      .title = "How much bets gain at most", .blocks = {std::move(facts)}, .shown = Shown::in_detail};
}

Section verdict_section(std::span<const TargetRecord> results, TableKind kind, const Room& room) {
  std::vector<const TargetRecord*> rows;
  std::size_t as_due = 0;
  for (const TargetRecord& result : results) {
    const bool is_due = outcome_shown(result, kind) == Outcome::as_due;
    as_due += is_due;
    if (results.size() <= room.most_rows || !is_due) rows.push_back(&result);
  }
  if (rows.size() > room.most_rows) rows.resize(room.most_rows);
  Table table{.columns = {{"target"},
                          {"verdict"},
                          {"trials", ColumnKind::number},
                          {"total variation"},
                          {"smallest adjusted p"}},
              .rows = {}};
  for (const TargetRecord* result : rows) table.rows.push_back(row_of(*result, kind));
  const std::size_t shown = table.rows.size();
  Section section{.title = {}, .blocks = {std::move(table)}, .shown = Shown::in_text};
  if (shown < results.size()) {
    section.blocks.push_back(Paragraph{
        fmt::format("Of {} targets {} came out as due and are not shown; the table has {} of the other {}.",
                    results.size(), as_due, shown, results.size() - as_due)});
  }
  return section;
}

Facts facts_found(const TargetRecord& result, const Budget& budget) {
  const Clauses clauses = clauses_of(result, budget);
  return facts_of({{"How much", clauses.how_much},
                   {"Undecided", clauses.undecided},
                   {"By family", clauses.by_family},
                   {"Seed space", clauses.seed_space},
                   {"Would show", clauses.would_show},
                   {"Might miss", clauses.might_miss},
                   {"Where", clauses.where},
                   {"Why", clauses.why},
                   {"Evidence", clauses.evidence}});
}

Section target_section(const TargetRecord& result, const Budget& budget, std::string anchor) {
  const bool is_control = anchor.starts_with("control");
  const bool is_biased = result.verdict == Verdict::biased;
  Section section{.title = shown_name(result),
                  .blocks = finding_of(result, budget),
                  .shown = is_control || (result.verdict == Verdict::fair && !has_certificate(result))
                               ? Shown::in_detail
                               : Shown::everywhere,
                  .folded = true,
                  .headline = Headline{.anchor = std::move(anchor),
                                       .badge = verdict_word(result),
                                       .tone = tone_of(result),
                                       .aside = aside_of(result),
                                       .bar = bar_of(result.bias, budget.tolerance),
                                       .figures = result.verdict ? bias_text(result) : "",
                                       .remark = line_remark(result, is_control)},
                  .parts = {}};
  section.parts.push_back(numbers_part(result, budget, expectation_text(result, is_control)));
  if (std::optional<Section> certificate = certificate_section(result, budget)) {
    section.parts.push_back(std::move(*certificate));
  }
  if (std::optional<Section> bets = bets_of_target(result)) section.parts.push_back(*std::move(bets));
  add_figure(section, position_figure(result), is_biased && !is_control ? Shown::as_picture : Shown::on_page);
  if (!result.evidence.witnesses.empty()) section.parts.push_back(witnesses_part(result));
  add_figure(section, permutation_figure(result), Shown::on_page);
  add_figure(section, test_figure(result), Shown::in_detail);
  if (std::optional<Section> left_out = left_out_section(result))
    section.parts.push_back(*std::move(left_out));
  add_figure(section, bound_figure({&result, 1}, budget.tolerance), Shown::on_page);
  add_figure(section, detection_figure(result, budget.tolerance), Shown::on_page);
  add_figure(section, component_figure(result), Shown::in_detail);
  if (result.diagnosis) section.parts.push_back(mistakes_part(*result.diagnosis));
  return section;
}

}  // namespace fairshuffle
