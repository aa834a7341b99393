// A small picture of each kind against the file of it.
#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "reports/html/drawings.hpp"
#include "reports/html/drawn_for_tests.hpp"

using namespace fairshuffle;

namespace {

std::string golden_path(const Kind& kind) {
  return std::string("reports/goldens/drawings/").append(kind.name).append(".svg");
}

std::string svg_of(const Kind& kind) {
  return std::visit([](const auto& picture) { return drawing(picture, "picture"); }, kind.picture);
}

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE_MESSAGE(file, path);
  return (std::ostringstream() << file.rdbuf()).str();
}

}  // namespace

TEST_CASE("a picture of every kind is its golden picture, byte for byte") {
  INFO("if the change is wanted: scripts/goldens");
  for (const Kind& kind : one_of_each()) {
    CHECK_MESSAGE(svg_of(kind) == file_text(golden_path(kind)), std::string(kind.name));
  }
}

// Run from the root of the repository, by name, when a picture is meant to change.
TEST_CASE("the golden pictures are written anew" * doctest::skip()) {
  for (const Kind& kind : one_of_each()) {
    std::ofstream(golden_path(kind), std::ios::binary) << svg_of(kind);
    CHECK(file_text(golden_path(kind)) == svg_of(kind));
  }
}

TEST_CASE("nothing of a picture lies outside it") {
  for (const Kind& kind : one_of_each()) {
    CAPTURE(kind.name);
    const Drawn drawn = taken_apart(kind.picture);
    for (const Word& word : drawn.words) {
      CAPTURE(word.text);
      CHECK(word.x >= 0);
      CHECK(word.x <= drawn.width);
      CHECK(word.y >= 9);
      CHECK(word.y <= drawn.height - 3);
    }
    for (const Box& box : drawn.boxes) CHECK(box.x + box.width <= drawn.width);
    for (const Line& line : drawn.lines) CHECK(std::max(line.y1, line.y2) <= drawn.height);
  }
}
