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

std::string aside_of(const TargetRecord& result) {
  return how_many_trials(result.evidence.trials);
}

// What a target is called in a line of a page, and what stands below it in small print: behind a label the
// name, behind the shuffle of a long name its settings.
struct LineName {
  std::string name, settings;
};

LineName line_name(const TargetRecord& result) {
  constexpr std::size_t longest = 32;
  const std::string& name = result.name;
  if (!result.label.empty()) return {result.label, name};
  // What is run, loaded or read says more than how that is done.
  if (result.target.source.empty() && name.size() > longest) return {result.target.shuffle, name};
  const std::size_t colon = name.size() > longest ? name.find(':') : std::string::npos;
  return colon == std::string::npos ? LineName{name, ""}
                                    : LineName{name.substr(0, colon), name.substr(colon + 1)};
}

// What stands behind "looks like".
std::string looks_like(const TargetRecord& result) {
  if (!result.dependent) return likeness(result);
  // That the decks are dependent stands in place of a bound; of some it is known which step leads on.
  constexpr std::string_view of_steps = "each deck looks like ";
  const std::string looks = dependence_words(result).looks;
  return looks.starts_with(of_steps) ? looks.substr(of_steps.size()) : "";
}

Headline line_of(const TargetRecord& result, const Budget& budget, std::string anchor, bool is_control) {
  auto [name, settings] = line_name(result);
  return {.anchor = std::move(anchor),
          .badge = verdict_word(result),
          .tone = tone_of(result),
          .aside = aside_of(result),
          .bar = bar_of(result.bias, budget.tolerance),
          .figures = result.verdict && result.verdict != Verdict::invalid ? bias_text(result) : "",
          .remark = looks_like(result),
          .name = std::move(name),
          .settings = std::move(settings),
          .group = result.group,
          .expected = expectation_text(result, is_control)};
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
  const std::string chi_square_distance =
      bias.chi_square_distance ? ", chi-square distance about " + short_number(*bias.chi_square_distance, 4)
                               : "";
  const std::string confidence =
      told.lower || told.upper
          ? fmt::format("; {}with {} % confidence at this look", told.together ? "each bound " : "",
                        short_number(100 * bias.confidence, 7))
          : "";
  return fmt::format("{}{}{}", bias_text(bias), chi_square_distance, confidence);
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
  return {.title = "Settings and bounds",
          .blocks = {facts_of({{"Settings", setting_words(result.target)},
                               {"Bounds", bound_words(result.bias)},
                               {"Smallest adjusted p", smallest_p_text(result)},
                               {"Components", component_words(result.components)},
                               {"Seed space", seed_space_words(result, budget)},
                               {"Expectation", expectation}})},
          .shown = Shown::in_detail,
          .folded = true};
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
  Facts facts = facts_found(result, budget);
  if (facts.lines.empty()) return {Paragraph{result.sentence}};
  return {std::move(facts)};
}

