#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/outcome.hpp"
#include "reports/run/figures.hpp"
#include "reports/run/sections.hpp"
#include "reports/words/named_bet_words.hpp"

namespace fairshuffle {

namespace {

std::uint64_t valid_trials(const TargetRecord& result) {
  return result.evidence.trials - std::min(result.evidence.trials, result.evidence.invalid_trials);
}

// No bet of linked trials has one.
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
  row[5].text = share_text(*value, valid_trials(result));
  if (with_intervals) row.back().text = interval_text(*value);
  return row;
}

std::string remark(const Budget& budget, bool with_intervals) {
  const std::string told =
      "Of each bet the mean, then the value that is farthest from fair in standard errors: how often "
      "it is due";
  if (!with_intervals) return told + ", and how often it came.";
  return fmt::format(
      "{}, how often it came, and between what its probability lies. All intervals of a target hold together "
      "with {} % confidence.",
      told, short_number(100 * budget.confidence, 4));
}

}  // namespace

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

std::optional<Section> bets_of_target(const TargetRecord& result) {
  if (result.bet_records.empty()) return std::nullopt;
  Section section{.title = "How the named bets came out", .blocks = {}, .shown = Shown::in_detail};
  std::size_t number = 0;
  for (const BetRecord& bet : result.bet_records) {
    if (auto figure = bet_figure(bet, valid_trials(result), fmt::format("bet-{}", ++number))) {
      section.blocks.push_back(*std::move(figure));
    }
  }
  if (!has_intervals(result)) return section;
  const double confidence = result.bet_records.front().confidence;
  section.blocks.push_back(Paragraph{
      fmt::format("All intervals hold together with {} % confidence.", short_number(100 * confidence, 7))});
  return section;
}

}  // namespace fairshuffle
