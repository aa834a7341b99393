#include "reports/run/run_document.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/record/findings.hpp"
#include "reports/document/render.hpp"
#include "reports/visible_text.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

// The bounds of many fair decks are much alike, and the table of verdicts has the largest of each.
constexpr std::size_t most_fair_told = 8;

// What is fair waits until all that is not has its room.
void add_targets(Document& document, const RunRecord& run, const Room& room) {
  const auto is_fair = [](const TargetRecord& result) { return result.verdict == Verdict::fair; };
  const auto not_fair =
      run.results.size() - static_cast<std::size_t>(std::ranges::count_if(run.results, is_fair));
  const std::size_t most_fair = std::min(most_fair_told, room.most_told - std::min(room.most_told, not_fair));
  struct Told {
    std::size_t most, told = 0, untold = 0;
  };
  Told fair{.most = most_fair}, others{.most = room.most_told};
  for (std::size_t index = 0; index < run.results.size(); ++index) {
    Section section = target_section(run.results[index], run.budget, fmt::format("target-{}", index + 1));
    Told& kind = is_fair(run.results[index]) ? fair : others;
    if (section.shown == Shown::everywhere && ++kind.told > kind.most) {
      section.shown = Shown::in_detail;
      ++kind.untold;
    }
    document.sections.push_back(std::move(section));
  }
  const auto add_untold = [&document](std::size_t untold, std::string_view are) {
    if (untold == 0) return;
    const std::string text =
        fmt::format("{} more {} {}; the JSON report tells of {}.", untold,
                    untold == 1 ? "target is" : "targets are", are, untold == 1 ? "it" : "them");
    document.sections.push_back({.title = {}, .blocks = {Paragraph{text}}, .shown = Shown::in_text});
  };
  add_untold(others.untold, "not fair");
  add_untold(fair.untold, "fair");
}

void add_controls(Document& document, const RunRecord& run, TableKind kind, const Room& room) {
  if (run.controls.empty()) return;
  Section controls{.title = "Controls, whose truth is known", .blocks = {}};
  controls.parts.push_back(verdict_section(run.controls, kind, room));
  for (std::size_t index = 0; index < run.controls.size(); ++index) {
    controls.parts.push_back(
        target_section(run.controls[index], run.budget, fmt::format("control-{}", index + 1)));
  }
  document.sections.push_back(std::move(controls));
}

void add_caveats(Document& document, const RunRecord& run) {
  Caveats caveats = caveats_of(run);
  if (!caveats.of_fair.empty()) {
    document.sections.push_back(
        {.title = "What fair does not cover", .blocks = {List{std::move(caveats.of_fair)}}, .folded = true});
  }
  if (!caveats.of_others.empty()) {
    document.sections.push_back({.title = "What the other verdicts do not cover",
                                 .blocks = {List{std::move(caveats.of_others)}},
                                 .shown = Shown::in_detail,
                                 .folded = true});
  }
}

void take_remarks(std::vector<Section>& sections, Facts& guide) {
  for (Section& section : sections) {
    for (Block& block : section.blocks) {
      auto* figure = std::get_if<Figure>(&block);
      if (figure == nullptr) continue;
      const bool known =
          std::ranges::find(guide.lines, figure->remark, &Facts::Line::text) != guide.lines.end();
      if (!known) {
        guide.lines.push_back({figure->kind.empty() ? figure->title : figure->kind, figure->remark});
      }
      figure->remark.clear();
    }
    take_remarks(section.parts, guide);
  }
}

// What each kind of picture shows, once: takes the remarks from the figures of `sections`.
Section picture_guide(std::vector<Section>& sections) {
  Facts guide{{{"The bars of the lines",
                "Total variation distance from a fair shuffle, from 1e-5 to 1 on a logarithmic scale; the "
                "upright stands at the tolerance."}}};
  take_remarks(sections, guide);
  return {.title = "How to read the pictures",
          .blocks = {std::move(guide)},
          .shown = Shown::on_page,
          .folded = true};
}

void add_guide(Document& document, const RunRecord& run) {
  Section guide = picture_guide(document.sections);
  // A bias may move permutations and leave every card at every position as often as is fair.
  const bool too_large = std::ranges::any_of(run.results, [](const TargetRecord& result) {
    return result.target.deck_size > largest_counted_deck_size;
  });
  if (too_large) {
    guide.blocks.push_back(Paragraph{fmt::format(
        "What so many trials can find is not drawn for more than {} cards: their permutations are seldom "
        "counted one by one, and no number of trials is enough for the other tests to find every "
        "bias of a size.",
        largest_counted_deck_size)});
  }
  document.sections.push_back(std::move(guide));
}

