#include <vector>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/outcome.hpp"
#include "reports/run/sections.hpp"
#include "reports/run/tones.hpp"
#include "reports/verdict_words.hpp"

namespace fairshuffle {

namespace {

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

}  // namespace fairshuffle
