// Where the biases of the catalogue live, against values computed in rational arithmetic by other code
// (core/README.md 3).
#include <algorithm>
#include <cmath>
#include <functional>

#include <doctest/doctest.h>

#include "core/exact/components.hpp"
#include "core/exact/distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/setup_for_test.hpp"

using namespace fairshuffle;

namespace {

std::vector<Component> components_of_shuffle(std::string_view shuffle, int deck_size) {
  return components_of(deck_size, numeric_distribution_of(setup_for_test(shuffle, deck_size)).probability);
}

void check_components(const std::vector<Component>& components,
                      const std::function<double(const Component&)>& expected) {
  for (const Component& component : components) {
    CAPTURE(to_text(component.partition));
    CHECK(std::abs(component.chi_square_distance - expected(component)) <= 1e-11);
  }
}

bool is_hook(const Partition& partition) {
  return partition.size() < 2 || partition[1] == 1;
}

}  // namespace

TEST_CASE("the bias of naive swap at five cards lies where exact fractions say") {
  const std::vector<Component> components = components_of_shuffle("naive-swap", 5);
  const double expected[] = {363072. / 9765625, 597. / 1953125,   8676. / 1953125,
                             1. / 390625,       16384. / 9765625, 59049. / 9765625};
  REQUIRE(components.size() == std::size(expected));
  for (std::size_t i = 0; i < components.size(); ++i) {
    CHECK(components[i].chi_square_distance == doctest::Approx(expected[i]).scale(0).epsilon(1e-11));
  }
}

TEST_CASE("Sattolo's bias is 1 in every hook and 0 elsewhere") {
  for (int n = 2; n <= 7; ++n) {
    check_components(components_of_shuffle("sattolo", n),
                     [](const Component& component) { return is_hook(component.partition) ? 1.0 : 0.0; });
  }
}

TEST_CASE("the bias of a permutation applied twice is 1 in every component") {
  for (int n = 2; n <= 6; ++n) {
    check_components(components_of_shuffle("applied-twice", n), [](const Component&) { return 1.0; });
  }
}

TEST_CASE("the bias of a random cut of five cards is 0, 5, 12, 5, 0, 1 by component") {
  const std::vector<Component> components = components_of_shuffle("random-cut", 5);
  const double expected[] = {0, 5, 12, 5, 0, 1};
  REQUIRE(components.size() == std::size(expected));
  for (std::size_t i = 0; i < components.size(); ++i)
    CHECK(std::abs(components[i].chi_square_distance - expected[i]) < 1e-12);
}

TEST_CASE(
    "for every shuffle of the catalogue the components add up to chi-square distance, with positions and "
    "parity among them") {
  int distributions = 0;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    for (int n = 2; n <= 6; ++n) {
      const SampleSetup setup = setup_for_test(shuffle.name, n);
      if (!why_no_distribution(setup).empty()) continue;
      CAPTURE(shuffle.name);
      CAPTURE(n);
      Distribution distribution;
      try {
        distribution = enumerate(setup, 300'000);
      } catch (const EnumerationRefused&) {
        continue;
      }
      if (distribution.invalid != 0) continue;
      ++distributions;
      const std::vector<Component> components = components_of(n, numeric(distribution).probability);
      double sum = 0;
      for (const Component& component : components) {
        sum += component.chi_square_distance;
        CHECK(component.chi_square_distance >= 0);
      }
      CHECK(sum == doctest::Approx(to_double(chi_square_distance(distribution))).epsilon(1e-11));
      const Fraction even_minus_odd = 2 * even_probability(distribution) - 1;
      CHECK(components.back().chi_square_distance ==
            doctest::Approx(to_double(Fraction(even_minus_odd * even_minus_odd))).epsilon(1e-11));
      if (n > 2)
        CHECK(components.front().chi_square_distance ==
              doctest::Approx(to_double(chi_square_distance_positions(distribution))).epsilon(1e-11));
    }
  }
  CHECK(distributions >= 60);
}
