#include "reports/run/run_document.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

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
  std::size_t room_of_others = room.most_told,
              room_of_fair = std::min(most_fair_told, room.most_told - std::min(room.most_told, not_fair)),
              untold_others = 0, untold_fair = 0;
  for (std::size_t index = 0; index < run.results.size(); ++index) {
    Section section = target_section(run.results[index], run.budget, fmt::format("target-{}", index + 1));
    // Who asks of one wants to see what was found of it.
    if (run.results.size() == 1) section.shown = Shown::everywhere;
    std::size_t& left = is_fair(run.results[index]) ? room_of_fair : room_of_others;
    if (section.shown == Shown::everywhere && left-- == 0) {
      section.shown = Shown::in_detail;
      left = 0;
      ++(is_fair(run.results[index]) ? untold_fair : untold_others);
    }
    document.sections.push_back(std::move(section));
  }
  std::vector<std::string> untold;
  if (untold_others > 0) untold.push_back(fmt::format("{} not fair", untold_others));
  if (untold_fair > 0) untold.push_back(fmt::format("{} fair", untold_fair));
  if (untold.empty()) return;
  const std::string text = fmt::format("Targets that are not told of here: {}. The JSON report has them.",
                                       fmt::join(untold, ", "));
  document.sections.push_back({.title = {}, .blocks = {Paragraph{text}}, .shown = Shown::in_text});
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

// Each caveat once for the fair targets, with the fair controls beside them, and once for the others.
void add_caveats(Document& document, const RunRecord& run) {
  Together of_fair, of_others;
  const bool is_alone = run.results.size() + run.controls.size() == 1;
  bool any_is_fair = false;
  const auto collect = [&](const TargetRecord& result, const char* role, bool is_fair) {
    for (const std::string& text : result.blind_spots)
      add_to(is_fair ? of_fair : of_others, text, role + shown_name(result));
  };
  for (const TargetRecord& result : run.results) {
    const bool is_fair = result.verdict == Verdict::fair;
    any_is_fair = any_is_fair || is_fair;
    collect(result, "", is_fair);
  }
  // Beside no fair target nobody asks what the verdict fair covers.
  for (const TargetRecord& control : run.controls)
    collect(control, "control ", any_is_fair && control.verdict == Verdict::fair);
  const auto add = [&document, is_alone](const char* title, const Together& caveats, Shown shown) {
    if (caveats.empty()) return;
    List list;
    for (const auto& [text, targets] : caveats)
      list.items.push_back(is_alone ? text : fmt::format("{} ({})", text, told(targets)));
    document.sections.push_back(
        {.title = title, .blocks = {std::move(list)}, .shown = shown, .folded = true});
  };
  add("What fair does not cover", of_fair, Shown::everywhere);
  add("What the other verdicts do not cover", of_others, Shown::in_detail);
}

// "12 fair, 11 biased, 2 invalid"
std::string verdicts_of(const RunRecord& run) {
  std::vector<std::string> counts;
  for (const char* word : {"fair", "biased", "inconclusive", "invalid", "failed"}) {
    const auto count = std::ranges::count(run.results, word, verdict_word);
    if (count > 0)
      counts.push_back(fmt::format("{} {}", with_commas(static_cast<std::uint64_t>(count)), word));
  }
  return fmt::format("{}", fmt::join(counts, ", "));
}

std::string targets_in(const RunRecord& run) {
  return fmt::format("{} target{}", with_commas(run.results.size()), run.results.size() == 1 ? "" : "s");
}

struct Expectations {
  std::size_t stated = 0, unmet = 0;  ///< fair is due where nothing is stated
};

Expectations expectations_of(const RunRecord& run) {
  Expectations all;
  for (const TargetRecord& result : run.results) {
    all.stated += result.expected.has_value();
    all.unmet += outcome_of(result) != Outcome::as_due;
  }
  return all;
}

// "25 targets: 12 fair, 11 biased, 2 invalid; all as expected": whether verdicts are those that the job
// expects, fair where it says nothing; no word of that where it expects none.
std::string run_summary(const RunRecord& run) {
  const auto [stated, unmet] = expectations_of(run);
  std::string text = targets_in(run);
  if (!run.results.empty()) text += ": " + verdicts_of(run);
  if (stated > 0) text += unmet == 0 ? "; all as expected" : fmt::format("; {} not as expected", unmet);
  if (!run.controls.empty()) text += any_control_is_wrong(run) ? "; a control is wrong" : "; controls as due";
  return text;
}

