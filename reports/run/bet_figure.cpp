#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "reports/run/figures.hpp"
#include "reports/words/named_bet_words.hpp"

namespace fairshuffle {

namespace {

// On an even scale the rarest value would be a hair's breadth where it is due less than this share of the
// commonest.
constexpr double least_share_on_even_scale = 0.01;

// Down to a tenth of a trial: what is rarer need not come at all, and would take the room of what does.
std::optional<double> logarithmic_from(const BetRecord& bet, std::uint64_t trials) {
  const auto [rarest, commonest] = std::ranges::minmax_element(bet.values, {}, &BetValue::fair);
  const double longest_even = least_share_on_even_scale * commonest->fair;
  if (rarest->fair >= longest_even) return std::nullopt;
  const double tenth_of_trial = trials == 0 ? 0 : 0.1 / static_cast<double>(trials);
  const double least = std::min(std::max(rarest->fair, tenth_of_trial), longest_even);
  return std::pow(10, std::floor(std::log10(least)));
}

Table table_of(const BetRecord& bet, std::uint64_t trials) {
  Table table{.columns = {{"value"},
                          {"trials", ColumnKind::number},
                          {"% due", ColumnKind::number},
                          {"came", ColumnKind::number}},
              .rows = {}};
  const bool with_intervals = bet_has_intervals(bet);
  if (with_intervals) table.columns.push_back({"between"});
  for (const BetValue& value : bet.values) {
    table.rows.push_back(
        {{value.value}, {with_commas(value.count)}, {chance_text(value.fair)}, {share_text(value, trials)}});
    if (with_intervals) table.rows.back().push_back({interval_text(value)});
  }
  return table;
}

}  // namespace

std::optional<Figure> bet_figure(const BetRecord& bet, std::uint64_t valid_trials, std::string name) {
  if (bet.values.empty()) return std::nullopt;
  Chances chances{.title = bet.name, .values = {}, .least = logarithmic_from(bet, valid_trials)};
  for (const BetValue& value : bet.values) {
    chances.values.push_back(
        {.name = value.value,
         .fair = value.fair,
         .came = valid_trials == 0 ? 0 : static_cast<double>(value.count) / static_cast<double>(valid_trials),
         .lower = value.lower,
         .upper = value.upper,
         .fair_words = chance_text(value.fair),
         .came_words = share_text(value, valid_trials)});
  }
  return Figure{
      .title = bet.name,
      .picture = std::move(chances),
      .remark =
          "A bar for each value, as long as the share of trials that had it; the whisker at its end is the "
          "interval of the value's probability. The upright, at the end of the grey ground, is where fair "
          "decks have it. Orange: the interval does not hold it. Where the rarest value is due less than a "
          "hundredth as often as the commonest, the scale is logarithmic, and says so; what is rarer than it "
          "begins stands at its left end.",
      .caption = fmt::format("{}: mean {} due, {} came", bet.name, short_number(bet.mean_fair, 4),
                             valid_trials == 0 ? "none" : short_number(bet.mean, 4)),
      .numbers = table_of(bet, valid_trials),
      .name = std::move(name),
      .kind = "A named bet"};
}

}  // namespace fairshuffle
