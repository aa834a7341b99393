#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "harness/targets/child/child_process.hpp"
#include "harness/test_folder.hpp"

using namespace fairshuffle;

TEST_CASE("starts that nobody will read are asked to end, not waited for") {
  const TestFolder folder;
  // Each but the first would end by itself when nobody reads it any more, and leave a file.
  const std::string command = fmt::format(
      "[ {{seed}} = 5 ] && exec echo 0 1 2; trap '' PIPE; while echo 0 1 2; do :; done 2>&-; : > {}",
      (folder / "{seed}").string());
  {
    StartsAhead starts({.command = command, .deck_size = 3}, 4);
    starts.open({.first_seed = 5, .number = 0, .rows = 4});
  }
  CHECK(folder.entries() == 0);
}
