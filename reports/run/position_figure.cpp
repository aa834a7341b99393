#include <algorithm>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
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

// A million cells are no picture, nor a table.
Figure figure_of_blocks(const TargetRecord& result) {
  constexpr std::size_t most_blocks = 64;
  const std::size_t deck_size = result.position_counts.size();
  const std::size_t block = (deck_size + most_blocks - 1) / most_blocks;
  CardGrid grid{.deviations = block_deviations(result, block), .unit = "standard errors"};
  Table numbers{.columns = {{"positions"}}, .rows = {}};
  const auto range_of = [=](std::size_t index) {
    return fmt::format("{}-{}", index * block, std::min(deck_size, (index + 1) * block) - 1);
  };
  for (std::size_t index = 0; index < grid.deviations.size(); ++index) {
    numbers.columns.push_back({range_of(index)});
    auto& row = numbers.rows.emplace_back();
    row.push_back({range_of(index)});
    for (const double value : grid.deviations[index]) row.push_back({signed_words(value, 1)});
  }
  return {
      .title = fmt::format("Where cards land, {} at a time", block),
      .picture = std::move(grid),
      .remark = fmt::format(
          "Each cell compares how often {0} successive cards came to {0} successive positions with a fair "
          "shuffle: cell 1 of a row or column stands for {1}. Chance alone keeps about 95 of 100 cells "
          "within 2 standard errors and nearly all within 4; whether a pattern is more than chance, the "
          "tests below say.",
          block, range_of(1)),
      .caption = "Standard errors from fair",
      .numbers = std::move(numbers),
      .name = "positions"};
}

}  // namespace

std::optional<Figure> position_figure(const TargetRecord& result) {
  if (is_wide_deck(result.target.deck_size) && !result.position_counts.empty() &&
      !position_deviations(result).empty()) {
    return figure_of_blocks(result);
  }
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
