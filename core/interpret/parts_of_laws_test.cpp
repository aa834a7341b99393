// Where the biases of the catalogue live, against values computed in rational arithmetic by other code
// (core/README.md 3).
#include <algorithm>
#include <cmath>
#include <functional>

#include <doctest/doctest.h>

#include "core/exact/components.hpp"
#include "core/exact/law.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/setup_for_test.hpp"

using namespace fairshuffle;

namespace {

std::vector<Part> parts_of_shuffle(std::string_view shuffle, int deck_size) {
  return parts_of(deck_size, numeric_law_of(setup_for_test(shuffle, deck_size)).probability);
}

void check_parts(const std::vector<Part>& parts, const std::function<double(const Part&)>& expected) {
  for (const Part& part : parts) {
    CAPTURE(to_text(part.partition));
    CHECK(std::abs(part.phi2 - expected(part)) <= 1e-11);
  }
}

bool is_hook(const Partition& partition) {
  return partition.size() < 2 || partition[1] == 1;
}

}  // namespace

TEST_CASE("the bias of naive swap at five cards lies where exact fractions say") {
  const std::vector<Part> parts = parts_of_shuffle("naive-swap", 5);
  const double expected[] = {363072. / 9765625, 597. / 1953125,   8676. / 1953125,
                             1. / 390625,       16384. / 9765625, 59049. / 9765625};
  REQUIRE(parts.size() == std::size(expected));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    CHECK(parts[i].phi2 == doctest::Approx(expected[i]).scale(0).epsilon(1e-11));
  }
}

TEST_CASE("Sattolo's bias is 1 in every hook and 0 elsewhere") {
  for (int n = 2; n <= 7; ++n) {
    check_parts(parts_of_shuffle("sattolo", n),
                [](const Part& part) { return is_hook(part.partition) ? 1.0 : 0.0; });
  }
}

TEST_CASE("the bias of an order applied twice is 1 in every part") {
  for (int n = 2; n <= 6; ++n) {
    check_parts(parts_of_shuffle("applied-twice", n), [](const Part&) { return 1.0; });
  }
}

TEST_CASE("the bias of a random cut of five cards is 0, 5, 12, 5, 0, 1 by part") {
  const std::vector<Part> parts = parts_of_shuffle("random-cut", 5);
  const double expected[] = {0, 5, 12, 5, 0, 1};
  REQUIRE(parts.size() == std::size(expected));
  for (std::size_t i = 0; i < parts.size(); ++i) CHECK(std::abs(parts[i].phi2 - expected[i]) < 1e-12);
}

TEST_CASE(
    "for every shuffle of the catalogue the parts add up to phi2, with positions and parity among them") {
  int laws = 0;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    for (int n = 2; n <= 6; ++n) {
      const SampleSetup setup = setup_for_test(shuffle.name, n);
      if (!why_no_law(setup).empty()) continue;
      CAPTURE(shuffle.name);
      CAPTURE(n);
      Law law;
      try {
        law = enumerate(setup, 300'000);
      } catch (const EnumerationRefused&) {
        continue;
      }
      if (law.invalid != 0) continue;
      ++laws;
      const std::vector<Part> parts = parts_of(n, numeric(law).probability);
      double sum = 0;
      for (const Part& part : parts) {
        sum += part.phi2;
        CHECK(part.phi2 >= 0);
      }
      CHECK(sum == doctest::Approx(to_double(phi2(law))).epsilon(1e-11));
      const Fraction even_minus_odd = 2 * even_probability(law) - 1;
      CHECK(parts.back().phi2 ==
            doctest::Approx(to_double(Fraction(even_minus_odd * even_minus_odd))).epsilon(1e-11));
      if (n > 2) CHECK(parts.front().phi2 == doctest::Approx(to_double(phi2_positions(law))).epsilon(1e-11));
    }
  }
  CHECK(laws >= 60);
}
