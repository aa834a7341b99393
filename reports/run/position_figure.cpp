#include "core/order/number_text.hpp"
#include "core/record/deviations.hpp"
#include "reports/html/words.hpp"
#include "reports/run/figures.hpp"
#include "reports/words/card_names.hpp"

namespace fairshuffle {

namespace {

template <class Value, class Words>
Table table_of(const TargetDescription& target, const std::vector<std::vector<Value>>& values, Words words) {
  Table table{.columns = {{"position"}}, .rows = {}};
  for (std::size_t card = 0; card < values.size(); ++card) table.columns.push_back({card_text(target, card)});
  for (std::size_t position = 0; position < values.size(); ++position) {
    auto& row = table.rows.emplace_back();
    row.push_back({std::to_string(position)});
    for (const Value& value : values[position]) row.push_back({words(value)});
  }
  return table;
}

}  // namespace

std::optional<Figure> position_figure(const TargetRecord& result) {
  CardGrid grid{.deviations = position_deviations(result),
                .unit = "standard errors",
                .card_names = card_names(result.target)};
  if (grid.deviations.empty()) return std::nullopt;
  Table deviations =
      table_of(result.target, grid.deviations, [](double value) { return signed_words(value, 1); });
  return Figure{
      .title = "Where every card lands",
      .picture = std::move(grid),
      .remark =
          "Each cell compares how often a card came to a position with a fair shuffle. Chance alone keeps "
          "about "
          "95 of 100 cells within 2 standard errors and nearly all within 4; whether a pattern is more than "
          "chance, the tests below say.",
      .caption = "Standard errors from fair",
      .numbers = std::move(deviations),
      .more_numbers = {{"Counts", table_of(result.target, result.position_counts,
                                           [](std::uint64_t count) { return with_commas(count); })}},
      .name = "positions"};
}

}  // namespace fairshuffle
