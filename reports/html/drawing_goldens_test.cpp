// A page of every block, and small pictures of each kind, against the files of them.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "reports/document/render.hpp"
#include "reports/goldens/example_document.hpp"
#include "reports/goldens/golden_texts.hpp"
#include "reports/html/drawn_for_tests.hpp"
#include "reports/html/page.hpp"

using namespace fairshuffle;

namespace {

std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds = one_of_each();
  std::ranges::copy(hard_ones(), std::back_inserter(kinds));
  return kinds;
}

std::vector<GoldenText> goldens() {
  std::vector<GoldenText> goldens = {{"document.html", as_html(example_document())}};
  for (const Kind& kind : all_kinds()) {
    goldens.push_back(
        {std::string("drawings/").append(kind.name).append(".svg"),
         std::visit([](const auto& picture) { return drawing(picture, "picture"); }, kind.picture)});
  }
  return goldens;
}

}  // namespace

TEST_CASE("a page of every block and pictures of every kind are their golden files, byte for byte") {
  check_goldens(goldens());
}

TEST_CASE("a page begins with its title, its lead and what it rests on, with a space where there are both") {
  Document document{.title = "t", .lead = "One.", .sections = {}, .basis = "Two."};
  CHECK(as_html(document).find(">One. Two.<") != std::string::npos);
  document.lead.clear();
  CHECK(as_html(document).find(">Two.<") != std::string::npos);
}

TEST_CASE("sections within sections have the next smaller headings, of which HTML has six") {
  Section inner;
  inner.title = "of depth 8";
  for (const int depth : {7, 6, 5, 4, 3, 2}) {
    Section around;
    around.title = fmt::format("of depth {}", depth);
    around.parts.push_back(std::move(inner));
    inner = std::move(around);
  }
  const std::string page = as_html({.title = "t", .lead = "", .sections = {inner}});
  for (const int depth : {2, 3, 4, 5, 6, 7, 8}) {
    const int level = std::min(depth, 6);
    CHECK(page.find(fmt::format("<h{0}>of depth {1}</h{0}>", level, depth)) != std::string::npos);
  }
}

// Run from the root of the repository, by name, when a picture or the page is meant to change.
TEST_CASE("the golden pictures are written anew" * doctest::skip()) {
  write_goldens(goldens());
}

TEST_CASE("nothing of a picture lies outside it") {
  for (const Kind& kind : all_kinds()) {
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