Section mistakes_part(const DiagnosisRecord& diagnosis) {
  Section section{
      .title = "Which known mistake it is", .blocks = {}, .shown = Shown::in_detail, .folded = true};
  if (!diagnosis.fits.empty()) {
    section.blocks.push_back(Paragraph{
        fmt::format("Known mistakes compared: {}. Distributions not excluded: {}, the likeliest first:",
                    with_commas(diagnosis.mistakes_compared), diagnosis.distributions_fitting)});
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
               {{"points off at most"},
                [](const Fit& fit) {
                  return fit.distribution.tv_upper ? points_up(*fit.distribution.tv_upper) : "";
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
      // Rows that others wrote are counted from 1, as their readers do.
      {{{result.facts.writes_rows ? "row" : "trial"},
        [&result](Witness witness) {
          return with_commas(witness.trial + (result.facts.writes_rows ? 1 : 0));
        }},
       {{"read as"}, [](Witness witness) { return fmt::format("{}", fmt::join(witness.permutation, " ")); }},
       {{"written as"}, &WitnessRecord::row}});
  Section section{.title = "What came instead of permutations",
                  .blocks = {Paragraph{fmt::format("Trials that were no permutation: {}. The first of them:",
                                                   with_commas(result.evidence.invalid_trials))},
                             std::move(table)},
                  .shown = Shown::in_detail};
  if (trials_of(result) != 0) {
    section.blocks.push_back(Paragraph{
        fmt::format("All that follows is of the {} other trials.", with_commas(trials_of(result)))});
  }
  return section;
}

void add_figure(Section& section, std::optional<Figure> figure, Shown shown) {
  if (figure) section.parts.push_back({.title = {}, .blocks = {std::move(*figure)}, .shown = shown});
}

// Every value of the named bets of one target. Nothing where it has none.
std::optional<Section> bets_of_target(const TargetRecord& result, const Budget& budget) {
  if (result.bet_records.empty()) return std::nullopt;
  Section section{.title = "How the named bets came out", .blocks = {}, .shown = Shown::in_detail};
  std::size_t number = 0;
  for (const BetRecord& bet : result.bet_records) {
    if (auto figure = bet_figure(bet, trials_of(result), fmt::format("bet-{}", ++number))) {
      section.blocks.push_back(*std::move(figure));
    }
  }
  if (result.dependent) return section;
  section.blocks.push_back(Paragraph{
      fmt::format("All intervals hold together with {} confidence.", confidence_text(budget.confidence))});
  return section;
}

// Which tests were not applied, and why: a line for each reason. Nothing where all were.
std::optional<Section> left_out_section(const TargetRecord& result) {
  Together all;
  for (const TestRecord& test : result.tests) {
    if (!test.applied) add_to(all, test.reason, test.name);
  }
  if (all.empty()) return std::nullopt;
  List list;
  for (const auto& [reason, tests] : all) {
    list.items.push_back(fmt::format("{}: {}", fmt::join(tests, "; "), reason));
  }
  return Section{.title = "Tests that were not applied",
                 .blocks = {std::move(list)},
                 .shown = Shown::in_detail,
                 .folded = true};
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
          {result.verdict == Verdict::invalid ? "-" : bias_text(result)},
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
  Section section{.title = "Named bets", .blocks = {}, .shown = Shown::in_text};
  std::size_t shown = 0, all = 0;
  for (const TargetRecord& result : results) {
    const std::uint64_t trials = trials_of(result);
    const std::span bets = result.bet_records;
    const std::size_t fitting = std::min(bets.size(), room.most_rows - shown);
    all += bets.size();
    shown += fitting;
    if (fitting == 0) continue;
    if (results.size() > 1) section.blocks.push_back(Paragraph{shown_name(result)});
    // What is told of the value that is farthest from fair; nothing without trials.
    const auto of_farthest = [](auto words) {
      return [words](const BetRecord& bet) {
        const BetValue* value = farthest_value(bet);
        return value == nullptr ? "" : words(bet, *value);
      };
    };
    using Value = const BetValue&;
    section.blocks.push_back(tabulated<BetRecord>(
        bets.first(fitting),
        {{{"bet"}, &BetRecord::name},
         {{"mean due", ColumnKind::number},
          [](const BetRecord& bet) { return short_number(bet.mean_fair, 4); }},
         {{"came", ColumnKind::number},
          of_farthest([](const BetRecord& bet, Value) { return short_number(bet.mean, 4); })},
         {{"value"}, of_farthest([](const BetRecord&, Value value) { return value.value; })},
         {{"% due", ColumnKind::number},
          of_farthest([](const BetRecord&, Value value) { return chance_text(value.fair); })},
         {{"came", ColumnKind::number},
          of_farthest([trials](const BetRecord&, Value value) { return share_text(value, trials); })},
         {{"between"}, of_farthest([](const BetRecord&, Value value) { return interval_text(value); })}}));
  }
  if (all == 0) return std::nullopt;
  const bool any_interval = std::ranges::any_of(
      results, [](const TargetRecord& result) { return !result.bet_records.empty() && !result.dependent; });
  section.blocks.push_back(Paragraph{fmt::format(
      "Of each bet the mean, then the value that is farthest from fair in standard errors: how often it is "
      "due{}.",
      any_interval
          ? fmt::format(
                ", how often it came, and between what its probability lies. All intervals of a target hold "
                "together with {} confidence",
                confidence_text(budget.confidence))
          : " and how often it came")});
  if (shown < all) {
    section.blocks.push_back(
        Paragraph{fmt::format("{} more lines are not shown; the JSON report has them.", all - shown)});
  }
  return section;
}

std::optional<Section> certificate_section(const TargetRecord& result, const Budget& budget) {
  if (result.families.empty() || result.verdict == Verdict::invalid) return std::nullopt;
  using Family = const FamilyRecord&;
  Section section{
      .title = "How much bets gain at most",
      .blocks = {tabulated<FamilyRecord>(
          result.families,
          {{{"bets on"}, [](Family family) { return bets_of_family(family.family); }},
           {{"points at most"},
            [](Family family) { return family.tv_upper ? points_up(*family.tv_upper) : "not bounded"; }},
           {{"farthest from fair"}, [&](Family family) { return farthest_text(result.target, family); }},
           {{"trials that bring " + tolerance_text(budget.tolerance)},
            [](Family family) { return short_number(family.trials_for_tolerance, 2); }},
           {{"asked for"}, [](Family family) { return family.asked ? "yes" : "no"; }}})},
      .shown = Shown::in_detail,
      .folded = true};
  if (!result.power) return section;
  // What was looked for and could be seen: the honest complement of the bounds.
  const auto add_mistakes = [&section](const std::string& what, const std::vector<MistakeInReach>& mistakes) {
    if (mistakes.empty()) return;
    using Mistake = const MistakeInReach&;
    section.blocks.push_back(Paragraph{what});
    section.blocks.push_back(tabulated<MistakeInReach>(
        mistakes, {{{"mistake"}, &MistakeInReach::target},
                   {{"test"}, &MistakeInReach::found_by},
                   {{"trials"}, [](Mistake mistake) { return short_number(mistake.trials, 3); }}}));
  };
  add_mistakes(fmt::format("These would have been found, each with {} %, and what is plainer of the kind:",
                           short_number(100 * result.power->power, 3)),
               result.power->found);
  add_mistakes("These might not have been found:", result.power->missed);
  return section;
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
  Table table{
      .columns = {{"target"}, {"verdict"}, {"trials", ColumnKind::number}, {"bias"}, {"smallest adjusted p"}},
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
  std::vector<Facts::Line> lines;
  for (const auto& [name, text] : clauses.known_tests) lines.push_back({name, text});
  for (const auto& [name, text] :
       {std::pair("How much", &clauses.how_much), std::pair("Proof", &clauses.proof),
        std::pair("Undecided", &clauses.undecided), std::pair("By family", &clauses.by_family),
        std::pair("Seed space", &clauses.seed_space), std::pair("Would find", &clauses.would_find),
        std::pair("Might miss", &clauses.might_miss), std::pair("Where", &clauses.where),
        std::pair("Why", &clauses.why), std::pair("Evidence", &clauses.evidence)}) {
    lines.push_back({name, *text});
  }
  return facts_of(std::move(lines));
}

Section target_section(const TargetRecord& result, const Budget& budget, std::string anchor) {
  const bool is_control = anchor.starts_with("control");
  const bool is_biased = result.verdict == Verdict::biased;
  Section section{.title = shown_name(result),
                  .blocks = finding_of(result, budget),
                  .shown = is_control || (result.verdict == Verdict::fair && !has_certificate(result))
                               ? Shown::in_detail
                               : Shown::everywhere,
                  .folded = is_control || result.verdict == Verdict::fair,
                  .headline = line_of(result, budget, std::move(anchor), is_control),
                  .parts = {}};
  if (!result.evidence.witnesses.empty()) section.parts.push_back(witnesses_part(result));
  if (result.verdict != Verdict::invalid)
    add_figure(section, bound_figure({&result, 1}, budget.tolerance), Shown::on_page);
  add_figure(section, position_figure(result), is_biased && !is_control ? Shown::as_picture : Shown::on_page);
  add_figure(section, permutation_figure(result), Shown::on_page);
  add_figure(section, frequency_figure(result), Shown::on_page);
  if (std::optional<Section> bets = bets_of_target(result, budget)) section.parts.push_back(*std::move(bets));
  add_figure(section, test_figure(result), Shown::in_detail);
  add_figure(section, detection_figure(result, budget.tolerance), Shown::on_page);
  add_figure(section, component_figure(result), Shown::in_detail);
  section.parts.push_back(numbers_part(result, budget, expectation_text(result, is_control)));
  if (std::optional<Section> certificate = certificate_section(result, budget)) {
    section.parts.push_back(std::move(*certificate));
  }
  if (std::optional<Section> left_out = left_out_section(result))
    section.parts.push_back(*std::move(left_out));
  if (result.diagnosis && !(result.diagnosis->fits.empty() && result.diagnosis->not_compared.empty()))
    section.parts.push_back(mistakes_part(*result.diagnosis));
  return section;
}

}  // namespace fairshuffle
