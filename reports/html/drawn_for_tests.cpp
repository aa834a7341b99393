#include "reports/html/drawn_for_tests.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <variant>

#include <pugixml.hpp>

#include "reports/html/page.hpp"

namespace fairshuffle {

const Word& Drawn::word(const std::string& text) const {
  const auto found = std::ranges::find(words, text, &Word::text);
  REQUIRE_MESSAGE(found != words.end(), text);
  return *found;
}

std::vector<Box> Drawn::painted(const std::string& paint) const {
  std::vector<Box> some;
  std::ranges::copy_if(boxes, std::back_inserter(some), [&](const Box& box) { return box.paint == paint; });
  return some;
}

std::vector<Line> Drawn::dashed() const {
  std::vector<Line> some;
  std::ranges::copy_if(lines, std::back_inserter(some), &Line::is_dashed);
  return some;
}

Drawn taken_apart(const PictureData& picture) {
  const std::string svg = std::visit([](const auto& kind) { return drawing(kind, "x"); }, picture);
  pugi::xml_document document;
  REQUIRE(document.load_string(svg.c_str()));
  const pugi::xml_node root = document.child("svg");
  Drawn drawn;
  drawn.width = root.attribute("width").as_double();
  drawn.height = root.attribute("height").as_double();
  drawn.description = root.child("desc").text().get();
  const auto of = [](const pugi::xml_node& node, const char* name) {
    return node.attribute(name).as_double();
  };
  for (const pugi::xml_node& node : root.children()) {
    const std::string name = node.name(), paint = node.attribute("class").value();
    if (name == "text") {
      drawn.words.push_back({node.text().get(), node.attribute("text-anchor").as_string("start"), paint,
                             of(node, "x"), of(node, "y")});
    } else if (name == "rect") {
      drawn.boxes.push_back({paint, of(node, "x"), of(node, "y"), of(node, "width"), of(node, "height")});
    } else if (name == "line") {
      drawn.lines.push_back({paint, !node.attribute("stroke-dasharray").empty(), of(node, "x1"),
                             of(node, "y1"), of(node, "x2"), of(node, "y2")});
    } else if (name == "path") {
      drawn.paths.emplace_back(paint, node.attribute("d").value());
    } else if (name == "circle") {
      drawn.circles.emplace_back(of(node, "cx"), of(node, "cy"));
    } else if (name == "polyline") {
      std::istringstream points(node.attribute("points").value());
      double x = 0, y = 0;
      for (char comma = 0; points >> x >> comma >> y;) drawn.curve.emplace_back(x, y);
    }
  }
  return drawn;
}

// The boxes of one colour's path: of "Mx yhWvH..." with their heights, of "Mx yhWVy..." up or down to there.
std::vector<Box> boxes_of(const Drawn& drawn, const std::string& paint) {
  std::vector<Box> boxes;
  for (const auto& [of, data] : drawn.paths) {
    if (of != paint) continue;
    std::istringstream text(data);
    Box box{paint, 0, 0, 0, 0};
    char sign = 0, vertical = 0;
    double back = 0;
    while (text >> sign >> box.x >> box.y >> sign >> box.width >> vertical >> box.height >> sign >> back >>
           sign) {
      if (vertical == 'V') box.height -= box.y;
      boxes.push_back(box);
    }
  }
  return boxes;
}

CardGrid small_grid() {
  return {.deviations = {{-40, -1.5, 0}, {0.5, 0.5, 12.25}, {2, 5, 17}}, .unit = "standard errors"};
}

Curve riffles() {
  return {.times_name = "k",
          .distance_name = "distance",
          .points = {{1, 1}, {2, 0.8}, {3, 0.4}, {5, 0.05}},
          .goal = 0.5,
          .chosen = 2};
}

PermutationExcesses permutations_of_three() {
  return {.deck_size = 3, .excesses = {0.5, -0.25, 0, 0, -0.5, 0.25}, .standard_error = 0.02};
}

PathTree tree_of_two() {
  return {.outcomes = {"0 1", "1 0", "none"},
          .paths = {{{0}, {"0 1", "0 1"}, 0}, {{1}, {"0 1", "1 0"}, 1}, {{2}, {"0 1", "1 0"}, 1}}};
}

TestBars three_tests() {
  return {.bars = {{"permutations", -3, "0.0010", false},
                   {"positions", -12, "1e-12", true},
                   {"parity", 0, "1", false}},
          .decisive_log10_p = -6};
}

ShareBars three_parts() {
  return {.title = "components", .bars = {{"half", 0.5}, {"whole", 1}, {"below nothing", -0.01}}};
}

Intervals four_targets() {
  return {.intervals = {{"found", 0.01, 0.1, "1 to 10 points"},
                        {"fair", {}, 0.001, "at most 0.1"},
                        {"open", 0.1, {}, "at least 10"},
                        {"unknown", {}, {}, "not bounded"}},
          .tolerance = 0.001};
}

Detections decades() {
  return {.points = {{1e-4, 1e10}, {1e-2, 1e6}, {1, 1e2}}, .tolerance = 1e-3, .trials = 1'000'000};
}

Chances two_values() {
  return {.title = "even scale",
          .values = {{"0", 0.3, 0.2, 0.1, 0.25, "30", "20"}, {"1", 0.4, 0.4, 0.35, 0.45, "40", "40"}},
          .least = {}};
}

Chances five_decades() {
  return {.title = "decades",
          .values = {{"common", 0.1, 0.01, 1e-3, 0.1, "10", "1"},
                     {"rare", 1e-4, 0, 0, 1e-3, "0.01", "0"},
                     {"not there", 1e-9, 0, {}, {}, "1e-7", "0"}},
          .least = 1e-5};
}

std::vector<Kind> one_of_each() {
  PermutationExcesses far = permutations_of_three();
  far.excesses[5] = 4;
  return {{"curve", riffles()},          {"tree", tree_of_two()},
          {"permutations", far},         {"cards", small_grid()},
          {"tests", three_tests()},      {"components", three_parts()},
          {"intervals", four_targets()}, {"detections", decades()},
          {"chances", two_values()},     {"rare-chances", five_decades()}};
}

namespace {

// Falls by a third each time.
Curve long_curve(int points, bool logarithmic, double goal) {
  Curve curve{.times_name = "m",
              .distance_name = "distance",
              .points = {},
              .goal = goal,
              .chosen = points,
              .logarithmic = logarithmic};
  for (int times = 1; times <= points; ++times) curve.points.push_back({times, std::pow(1.5, 1 - times)});
  return curve;
}

// Three draws of 2, 3 and 1 values.
PathTree tree_of_six() {
  PathTree tree{.outcomes = {"a", "b", "c", "d", "e", "f", "g"}, .paths = {}};
  for (std::uint64_t path = 0; path < 6; ++path) {
    tree.paths.push_back({{path / 3, path % 3, 0}, {"1 2 3", "4 5 6", "7 8", "9"}, path * path % 7});
  }
  return tree;
}

// Of `n` cards, order r being off by a number between -off and off that r decides.
PermutationExcesses many_permutations(int deck_size, std::size_t permutations, double off,
                                      double standard_error) {
  PermutationExcesses all{.deck_size = deck_size, .excesses = {}, .standard_error = standard_error};
  for (std::size_t rank = 0; rank < permutations; ++rank) {
    const double share = static_cast<double>(rank * 37 % 101) / 100;
    all.excesses.push_back(share < 0.5 ? share - 0.5 : (share - 0.5) * 2 * off);
  }
  return all;
}

CardGrid grid_of(int deck_size) {
  CardGrid grid{.deviations = {}, .unit = "steps"};
  for (int position = 0; position < deck_size; ++position) {
    auto& row = grid.deviations.emplace_back();
    for (int card = 0; card < deck_size; ++card) {
      const int off = (position * 3 + card / 2 * 5) % 15 - 7;
      row.push_back((off < 0 ? -1 : 1) * (std::exp2(std::abs(off)) - 1) / 2);
    }
  }
  return grid;
}

}  // namespace

std::vector<Kind> hard_ones() {
  CardGrid steps{.deviations = {{-1, -2, -4, -8}, {-16, -32, 1, 2}, {4, 8, 16, 32}, {0.999, -9.96, 9.94, 0}},
                 .unit = "steps"};
  TestBars weak = three_tests();
  weak.bars[1] = {"a test of a name so long that it is cut somewhere", -0.05, "0.9", false};
  weak.decisive_log10_p.reset();
  ShareBars many = three_parts();
  many.bars.push_back({"another part of a name so long that it is cut somewhere", 0.125});
  Intervals rows = four_targets();
  rows.intervals.push_back({"far too small", 1e-7, 1e-6, "next to nothing"});
  rows.intervals.push_back({"exec:command=a-program-of-a-name-that-is-cut,n=52", 0.25, 0.2501, "narrow"});
  rows.tolerance = 0.05;
  return {{"curve-decades", long_curve(9, true, 0.1)},
          {"curve-many-decades", long_curve(50, true, 1e-3)},
          {"curve-long", long_curve(41, false, 0.9)},
          {"curve-never", long_curve(3, false, 1e-3)},
          {"tree-of-six", tree_of_six()},
          {"permutations-of-four", many_permutations(4, 24, 20, 0.1)},
          {"permutations-even", many_permutations(2, 2, 0, 0)},
          {"permutations-of-six", many_permutations(6, 720, 2000, 0)},
          {"cards-steps", steps},
          {"cards-of-16", grid_of(16)},
          {"cards-of-30", grid_of(30)},
          {"tests-weak", weak},
          {"parts-more", many},
          {"intervals-more", rows},
          {"detections-few",
           Detections{.points = {{1e-3, 2e5}, {1, 300}}, .tolerance = 0.02, .trials = 5'000'000'000}}};
}

}  // namespace fairshuffle
