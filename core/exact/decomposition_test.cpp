#include <cmath>
#include <random>
#include <stdexcept>

#include <doctest/doctest.h>

#include "core/exact/components.hpp"
#include "core/exact/matrices_for_tests.hpp"

using namespace fairshuffle;

namespace {

std::vector<double> random_distribution(int deck_size, std::uint64_t seed) {
  std::mt19937_64 words(seed);
  std::vector<double> distribution(permutation_count(deck_size));
  double sum = 0;
  for (double& probability : distribution) {
    probability = std::ldexp(static_cast<double>(words() >> 11), -53);
    sum += probability;
  }
  for (double& probability : distribution) probability /= sum;
  return distribution;
}

double chi_square_distance_of(std::span<const double> distribution) {
  const auto permutations = static_cast<double>(distribution.size());
  double sum = 0;
  for (const double probability : distribution)
    sum += (probability - 1 / permutations) * (probability - 1 / permutations);
  return permutations * sum;
}

double sum_of(const std::vector<Component>& components) {
  double sum = 0;
  for (const Component& component : components) sum += component.chi_square_distance;
  return sum;
}

void check_same_parts(const std::vector<Component>& found, const std::vector<Component>& expected,
                      double scale) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(to_text(found[i].partition));
    CHECK(found[i].partition == expected[i].partition);
    CHECK(std::abs(found[i].chi_square_distance - expected[i].chi_square_distance) < 1e-12 * scale);
  }
}

// The distribution of order `relabel(order)`.
template <class Relabel>
std::vector<double> relabelled(int deck_size, std::span<const double> distribution, Relabel relabel) {
  std::vector<double> result(distribution.size());
  for (std::uint64_t rank = 0; rank < distribution.size(); ++rank) {
    result[rank_of(relabel(permutation_of_rank(rank, deck_size)))] = distribution[rank];
  }
  return result;
}

}  // namespace

TEST_CASE("the quick transform gives what adding up the matrices of all permutations gives") {
  for (int n = 2; n <= 5; ++n) {
    const std::vector<double> distribution = random_distribution(n, 7);
    const auto irreducibles_of_deck = irreducibles(n).back();
    std::vector<Component> expected;
    for (const Irreducible& irreducible : std::span(irreducibles_of_deck).subspan(1)) {
      Matrix sum = zero_matrix(irreducible.dimension);
      for (std::uint64_t rank = 0; rank < distribution.size(); ++rank) {
        const Matrix matrix = matrix_of_permutation(irreducible, permutation_of_rank(rank, n));
        for (std::size_t i = 0; i < sum.size(); ++i) {
          for (std::size_t j = 0; j < sum.size(); ++j) sum[i][j] += distribution[rank] * matrix[i][j];
        }
      }
      double squares = 0;
      for (const auto& row : sum) {
        for (const double entry : row) squares += entry * entry;
      }
      expected.push_back({.partition = irreducible.partition,
                          .name = "",
                          .dimension = irreducible.dimension,
                          .chi_square_distance = static_cast<double>(irreducible.dimension) * squares});
    }
    check_same_parts(components_of(n, distribution), expected, chi_square_distance_of(distribution));
  }
}

TEST_CASE("the components of any distribution add up to its chi-square distance") {
  for (int n = 2; n <= 8; ++n) {
    const std::vector<double> distribution = random_distribution(n, 8);
    CHECK(sum_of(components_of(n, distribution)) ==
          doctest::Approx(chi_square_distance_of(distribution)).scale(0).epsilon(1e-12));
  }
}

