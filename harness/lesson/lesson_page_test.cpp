#include <fstream>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "harness/lesson/lesson.hpp"
#include "reports/document/render.hpp"

using namespace fairshuffle;

namespace {

// Between them they have every kind of picture.
const std::string golden_lessons[] = {"naive-swap", "swap-pairs"};

std::string golden_path(const std::string& name) {
  return std::string("harness/lesson/goldens/").append(name).append(".html");
}

std::string page_of(const std::string& name) {
  constexpr std::uint64_t seed = 1;
  const BuiltinTarget target(parse_target_text(name), 5, seed);
  return as_html(lesson_of(target, seed));
}

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE_MESSAGE(file, path);
  return (std::ostringstream() << file.rdbuf()).str();
}

}  // namespace

TEST_CASE("the page of a lesson is its golden page, byte for byte") {
  INFO("if the change is wanted: scripts/goldens");
  for (const std::string& name : golden_lessons) {
    CHECK_MESSAGE(page_of(name) == file_text(golden_path(name)), name);
  }
}

// Run from the root of the repository, by name, when lessons are meant to change.
TEST_CASE("the golden lessons are written anew" * doctest::skip()) {
  for (const std::string& name : golden_lessons) {
    std::ofstream(golden_path(name), std::ios::binary) << page_of(name);
    CHECK(file_text(golden_path(name)) == page_of(name));
  }
}
