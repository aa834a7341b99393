// Card by position: where the bias shows in single cards, and why equal positions are not enough.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/exact/law.hpp"
#include "core/order/number_text.hpp"
#include "harness/lesson/numbers.hpp"
#include "harness/lesson/sections.hpp"

namespace fairshuffle {

namespace {

struct ShownNumber {
  std::string text;
  double value = 0;  ///< what the text says
};

ShownNumber shown(const Fraction& probability, std::size_t deck_size) {
  const std::string text = fmt::format("{:.{}f}", to_double(probability), deck_size <= 6 ? 4 : 3);
  return {.text = text, .value = std::stod(text)};
}

Table position_table(const std::vector<std::vector<Fraction>>& positions) {
  Table table{.columns = {{.heading = "position", .kind = ColumnKind::number}}, .rows = {}};
  // From white, half a shade for the fair share: what matters is who is above it and who below.
  // Shades are of the digits shown, so that equal numbers look alike.
  const std::size_t n = positions.size();
  const double fair = shown(Fraction(1, n), n).value;
  double farthest = 0;
  for (const auto& row : positions) {
    for (const Fraction& probability : row) {
      farthest = std::max(farthest, std::abs(shown(probability, n).value - fair));
    }
  }
  for (std::size_t card = 0; card < positions.size(); ++card) {
    table.columns.push_back({.heading = fmt::format("card {}", card), .kind = ColumnKind::shade});
  }
  for (std::size_t position = 0; position < positions.size(); ++position) {
    std::vector<Cell> row{{fmt::format("{}", position)}};
    for (const Fraction& probability : positions[position]) {
      const auto [text, value] = shown(probability, n);
      row.push_back({text, farthest == 0 ? 0.5 : 0.5 + (value - fair) / farthest / 2});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Figure position_figure(const std::vector<std::vector<Fraction>>& positions) {
  const Fraction fair(1, positions.size());
  CardGrid grid{.deviations = {}, .unit = "per cent"};
  for (const auto& row : positions) {
    auto& of_position = grid.deviations.emplace_back();
    for (const Fraction& probability : row) {
      of_position.push_back(100 * to_double(Fraction(probability / fair - 1)));
    }
  }
  return {.title = "Where every card lands",
          .picture = std::move(grid),
          .remark = fmt::format("How much likelier or less likely than its fair share of {} each card is at "
                                "each position, in per cent of that share.",
                                to_text(fair)),
          .caption = "",
          .numbers = position_table(positions)};
}

std::string worst_cell(const std::vector<std::vector<Fraction>>& positions) {
  const Fraction fair(1, positions.size());
  std::size_t worst_position = 0, worst_card = 0;
  Fraction worst = -1;
  for (std::size_t position = 0; position < positions.size(); ++position) {
    for (std::size_t card = 0; card < positions.size(); ++card) {
      const Fraction distance = abs(Fraction(positions[position][card] - fair));
      if (distance <= worst) continue;
      worst = distance;
      worst_position = position;
      worst_card = card;
    }
  }
  const Fraction& probability = positions[worst_position][worst_card];
  if (probability == 0) {
    return fmt::format("Farthest from the fair share of {} is card {} at position {}: it never comes there.",
                       to_text(fair), worst_card, worst_position);
  }
  // Decimals that look like the fair share say nothing.
  std::string value = fraction_and_number(probability);
  if (number_text(probability) == number_text(fair)) value = short_fraction(probability);
  return fmt::format(
      "Farthest from the fair share of {} is card {} at position {}: {}{}{} against the fair share.",
      to_text(fair), worst_card, worst_position, value, value.empty() ? "" : ", ",
      against_fair(probability, fair));
}

}  // namespace

std::optional<Section> positions_section(Lesson& lesson) {
  const Law* law = lesson.law();
  if (law == nullptr || invalid_probability(*law) != 0) return std::nullopt;
  const auto positions = position_law(*law);
  const Fraction fair(1, lesson.deck_size());
  const bool flat = std::ranges::all_of(positions, [&](const auto& row) {
    return std::ranges::all_of(row, [&](const Fraction& p) { return p == fair; });
  });
  const Fraction distance = total_variation(*law);
  Section section{.title = "Card by position", .blocks = {}};
  if (flat && distance != 0) section.title = "Equal at every position, and still not fair";
  if (!flat) {
    section.blocks.push_back(position_figure(positions));
    section.blocks.push_back(Paragraph{worst_cell(positions)});
    return section;
  }
  section.blocks.push_back(position_table(positions));
  if (distance == 0) {
    section.blocks.push_back(Paragraph{
        fmt::format("Every card is at every position with probability {}, as a uniform shuffle must have it. "
                    "The reverse does not hold: the lesson on random-cut shows why.",
                    to_text(fair))});
  } else {
    section.blocks.push_back(Paragraph{fmt::format(
        "Every card is at every position with probability exactly {}, and a count of single cards will never "
        "find anything. Yet the cards do not move freely of each other: {} of {} orders can come, and the "
        "total "
        "variation distance from uniform is {}. A test of positions alone proves nothing; count whole "
        "orders, or "
        "at least which card follows which.",
        to_text(fair), with_commas(support_size(*law)), with_commas(order_count(lesson.deck_size())),
        fraction_and_number(distance))});
  }
  return section;
}

}  // namespace fairshuffle
