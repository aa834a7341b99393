#include "reports/markdown_report.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/outcome.hpp"
#include "reports/document/markdown_text.hpp"
#include "reports/verdict_words.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

// Outside words in a line of Markdown. What a sentence quotes has no bound, a line here has.
std::string shown(const std::string& text) {
  constexpr std::size_t longest = 1500;
  if (text.size() <= longest) return markdown_text(one_visible_line(text));
  return markdown_text(one_visible_line(text.substr(0, longest))) + " ...";
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

struct TableKind {
  bool are_controls;
  bool verdicts_count;  // no control is wrong
};

// Beside a wrong control nothing is as due.
Outcome outcome_shown(const TargetRecord& result, TableKind kind) {
  if (kind.are_controls) return control_outcome_of(result);
  const Outcome outcome = outcome_of(result);
  return outcome == Outcome::as_due && !kind.verdicts_count ? Outcome::undecided : outcome;
}

std::string row(const TargetRecord& result, TableKind kind, bool any_expected) {
  std::string text = fmt::format("| {} | {} {} | {} | {} | {} |", shown(column_name(result.name)),
                                 sign_of(outcome_shown(result, kind)), verdict_word(result),
                                 with_commas(result.evidence.trials), shown(bias_text(result.bias)),
                                 shown(smallest_p_text(result)));
  if (any_expected) text += fmt::format(" {} |", expectation_text(result, kind.are_controls));
  return text + "\n";
}

std::string table(const std::vector<TargetRecord>& results, TableKind kind) {
  std::vector<const TargetRecord*> rows;
  std::size_t as_due = 0;
  const bool all_fit = results.size() <= most_markdown_rows;
  for (const TargetRecord& result : results) {
    const bool is_due = outcome_shown(result, kind) == Outcome::as_due;
    as_due += is_due;
    if (all_fit || !is_due) rows.push_back(&result);
  }
  const std::size_t not_as_due = results.size() - as_due;
  if (rows.size() > most_markdown_rows) rows.resize(most_markdown_rows);

  const bool any_expected =
      std::ranges::any_of(results, [](const TargetRecord& result) { return result.expected.has_value(); });
  std::string text = "| target | verdict | trials | total variation | smallest adjusted p |";
  text += any_expected ? " expectation |\n" : "\n";
  text += "| --- | --- | --: | --- | --- |";
  text += any_expected ? " --- |\n" : "\n";
  for (const TargetRecord* result : rows) text += row(*result, kind, any_expected);
  if (rows.size() < results.size()) {
    text += fmt::format(
        "\nOf {} targets {} came out as due and are not shown; the table has {} of the other {}.\n",
        results.size(), as_due, rows.size(), not_as_due);
  }
  return text;
}

std::string sentences(const std::vector<TargetRecord>& results) {
  std::string text;
  std::size_t told = 0, untold = 0;
  for (const TargetRecord& result : results) {
    if (result.verdict == Verdict::fair) continue;
    if (told == most_markdown_sentences) {
      ++untold;
      continue;
    }
    ++told;
    text += fmt::format(
        "\n### {}\n\n{}\n", shown(result.name),
        result.verdict ? shown(result.sentence) : fmt::format("Failed: {}", shown(result.evidence.error)));
  }
  if (untold > 0) {
    text += fmt::format("\n{} more targets are not fair; the JSON report has their sentences.\n", untold);
  }
  return text;
}

std::string fair_does_not_cover(const RunRecord& run) {
  const std::vector<std::string> lines = what_fair_leaves_open(run);
  if (lines.empty()) return "";
  std::string text = fmt::format(
      "\nWithin a false-alarm budget of {} for the whole run. Fair does not cover:\n\n", run.budget.alpha);
  for (const std::string& line : lines) text += fmt::format("- {}\n", shown(line));
  return text;
}

// A command that is cut short reproduces nothing.
std::string how_to_reproduce(const std::string& command) {
  constexpr std::size_t longest = 20'000;
  if (command.size() > longest) return "\nThe command is too long to be shown; the JSON report has it.\n";
  return fmt::format("\nReproduce with\n\n{}", markdown_code(visible_lines(command)));
}

std::string environment_line(const Environment& environment) {
  return fmt::format("\n---\n\nStarted {}, took {:.1f} seconds on {} threads of {} ({}; {}; {}).\n",
                     shown(environment.started), environment.seconds, environment.threads,
                     shown(environment.host), shown(environment.system), shown(environment.compiler),
                     shown(environment.vectors));
}

}  // namespace

std::string markdown_report(const RunRecord& run) {
  std::string text =
      fmt::format("## Shuffles: {}\n", run.verdict ? to_text(*run.verdict) : "the run has no verdict");
  if (!run.note.empty()) text += fmt::format("\n{}\n", shown(run.note));
  const bool verdicts_count = !any_control_is_wrong(run);
  text += fmt::format("\n{}", table(run.results, {.are_controls = false, .verdicts_count = verdicts_count}));
  if (!run.controls.empty()) {
    text += fmt::format("\nControls, whose truth is known:\n\n{}",
                        table(run.controls, {.are_controls = true, .verdicts_count = verdicts_count}));
  }
  text += sentences(run.results);
  text += fair_does_not_cover(run);
  text += how_to_reproduce(run.command);
  return text + environment_line(run.environment);
}

}  // namespace fairshuffle
