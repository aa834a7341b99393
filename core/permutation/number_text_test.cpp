#include <cstdint>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"

using namespace fairshuffle;

TEST_CASE("commas part the digits by threes from the end, and none leads") {
  CHECK(with_commas(0) == "0");
  CHECK(with_commas(999) == "999");
  CHECK(with_commas(1'000) == "1,000");
  CHECK(with_commas(12'345) == "12,345");
  CHECK(with_commas(999'999) == "999,999");
  CHECK(with_commas(1'000'000) == "1,000,000");
  CHECK(with_commas(std::numeric_limits<std::uint64_t>::max()) == "18,446,744,073,709,551,615");
}

TEST_CASE("a share is told in percent with two digits, from 99.5 % on in whole percent") {
  CHECK(percent_text(0) == "0 %");
  CHECK(percent_text(0.25) == "25 %");
  CHECK(percent_text(0.1234) == "12 %");
  CHECK(percent_text(0.0000123) == "0.0012 %");
  CHECK(percent_text(0.000000123) == "1.2e-5 %");
  CHECK(percent_text(0.994) == "99 %");
  CHECK(percent_text(0.995) == "100 %");
  CHECK(percent_text(0.996) == "100 %");
  CHECK(percent_text(1) == "100 %");
  CHECK(percent_text(12.34) == "1234 %");
}

TEST_CASE(
    "a short number has as many digits as asked, and an exponent without sign and zeros that tell nothing") {
  CHECK(short_number(0.00001, 2) == "1e-5");
  CHECK(short_number(0.0001, 2) == "0.0001");
  CHECK(short_number(7'200'000, 2) == "7.2e6");
  CHECK(short_number(123'456, 3) == "1.23e5");
  CHECK(short_number(123'456, 6) == "123456");
  CHECK(short_number(-0.25, 1) == "-0.2");
  CHECK(short_number(1e-300, 4) == "1e-300");
}

TEST_CASE("an exact number has the digits that tell it from its neighbours") {
  CHECK(exact_number(0) == "0");
  CHECK(exact_number(0.001) == "0.001");
  CHECK(exact_number(1e-6) == "1e-6");
  CHECK(exact_number(0.1 + 0.2) == "0.30000000000000004");
  CHECK(exact_number(1e22) == "1e22");
}

TEST_CASE("an exponent loses its plus and its leading zeros, and all else stays as it is") {
  CHECK(typed_exponent("1e-05") == "1e-5");
  CHECK(typed_exponent("1e+05") == "1e5");
  CHECK(typed_exponent("2.5e05") == "2.5e5");
  CHECK(typed_exponent("-1e-10") == "-1e-10");
  CHECK(typed_exponent("1e+100") == "1e100");
  // No exponent, or none with a digit that tells anything.
  for (const char* same : {"", "0", "0.25", "-0.5", "12", "inf", "1e", "1e+00", "1e-00"}) {
    CHECK(typed_exponent(same) == std::string(same));
  }
}
