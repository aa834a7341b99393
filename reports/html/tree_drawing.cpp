#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "reports/html/drawings.hpp"
#include "reports/html/svg.hpp"

namespace fairshuffle {

namespace {

constexpr double root_left = 10, leaves_right = 334, grid_left = 344, grid_right = 634;
constexpr double top = 40, row_height = 18, digit_width = 7;

// The first of the paths that begin with the same draws as this one.
bool begins_a_branch(const PathTree& tree, std::size_t path, std::size_t level) {
  if (path == 0) return true;
  const auto &draws = tree.paths[path].draws, &before = tree.paths[path - 1].draws;
  return !std::equal(draws.begin(), draws.begin() + static_cast<std::ptrdiff_t>(level), before.begin());
}

// Branches of one level, each in the middle of the paths that go through it.
struct Node {
  std::size_t first_path, end_path;
  double y() const { return top + row_height * static_cast<double>(first_path + end_path) / 2; }
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

std::string drawing(const PathTree& tree, std::string_view id) {
  const std::size_t paths = tree.paths.size(), orders = tree.outcomes.size();
  std::vector<std::size_t> paths_to(orders);
  for (const PathTree::Path& path : tree.paths) ++paths_to[path.outcome];
  const auto paint_of = [&](std::size_t outcome) {
    const std::size_t whole = paths_to[outcome] * orders;
    return whole == paths ? paint::faint : whole > paths ? paint::alarm : paint::calm;
  };
  std::string description =
      fmt::format("A tree of {} paths, a level for each draw, and where each path ends:", paths);
  for (std::size_t outcome = 0; outcome < orders; ++outcome) {
    description +=
        fmt::format("{} {} at {}", outcome == 0 ? "" : ",", paths_to[outcome], tree.outcomes[outcome]);
  }
  const double bottom = top + row_height * static_cast<double>(paths);
  Picture picture(640, bottom + 34, id, fmt::format("All {} paths", paths), description + ".");
  const double pitch = (grid_right - grid_left) / static_cast<double>(orders);
  const auto middle_of = [pitch](std::size_t outcome) {
    return grid_left + (static_cast<double>(outcome) + 0.5) * pitch;
  };
  picture.text(root_left, top - 22, Anchor::start, "the deck before each draw and after", paint::faint);
  for (std::size_t outcome = 0; outcome < orders; ++outcome) {
    const double x = middle_of(outcome);
    picture.line(x, top - 4, x, bottom + 2, paint::grid);
    picture.text(x, top - 22 + (orders > 6 ? 12 * static_cast<double>(outcome % 2) : 0), Anchor::middle,
                 tree.outcomes[outcome], paint::ink);
    picture.text(x, bottom + 18, Anchor::middle, fmt::format("{}", paths_to[outcome]), paint::ink, true);
  }
  draw_tree(picture, tree);
  for (std::size_t path = 0; path < paths; ++path) {
    const double y = top + row_height * (static_cast<double>(path) + 0.5);
    const std::size_t outcome = tree.paths[path].outcome;
    picture.line(leaves_right, y, middle_of(outcome) - 6, y, paint::grid);
    picture.rectangle(middle_of(outcome) - 6, y - 6, 12, 12, paint_of(outcome));
  }
  picture.text(leaves_right, bottom + 18, Anchor::end, fmt::format("of {} paths", paths), paint::faint);
  return picture.finish();
}

}  // namespace fairshuffle
