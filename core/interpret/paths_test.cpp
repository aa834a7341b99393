#include "core/interpret/paths.hpp"

#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "core/interpret/law_of.hpp"
#include "core/interpret/one_word.hpp"
#include "core/interpret/setup_for_test.hpp"

using namespace fairshuffle;

TEST_CASE("naive swap has 27 paths over 6 orders, and 3 are left over") {
  const PathArithmetic paths = *path_arithmetic(setup_for_test("naive-swap", 3));
  CHECK(paths.bounds == std::vector<std::uint64_t>{3, 3, 3});
  CHECK(paths.paths == 27);
  CHECK(paths.orders == 6);
  CHECK(paths.per_order == 4);
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
      CHECK(paths.per_order == 1);
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

TEST_CASE("with one word by remainder, inside-out reaches lcm(1..n) orders at the most") {
  for (int n = 2; n <= 8; ++n) {
    SampleSetup setup = setup_for_test("inside-out", n);
    setup.draw = find_draw("modulo");
    std::uint64_t lcm = 1;
    for (int i = 2; i <= n; ++i) lcm = std::lcm(lcm, static_cast<std::uint64_t>(i));
    CAPTURE(n);
    const OneWordLaw law = *one_word_law(setup);
    CHECK(law.cells == lcm);
    // Inside-out gives each sequence of draws its own order, and by remainder every class its own sequence.
    CHECK(law.orders == lcm);
    CHECK(law.likeliest == Fraction(1, lcm));
    CHECK(law.total_variation == 1 - Fraction(lcm, order_count(n)));
  }
}

TEST_CASE("one word that is scaled: three cards by hand") {
  // u in sixths; durstenfeld draws floor(3u), floor(2u): 00 00 10 11 21 21.
  const OneWordLaw law = *one_word_law(setup_for_test("durstenfeld", 3));
  CHECK(law.cells == 6);
  CHECK(law.orders == 4);
  CHECK(law.likeliest == Fraction(1, 3));
  CHECK(law.total_variation == Fraction(1, 3));
}

TEST_CASE("one draw alone is as fair from one word as from many: the law of a cut is the enumerated one") {
  SampleSetup setup = setup_for_test("random-cut", 5);
  for (const char* draw : {"exact", "modulo", "scaled-double"}) {
    setup.draw = find_draw(draw);
    CHECK(one_word_law(setup)->orders == 5);
    CHECK(one_word_law(setup)->total_variation == Fraction(23, 24));
  }
  setup.draw = find_draw("rounded-double");
  // Both ends have half the chance of the others.
  CHECK(one_word_law(setup)->likeliest == Fraction(1, 4));
  CHECK_FALSE(one_word_law(setup_for_test("std-shuffle", 4)));
}
