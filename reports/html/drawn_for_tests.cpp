#include "reports/html/drawn_for_tests.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <variant>

#include <pugixml.hpp>

#include "reports/html/drawings.hpp"

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

OrderExcesses orders_of_three() {
  return {.deck_size = 3, .excesses = {0.5, -0.25, 0, 0, -0.5, 0.25}, .standard_error = 0.02};
}

PathTree tree_of_two() {
  return {.outcomes = {"0 1", "1 0", "none"},
          .paths = {{{0}, {"0 1", "0 1"}, 0}, {{1}, {"0 1", "1 0"}, 1}, {{2}, {"0 1", "1 0"}, 1}}};
}

TestBars three_tests() {
  return {
      .bars = {{"orders", -3, "0.001", false}, {"positions", -12, "1e-12", true}, {"parity", 0, "1", false}},
      .decisive_log10_p = -6};
}

ShareBars three_parts() {
  return {.title = "parts", .bars = {{"half", 0.5}, {"whole", 1}, {"below nothing", -0.01}}};
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
  OrderExcesses far = orders_of_three();
  far.excesses[5] = 4;
  return {{"curve", riffles()},
          {"tree", tree_of_two()},
          {"orders", far},
          {"cards", small_grid()},
          {"tests", three_tests()},
          {"parts", three_parts()},
          {"intervals", four_targets()},
          {"detections", decades()},
          {"chances", two_values()},
          {"rare-chances", five_decades()}};
}

}  // namespace fairshuffle
