#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "reports/document/render.hpp"
#include "reports/html/page.hpp"

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

constexpr double table_left = 64, table_top = 44;

const Paint& number_paint(int step) {
  if (std::abs(step) <= 3) return on_pale;
  return std::abs(step) == 4 ? on_middle : on_deep;
}

// One path for each shade, in which neighbours of one row make one rectangle: a picture of 54 x 54 stays
// small.
void draw_cells(Picture& picture, const std::vector<std::vector<double>>& deviations, double cell) {
  std::array<std::string, shades.size()> paths;
  for (std::size_t row = 0; row < deviations.size(); ++row) {
    for (const auto& [begin, end, step] : runs_of(deviations[row], steps)) {
      paths[static_cast<std::size_t>(step + most_steps)] +=
          fmt::format("M{} {}h{}v{}h-{}z", coordinate(table_left + static_cast<double>(begin) * cell),
                      coordinate(table_top + static_cast<double>(row) * cell),
                      coordinate(static_cast<double>(end - begin) * cell), coordinate(cell),
                      coordinate(static_cast<double>(end - begin) * cell));
    }
  }
  for (std::size_t shade = 0; shade < shades.size(); ++shade) picture.path(paths[shade], shades[shade]);
}

// Names where all of them have room, else numbers.
void draw_labels(Picture& picture, const CardGrid& grid, double cell) {
  constexpr double character = 7, gap = 4;
  const std::size_t deck_size = grid.deviations.size();
  const double side = static_cast<double>(deck_size) * cell;
  picture.text(table_left + side / 2, 16, Anchor::middle, "card", paint::faint);
  picture.text(table_left - 8, 16, Anchor::end, "position", paint::faint);
  const std::size_t every = cell >= 18 ? 1 : 5;
  const double room = cell * static_cast<double>(every) - gap;
  const std::vector<std::string> cards = labels_of(grid, [room](const std::string& name) {
    return character * static_cast<double>(width_of(name)) <= room;
  });
  for (std::size_t index = 0; index < deck_size; index += every) {
    const double middle = (static_cast<double>(index) + 0.5) * cell;
    picture.text(table_left + middle, table_top - 8, Anchor::middle, cards[index], paint::ink);
    picture.text(table_left - 8, table_top + middle + 4, Anchor::end, std::to_string(index), paint::ink);
  }
}

std::string unit_of(const CardGrid& grid) {
  return grid.points ? "points" : grid.unit;
}

// With so many decimals that those of noise have a digit, and at most four characters and a sign.
std::string number_in(const CardGrid& grid, double deviation) {
  const double unit = grid.points.value_or(1), value = deviation * unit;
  return signed_words(value, std::abs(value) >= 9.95 ? 0 : unit < 0.1 ? 2 : 1);
}

void draw_numbers(Picture& picture, const CardGrid& grid, double cell) {
  for (std::size_t row = 0; row < grid.deviations.size(); ++row) {
    for (std::size_t column = 0; column < grid.deviations.size(); ++column) {
      const double value = grid.deviations[row][column];
      picture.text(table_left + (static_cast<double>(column) + 0.5) * cell,
                   table_top + (static_cast<double>(row) + 0.5) * cell + 4, Anchor::middle,
                   number_in(grid, value), number_paint(step_reached(steps, value)));
    }
  }
}

void draw_legend(Picture& picture, const CardGrid& grid, double y) {
  constexpr double width = 48, begin = 8;
  for (std::size_t shade = 0; shade < shades.size(); ++shade) {
    picture.rectangle(begin + static_cast<double>(shade) * width, y, width, 12, shades[shade]);
  }
  for (int step = 0; step < most_steps; ++step) {
    // Two digits, where they have room between their neighbours.
    const double step_off = steps[static_cast<std::size_t>(step)] * grid.points.value_or(1);
    const std::string value = step_off >= 99.5 ? short_number(step_off, 3)  // "1.3e2" is no number of points
                                               : short_number(step_off, step_off < 0.1 ? 1 : 2);
    const double middle = begin + (most_steps + 0.5) * width, offset = (step + 0.5) * width;
    picture.text(middle + offset, y + 27, Anchor::middle, "+" + value, paint::faint);
    picture.text(middle - offset, y + 27, Anchor::middle, "\u2212" + value, paint::faint);
  }
  picture.text(begin, y - 6, Anchor::start, "too rarely", paint::faint);
  picture.text(begin + (most_steps + 0.5) * width, y - 6, Anchor::middle,
               fmt::format("{} from fair", unit_of(grid)), paint::faint);
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
    description += fmt::format(
        " The farthest: card {} at position {}, {} {}.", card_called(grid.card_names, card), position,
        signed_words(farthest * grid.points.value_or(1), grid.points ? 2 : 1), unit_of(grid));
  }
  return description;
}