// A job whose mistakes are all found has come out well, and no verdict of its worst target says so.
std::string run_title(const RunRecord& run) {
  if (!run.verdict) return "No verdict";
  const auto [stated, unmet] = expectations_of(run);
  if (run.results.size() == 1) {
    const TargetRecord& only = run.results.front();
    return fmt::format("{}: {}{}", shown_name(only), verdict_word(only),
                       stated > 0 ? ", " + expectation_text(only, false) : "");
  }
  if (stated == 0) return fmt::format("{}: {}", targets_in(run), verdicts_of(run));
  return unmet == 0 ? fmt::format("All {} came out as expected: {}", targets_in(run), verdicts_of(run))
                    : fmt::format("{} of {} did not come out as expected; of all: {}", with_commas(unmet),
                                  targets_in(run), verdicts_of(run));
}

// What the verdicts are worth, to those who know nothing of tests.
std::string run_basis(const RunRecord& run) {
  const bool is_one = run.results.size() == 1;
  return fmt::format(
      "{}{}If {} fair, a run like this one would call {} biased at most once in {} runs. The limits given "
      "for "
      "a bias hold with {} confidence each. {}",
      run.verdict ? "" : run_summary(run) + ". ",
      run.controls.empty() || any_control_is_wrong(run)
          ? ""
          : "The controls, whose truth is known, came out as they should. ",
      is_one ? "this shuffle were" : "all of these were", is_one ? "it" : "any of them",
      with_commas(static_cast<std::uint64_t>(1 / run.budget.alpha + 1e-6)),
      confidence_text(run.budget.confidence), points_explained);
}

Section budget_section(const RunRecord& run) {
  const auto is_recorded = [](const TargetRecord& target) { return target.facts.recorded; };
  return {.title = "What the verdicts rest on",
          .blocks = {Paragraph{fmt::format(
                         "Within a family-wise error rate of {} for the whole run. Bounds hold with {} % "
                         "confidence; a target is fair when no bet of those that its verdict names gains "
                         "more than {}.{}{}",
                         exact_number(run.budget.alpha), short_number(100 * run.budget.confidence, 6),
                         tolerance_text(run.budget.tolerance),
                         !run.results.empty() && std::ranges::all_of(run.results, is_recorded)
                             ? ""
                             : fmt::format(
                                   " {} {} trials.",
                                   run.fixed_trials ? "One look, at" : "Looks at more and more trials, up to",
                                   with_commas(run.max_trials)),
                         std::ranges::any_of(run.results, is_recorded)
                             ? " What is recorded is judged once, whole."
                             : "")},
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
  const double seconds = run.environment.seconds;
  Document document{
      .title = run_title(run),
      .lead = run.note,
      .sections = {},
      .summary = run_summary(run),
      .took = (seconds < 9.95 ? short_number(seconds, 2)
                              : with_commas(static_cast<std::uint64_t>(std::llround(seconds)))) +
              " s",
      .basis = run_basis(run),
      .subject = run.verdict && run.results.size() == 1 ? "target-1" : ""};
  TableKind kind{.are_controls = false, .verdicts_count = !any_control_is_wrong(run)};
  document.sections.push_back(verdict_section(run.results, kind, room));
  if (auto bets = bets_section(run.results, run.budget, room)) document.sections.push_back(*std::move(bets));
  add_targets(document, run, room);
  kind.are_controls = true;
  add_controls(document, run, kind, room);
  if (run.results.size() > 1) {
    if (auto bounds = bound_figure(run.results, run.budget.tolerance)) {
      std::string title = std::exchange(bounds->title, "");
      document.sections.push_back({.title = std::move(title),
                                   .blocks = {std::move(*bounds)},
                                   .shown = Shown::on_page,
                                   .folded = true});
    }
  }
  add_caveats(document, run);
  document.sections.push_back(budget_section(run));
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

std::optional<Section> how_to_prove(const RunRecord& run, const std::string& call) {
  if (!run.verdict || run.verdict == Verdict::invalid) return std::nullopt;
  return Section{.title = "To follow every path of few cards instead", .blocks = {Command{call}}};
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
    if (result.expected) title += fmt::format(" (expected: {})", to_text(*result.expected));
    text += annotation(outcome == Outcome::undecided ? "warning" : "error", title,
                       result.verdict ? result.sentence : result.evidence.error);
  }
  return text;
}

}  // namespace fairshuffle
