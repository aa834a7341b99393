#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "core/diagnosis/likelihoods.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/permutation/permutation.hpp"
#include "core/statistics/multinomial_for_tests.hpp"

using namespace fairshuffle;

namespace {

using DistributionOfPermutations = std::vector<double>;

Tally counted(const std::vector<std::uint64_t>& counts, int deck_size) {
  RunningTally tally(deck_size, 0);
  for (std::uint64_t rank = 0; rank < counts.size(); ++rank) tally.add_rank(rank, counts[rank]);
  return tally.complete();
}

DistributionOfPermutations fair_distribution(std::uint64_t permutations) {
  return DistributionOfPermutations(permutations, 1 / static_cast<double>(permutations));
}

// Term by term and order by order, nothing left out: the mixture as it is defined.
double log10_of_definition(const std::vector<std::uint64_t>& counts, int deck_size) {
  std::vector<double> log_terms;
  const TermWeights weights(known_distributions(deck_size));
  for (const KnownDistribution& known : known_distributions(deck_size).distributions) {
    for (std::size_t symmetry = 0; symmetry < all_symmetries.size(); ++symmetry) {
      const auto image = image_ranks(all_symmetries[symmetry], deck_size);
      double log_term = std::log(weights.of(known, symmetry));
      bool possible = true;
      for (std::size_t rank = 0; rank < counts.size(); ++rank) {
        const auto count = static_cast<double>(counts[image[rank]]);
        const double p = known.distribution->probability[rank];
        if (count == 0) continue;
        possible = possible && p > 1e-12;
        log_term += count * std::log(static_cast<double>(counts.size()) * p);
      }
      if (possible) log_terms.push_back(log_term);
    }
  }
  const double largest = std::ranges::max(log_terms);
  double sum = 0;
  for (const double log_term : log_terms) sum += std::exp(log_term - largest);
  return (largest + std::log(sum)) / std::numbers::ln10;
}

// Terms may be left out of which no one is above e^4, and those of distributions that are far from the
// counts.
void check_definition(double told, double defined) {
  CHECK(told <= defined + 1e-6);
  CHECK(std::pow(10, std::min(told, 300.0)) + std::exp(4) >= std::pow(10, std::min(defined - 1e-6, 300.0)));
}

}  // namespace

TEST_CASE("the weights of all known distributions, in all readings, add up to one") {
  for (int deck_size = 3; deck_size <= 7; ++deck_size) {
    const KnownDistributions& known = known_distributions(deck_size);
    const TermWeights weights(known);
    double sum = 0;
    for (const KnownDistribution& distribution : known.distributions) {
      for (std::size_t symmetry = 0; symmetry < all_symmetries.size(); ++symmetry) {
        sum += weights.of(distribution, symmetry);
      }
    }
    CHECK(sum == doctest::Approx(1).epsilon(1e-12));
    CHECK(known.not_found.empty());
  }
}

TEST_CASE("an e-value is the mixture that its definition says, whatever terms are left out") {
  std::mt19937_64 words(1);
  for (const char* shuffle : {"naive-swap", "sattolo", "comparator-sort", "riffle", "random-cut"}) {
    for (const int deck_size : {3, 4, 5}) {
      CAPTURE(shuffle);
      CAPTURE(deck_size);
      const DistributionOfPermutations distribution =
          numeric_distribution_of(setup_for_test(shuffle, deck_size)).probability;
      for (const std::uint64_t trials : {2'400U, 16'384U}) {
        const auto counts = multinomial_for_test(distribution, trials, words);
        const double told = log10_e_value(counted(counts, deck_size));
        check_definition(told, log10_of_definition(counts, deck_size));
        if (deck_size > 3) CHECK(told > 3);
      }
    }
  }
  const auto counts = multinomial_for_test(fair_distribution(24), 100'000, words);
  check_definition(log10_e_value(counted(counts, 4)), log10_of_definition(counts, 4));
}

TEST_CASE("one trial of a permutation that a distribution excludes ends its terms for good") {
  // Sattolo's three cards have two permutations; in other readings the four others are two pairs of such
  // permutations.
  std::vector<std::uint64_t> counts(6, 0);
  const DistributionOfPermutations sattolo =
      numeric_distribution_of(setup_for_test("sattolo", 3)).probability;
  for (std::size_t rank = 0; rank < 6; ++rank) counts[rank] = sattolo[rank] > 0 ? 500 : 0;
  const double before = log10_e_value(counted(counts, 3));
  CHECK(before > 450);  // 1,000 times log10 3, less the weight
  for (std::uint64_t& count : counts) count += 1;
  CHECK(log10_e_value(counted(counts, 3)) < before - 1);
}

TEST_CASE("a fair shuffle's e-value is ever at ten with probability a tenth, whenever it is looked at" *
          doctest::test_suite("simulations")) {
  // Ville: of 1,000 runs of 38 looks, 100 may come to ten or more. The standard deviation is 9.5, and five of
  // them are allowed: a correct program fails with probability below 1e-6.
  for (const int deck_size : {3, 4, 5}) {
    const DistributionOfPermutations fair = fair_distribution(permutation_count(deck_size));
    std::mt19937_64 words(7 + static_cast<unsigned>(deck_size));
    const int runs = deck_size == 3 ? 1'000 : deck_size == 4 ? 400 : 100;
    int at_ten = 0;
    for (int run = 0; run < runs; ++run) {
      std::vector<std::uint64_t> counts(fair.size());
      double most = -1000;
      for (std::uint64_t trials = 50; trials < 200'000; trials += trials / 4) {
        const auto drawn = multinomial_for_test(fair, trials / 4, words);
        for (std::size_t rank = 0; rank < counts.size(); ++rank) counts[rank] += drawn[rank];
        most = std::max(most, log10_e_value(counted(counts, deck_size)));
      }
      at_ten += most >= 1;
    }
    MESSAGE(deck_size, " cards: ", at_ten, " of ", runs, " runs came to ten");
    CHECK(at_ten <= runs / 10 + 5 * std::sqrt(runs * 0.09));
  }
}

TEST_CASE("a p-value of an e-value is its inverse, from where it says anything to below every double") {
  CHECK(p_of_e_value(-3).p == 1);
  CHECK(p_of_e_value(0).log10_p == 0);
  CHECK(p_of_e_value(6).p == doctest::Approx(1e-6).scale(0));
  CHECK(p_of_e_value(400).p == 0);
  CHECK(p_of_e_value(400).log10_p == -400);
  CHECK(p_of_e_value(6000).log10_p == smallest_log10_p);
  CHECK(p_of_e_value(-1e30).p == 1);
}