// Of many trials every cell of a biased deck lies far beyond the noise: then the scale ends where they do.
CardGrid shown_whole(CardGrid grid) {
  if (!grid.points) return grid;
  constexpr double longest = 48;
  double farthest = longest;
  for (const auto& row : grid.deviations) {
    for (const double deviation : row) farthest = std::max(farthest, std::abs(deviation));
  }
  *grid.points *= farthest / longest;
  for (auto& row : grid.deviations) {
    for (double& deviation : row) deviation *= longest / farthest;
  }
  return grid;
}

constexpr double order_left = 72, order_right = 630, order_top = 28, order_bottom = 232, label_line = 252;
constexpr std::size_t most_columns = static_cast<std::size_t>(order_right - order_left);

std::string percent_off(double off) {
  if (off >= 999)
    return fmt::format("\u00d7{}", with_commas(static_cast<std::uint64_t>(std::llround(1 + off))));
  if (off >= 9) return "\u00d7" + short_number(1 + off, 3);
  return fmt::format("{}{} %", off < 0 ? "\u2212" : "+", short_number(100 * std::abs(off), 3));
}

// Under a bar, and ten of them in a line, longer names have no room.
constexpr std::size_t longest_name = 3;

std::vector<std::string> cards_from_top(const PermutationExcesses& permutations, std::size_t rank) {
  const bool fit = std::ranges::all_of(
      permutations.card_names, [](const std::string& name) { return width_of(name) <= longest_name; });
  std::vector<std::string> cards;
  for (const Card card : permutation_of_rank(rank, permutations.deck_size)) {
    cards.push_back(fit ? card_called(permutations.card_names, card) : std::to_string(card));
  }
  return cards;
}

std::string cards_of(const PermutationExcesses& permutations, std::size_t rank) {
  return fmt::format("{}", fmt::join(cards_from_top(permutations, rank), " "));
}

// The excesses at the lowest and the highest line of the picture: the noise of a fair shuffle always shows.
struct Scale {
  double lowest, highest;
  double y(double excess) const {
    return order_bottom - (excess - lowest) / (highest - lowest) * (order_bottom - order_top);
  }
};

Scale scale_of(const PermutationExcesses& permutations) {
  const double noise = 4.5 * permutations.standard_error;
  const auto [least, most] = std::ranges::minmax(permutations.excesses);
  const double highest = std::max({most, noise, 0.0}), lowest = std::min({least, -noise, 0.0});
  if (highest <= lowest) return {-1, 1};
  const double margin = 0.04 * (highest - lowest);
  return {lowest - margin, highest + margin};
}

// The step of 1, 2 or 5 times a power of ten that gives three to seven lines.
double grid_step(const Scale& scale) {
  const double raw = (scale.highest - scale.lowest) / 5;
  const double decade = std::pow(10, std::floor(std::log10(raw)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * decade >= raw) return digit * decade;
  }
  return 10 * decade;
}

void draw_grid(Picture& picture, const Scale& scale) {
  const double step = grid_step(scale);
  const auto first = static_cast<long>(std::ceil(scale.lowest / step));
  const auto last = static_cast<long>(std::floor(scale.highest / step));
  for (long line = first; line <= last; ++line) {
    // Where words count in multiples of the fair share, so do the lines.
    const double off = static_cast<double>(line) * step - (step >= 10 && line > 0 ? 1 : 0);
    picture.line(order_left, scale.y(off), order_right, scale.y(off), line == 0 ? paint::faint : paint::grid);
    picture.text(order_left - 6, scale.y(off) + 4, Anchor::end, line == 0 ? "fair" : percent_off(off),
                 line == 0 ? paint::ink : paint::faint);
  }
}

// All ranks, the most frequent permutation first.
std::vector<std::size_t> ranks_by_excess(const std::vector<double>& excesses) {
  std::vector<std::size_t> ranks(excesses.size());
  std::iota(ranks.begin(), ranks.end(), std::size_t{0});
  std::ranges::stable_sort(ranks, std::ranges::greater{}, [&](std::size_t rank) { return excesses[rank]; });
  return ranks;
}

