#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/deviations.hpp"
#include "reports/html/drawings.hpp"
#include "reports/html/pictures.hpp"
#include "reports/html/words.hpp"

namespace fairshuffle {

namespace {

template <class Value, class Words>
std::string table_of(std::string_view caption, const std::vector<std::vector<Value>>& values, Words words) {
  std::vector<std::string> headings = {"position"};
  for (std::size_t card = 0; card < values.size(); ++card) headings.push_back(fmt::format("card {}", card));
  HtmlTable table(caption, headings);
  for (std::size_t position = 0; position < values.size(); ++position) {
    std::vector<std::string> cells = {std::to_string(position)};
    for (const Value& value : values[position]) cells.push_back(words(value));
    table.row(cells);
  }
  return table.finish();
}

}  // namespace

std::string heat_map(const TargetRecord& result, std::string_view id) {
  const CardGrid grid{.deviations = position_deviations(result), .unit = "standard errors"};
  if (grid.deviations.empty()) return "";
  return figure(
      "Where every card lands", drawing(grid, id),
      "Each cell compares how often a card came to a position with a fair shuffle. Chance alone keeps about "
      "95 of 100 cells within 2 standard errors and nearly all within 4; whether a pattern is more than "
      "chance, the tests below say.",
      table_of("Standard errors from fair", grid.deviations,
               [](double value) { return signed_words(value, 1); }) +
          table_of("Counts", result.position_counts, [](std::uint64_t count) { return with_commas(count); }));
}

}  // namespace fairshuffle