TEST_CASE("a deck that always comes out in one order has d^2 in every component") {
  for (int n = 2; n <= 7; ++n) {
    for (const std::uint64_t rank : {std::uint64_t{0}, permutation_count(n) / 3, permutation_count(n) - 1}) {
      std::vector<double> distribution(permutation_count(n));
      distribution[rank] = 1;
      for (const Component& component : components_of(n, distribution)) {
        CHECK(component.chi_square_distance ==
              doctest::Approx(static_cast<double>(component.dimension * component.dimension))
                  .scale(0)
                  .epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("inverse permutations, renamed cards and renamed positions leave every component as it is") {
  for (int n = 3; n <= 7; ++n) {
    const std::vector<double> distribution = random_distribution(n, 9);
    const std::vector<Component> components = components_of(n, distribution);
    const std::vector<Card> names = permutation_of_rank(permutation_count(n) / 2 + 1, n);
    const auto inverse = [](const std::vector<Card>& permutation) {
      std::vector<Card> result(permutation.size());
      for (std::size_t position = 0; position < permutation.size(); ++position) {
        result[permutation[position]] = static_cast<Card>(position);
      }
      return result;
    };
    const auto cards = [&](std::vector<Card> permutation) {
      for (Card& card : permutation) card = names[card];
      return permutation;
    };
    const auto positions = [&](const std::vector<Card>& permutation) {
      std::vector<Card> result(permutation.size());
      for (std::size_t position = 0; position < permutation.size(); ++position) {
        result[names[position]] = permutation[position];
      }
      return result;
    };
    check_same_parts(components_of(n, relabelled(n, distribution, inverse)), components,
                     chi_square_distance_of(distribution));
    check_same_parts(components_of(n, relabelled(n, distribution, cards)), components,
                     chi_square_distance_of(distribution));
    check_same_parts(components_of(n, relabelled(n, distribution, positions)), components,
                     chi_square_distance_of(distribution));
  }
}

TEST_CASE("a bias of one card, of one pair or of parity lies in its own component alone") {
  const int n = 6;
  // What a card at a position tells belongs to (5,1); two cards in two positions, in any order, to (4,2) and
  // below; a sign to (1^6), and a card's position times the sign to (2,1,1,1,1).
  const auto components_with_bias = [](auto weight) {
    std::vector<double> distribution;
    for (std::uint64_t rank = 0; rank < permutation_count(n); ++rank)
      distribution.push_back(weight(permutation_of_rank(rank, n)));
    std::vector<std::string> names;
    for (const Component& component : components_of(n, distribution)) {
      if (component.chi_square_distance > 1e-9) names.push_back(component.name);
    }
    return names;
  };
  using Permutation = std::vector<Card>;
  using Names = std::vector<std::string>;
  CHECK(components_with_bias([](const Permutation& permutation) { return permutation[2] == 4; }) ==
        Names{"single cards"});
  CHECK(components_with_bias([](const Permutation& permutation) {
          return permutation[0] + permutation[1] == 1;
        }) == Names{"single cards", "unordered pairs"});
  CHECK(components_with_bias([](const Permutation& permutation) {
          return permutation[0] < permutation[1];
        }) == Names{"single cards", "ordered pairs"});
  CHECK(components_with_bias([](const Permutation& permutation) { return is_even(permutation); }) ==
        Names{"parity"});
  CHECK(components_with_bias([](const Permutation& permutation) {
          return is_even(permutation) == (permutation[3] == 0) ? 1.0 : 0.0;
        }) == Names{"single cards by parity", "parity"});
  CHECK(components_with_bias([](const Permutation& permutation) {
          return permutation[0] + permutation[1] + permutation[2] == 3;
        }) == Names{"single cards", "unordered pairs", "unordered triples"});
}

TEST_CASE(
    "what all permutations have in common changes no component, even where it is a thousand million times as "
    "much") {
  std::vector<double> counts = random_distribution(6, 10);
  for (double& count : counts) count = std::floor(count * 1e6);
  const std::vector<Component> components = components_of(6, counts);
  for (double& count : counts) count += 1e12;
  check_same_parts(components_of(6, counts), components, sum_of(components));
}

TEST_CASE("a distribution of the wrong size and a deck that is too large are refused") {
  CHECK_THROWS_AS(components_of(4, std::vector<double>(23)), std::invalid_argument);
  CHECK_THROWS_AS(components_of(1, std::vector<double>(1)), std::invalid_argument);
  CHECK_THROWS_AS(components_of(10, std::vector<double>(3628800)), std::invalid_argument);
}
