#include "core/diagnosis/likelihoods.hpp"

#include <cmath>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "core/interpret/setup_for_test.hpp"

using namespace fairshuffle;

namespace {

constexpr std::size_t permutations_of_four = 24;

// A permutation of four cards whose eight images differ.
std::size_t rank_of_eight_images() {
  for (std::size_t rank = 0; rank < permutations_of_four; ++rank) {
    std::set<std::uint32_t> images;
    for (const Symmetry& symmetry : all_symmetries) images.insert(image_ranks(symmetry, 4)[rank]);
    if (images.size() == 8) return rank;
  }
  return permutations_of_four;
}

NumericDistribution distribution_with(std::size_t rank, double probability) {
  NumericDistribution distribution{.deck_size = 4, .probability = {}, .invalid = 0, .error = 0};
  distribution.probability.assign(permutations_of_four, (1 - probability) / (permutations_of_four - 1));
  distribution.probability[rank] = probability;
  return distribution;
}

Tally tally_of(std::size_t rank, std::uint64_t trials) {
  RunningTally tally(4, 0);
  tally.add_rank(rank, trials);
  return tally.complete();
}

std::vector<std::size_t> survivors_of(const std::vector<NumericDistribution>& distributions,
                                      const Readings& readings) {
  Likelihoods likelihoods(readings);
  for (const NumericDistribution& distribution : distributions)
    likelihoods.add(known_distribution(setup_for_test("sattolo", 4), distribution));
  std::vector<std::size_t> indices;
  for (const Survivor& survivor : likelihoods.take_survivors()) {
    indices.push_back(Likelihoods::index_of(survivor));
  }
  return indices;
}

}  // namespace

TEST_CASE(
    "a plain distribution excludes another from a ratio of 2e4 for each mistake on, a turned one from 14e4") {
  const std::size_t rank = rank_of_eight_images();
  REQUIRE(rank < permutations_of_four);
  // Ten trials, all of one permutation: the ratio of two distributions is that of their probabilities of it,
  // to the tenth.
  const Readings readings(tally_of(rank, 10));
  const double plain = std::pow(2 * 2e4, 0.1);
  CHECK(survivors_of({distribution_with(rank, 0.5), distribution_with(rank, 0.5 / (0.99 * plain))},
                     readings) == std::vector<std::size_t>{0, 8});
  CHECK(survivors_of({distribution_with(rank, 0.5), distribution_with(rank, 0.5 / (1.01 * plain))},
                     readings) == std::vector<std::size_t>{0});
  // The first distribution read through the last symmetry.
  std::size_t before = 0;
  while (image_ranks(all_symmetries[7], 4)[before] != rank) ++before;
  const double turned = std::pow(2 * 14e4, 0.1);
  CHECK(survivors_of({distribution_with(before, 0.5), distribution_with(rank, 0.5 / (0.99 * turned))},
                     readings) == std::vector<std::size_t>{7, 8});
  CHECK(survivors_of({distribution_with(before, 0.5), distribution_with(rank, 0.5 / (1.01 * turned))},
                     readings) == std::vector<std::size_t>{7});
}

TEST_CASE(
    "a distribution that makes the counts less than a hundred times as likely as fairness does not survive") {
  const std::size_t rank = rank_of_eight_images();
  const Readings readings(tally_of(rank, 10));
  const double tenth_root = std::pow(100, 0.1);
  CHECK(survivors_of({distribution_with(rank, 1.01 * tenth_root / 24)}, readings) ==
        std::vector<std::size_t>{0});
  CHECK(survivors_of({distribution_with(rank, 0.99 * tenth_root / 24)}, readings).empty());
}

TEST_CASE("the greatest excluded likelihood is of those that do not fit and are not impossible") {
  const std::size_t rank = rank_of_eight_images();
  const Readings readings(tally_of(rank, 10));
  Likelihoods likelihoods(readings);
  NumericDistribution impossible = distribution_with(rank, 0);
  likelihoods.add(known_distribution(setup_for_test("sattolo", 4), impossible));
  likelihoods.add(known_distribution(setup_for_test("sattolo", 4), distribution_with(rank, 0.5)));
  CHECK(likelihoods.suspects() == 2);
  CHECK(likelihoods.fair() == doctest::Approx(-10 * std::log(24.0)));
  CHECK(likelihoods.greatest_excluded({}).value() == doctest::Approx(10 * std::log(0.5)));
  // Turned, the distributions give the order what they give the others.
  CHECK(likelihoods.greatest_excluded({8}).value() == doctest::Approx(10 * std::log(1.0 / 23)));
  std::vector<std::size_t> all;
  for (std::size_t index = 0; index < 16; ++index) all.push_back(index);
  CHECK_FALSE(likelihoods.greatest_excluded(all).has_value());
}

TEST_CASE("every reading's likelihood is that of the counts read through its symmetry") {
  for (int deck_size = 3; deck_size <= 7; ++deck_size) {
    const std::uint64_t permutations = permutation_count(deck_size);
    RunningTally tally(deck_size, 0);
    for (std::uint64_t rank = 0; rank < permutations; ++rank) tally.add_rank(rank, rank * rank % 101);
    const Tally whole = tally.complete();
    // Whole numbers, so that no sum depends on its order.
    std::vector<double> distribution;
    for (std::uint64_t rank = 0; rank < permutations; ++rank)
      distribution.push_back(static_cast<double>(rank * 7 % 37));
    const BySymmetry read = Readings(whole).log_likelihoods(distribution);
    const std::vector<std::uint64_t> counts = whole.permutations->by_rank();
    for (std::size_t symmetry = 0; symmetry < all_symmetries.size(); ++symmetry) {
      const std::vector<std::uint32_t> image = image_ranks(all_symmetries[symmetry], deck_size);
      double sum = 0;
      for (std::uint64_t rank = 0; rank < permutations; ++rank) {
        sum += static_cast<double>(counts[image[rank]]) * distribution[rank];
      }
      CHECK(read[symmetry] == sum);
    }
  }
}