// Up from fair to the most frequent permutation of a column and down to its rarest.
void draw_bars(Picture& picture, const std::vector<double>& excesses, const std::vector<std::size_t>& ranks,
               const Scale& scale) {
  const std::size_t permutations = excesses.size();
  const std::size_t columns = std::min(permutations, most_columns);
  const double pitch = (order_right - order_left) / static_cast<double>(columns);
  const double width = pitch >= 3 ? 0.8 * pitch : pitch;
  std::string above, below;
  for (std::size_t column = 0; column < columns; ++column) {
    const double most = excesses[ranks[column * permutations / columns]],
                 least = excesses[ranks[(column + 1) * permutations / columns - 1]];
    const double x = order_left + static_cast<double>(column) * pitch + (pitch - width) / 2;
    const auto bar = [&](double excess) {
      return fmt::format("M{} {}h{}V{}h-{}z", coordinate(x), coordinate(scale.y(0)), coordinate(width),
                         coordinate(scale.y(excess)), coordinate(width));
    };
    if (most > 0) above += bar(most);
    if (least < 0) below += bar(least);
  }
  picture.path(above, paint::alarm);
  picture.path(below, paint::calm);
}

// Under each bar the cards of its permutation, from the top down: 24 side by side leave no room for more.
constexpr int most_labelled_cards = 4;
constexpr double card_height = 13;

void label_permutations(Picture& picture, const PermutationExcesses& permutations,
                        const std::vector<std::size_t>& ranks) {
  const double pitch = (order_right - order_left) / static_cast<double>(ranks.size());
  for (std::size_t bar = 0; bar < ranks.size(); ++bar) {
    double y = label_line + card_height;
    for (const std::string& card : cards_from_top(permutations, ranks[bar])) {
      picture.text(order_left + (static_cast<double>(bar) + 0.5) * pitch, y, Anchor::middle, card,
                   paint::ink);
      y += card_height;
    }
  }
}

constexpr double root_left = 10, leaves_right = 334, grid_left = 344, grid_right = 634;
constexpr double tree_top = 40, tree_row_height = 18, digit_width = 7;

// The first of the paths that begin with the same draws as this one.
bool begins_a_branch(const PathTree& tree, std::size_t path, std::size_t level) {
  if (path == 0) return true;
  const auto &draws = tree.paths[path].draws, &before = tree.paths[path - 1].draws;
  return !std::equal(draws.begin(), draws.begin() + static_cast<std::ptrdiff_t>(level), before.begin());
}

// Branches of one level, each in the middle of the paths that go through it.
struct Node {
  std::size_t first_path, end_path;
  double y() const { return tree_top + tree_row_height * static_cast<double>(first_path + end_path) / 2; }
};

std::vector<Node> nodes_of(const PathTree& tree, std::size_t level) {
  std::vector<Node> nodes;
  for (std::size_t path = 0; path < tree.paths.size(); ++path) {
    if (begins_a_branch(tree, path, level)) nodes.push_back({path, path});
    ++nodes.back().end_path;
  }
  return nodes;
}

void draw_tree(Picture& picture, const PathTree& tree) {
  const std::size_t levels = tree.paths.front().draws.size();
  const auto widest = [&tree](std::size_t level) {
    std::size_t width = 0;
    for (const PathTree::Path& path : tree.paths) width = std::max(width, path.decks[level].size());
    return static_cast<double>(width) * digit_width;
  };
  const double last_left = leaves_right - widest(levels);
  const double pitch = (last_left - root_left) / static_cast<double>(std::max<std::size_t>(levels, 1));
  for (std::size_t level = 0; level <= levels; ++level) {
    const double x = root_left + pitch * static_cast<double>(level);
    const std::vector<Node> parents = level == 0 ? std::vector<Node>{} : nodes_of(tree, level - 1);
    for (const Node& node : nodes_of(tree, level)) {
      picture.text(x, node.y() + 4, Anchor::start, tree.paths[node.first_path].decks[level], paint::ink);
      if (level == 0) continue;
      const Node& parent = *std::ranges::find_if(
          parents, [&node](const Node& above) { return node.first_path < above.end_path; });
      picture.line(x - pitch + widest(level - 1) + 2, parent.y(), x - 4, node.y(), paint::faint);
    }
  }
}

}  // namespace

std::string drawing(const CardGrid& counted, std::string_view id) {
  const CardGrid grid = shown_whole(counted);
  const auto deck_size = static_cast<double>(grid.deviations.size());
  const double cell = std::clamp(std::floor(496 / deck_size), 7.0, 46.0);
  const double side = deck_size * cell;
  Picture picture(640, table_top + side + 70, id, "Cards by positions", description_of(grid));
  draw_cells(picture, grid.deviations, cell);
  draw_labels(picture, grid, cell);
  if (cell >= 31) draw_numbers(picture, grid, cell);
  draw_legend(picture, grid, table_top + side + 34);
  return picture.finish();
}

