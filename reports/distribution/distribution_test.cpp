// Exact distributions in words and in JSON, against files of them and against distributions that are known.
#include "core/exact/distribution.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/permutation/permutation.hpp"
#include "reports/distribution/distribution.hpp"
#include "reports/goldens/golden_texts.hpp"

using namespace fairshuffle;

namespace {

// The order of rank r has weight 1 + r mod `period`, and none at all where r is a multiple of `never`.
NamedExactDistribution distribution_of(const char* name, int deck_size, std::uint64_t period,
                                       std::uint64_t never = 0, int invalid = 0) {
  Distribution distribution;
  distribution.deck_size = deck_size;
  distribution.invalid = invalid;
  Integer total = invalid;
  for (std::uint64_t rank = 0; rank < permutation_count(deck_size); ++rank) {
    distribution.weight.emplace_back(never != 0 && rank % never == 0 ? 0 : 1 + rank % period);
    total += distribution.weight.back();
  }
  distribution.denominator = total;
  return {.name = name, .distribution = distribution};
}

std::vector<StepDistances> steps() {
  return {{.step = 0, .total_variation = Fraction(5, 6), .chi_square_distance = 5, .support_size = 1},
          {.step = 1,
           .total_variation = Fraction(1, 3),
           .chi_square_distance = Fraction(1, 2),
           .support_size = 4}};
}

std::vector<GoldenText> goldens() {
  const NamedExactDistribution uniform = distribution_of("uniform:n=3", 3, 1),
                               three = distribution_of("steps:n=3", 3, 2),
                               four = distribution_of("four:n=4", 4, 5, 6),
                               five = distribution_of("five:n=5", 5, 7, 9),
                               lossy = distribution_of("lossy:n=3", 3, 3, 0, 5),
                               other = distribution_of("other:n=5", 5, 3);
  std::string texts;
  for (const NamedExactDistribution* distribution : {&uniform, &four, &five, &lossy})
    texts += distribution_text(*distribution, {}) + "\n";
  texts +=
      distribution_text(three, steps()) + "\n" + distribution_text(distribution_of("nine:n=9", 9, 2), {});
  std::string comparisons;
  for (const auto& [left, right] :
       {std::pair(&five, &other), std::pair(&uniform, &three), std::pair(&uniform, &uniform),
        std::pair(&three, &lossy), std::pair(&lossy, &three)}) {
    comparisons += comparison_text(*left, *right) + "\n";
  }
  const nlohmann::ordered_json json = {distribution_json(three, steps()), distribution_json(lossy, {}),
                                       distribution_json(uniform, {}), comparison_json(uniform, three),
                                       comparison_json(lossy, three)};
  return {{"distribution/distributions.txt", texts},
          {"distribution/comparisons.txt", comparisons},
          {"distribution/distributions.json", json.dump(1) + "\n"}};
}

}  // namespace

TEST_CASE("distributions and comparisons of distributions are their golden texts and JSON, byte for byte") {
  check_goldens(goldens());
}

// Run from the root of the repository, by name, when the words on distributions are meant to change.
TEST_CASE("the golden distributions are written anew" * doctest::skip()) {
  write_goldens(goldens());
}

TEST_CASE("permutations of weights 1 and 2 in turn have the distances that follow from them") {
  // Six permutations of 1/9 or 2/9: each is 1/18 off, and chi-square distance is 6 * 6 / 18^2.
  const nlohmann::ordered_json json = distribution_json(distribution_of("steps:n=3", 3, 2), {});
  CHECK(json["tv"]["fraction"] == "1/6");
  CHECK(json["chi_square_distance"]["fraction"] == "1/9");
  CHECK(json["p_min"] ==
        nlohmann::ordered_json{{"fraction", "1/9"}, {"value", 1.0 / 9}, {"permutations", 3}});
  CHECK(json["p_max"]["fraction"] == "2/9");
  CHECK(json["support"] == 6);
  CHECK(json["invalid"]["fraction"] == "0");
  CHECK(json["permutations"][5]["permutation"] == nlohmann::ordered_json{2, 1, 0});
  CHECK(json["permutations"][5]["p"]["fraction"] == "2/9");
  CHECK_FALSE(json.contains("steps"));
  // The components of a distribution share its whole chi-square distance.
  double sum = 0;
  for (const auto& component : json["components"]) sum += component["chi_square_distance"].get<double>();
  CHECK(sum == doctest::Approx(1.0 / 9));
}

TEST_CASE("no more than a hundred permutations of two distributions are told apart, the farthest first") {
  const nlohmann::ordered_json json =
      comparison_json(distribution_of("a", 5, 7, 9), distribution_of("b", 5, 3));
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

TEST_CASE("decks of two to eight cards have components, and what may be no permutation has none") {
  CHECK(components_of(distribution_of("", 1, 1).distribution).empty());
  CHECK(components_of(distribution_of("", 2, 2).distribution).size() == 1);
  CHECK(components_of(distribution_of("", 8, 1).distribution).size() ==
        21);  // 22 partitions of 8, but for (8)
  CHECK(components_of(distribution_of("", 9, 1).distribution).empty());
  CHECK(components_of(distribution_of("", 3, 3, 0, 5).distribution).empty());
}
