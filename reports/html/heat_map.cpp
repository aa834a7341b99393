#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/verdict/deviations.hpp"
#include "reports/html/markup.hpp"
#include "reports/html/pictures.hpp"
#include "reports/html/svg.hpp"
#include "reports/html/words.hpp"

namespace fairshuffle {

namespace {

// Every step doubles the distance, so that both the noise of a fair shuffle and the pattern of a grossly
// biased one keep their shades. Blue and orange are told apart with every kind of colour blindness.
constexpr std::array<double, 6> steps = {1, 2, 4, 8, 16, 32};
constexpr int most_steps = steps.size();
constexpr std::array<Paint, 2 * most_steps + 1> shades = {{{"rare6", "#0f4a86"},
                                                           {"rare5", "#2b6fb0"},
                                                           {"rare4", "#5b97cc"},
                                                           {"rare3", "#93bbdf"},
                                                           {"rare2", "#c2d8ec"},
                                                           {"rare1", "#e3edf6"},
                                                           {"even", "#f4f4f2"},
                                                           {"often1", "#fbeadb"},
                                                           {"often2", "#f8cfa9"},
                                                           {"often3", "#f2a868"},
                                                           {"often4", "#e07b2c"},
                                                           {"often5", "#b85510"},
                                                           {"often6", "#853605"}}};
constexpr Paint on_pale{"on-pale", "#1d2329"}, on_middle{"on-middle", "#14181c"},
    on_deep{"on-deep", "#ffffff"};

constexpr double left = 64, top = 44;

int step_of(double standard_errors) {
  const auto reached = std::ranges::upper_bound(steps, std::abs(standard_errors));
  const auto size = static_cast<int>(reached - steps.begin());
  return standard_errors < 0 ? -size : size;
}

const Paint& number_paint(int step) {
  if (std::abs(step) <= 3) return on_pale;
  return std::abs(step) == 4 ? on_middle : on_deep;
}

// One path for each shade, in which neighbours of one row make one rectangle: a picture of 54 x 54 stays
// small.
void draw_cells(Picture& picture, const std::vector<std::vector<double>>& deviations, double cell) {
  std::array<std::string, shades.size()> paths;
  for (std::size_t row = 0; row < deviations.size(); ++row) {
    const auto& cells = deviations[row];
    for (std::size_t begin = 0; begin < cells.size();) {
      std::size_t end = begin + 1;
      while (end < cells.size() && step_of(cells[end]) == step_of(cells[begin])) ++end;
      paths[static_cast<std::size_t>(step_of(cells[begin]) + most_steps)] +=
          fmt::format("M{} {}h{}v{}h-{}z", coordinate(left + static_cast<double>(begin) * cell),
                      coordinate(top + static_cast<double>(row) * cell),
                      coordinate(static_cast<double>(end - begin) * cell), coordinate(cell),
                      coordinate(static_cast<double>(end - begin) * cell));
      begin = end;
    }
  }
  for (std::size_t shade = 0; shade < shades.size(); ++shade) picture.path(paths[shade], shades[shade]);
}

void draw_labels(Picture& picture, std::size_t deck_size, double cell) {
  const double side = static_cast<double>(deck_size) * cell;
  picture.text(left + side / 2, 16, Anchor::middle, "card", paint::faint);
  picture.text(left - 8, 16, Anchor::end, "position", paint::faint);
  const std::size_t every = cell >= 18 ? 1 : 5;
  for (std::size_t index = 0; index < deck_size; index += every) {
    const double middle = (static_cast<double>(index) + 0.5) * cell;
    picture.text(left + middle, top - 8, Anchor::middle, std::to_string(index), paint::ink);
    picture.text(left - 8, top + middle + 4, Anchor::end, std::to_string(index), paint::ink);
  }
}

void draw_numbers(Picture& picture, const std::vector<std::vector<double>>& deviations, double cell) {
  for (std::size_t row = 0; row < deviations.size(); ++row) {
    for (std::size_t column = 0; column < deviations.size(); ++column) {
      const double value = deviations[row][column];
      picture.text(left + (static_cast<double>(column) + 0.5) * cell,
                   top + (static_cast<double>(row) + 0.5) * cell + 4, Anchor::middle,
                   signed_words(value, std::abs(value) >= 9.95 ? 0 : 1), number_paint(step_of(value)));
    }
  }
}

void draw_legend(Picture& picture, double y) {
  constexpr double width = 34, begin = 20;
  for (std::size_t shade = 0; shade < shades.size(); ++shade) {
    picture.rectangle(begin + static_cast<double>(shade) * width, y, width, 12, shades[shade]);
  }
  for (int step = 0; step < most_steps; ++step) {
    const double value = steps[static_cast<std::size_t>(step)];
    const double middle = begin + (most_steps + 0.5) * width, offset = (step + 0.5) * width;
    picture.text(middle + offset, y + 27, Anchor::middle, fmt::format("+{}", value), paint::faint);
    picture.text(middle - offset, y + 27, Anchor::middle, fmt::format("\u2212{}", value), paint::faint);
  }
  picture.text(begin, y - 6, Anchor::start, "too rarely", paint::faint);
  picture.text(begin + (most_steps + 0.5) * width, y - 6, Anchor::middle, "standard errors from fair",
               paint::faint);
  picture.text(begin + (2 * most_steps + 1) * width, y - 6, Anchor::end, "too often", paint::faint);
}

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
  const auto deviations = position_deviations(result);
  if (deviations.empty()) return "";
  const auto deck_size = static_cast<double>(deviations.size());
  const double cell = std::clamp(std::floor(496 / deck_size), 7.0, 46.0);
  const double side = deck_size * cell;
  std::string description = fmt::format(
      "A square of {0} by {0} cells, a row for each position and a column for each card, coloured by "
      "how far the count is from fair.",
      deviations.size());
  if (!result.worst.empty()) {
    const WorstCell& worst = result.worst.front();
    description += fmt::format(" The farthest: card {} at position {}, {:+.1f} standard errors.", worst.card,
                               worst.position, worst.standard_errors);
  }
  Picture picture(640, top + side + 70, id, "Cards by positions", description);
  draw_cells(picture, deviations, cell);
  draw_labels(picture, deviations.size(), cell);
  if (cell >= 31) draw_numbers(picture, deviations, cell);
  draw_legend(picture, top + side + 34);
  return figure(
      "Where every card lands", picture.finish(),
      "Each cell compares how often a card came to a position with a fair shuffle. Chance alone keeps about "
      "95 of 100 cells within 2 standard errors and nearly all within 4; whether a pattern is more than "
      "chance, the tests below say.",
      table_of("Standard errors from fair", deviations, [](double value) { return signed_words(value, 1); }) +
          table_of("Counts", result.position_counts, [](std::uint64_t count) { return with_commas(count); }));
}

}  // namespace fairshuffle
