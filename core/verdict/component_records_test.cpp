#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/verdict/certificate.hpp"
#include "core/verdict/judging_for_tests.hpp"

using namespace fairshuffle;

namespace {

// Trials drawn from permutations that come as often as `weight(order)` says, judged once by all tests.
template <class Weight>
Findings judged_once(int deck_size, int trials, Weight weight) {
  RunSettings settings;
  settings.tests = names_of_all_tests();
  const TallyHalves halves = halves_of(
      deck_size, trials, 5, [&](std::uint64_t rank) { return weight(permutation_of_rank(rank, deck_size)); });
  return judged(halves, settings, {.is_last = true, .family = 30});
}

const ComponentRecord& component_named(const Findings& record, std::string_view name) {
  const auto found = std::ranges::find(record.components, name, &ComponentRecord::name);
  REQUIRE(found != record.components.end());
  return *found;
}

}  // namespace

TEST_CASE("a bias of which two cards lie on top is one of unordered pairs, and how much of it") {
  // Cards 0 and 1 on top, in either order, a fifth too often, and otherwise no card favoured there.
  const Findings record = judged_once(5, 200'000, [](const std::vector<Card>& permutation) {
    return (permutation[0] < 2) == (permutation[1] < 2) && (permutation[0] < 2 || permutation[0] == 4) ? 1.2
                                                                                                       : 1.0;
  });
  REQUIRE(record.verdict == Verdict::biased);
  double shares = 0, chi_square_distance = 0;
  for (const ComponentRecord& component : record.components) {
    shares += component.share.value();
    chi_square_distance += component.chi_square_distance;
    const TestRecord* test = test_named(record.tests, component.judged_by);
    REQUIRE(test != nullptr);
    CHECK(test->statistic == component.statistic);
    CHECK(test->p_value == component.p_value);
    CHECK(test->test == (component.name == "single cards" ? "positions"
                         : component.name == "parity"     ? "parity"
                                                          : "components"));
  }
  CHECK(record.components.size() == 6);
  CHECK(shares == doctest::Approx(1));
  CHECK(chi_square_distance == doctest::Approx(record.bias.chi_square_distance.value()).epsilon(1e-9));
  CHECK(component_named(record, "unordered pairs").share.value() > 0.2);
  CHECK(std::abs(component_named(record, "parity").share.value()) < 0.05);
}

TEST_CASE("a bias of parity lies in parity, all of it") {
  const Findings record = judged_once(
      5, 200'000, [](const std::vector<Card>& permutation) { return is_even(permutation) ? 1.1 : 1.0; });
  CHECK(component_named(record, "parity").share.value() == doctest::Approx(1).epsilon(0.1));
}

TEST_CASE("the bias of a permutation applied twice, 1 in each of ten components, is shared by all ten") {
  std::vector<int> roots(720);
  for (std::uint64_t rank = 0; rank < roots.size(); ++rank) {
    const std::vector<Card> permutation = permutation_of_rank(rank, 6);
    std::vector<Card> twice;
    for (const Card card : permutation) twice.push_back(permutation[card]);
    ++roots[rank_of(twice)];
  }
  const Findings record = judged_once(
      6, 20'000, [&](const std::vector<Card>& permutation) { return roots[rank_of(permutation)]; });
  REQUIRE(record.components.size() == 10);
  for (const ComponentRecord& component : record.components)
    CHECK(component.share.value() == doctest::Approx(0.1).epsilon(0.5));
}

TEST_CASE("a fair deck has components and no shares of a bias") {
  const Findings record = judged_once(4, 100'000, [](const std::vector<Card>&) { return 1.0; });
  CHECK(record.verdict == Verdict::inconclusive);
  REQUIRE(record.components.size() == 4);
  for (const ComponentRecord& component : record.components) {
    CHECK_FALSE(component.share.has_value());
    CHECK(component.applied);
  }
}

TEST_CASE("without a verdict of bias, and where trials depend on each other, no share is told") {
  Tally whole(3, 0);
  const auto permutations = std::make_shared<PermutationCounts>(3);
  whole.permutations.emplace(permutations);
  for (std::uint64_t rank = 0; rank < 6; ++rank) {
    const std::uint64_t trials = rank < 3 ? 1200 : 800;
    permutations->add(rank, trials);
    whole.add_to_derived(permutation_of_rank(rank, 3), trials);
    whole.trials += trials;
  }
  Findings record;
  record.verdict = Verdict::inconclusive;
  CHECK_FALSE(component_records(whole, record).front().share.has_value());
  record.verdict = Verdict::biased;
  CHECK(component_records(whole, record).front().share.has_value());
  record.dependent = true;
  CHECK_FALSE(component_records(whole, record).front().share.has_value());
}

TEST_CASE("a bias is shared out from three standard errors of fair decks on") {
  // Of 6,000 trials of three cards, whose components have five degrees of freedom together: what is measured
  // of chi-square distance is its chi-square less 5, over the trials, and its standard error the square root
  // of 10 over them.
  const auto has_shares = [](std::uint64_t off) {
    Tally whole(3, 0);
    const auto permutations = std::make_shared<PermutationCounts>(3);
    whole.permutations.emplace(permutations);
    for (std::uint64_t rank = 0; rank < 6; ++rank) {
      const std::uint64_t trials = rank == 0 ? 1000 + off : rank == 5 ? 1000 - off : 1000;
      permutations->add(rank, trials);
      whole.add_to_derived(permutation_of_rank(rank, 3), trials);
      whole.trials += trials;
    }
    Findings record;
    record.verdict = Verdict::biased;
    return component_records(whole, record).front().share.has_value();
  };
  CHECK_FALSE(has_shares(83));  // (13.8 - 5) / sqrt(10) = 2.8
  CHECK(has_shares(88));        // (15.5 - 5) / sqrt(10) = 3.3
}

TEST_CASE("components are told from two to eight cards") {
  const auto even = [](const std::vector<Card>& permutation) { return is_even(permutation) ? 1.0 : 0.0; };
  CHECK(judged_once(1, 100, even).components.empty());
  const Findings two = judged_once(2, 5000, even);
  CHECK(two.components.size() == 1);
  CHECK(judged_once(3, 5000, even).components.size() == 2);
  // Too few trials for a p-value of a component of 90^2 degrees of freedom, but not for its estimate.
  const Findings eight = judged_once(8, 5000, even);
  REQUIRE(eight.components.size() == 21);
  CHECK_FALSE(component_named(eight, "fours split 2+1+1").applied);
  CHECK(component_named(eight, "parity").chi_square_distance == doctest::Approx(1));
  CHECK(judged_once(9, 100, even).components.empty());
}
