#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
#include "core/record/bound_text.hpp"
#include "core/record/outcome.hpp"
#include "reports/run/figures.hpp"
#include "reports/run/sections.hpp"
#include "reports/run/tones.hpp"
#include "reports/verdict_words.hpp"
#include "reports/words/bet_words.hpp"
#include "reports/words/bias_words.hpp"
#include "reports/words/certificate_words.hpp"
#include "reports/words/made_up_words.hpp"
#include "reports/words/mistake_words.hpp"
#include "reports/words/part_words.hpp"
#include "reports/words/seed_words.hpp"
#include "reports/words/trial_words.hpp"

namespace fairshuffle {

namespace {

// Of the logarithmic scale from 1e-5 to 1 that a page's lines share.
double share_of(double distance) {
  constexpr double decades = 5;
  return distance <= 0 ? 0 : std::clamp(1 + std::log10(distance) / decades, 0.0, 1.0);
}

std::optional<LineBar> bar_of(const BiasRecord& bias, double tolerance) {
  const bool above_zero = bias.tv_lower && *bias.tv_lower > 0;
  if (!bias.tv_upper && !above_zero) return std::nullopt;
  // An upper bound on one card's place says nothing of bets on the order, which the lower bound is about.
  const bool closed = bias.tv_upper && (bounds_all_bets(bias) || !above_zero);
  return LineBar{.from = above_zero ? share_of(*bias.tv_lower) : 0,
                 .to = closed ? share_of(*bias.tv_upper) : 1,
                 .mark = share_of(tolerance),
                 .alarm = above_zero};
}

std::string line_remark(const TargetRecord& result, bool is_control) {
  // That the decks are linked stands in place of a bound already.
  const std::string mistake = result.linked ? "" : named_mistake(result);
  const std::string expectation = expectation_text(result, is_control);
  return mistake + (mistake.empty() || expectation.empty() ? "" : ", ") + expectation;
}

std::string setting_words(const TargetDescription& target) {
  std::vector<std::string> words = {
      fmt::format("{} card{}", target.deck_size, target.deck_size == 1 ? "" : "s")};
  if (std::string made_up = makeup_words(target); !made_up.empty()) words.push_back(std::move(made_up));
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
  const std::string bounds = bias_text(bias);
  std::string words = "total variation " + bounds;
  if (bias.phi2) words += ", phi2 about " + short_number(*bias.phi2, 4);
  if (bounds == bias_text(BiasRecord{})) return words;  // none
  const bool several = bounds.find(" .. ") != std::string::npos;
  return words + fmt::format("; {}with {} % confidence at this look", several ? "each bound " : "",
                             short_number(100 * bias.confidence, 7));
}

std::string seed_space_words(const TargetRecord& result, const Budget& budget) {
  if (!result.seed_space) return "";
  const std::string estimated = seed_words(result, budget), fewest = fewest_orders_words(result, budget);
  return (estimated.empty() ? came_again(result) : estimated) + (fewest.empty() ? "" : "; " + fewest);
}

// What a large deck that is not found biased is told by, in place of its sentence.
bool has_certificate(const TargetRecord& result) {
  return !result.families.empty() &&
         (result.verdict == Verdict::fair || result.verdict == Verdict::inconclusive);
}

Section numbers_part(const TargetRecord& result, const Budget& budget, const std::string& expectation) {
  Facts facts;
  if (!result.label.empty()) facts.lines.push_back({"Target", result.name});
  facts.lines.push_back({"Settings", setting_words(result.target)});
  facts.lines.push_back({"Bounds", bound_words(result.bias)});
  facts.lines.push_back({"Smallest adjusted p", smallest_p_text(result)});
  if (const std::string parts = part_words(result.parts); !parts.empty())
    facts.lines.push_back({"Parts", parts});
  if (const std::string seeds = seed_space_words(result, budget); !seeds.empty())
    facts.lines.push_back({"Seed space", seeds});
  if (!expectation.empty()) facts.lines.push_back({"Expectation", expectation});
  Section section{.title = {}, .blocks = {}, .shown = Shown::in_detail};
  if (has_certificate(result)) section.blocks.push_back(Paragraph{result.sentence});
  section.blocks.push_back(std::move(facts));
  return section;
}

// An error may be several lines: what a child program said last.
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

// The bounds, and beside them what else the certificate rests on and what it leaves open.
Facts certificate_in_short(const TargetRecord& result, const Budget& budget) {
  const CertificateWords words = certificate_words(result, budget);
  Facts facts{{{"How much", words.how_much},
               {"Undecided", words.undecided},
               {"By family", words.by_family},
               {"Seed space", words.seed_space},
               {"Would show", words.would_show},
               {"Might miss", words.might_miss}}};
  std::erase_if(facts.lines, [](const Facts::Line& line) { return line.text.empty(); });
  return facts;
}

std::vector<Block> finding_of(const TargetRecord& result, const Budget& budget) {
  if (!result.verdict)
    return failure_of(result.evidence.error.empty() ? "no reason was given" : result.evidence.error);
  if (has_certificate(result)) return {certificate_in_short(result, budget)};
  if (result.verdict != Verdict::biased) return {Paragraph{result.sentence}};
  const BiasWords words = bias_words(result, budget);
  Facts facts{{{"How much", words.how_much}}};
  if (!words.where.empty()) facts.lines.push_back({"Where", words.where});
  facts.lines.push_back({"Why", words.why});
  facts.lines.push_back({"Evidence", words.evidence});
  return {std::move(facts)};
}

Section mistakes_part(const DiagnosisRecord& diagnosis) {
  Section section{.title = "Which known mistake it is", .blocks = {}, .shown = Shown::in_detail};
  if (!diagnosis.fits.empty()) {
    const std::string which = diagnosis.laws_fitting == 1
                                  ? "The one law that fits"
                                  : fmt::format("The likeliest of {} laws that fit", diagnosis.laws_fitting);
    section.blocks.push_back(
        Paragraph{fmt::format("{}, of {} known mistakes:", which, with_commas(diagnosis.mistakes_compared))});
    Table table{.columns = {{"mistake"},
                            {"p"},
                            {"at most this far off"},
                            {"log10 likelihood over fair"},
                            {"over the likeliest"}},
                .rows = {}};
    for (const FittingLaw& fit : diagnosis.fits) {
      for (const KnownMistake& mistake : fit.mistakes) {
        table.rows.push_back({{mistake_text(mistake)},
                              {short_number(fit.p_value, 2)},
                              {fit.tv_upper ? rounded_up(*fit.tv_upper) : ""},
                              {short_number(fit.log10_over_fair, 4)},
                              {short_number(fit.log10_over_best, 4)}});
      }
    }
    section.blocks.push_back(std::move(table));
  }
  if (!diagnosis.not_compared.empty()) {
    section.blocks.push_back(
        Paragraph{fmt::format("Not compared: {}.", fmt::join(diagnosis.not_compared, ", "))});
  }
  return section;
}

Section witnesses_part(const TargetRecord& result) {
  Table table{.columns = {{"trial"}, {"read as"}, {"written as"}}, .rows = {}};
  for (const WitnessRecord& witness : result.evidence.witnesses) {
    table.rows.push_back(
        {{with_commas(witness.trial)}, {fmt::format("{}", fmt::join(witness.order, " "))}, {witness.row}});
  }
  return {.title = "What came instead of orders",
          .blocks = {Paragraph{result.evidence.invalid_trials == 1
                                   ? "The trial that was no order:"
                                   : fmt::format("The first of {} trials that were no order:",
                                                 with_commas(result.evidence.invalid_trials))},
                     std::move(table)},
          .shown = Shown::in_detail};
}

std::string aside_of(const TargetRecord& result) {
  return fmt::format("{}{}",
                     result.verdict == Verdict::biased && result.linked ? "the decks are linked, " : "",
                     how_many_trials(result.evidence.trials));
}

void add_figure(Section& section, std::optional<Figure> figure, Shown shown) {
  if (figure) section.parts.push_back({.title = {}, .blocks = {std::move(*figure)}, .shown = shown});
}

}  // namespace

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
  add_figure(section, order_figure(result), Shown::on_page);
  add_figure(section, test_figure(result), Shown::in_detail);
  if (std::optional<Section> left_out = left_out_section(result))
    section.parts.push_back(*std::move(left_out));
  add_figure(section, bound_figure({&result, 1}, budget.tolerance), Shown::on_page);
  add_figure(section, detection_figure(result, budget.tolerance), Shown::on_page);
  add_figure(section, part_figure(result), Shown::in_detail);
  if (result.diagnosis) section.parts.push_back(mistakes_part(*result.diagnosis));
  return section;
}

}  // namespace fairshuffle