Section budget_section(const RunRecord& run) {
  return {.title = "What the verdicts rest on",
          .blocks = {Paragraph{budget_words(run)},
                     Paragraph{fmt::format("fairshuffle {}, seed {}. The same command gives the same counts "
                                           "wherever the targets follow the seed.",
                                           run.tool_version, run.seed)}},
          .shown = Shown::in_files,
          .folded = true};
}

Section command_section(const RunRecord& run, std::size_t longest) {
  Section section{.title = "Reproduce with", .blocks = {Command{run.printed_command()}}, .folded = true};
  // A command that is cut short reproduces nothing.
  if (run.printed_command().size() > longest) {
    section.blocks = {Paragraph{"The command is too long to be shown; the JSON report has it."}};
  }
  return section;
}

Section environment_section(const Environment& environment) {
  Table table{.columns = {{"what"}, {"value"}}, .rows = {}};
  table.rows = {{{"started"}, {environment.started}},
                {{"seconds"}, {short_number(environment.seconds, 4)}},
                {{"threads"}, {std::to_string(environment.threads)}},
                {{"host"}, {environment.host}},
                {{"system"}, {environment.system}},
                {{"compiler"}, {environment.compiler}},
                {{"vectors"}, {environment.vectors}}};
  return {.title = "Environment",
          .blocks = {Paragraph{"What another run of the same command may show otherwise:"}, std::move(table)},
          .shown = Shown::in_files,
          .folded = true};
}

std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char character : text) {
    if (special.find(character) == std::string_view::npos) {
      out += character;
    } else {
      out += fmt::format("%{:02X}", static_cast<std::uint8_t>(character));
    }
  }
  return out;
}

std::string annotation(const char* level, const std::string& title, const std::string& message) {
  return fmt::format("::{} title={}::{}\n", level, escaped(one_visible_line(title), "%:,"),
                     escaped(one_visible_line(message), "%"));
}

}  // namespace

Document run_document(const RunRecord& run, const Room& room) {
  Document document{.title = run_title(run),
                    .lead = run.note,
                    .sections = {},
                    .summary = run_summary(run),
                    .took = time_words(run.environment.seconds)};
  TableKind kind{.are_controls = false, .verdicts_count = !any_control_is_wrong(run)};
  document.sections.push_back(verdict_section(run.results, kind, room));
  if (auto bets = bets_section(run.results, run.budget, room)) document.sections.push_back(*std::move(bets));
  add_targets(document, run, room);
  kind.are_controls = true;
  add_controls(document, run, kind, room);
  if (run.results.size() > 1) {
    if (auto bounds = bound_figure(run.results, run.budget.tolerance)) {
      document.sections.push_back(
          {.title = bounds->title, .blocks = {std::move(*bounds)}, .shown = Shown::on_page, .folded = true});
    }
  }
  add_caveats(document, run);
  document.sections.push_back(budget_section(run));
  add_guide(document, run);
  document.sections.push_back(command_section(run, room.longest_command));
  document.sections.push_back(environment_section(run.environment));
  make_visible(document);
  return document;
}

std::string run_text(const RunRecord& run, const TerminalStyle& style, const std::optional<Section>& next) {
  Document document = run_document(run);
  if (next) document.sections.push_back(*next);
  return as_terminal_text(document, style);
}

std::string run_markdown(const RunRecord& run) {
  return as_markdown(run_document(run, {.most_rows = 1000, .most_told = 100, .longest_command = 20'000}));
}

std::string run_page(const RunRecord& run) {
  return as_html(run_document(run));
}

std::string github_annotations(const RunRecord& run) {
  std::string text;
  if (!run.verdict) {
    text +=
        annotation("error", "The run has no verdict", run.note.empty() ? "No reason was given." : run.note);
  }
  for (const TargetRecord& result : run.results) {
    const Outcome outcome = outcome_of(result);
    if (outcome == Outcome::as_due) continue;
    std::string title = fmt::format("{}: {}", shown_name(result), verdict_word(result));
    if (result.expected) title += fmt::format(" where {} was due", to_text(*result.expected));
    text += annotation(outcome == Outcome::undecided ? "warning" : "error", title,
                       in_one_sentence(result, run.budget));
  }
  return text;
}

}  // namespace fairshuffle
