#include <cmath>
#include <random>
#include <stdexcept>

#include <doctest/doctest.h>

#include "core/exact/components.hpp"
#include "core/exact/matrices_for_tests.hpp"

using namespace fairshuffle;

namespace {

std::vector<double> random_law(int deck_size, std::uint64_t seed) {
  std::mt19937_64 words(seed);
  std::vector<double> law(order_count(deck_size));
  double sum = 0;
  for (double& probability : law) {
    probability = std::ldexp(static_cast<double>(words() >> 11), -53);
    sum += probability;
  }
  for (double& probability : law) probability /= sum;
  return law;
}

double phi2_of(std::span<const double> law) {
  const auto orders = static_cast<double>(law.size());
  double sum = 0;
  for (const double probability : law) sum += (probability - 1 / orders) * (probability - 1 / orders);
  return orders * sum;
}

double sum_of(const std::vector<Part>& parts) {
  double sum = 0;
  for (const Part& part : parts) sum += part.phi2;
  return sum;
}

void check_same_parts(const std::vector<Part>& found, const std::vector<Part>& expected, double scale) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(to_text(found[i].partition));
    CHECK(found[i].partition == expected[i].partition);
    CHECK(std::abs(found[i].phi2 - expected[i].phi2) < 1e-12 * scale);
  }
}

// The law of order `relabel(order)`.
template <class Relabel>
std::vector<double> relabelled(int deck_size, std::span<const double> law, Relabel relabel) {
  std::vector<double> result(law.size());
  for (std::uint64_t rank = 0; rank < law.size(); ++rank) {
    result[rank_of(relabel(order_of_rank(rank, deck_size)))] = law[rank];
  }
  return result;
}

}  // namespace

TEST_CASE("the quick transform gives what adding up the matrices of all orders gives") {
  for (int n = 2; n <= 5; ++n) {
    const std::vector<double> law = random_law(n, 7);
    const auto irreducibles_of_deck = irreducibles(n).back();
    std::vector<Part> expected;
    for (const Irreducible& irreducible : std::span(irreducibles_of_deck).subspan(1)) {
      Matrix sum = zero_matrix(irreducible.dimension);
      for (std::uint64_t rank = 0; rank < law.size(); ++rank) {
        const Matrix matrix = matrix_of_order(irreducible, order_of_rank(rank, n));
        for (std::size_t i = 0; i < sum.size(); ++i) {
          for (std::size_t j = 0; j < sum.size(); ++j) sum[i][j] += law[rank] * matrix[i][j];
        }
      }
      double squares = 0;
      for (const auto& row : sum) {
        for (const double entry : row) squares += entry * entry;
      }
      expected.push_back({.partition = irreducible.partition,
                          .name = "",
                          .dimension = irreducible.dimension,
                          .phi2 = static_cast<double>(irreducible.dimension) * squares});
    }
    check_same_parts(parts_of(n, law), expected, phi2_of(law));
  }
}

TEST_CASE("the parts of any law add up to its phi2") {
  for (int n = 2; n <= 8; ++n) {
    const std::vector<double> law = random_law(n, 8);
    CHECK(sum_of(parts_of(n, law)) == doctest::Approx(phi2_of(law)).scale(0).epsilon(1e-12));
  }
}

TEST_CASE("a deck that always comes out in one order has d^2 in every part") {
  for (int n = 2; n <= 7; ++n) {
    for (const std::uint64_t rank : {std::uint64_t{0}, order_count(n) / 3, order_count(n) - 1}) {
      std::vector<double> law(order_count(n));
      law[rank] = 1;
      for (const Part& part : parts_of(n, law)) {
        CHECK(part.phi2 ==
              doctest::Approx(static_cast<double>(part.dimension * part.dimension)).scale(0).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("inverse orders, renamed cards and renamed positions leave every part as it is") {
  for (int n = 3; n <= 7; ++n) {
    const std::vector<double> law = random_law(n, 9);
    const std::vector<Part> parts = parts_of(n, law);
    const std::vector<Card> names = order_of_rank(order_count(n) / 2 + 1, n);
    const auto inverse = [](const std::vector<Card>& order) {
      std::vector<Card> result(order.size());
      for (std::size_t position = 0; position < order.size(); ++position) {
        result[order[position]] = static_cast<Card>(position);
      }
      return result;
    };
    const auto cards = [&](std::vector<Card> order) {
      for (Card& card : order) card = names[card];
      return order;
    };
    const auto positions = [&](const std::vector<Card>& order) {
      std::vector<Card> result(order.size());
      for (std::size_t position = 0; position < order.size(); ++position) {
        result[names[position]] = order[position];
      }
      return result;
    };
    check_same_parts(parts_of(n, relabelled(n, law, inverse)), parts, phi2_of(law));
    check_same_parts(parts_of(n, relabelled(n, law, cards)), parts, phi2_of(law));
    check_same_parts(parts_of(n, relabelled(n, law, positions)), parts, phi2_of(law));
  }
}

TEST_CASE("a bias of one card, of one pair or of parity lies in its own part alone") {
  const int n = 6;
  // What a card at a position tells belongs to (5,1); two cards in two positions, in any order, to (4,2) and
  // below; a sign to (1^6), and a card's position times the sign to (2,1,1,1,1).
  const auto parts_with_bias = [](auto weight) {
    std::vector<double> law;
    for (std::uint64_t rank = 0; rank < order_count(n); ++rank) law.push_back(weight(order_of_rank(rank, n)));
    std::vector<std::string> names;
    for (const Part& part : parts_of(n, law)) {
      if (part.phi2 > 1e-9) names.push_back(part.name);
    }
    return names;
  };
  using Order = std::vector<Card>;
  using Names = std::vector<std::string>;
  CHECK(parts_with_bias([](const Order& order) { return order[2] == 4; }) == Names{"single cards"});
  CHECK(parts_with_bias([](const Order& order) { return order[0] + order[1] == 1; }) ==
        Names{"single cards", "unordered pairs"});
  CHECK(parts_with_bias([](const Order& order) { return order[0] < order[1]; }) ==
        Names{"single cards", "ordered pairs"});
  CHECK(parts_with_bias([](const Order& order) { return is_even(order); }) == Names{"parity"});
  CHECK(parts_with_bias([](const Order& order) { return is_even(order) == (order[3] == 0) ? 1.0 : 0.0; }) ==
        Names{"single cards by parity", "parity"});
  CHECK(parts_with_bias([](const Order& order) { return order[0] + order[1] + order[2] == 3; }) ==
        Names{"single cards", "unordered pairs", "unordered triples"});
}

TEST_CASE(
    "what all orders have in common changes no part, even where it is a thousand million times as much") {
  std::vector<double> counts = random_law(6, 10);
  for (double& count : counts) count = std::floor(count * 1e6);
  const std::vector<Part> parts = parts_of(6, counts);
  for (double& count : counts) count += 1e12;
  check_same_parts(parts_of(6, counts), parts, sum_of(parts));
}

TEST_CASE("a law of the wrong size and a deck that is too large are refused") {
  CHECK_THROWS_AS(parts_of(4, std::vector<double>(23)), std::invalid_argument);
  CHECK_THROWS_AS(parts_of(1, std::vector<double>(1)), std::invalid_argument);
  CHECK_THROWS_AS(parts_of(10, std::vector<double>(3628800)), std::invalid_argument);
}
