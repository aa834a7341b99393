#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include "core/diagnosis/likelihoods.hpp"
#include "core/permutation/permutation.hpp"
#include "core/statistics/multinomial_for_tests.hpp"
#include "core/statistics/tail.hpp"

using namespace fairshuffle;

namespace {

std::vector<double> uniform_where(int deck_size, auto&& comes) {
  std::vector<double> distribution;
  std::vector<Card> permutation = permutation_of_rank(0, deck_size);
  double permutations = 0;
  do {
    distribution.push_back(comes(permutation) ? 1 : 0);
    permutations += distribution.back();
  } while (to_next_permutation(permutation));
  for (double& probability : distribution) probability /= permutations;
  return distribution;
}

std::vector<double> fair(int deck_size) {
  return uniform_where(deck_size, [](const auto&) { return true; });
}

}  // namespace

// Each reason by itself leaves the cells of the others as they are, or nearly.
TEST_CASE("a distribution is rejected by parity, places, what comes behind a card, fixed points and cycles") {
  std::mt19937_64 words(1);
  const auto rejects_fair = [&words](auto&& comes) {
    const std::vector<double> distribution = uniform_where(6, comes);
    const PermutationMarginals marginals(6, multinomial_for_test(distribution, 200, words));
    CHECK_FALSE(marginals.reject(distribution, 1e-15, 1e-6));
    return marginals.reject(fair(6), 1e-15, 1e-6);
  };
  CHECK_FALSE(rejects_fair([](const auto&) { return true; }));
  CHECK(rejects_fair([](const auto& permutation) { return is_even(permutation); }));
  CHECK(rejects_fair([](const auto& permutation) { return permutation[2] != 3; }));
  CHECK(rejects_fair([](const auto& permutation) { return permutation[2] == 3 || permutation[2] == 4; }));
  CHECK(rejects_fair([](const auto& permutation) { return fixed_points(permutation) == 1; }));
  CHECK(rejects_fair([](const auto& permutation) {
    return cycle_count(permutation) == 2 || cycle_count(permutation) == 3;
  }));
  CHECK(rejects_fair([](const auto& permutation) {
    for (std::size_t position = 1; position < permutation.size(); ++position) {
      if (permutation[position - 1] == 4 && permutation[position] == 1) return false;
    }
    return true;
  }));
}

// With three cards parity has the only cells of which one half is due. By its binomial distribution, both
// sides.
TEST_CASE("a cell is rejected by a bound on its binomial tail, above it by as much as a bound may be") {
  const std::vector<double> distribution = fair(3);
  const double level = 1e-4, cells = 9 + 9 + 4 + 4 + 2;
  bool was_rejected = false;
  for (std::uint64_t more = 0; more <= 33; ++more) {
    CAPTURE(more);
    // Even permutations are of ranks 0, 3 and 4.
    const std::vector<std::uint64_t> counts{33 + more, 33 - more, 33 - more, 33 + more, 33 + more, 33 - more};
    const double p = binomial_upper_tail(3 * (33 + more), 198, 0.5).p;
    const bool rejected = PermutationMarginals(3, counts).reject(distribution, 1e-15, level);
    if (rejected) CHECK(p < level / (2 * cells));
    if (p < level / (2 * cells) / 20) CHECK(rejected);
    was_rejected = was_rejected || rejected;
  }
  CHECK(was_rejected);
}

TEST_CASE("what cannot come, and came, is rejected; what must come and did is not") {
  const std::vector<double> sorted =
      uniform_where(4, [](const auto& permutation) { return rank_of(permutation) == 0; });
  std::vector<std::uint64_t> counts(24);
  counts[0] = 50;
  CHECK_FALSE(PermutationMarginals(4, counts).reject(sorted, 1e-15, 1e-4));
  counts[7] = 1;
  CHECK(PermutationMarginals(4, counts).reject(sorted, 1e-15, 1e-4));
}

// Of 3,000 samples of the distribution 1e-2 would leave 30; 60 come with a probability of 2e-7.
TEST_CASE("the true distribution is rejected no more often than it says" *
          doctest::test_suite("simulations")) {
  std::mt19937_64 words(3);
  for (const std::uint64_t trials : {10U, 300U}) {
    CAPTURE(trials);
    int rejected = 0;
    for (int sample = 0; sample < 3'000; ++sample) {
      rejected +=
          PermutationMarginals(5, multinomial_for_test(fair(5), trials, words)).reject(fair(5), 1e-15, 1e-2);
    }
    CHECK(rejected < 60);
  }
}
