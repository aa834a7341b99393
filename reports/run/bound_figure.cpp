#include "core/order/number_text.hpp"
#include "core/record/bound_text.hpp"
#include "core/record/outcome.hpp"
#include "reports/run/figures.hpp"
#include "reports/verdict_words.hpp"
#include "reports/words/bet_words.hpp"

namespace fairshuffle {

namespace {

Table table_of(std::span<const TargetRecord> results) {
  Table table{.columns = {{"target"},
                          {"at least"},
                          {"at most"},
                          {"is about"},
                          {"confidence of each bound"},
                          {"estimated phi2"}},
              .rows = {}};
  for (const TargetRecord& result : results) {
    const BiasRecord& bias = result.bias;
    const std::string bets = bets_covered(bias);
    table.rows.push_back({{shown_name(result)},
                          {bias.tv_lower ? rounded_down(*bias.tv_lower) : ""},
                          {bias.tv_upper ? rounded_up(*bias.tv_upper) : ""},
                          {bets.empty() ? "" : "bets on " + bets},
                          {short_number(bias.confidence, 7)},
                          {bias.phi2 ? short_number(*bias.phi2, 4) : ""}});
  }
  return table;
}

// An upper bound on one card's place says nothing of bets on the order, which the lower bound is about.
Intervals::Interval interval_of(const TargetRecord& result) {
  const BiasRecord& bias = result.bias;
  Intervals::Interval interval{
      .name = shown_name(result), .lower = {}, .upper = {}, .words = bias_text(result)};
  if (bias.tv_lower && *bias.tv_lower > 0) interval.lower = bias.tv_lower;
  if (bounds_all_bets(bias) || !interval.lower) interval.upper = bias.tv_upper;
  return interval;
}

}  // namespace

std::optional<Figure> bound_figure(std::span<const TargetRecord> results, double tolerance) {
  Intervals all{.intervals = {}, .tolerance = tolerance};
  bool any = false;
  for (const TargetRecord& result : results) {
    all.intervals.push_back(interval_of(result));
    any = any || result.bias.tv_upper || result.bias.tv_lower;
  }
  if (!any) return std::nullopt;
  return Figure{
      .title = results.size() == 1 ? "How large the bias is" : "How large each bias is",
      .picture = std::move(all),
      .remark =
          "Total variation distance from a fair shuffle: what the best bet gains. Blue reaches down to "
          "zero, which is not excluded; orange has a lower end above zero. A bar that ends left of the "
          "line is within the tolerance.",
      .caption = "Bounds on the total variation distance from fair",
      .numbers = table_of(results),
      .name = "bias"};
}

}  // namespace fairshuffle
