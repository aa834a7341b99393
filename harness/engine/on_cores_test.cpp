#include "harness/engine/on_cores.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace fairshuffle;

TEST_CASE("every piece of work is done once, however many there are") {
  for (const std::size_t count : {0U, 1U, 2U, 7U, 1000U}) {
    std::vector<int> done(count);
    on_cores(count, [&done](std::size_t index) { ++done[index]; });
    CHECK(done == std::vector<int>(count, 1));
  }
}

TEST_CASE("what the first one threw is thrown, after the others are done") {
  std::vector<int> done(100);
  std::string what;
  try {
    on_cores(done.size(), [&done](std::size_t index) {
      ++done[index];
      if (index == 17 || index == 80) throw std::runtime_error(std::to_string(index));
    });
  } catch (const std::runtime_error& error) {
    what = error.what();
  }
  CHECK(what == "17");
  CHECK(done == std::vector<int>(100, 1));
}
