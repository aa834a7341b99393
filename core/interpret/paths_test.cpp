#include <vector>

#include <doctest/doctest.h>

#include "core/interpret/enumerate.hpp"
#include "core/interpret/setup_for_test.hpp"

using namespace fairshuffle;

TEST_CASE("naive swap has 27 paths over 6 permutations, and 3 are left over") {
  const PathArithmetic paths = *path_arithmetic(setup_for_test("naive-swap", 3));
  CHECK(paths.bounds == std::vector<std::uint64_t>{3, 3, 3});
  CHECK(paths.paths == 27);
  CHECK(paths.permutations == 6);
  CHECK(paths.per_permutation == 4);
  CHECK(paths.left_over == 3);
  CHECK(paths.missing_primes == std::vector<int>{2});
}

TEST_CASE("the fair shuffles' paths divide by n!, and no prime is missing") {
  for (const char* name : {"durstenfeld", "durstenfeld-up", "fisher-yates", "inside-out", "pick-from-all"}) {
    for (int n = 1; n <= 9; ++n) {
      CAPTURE(name);
      CAPTURE(n);
      const PathArithmetic paths = *path_arithmetic(setup_for_test(name, n));
      CHECK(paths.left_over == 0);
      CHECK(paths.per_permutation == 1);
      CHECK(paths.missing_primes.empty());
    }
  }
}

TEST_CASE("swapping any number of pairs of more than two cards never divides") {
  for (int n = 3; n <= 9; ++n) {
    for (const std::int64_t k : {1, 2, 10, 100}) {
      const PathArithmetic paths = *path_arithmetic(setup_for_test("swap-pairs", n, {k}));
      CAPTURE(n);
      CAPTURE(k);
      CHECK(paths.left_over != 0);
      CHECK_FALSE(paths.missing_primes.empty());
    }
  }
  CHECK(path_arithmetic(setup_for_test("swap-pairs", 2))->left_over == 0);
}

TEST_CASE("a draw method that is not exact has as many choices as its source has words") {
  SampleSetup setup = setup_for_test("durstenfeld", 3);
  setup.draw = find_draw("modulo");
  setup.bits = 15;
  const PathArithmetic paths = *path_arithmetic(setup);
  // A draw below 2 is even on 15 bits, one below 3 is not: 2 * 32768 = 10922 * 6 + 4.
  CHECK(paths.paths == 2 * 32768);
  CHECK(paths.left_over == 4);
  CHECK(paths.missing_primes == std::vector<int>{3});
}

TEST_CASE("where coins or the library decide, there is no product of bounds") {
  CHECK_FALSE(path_arithmetic(setup_for_test("comparator-sort", 4)));
  CHECK_FALSE(path_arithmetic(setup_for_test("std-shuffle", 4)));
}
