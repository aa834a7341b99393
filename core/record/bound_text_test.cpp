#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/record/deviations.hpp"

using namespace fairshuffle;

TEST_CASE("numbers are grouped by thousands") {
  CHECK(with_commas(0) == "0");
  CHECK(with_commas(999) == "999");
  CHECK(with_commas(1000) == "1,000");
  CHECK(with_commas(33554432) == "33,554,432");
  CHECK(with_commas(123456) == "123,456");
}

TEST_CASE("a rounded bound is still a bound, and two digits stay as they are") {
  CHECK(rounded_up(0.00842) == "0.0085");
  CHECK(rounded_down(0.00849) == "0.0084");
  CHECK(rounded_up(0.0084) == "0.0084");
  CHECK(rounded_down(0.0084) == "0.0084");
  CHECK(rounded_up(0.999) == "1");
  CHECK(rounded_down(0.7999) == "0.79");
  CHECK(rounded_up(0) == "0");
  CHECK(rounded_down(1) == "1");
}

TEST_CASE("points are hundredths, and their bounds stay bounds") {
  CHECK(points_up(0.0634) == "6.4");
  CHECK(points_down(0.0634) == "6.3");
  CHECK(points_text(points_down(0.0634)) == "6.3 points");
  CHECK(points_text(points_up(0.01)) == "1 point");
  CHECK(points_text("1.1") == "1.1 points");
  CHECK(points_up(0.9999) == "100");
  CHECK(points_down(1) == "100");
  CHECK(points_range(0.08, 0.0855) == "8.0 to 8.6");
  CHECK(points_range(0.0855, 0.09) == "8.5 to 9.0");
  CHECK(points_range(0.003, 0.00321) == "0.30 to 0.33");
  CHECK(points_range(0.098, 0.11) == "9.8 to 11");
  CHECK(points_range(0.02, 0.04) == "2 to 4");
  CHECK(points_range(0, 0.011) == "0 to 1.1");
  CHECK(points_up(0) == "0");
  CHECK(points_up(1.2e-7) == "1.2e-5");
  // Rounding may leave a bound a little above all that there is.
  CHECK(points_up(1 + 1e-7) == "100");
  CHECK(rounded_up(1 + 1e-7) == "1");
}

TEST_CASE("an exponent is written as it is typed") {
  CHECK(short_number(1e-5, 2) == "1e-5");
  CHECK(short_number(7.24e6, 2) == "7.2e6");
  CHECK(short_number(-1e-12, 3) == "-1e-12");
  CHECK(short_number(1e100, 1) == "1e100");
  CHECK(short_number(0.25, 3) == "0.25");
  CHECK(exact_number(1e-6) == "1e-6");
  CHECK(exact_number(0.001) == "0.001");
  CHECK(typed_exponent("+3e+07") == "+3e7");
  CHECK(typed_exponent("0e+00") == "0e+00");
  CHECK(percent_text(1e-7) == "1e-5 %");
}