std::string drawing(const PermutationExcesses& permutations, std::string_view id) {
  const std::vector<double>& excesses = permutations.excesses;
  const std::vector<std::size_t> ranks = ranks_by_excess(excesses);
  const Scale scale = scale_of(permutations);
  const bool labelled = permutations.deck_size <= most_labelled_cards;
  const double below = labelled ? card_height * permutations.deck_size : 0;
  Picture picture(
      640, 270 + below, id, "All permutations, the most frequent first",
      fmt::format("A bar for each of {} permutations, up where it comes too often and down where too "
                  "rarely. Against its fair share the most frequent, {}, has {}, and the rarest, {}, has {}.",
                  with_commas(ranks.size()), cards_of(permutations, ranks.front()),
                  percent_off(excesses[ranks.front()]), cards_of(permutations, ranks.back()),
                  percent_off(excesses[ranks.back()])));
  if (const double noise = 3 * permutations.standard_error; noise > 0) {
    picture.rectangle(order_left, scale.y(noise), order_right - order_left, scale.y(-noise) - scale.y(noise),
                      paint::panel);
  }
  draw_grid(picture, scale);
  draw_bars(picture, excesses, ranks, scale);
  const auto name = [&](double x, std::size_t rank, Anchor anchor, double down) {
    picture.text(x, scale.y(excesses[rank]) + down, anchor,
                 fmt::format("{}: {}", cards_of(permutations, rank), percent_off(excesses[rank])), paint::ink,
                 true);
  };
  name(order_left, ranks.front(), Anchor::start, -6);
  name(order_right, ranks.back(), Anchor::end, 15);
  if (labelled) label_permutations(picture, permutations, ranks);
  const double last_line = label_line + 14 + below;
  picture.text(order_left, last_line, Anchor::start, "the most frequent", paint::faint);
  picture.text((order_left + order_right) / 2, last_line, Anchor::middle,
               fmt::format("{} permutations", with_commas(ranks.size())), paint::faint);
  picture.text(order_right, last_line, Anchor::end, "the rarest", paint::faint);
  return picture.finish();
}

std::string drawing(const PathTree& tree, std::string_view id) {
  const std::size_t paths = tree.paths.size(), permutations = tree.outcomes.size();
  std::vector<std::size_t> paths_to(permutations);
  for (const PathTree::Path& path : tree.paths) ++paths_to[path.outcome];
  const auto paint_of = [&](std::size_t outcome) {
    const std::size_t whole = paths_to[outcome] * permutations;
    return whole == paths ? paint::faint : whole > paths ? paint::alarm : paint::calm;
  };
  std::string description =
      fmt::format("A tree of {} paths, a level for each draw, and where each path ends:", paths);
  for (std::size_t outcome = 0; outcome < permutations; ++outcome) {
    description +=
        fmt::format("{} {} at {}", outcome == 0 ? "" : ",", paths_to[outcome], tree.outcomes[outcome]);
  }
  const double bottom = tree_top + tree_row_height * static_cast<double>(paths);
  Picture picture(640, bottom + 34, id, fmt::format("All {} paths", paths), description + ".");
  const double pitch = (grid_right - grid_left) / static_cast<double>(permutations);
  const auto middle_of = [pitch](std::size_t outcome) {
    return grid_left + (static_cast<double>(outcome) + 0.5) * pitch;
  };
  picture.text(root_left, tree_top - 22, Anchor::start, "the deck before each draw and after", paint::faint);
  for (std::size_t outcome = 0; outcome < permutations; ++outcome) {
    const double x = middle_of(outcome);
    picture.line(x, tree_top - 4, x, bottom + 2, paint::grid);
    picture.text(x, tree_top - 22 + (permutations > 6 ? 12 * static_cast<double>(outcome % 2) : 0),
                 Anchor::middle, tree.outcomes[outcome], paint::ink);
    picture.text(x, bottom + 18, Anchor::middle, fmt::format("{}", paths_to[outcome]), paint::ink, true);
  }
  draw_tree(picture, tree);
  for (std::size_t path = 0; path < paths; ++path) {
    const double y = tree_top + tree_row_height * (static_cast<double>(path) + 0.5);
    const std::size_t outcome = tree.paths[path].outcome;
    picture.line(leaves_right, y, middle_of(outcome) - 6, y, paint::grid);
    picture.rectangle(middle_of(outcome) - 6, y - 6, 12, 12, paint_of(outcome));
  }
  picture.text(leaves_right, bottom + 18, Anchor::end, fmt::format("of {} paths", paths), paint::faint);
  return picture.finish();
}

}  // namespace fairshuffle
