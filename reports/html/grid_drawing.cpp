#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "reports/document/width.hpp"
#include "reports/html/drawings.hpp"
#include "reports/html/markup.hpp"
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

// Names where all of them have room, else numbers.
void draw_labels(Picture& picture, const CardGrid& grid, double cell) {
  constexpr double character = 7, gap = 4;
  const std::size_t deck_size = grid.deviations.size();
  const double side = static_cast<double>(deck_size) * cell;
  picture.text(left + side / 2, 16, Anchor::middle, "card", paint::faint);
  picture.text(left - 8, 16, Anchor::end, "position", paint::faint);
  const std::size_t every = cell >= 18 ? 1 : 5;
  const double room = cell * static_cast<double>(every) - gap;
  const bool fit = std::ranges::all_of(grid.card_names, [room](const std::string& name) {
    return character * static_cast<double>(width_of(name)) <= room;
  });
  for (std::size_t index = 0; index < deck_size; index += every) {
    const double middle = (static_cast<double>(index) + 0.5) * cell;
    picture.text(left + middle, top - 8, Anchor::middle,
                 fit ? card_called(grid.card_names, index) : std::to_string(index), paint::ink);
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

void draw_legend(Picture& picture, std::string_view unit, double y) {
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
  picture.text(begin + (most_steps + 0.5) * width, y - 6, Anchor::middle, fmt::format("{} from fair", unit),
               paint::faint);
  picture.text(begin + (2 * most_steps + 1) * width, y - 6, Anchor::end, "too often", paint::faint);
}

std::string description_of(const CardGrid& grid) {
  std::size_t position = 0, card = 0;
  double farthest = 0;
  for (std::size_t row = 0; row < grid.deviations.size(); ++row) {
    for (std::size_t column = 0; column < grid.deviations[row].size(); ++column) {
      const double deviation = grid.deviations[row][column];
      if (std::abs(deviation) <= std::abs(farthest)) continue;
      position = row;
      card = column;
      farthest = deviation;
    }
  }
  std::string description = fmt::format(
      "A square of {0} by {0} cells, a row for each position and a column for each card, coloured by how far "
      "the cell is from fair.",
      grid.deviations.size());
  if (farthest != 0) {
    description += fmt::format(" The farthest: card {} at position {}, {:+.1f} {}.",
                               card_called(grid.card_names, card), position, farthest, grid.unit);
  }
  return description;
}

}  // namespace

std::string drawing(const CardGrid& grid, std::string_view id) {
  const auto deck_size = static_cast<double>(grid.deviations.size());
  const double cell = std::clamp(std::floor(496 / deck_size), 7.0, 46.0);
  const double side = deck_size * cell;
  Picture picture(640, top + side + 70, id, "Cards by positions", description_of(grid));
  draw_cells(picture, grid.deviations, cell);
  draw_labels(picture, grid, cell);
  if (cell >= 31) draw_numbers(picture, grid.deviations, cell);
  draw_legend(picture, grid.unit, top + side + 34);
  return picture.finish();
}

}  // namespace fairshuffle
