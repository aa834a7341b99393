#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

TEST_CASE("the value that is told is the one most standard errors from fair") {
  BetRecord bet{.name = "b",
                .values = {{.value = "0", .fair = 0.5, .count = 5100, .lower = {}, .upper = {}},
                           {.value = "1", .fair = 0.49, .count = 4760, .lower = {}, .upper = {}},
                           {.value = "2", .fair = 0.01, .count = 140, .lower = {}, .upper = {}}}};
  // Off by 2, 2.8 and 4 standard errors.
  REQUIRE(farthest_value(bet) != nullptr);
  CHECK(farthest_value(bet)->value == "2");
  // Of two values each is as far off as the other, and the first one is told.
  const BetRecord either{.name = "e",
                         .values = {{.value = "no", .fair = 0.75, .count = 80, .lower = {}, .upper = {}},
                                    {.value = "yes", .fair = 0.25, .count = 20, .lower = {}, .upper = {}}}};
  CHECK(farthest_value(either) == &either.values[0]);
  for (BetValue& value : bet.values) value.count = 0;
  CHECK(farthest_value(bet) == nullptr);
}

TEST_CASE("the gain that is told is the largest that an interval proves, on a value or against it") {
  const auto value = [](const char* name, double fair, std::optional<double> lower,
                        std::optional<double> upper) {
    return BetValue{.value = name, .fair = fair, .count = 1, .lower = lower, .upper = upper};
  };
  std::vector<BetRecord> bets(2);
  bets[0].values = {value("0", 0.5, 0.4, 0.6), value("1", 0.2, {}, {})};
  CHECK(best_named_gain(bets).gain == 0);
  CHECK(best_named_gain(bets).bet == nullptr);
  bets[0].values.push_back(value("2", 0.1, 0.125, 0.2));
  CHECK(best_named_gain(bets).value == &bets[0].values[2]);
  CHECK(best_named_gain(bets).gain == doctest::Approx(0.025));
  CHECK_FALSE(best_named_gain(bets).against);
  bets[1].values.push_back(value("3", 0.5, 0.3, 0.45));
  CHECK(best_named_gain(bets).bet == &bets[1]);
  CHECK(best_named_gain(bets).gain == doctest::Approx(0.05));
  CHECK(best_named_gain(bets).against);
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
