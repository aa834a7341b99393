#include "core/record/bound_text.hpp"

#include <doctest/doctest.h>

#include "core/order/number_text.hpp"

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
