#include "reports/words/named_bet_words.hpp"

#include <doctest/doctest.h>

using namespace fairshuffle;

TEST_CASE("the value that is told is the one most standard errors from fair") {
  BetRecord bet{.name = "b",
                .values = {{.value = "0", .fair = 0.5, .count = 5100, .lower = {}, .upper = {}},
                           {.value = "1", .fair = 0.49, .count = 4760, .lower = {}, .upper = {}},
                           {.value = "2", .fair = 0.01, .count = 140, .lower = {}, .upper = {}}}};
  // Off by 2, 2.8 and 4 standard errors.
  REQUIRE(farthest_value(bet) != nullptr);
  CHECK(farthest_value(bet)->value == "2");
  for (BetValue& value : bet.values) value.count = 0;
  CHECK(farthest_value(bet) == nullptr);
}

TEST_CASE("an interval stays one when it is rounded") {
  const auto text = [](double lower, double upper) {
    return interval_text({.value = "1", .fair = 0.5, .count = 1, .lower = lower, .upper = upper});
  };
  CHECK(text(0.12345678, 0.12345678) == "12.3 .. 12.4");
  CHECK(text(0.0045, 0.00451) == "0.45 .. 0.451");
  CHECK(text(0, 1) == "0 .. 100");
  CHECK(text(0.99999999, 0.99999999) == "99.9 .. 100");
  CHECK(interval_text({.value = "1", .fair = 0.5, .count = 1, .lower = {}, .upper = {}}).empty());
  CHECK(chance_text(1.0 / 221) == "0.4525");
}
