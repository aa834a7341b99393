// Exact laws in words and in JSON, against files of them and against laws that are known.
#include "core/exact/law.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/order/order.hpp"
#include "reports/goldens/golden_texts.hpp"
#include "reports/law/law.hpp"

using namespace fairshuffle;

namespace {

// The order of rank r has weight 1 + r mod `period`, and none at all where r is a multiple of `never`.
NamedExactLaw law_of(const char* name, int deck_size, std::uint64_t period, std::uint64_t never = 0,
                     int invalid = 0) {
  Law law;
  law.deck_size = deck_size;
  law.invalid = invalid;
  Integer total = invalid;
  for (std::uint64_t rank = 0; rank < order_count(deck_size); ++rank) {
    law.weight.emplace_back(never != 0 && rank % never == 0 ? 0 : 1 + rank % period);
    total += law.weight.back();
  }
  law.denominator = total;
  return {.name = name, .law = law};
}

std::vector<StepDistances> steps() {
  return {{.step = 0, .total_variation = Fraction(5, 6), .phi2 = 5, .support_size = 1},
          {.step = 1, .total_variation = Fraction(1, 3), .phi2 = Fraction(1, 2), .support_size = 4}};
}

std::vector<GoldenText> goldens() {
  const NamedExactLaw uniform = law_of("uniform:n=3", 3, 1), three = law_of("steps:n=3", 3, 2),
                      four = law_of("four:n=4", 4, 5, 6), five = law_of("five:n=5", 5, 7, 9),
                      lossy = law_of("lossy:n=3", 3, 3, 0, 5), other = law_of("other:n=5", 5, 3);
  std::string texts;
  for (const NamedExactLaw* law : {&uniform, &four, &five, &lossy}) texts += law_text(*law, {}) + "\n";
  texts += law_text(three, steps()) + "\n" + law_text(law_of("nine:n=9", 9, 2), {});
  std::string comparisons;
  for (const auto& [left, right] :
       {std::pair(&five, &other), std::pair(&uniform, &three), std::pair(&uniform, &uniform),
        std::pair(&three, &lossy), std::pair(&lossy, &three)}) {
    comparisons += comparison_text(*left, *right) + "\n";
  }
  const nlohmann::ordered_json json = {law_json(three, steps()), law_json(lossy, {}), law_json(uniform, {}),
                                       comparison_json(uniform, three), comparison_json(lossy, three)};
  return {
      {"law/laws.txt", texts}, {"law/comparisons.txt", comparisons}, {"law/laws.json", json.dump(1) + "\n"}};
}

}  // namespace

TEST_CASE("laws and comparisons of laws are their golden texts and JSON, byte for byte") {
  check_goldens(goldens());
}

// Run from the root of the repository, by name, when the words on laws are meant to change.
TEST_CASE("the golden laws are written anew" * doctest::skip()) {
  write_goldens(goldens());
}

TEST_CASE("orders of weights 1 and 2 in turn have the distances that follow from them") {
  // Six orders of 1/9 or 2/9: each is 1/18 off, and phi2 is 6 * 6 / 18^2.
  const nlohmann::ordered_json json = law_json(law_of("steps:n=3", 3, 2), {});
  CHECK(json["tv"]["fraction"] == "1/6");
  CHECK(json["phi2"]["fraction"] == "1/9");
  CHECK(json["p_min"] == nlohmann::ordered_json{{"fraction", "1/9"}, {"value", 1.0 / 9}, {"orders", 3}});
  CHECK(json["p_max"]["fraction"] == "2/9");
  CHECK(json["support"] == 6);
  CHECK(json["invalid"]["fraction"] == "0");
  CHECK(json["orders"][5]["order"] == nlohmann::ordered_json{2, 1, 0});
  CHECK(json["orders"][5]["p"]["fraction"] == "2/9");
  CHECK_FALSE(json.contains("steps"));
  // The parts of a law share its whole phi2.
  double sum = 0;
  for (const auto& part : json["parts"]) sum += part["phi2"].get<double>();
  CHECK(sum == doctest::Approx(1.0 / 9));
}

TEST_CASE("no more than a hundred orders of two laws are told apart, the farthest first") {
  const nlohmann::ordered_json json = comparison_json(law_of("a", 5, 7, 9), law_of("b", 5, 3));
  CHECK(json["equal"] == false);
  REQUIRE(json["differences"].size() == 100);
  double last = 1;
  for (const auto& difference : json["differences"]) {
    const double off =
        std::abs(difference["p_a"]["value"].get<double>() - difference["p_b"]["value"].get<double>());
    CHECK(off <= last * (1 + 1e-12));
    last = off;
  }
}

TEST_CASE("decks of two to eight cards have parts, and what may be no order has none") {
  CHECK(parts_of(law_of("", 1, 1).law).empty());
  CHECK(parts_of(law_of("", 2, 2).law).size() == 1);
  CHECK(parts_of(law_of("", 8, 1).law).size() == 21);  // 22 partitions of 8, but for (8)
  CHECK(parts_of(law_of("", 9, 1).law).empty());
  CHECK(parts_of(law_of("", 3, 3, 0, 5).law).empty());
}
