#include "harness/lesson/formula.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

using namespace fairshuffle;

TEST_CASE("a formula has the value that a reader gives it") {
  const FormulaVariables variables = variables_of("n = 5, k = 3, rounds = 2");
  const auto value = [&](const char* formula) { return formula_value(formula, variables); };
  CHECK(value("1/n + (1 - 1/n)(1 - 2/n)^k") == Fraction(1, 5) + Fraction(4, 5) * Fraction(27, 125));
  CHECK(value("n - 1 - 1") == 3);
  CHECK(value("-n + 2") == -3);
  CHECK(value("n/2/2") == Fraction(5, 4));
  CHECK(value("n (n - 1)/2") == 10);
  CHECK(value("2 n!/2^(2k)") == Fraction(240, 64));
  CHECK(value("(n - 1)!") == 24);
  CHECK(value("2^rounds rounds^2") == 16);
  CHECK(value("0^0") == 1);
  CHECK(value("0!") == 1);
}

TEST_CASE("the functions of a formula are the ones of mathematics") {
  const FormulaVariables variables = variables_of("n = 7");
  const auto value = [&](const char* formula) { return formula_value(formula, variables); };
  CHECK(value("C(n, 3)") == 35);
  CHECK(value("C(2, n)") == 0);
  CHECK(value("C(n, 0)") == 1);
  CHECK(value("floor(n/2)") == 3);
  CHECK(value("floor(-n/2)") == -4);
  CHECK(value("ceil(n/2)") == 4);
  CHECK(value("ceil(14/n)") == 2);
  CHECK(value("min(n, 3) + min(2, n)") == 5);
  CHECK(value("floor(log2(n))") == 2);
  CHECK(value("floor(log2(n + 1))") == 3);
  CHECK(value("sum(j = 2..n - 3: (-1)^j j) + 1") == 2 - 3 + 4 + 1);
}

TEST_CASE("what is no formula is refused") {
  for (const char* formula : {"", "1 +", "(1", "1)", "x", "n!!", "1/0", "2^(1/2)", "2^(0 - 1)", "(1/2)!",
                              "C(3)", "floor(log2(0))", "sum(j = 3..2: j)", "root(2)", "1 $ 2", "2^100001"}) {
    CAPTURE(formula);
    CHECK_THROWS_AS(formula_value(formula, variables_of("n = 3")), std::invalid_argument);
  }
  CHECK_THROWS_AS(variables_of("n is 3"), std::invalid_argument);
}
