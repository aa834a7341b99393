#include "core/verdict/judge.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/record/deviations.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/tally/tally.hpp"
#include "core/verdict/certificate.hpp"
#include "core/verdict/judging_for_tests.hpp"

using namespace fairshuffle;

namespace {

TallyHalves fair_halves(int deck_size, int trials, std::uint64_t seed = 3) {
  return halves_of(deck_size, trials, seed, [](std::uint64_t) { return 1.0; });
}

double lower_bound_of(const TallyHalves& halves, double confidence) {
  return tv_lower_bound(chosen_bet(halves.first.complete(), halves.second.complete()), confidence);
}

}  // namespace

TEST_CASE(
    "a fair tally within its tolerance is fair, outside it undecided, and inconclusive at the last look") {
  const TallyHalves halves = fair_halves(4, 200'000);
  Budget budget;
  budget.tolerance = 0.02;
  CHECK(judged_by_all(halves, budget).verdict == Verdict::fair);
  budget.tolerance = 0.001;
  CHECK_FALSE(judged_by_all(halves, budget).verdict.has_value());
  const Findings last = judged_by_all(halves, budget, {.is_last = true});
  CHECK(last.verdict == Verdict::inconclusive);
  // A fair X2 gives lambda of about 47 at 23 degrees of freedom: 47 / (4e-6) trials.
  CHECK(last.trials_to_decide.value() == doctest::Approx(9e6).epsilon(0.5));
}

TEST_CASE(
    "a tally with one permutation five percent too frequent is biased, and the bounds hold its true "
    "distance") {
  const auto tilted = [](std::uint64_t rank) { return rank == 7 ? 1.5 : 1.0; };
  const TallyHalves halves = halves_of(4, 200'000, 5, tilted);
  const Findings record = judged_by_all(halves, {});
  CHECK(record.verdict == Verdict::biased);
  // p(7) = 1.5 / 24.5, so TV = p - 1/24. Each bound fails with probability 0.001 in theory; here the seed is
  // fixed and the true value lies more than five standard errors within.
  const double true_distance = 1.5 / 24.5 - 1.0 / 24;
  CHECK(record.bias.tv_lower.value() < true_distance);
  CHECK(record.bias.tv_upper.value() > true_distance);
  CHECK(record.bias.tv_lower.value() > true_distance / 2);
  CHECK(record.bias.tv_upper.value() < true_distance * 3);
}

TEST_CASE("what would decide is never fewer trials than the permutations test needs") {
  const TallyHalves halves = fair_halves(7, 20'000);
  Budget budget;
  budget.tolerance = 0.9;
  const Findings record = judged_by_all(halves, budget, {.is_last = true});
  CHECK(record.verdict == Verdict::inconclusive);
  CHECK(record.trials_to_decide.value() == 5 * 5040);
}

TEST_CASE("a test that rejects alone does not reject within a family of 1e15") {
  // Five permutations 16,000 times and one 17,000 times: X2 = 51.5 on 5 degrees of freedom, p = 7e-10.
  TallyHalves halves(3, 0);
  for (int round = 0; round < 17'000; ++round) {
    for (std::uint64_t rank = 0; rank < (round < 16'000 ? 6U : 1U); ++rank) {
      halves.first.add_rank(rank, 1);
    }
  }
  // Counted in this order, the trials would fail the test of repeats: only the permutations are put to the
  // test.
  RunSettings settings;
  settings.tests = {"permutations"};
  const auto judged_in = [&](const Look& look) { return judged(halves, settings, look); };
  constexpr std::uint64_t family = 1'000'000'000'000'000;
  const Findings alone = judged_in({.family = 1});
  const Findings in_family = judged_in({.family = family});
  CHECK(alone.verdict == Verdict::biased);
  CHECK_FALSE(in_family.verdict.has_value());
  CHECK(in_family.tests[0].adjusted_p > alone.tests[0].adjusted_p);
  // Hypotheses rejected before leave the family.
  CHECK(judged_in({.family = family, .rejected_before = family - 20}).verdict == Verdict::biased);
}

TEST_CASE(
    "an e-value rejects at half of alpha over all of the plan, beside a family that has the other half") {
  const auto record = [](std::string_view name, double p) {
    TestRecord test;
    test.name = test.test = name;
    test.applied = true;
    test.p_value = p;
    test.log10_p = std::log10(p);
    return test;
  };
  Findings findings;
  Findings* undecided[] = {&findings};
  const auto rejected = [&](double e_value, double p, std::uint64_t e_values) {
    findings.tests = {record("permutations", p), record(e_value_name, e_value)};
    reject({.number = 1,
            .is_last = false,
            .share = 0.25,
            .family = 2,
            .rejected_before = 0,
            .e_values = e_values},
           0.01, undecided);
    return std::pair(findings.tests[0].rejected, findings.tests[1].rejected);
  };
  // 0.005 over four targets are 0.00125 for one; the family of two has a quarter of 0.005.
  CHECK(rejected(0.00125, 0.000625, 4) == std::pair(true, true));
  CHECK(findings.tests[1].adjusted_p == doctest::Approx(0.005));
  CHECK(findings.tests[0].adjusted_p == doctest::Approx(0.00125));
  CHECK(rejected(0.00126, 0.000624, 4) == std::pair(true, false));
  CHECK(rejected(0.00124, 0.000626, 4) == std::pair(false, true));
  CHECK(rejected(0.9, 0.000626, 4) == std::pair(false, false));
  CHECK(findings.tests[1].adjusted_p == 1);
  // Where no target has one, the family has all of it.
  findings.tests = {record("permutations", 0.00124)};
  reject({.number = 1, .is_last = false, .share = 0.25, .family = 2, .rejected_before = 0, .e_values = 0},
         0.01, undecided);
  CHECK(findings.tests[0].rejected);
  findings.tests = {record("permutations", 0.00126)};
  reject({.number = 1, .is_last = false, .share = 0.25, .family = 2, .rejected_before = 0, .e_values = 0},
         0.01, undecided);
  CHECK_FALSE(findings.tests[0].rejected);
}

TEST_CASE("permutations swept through exactly equally often are biased, and no mistake is looked for") {
  TallyHalves halves(4, 0);
  std::vector<std::uint64_t> ranks;
  for (std::uint64_t trial = 0; trial < 48'000; ++trial) ranks.push_back(trial % 24);
  std::shuffle(ranks.begin(), ranks.end(), std::mt19937_64(8));
  for (std::size_t trial = 0; trial < ranks.size(); ++trial) {
    (trial < 24'000 ? halves.first : halves.second).add_rank(ranks[trial], 1);
  }
  const Findings record = judged_by_all(halves, {});
  CHECK(record.verdict == Verdict::biased);
  const TestRecord& permutations = *test_named(record.tests, "permutations");
  CHECK(permutations.tail == Tail::lower);
  CHECK(too_regular(permutations));
  CHECK_FALSE(rejects_as_uneven(permutations));
  CHECK_FALSE(record.diagnosis.has_value());
  CHECK(record.worst.empty());
}

TEST_CASE("a card that is last in each of a few games is proof, though too few for most tests") {
  for (const std::uint64_t games : {40U, 2'399U}) {
    TallyHalves halves(52, 0);
    TrialStream stream(52);
    std::mt19937_64 words(4);
    std::vector<Card> deck(52);
    for (std::size_t card = 0; card < deck.size(); ++card) deck[card] = static_cast<Card>(card);
    for (std::uint64_t game = 0; game < games; ++game) {
      std::shuffle(deck.begin(), deck.end() - 1, words);
      stream.add(deck, game, game < games / 2 ? halves.first : halves.second);
    }
    const Findings record = judged_by_all(halves, {});
    CHECK(record.verdict == Verdict::biased);
    const TestRecord& strongest = *test_named(record.tests, "strongest-position");
    CHECK(strongest.rejected);
    CHECK(strongest.log10_p < (games == 40 ? -60 : -4000));
    CHECK(test_named(record.tests, "positions")->applied == (games > 600));
    REQUIRE_FALSE(record.worst.empty());
    CHECK(record.worst[0].card == 51);
    CHECK(record.worst[0].position == 51);
  }
}

TEST_CASE("tests that are the same are rejected together and counted once") {
  RunSettings settings;
  settings.tests = {"neighbours", "positions", "permutations"};
  Plan plan;
  static_cast<RunSettings&>(plan) = settings;
  plan.targets = {target_of(3), target_of(4), target_of(2)};
  CHECK(look_at(plan, 1, 0).family == 2 + 3 + 1);

  settings.tests = names_of_all_tests();
  const TallyHalves halves =
      halves_of(3, 100'000, 6, [](std::uint64_t rank) { return rank == 0 ? 1.2 : 1.0; });
  const Findings record = judged(halves, settings, {.family = 20});
  const TestRecord& permutations = *test_named(record.tests, "permutations");
  const TestRecord& neighbours = *test_named(record.tests, "neighbours");
  CHECK(record.verdict == Verdict::biased);
  CHECK(permutations.rejected);
  CHECK(permutations.same_as.empty());
  CHECK(neighbours.rejected);
  CHECK(neighbours.same_as == "permutations");
  CHECK(neighbours.adjusted_p == permutations.adjusted_p);
  CHECK(test_named(record.tests, "cycles")->same_as == "fixed-points");
  const auto rejected = std::ranges::count_if(record.tests, &TestRecord::rejected);
  CHECK(rejected_hypotheses(record.tests) < static_cast<std::uint64_t>(rejected));
  // Two cards of which one permutation comes too often: but for repeats and relative permutations all tests
  // are one.
  const Findings two =
      judged(halves_of(2, 100'000, 6, [](std::uint64_t rank) { return rank == 0 ? 1.2 : 1.0; }), settings,
             {.family = 20});
  CHECK(rejected_hypotheses(two.tests) == 1);
  for (const TestRecord& test : two.tests) {
    CAPTURE(test.name);
    const bool is_own =
        test.name == "permutations" || test.test == "successive" || test.name == "repeats" || !test.applied;
    CHECK(test.same_as == (is_own ? "" : "permutations"));
  }
  // Where too few trials are there for the others, parity stands for itself.
  const Findings few =
      judged(halves_of(2, 1'000, 6, [](std::uint64_t) { return 1.0; }), settings, {.family = 20});
  CHECK(test_named(few.tests, "parity")->same_as.empty());
  CHECK(test_named(few.tests, "fixed-points")->same_as == "parity");
}

TEST_CASE("an invalid trial decides, whatever the counts say") {
  TallyHalves halves = fair_halves(4, 200'000);
  halves.second.add_invalid(std::vector<Card>{0, 0, 1, 2}, 77);
  Budget budget;
  budget.tolerance = 0.5;
  const Findings record = judged_by_all(halves, budget);
  CHECK(record.verdict == Verdict::invalid);
  const Evidence evidence = evidence_of(halves);
  CHECK(evidence.trials == 200'001);
  REQUIRE(evidence.witnesses.size() == 1);
  CHECK(evidence.witnesses[0].trial == 77);
  CHECK(evidence.witnesses[0].permutation == std::vector<int>{0, 0, 1, 2});
}

TEST_CASE("the witnesses shown are the first of both halves, by trial") {
  TallyHalves halves(3, 0);
  for (std::uint64_t trial = 0; trial < 20; ++trial) {
    (trial % 2 == 0 ? halves.second : halves.first).add_invalid(std::vector<Card>{0, 0, 2}, trial);
  }
  const Evidence evidence = evidence_of(halves);
  CHECK(evidence.invalid_trials == 20);
  REQUIRE(evidence.witnesses.size() == RunningTally::most_witnesses);
  for (std::size_t i = 0; i < evidence.witnesses.size(); ++i) CHECK(evidence.witnesses[i].trial == i);
}

TEST_CASE("no trials at all are no pass") {
  const TallyHalves halves(4, 0);
  Budget budget;
  budget.tolerance = 1;
  CHECK(judged_by_all(halves, budget, {.is_last = true}).verdict == Verdict::inconclusive);
  const TallyHalves one_card(1, 0);
  CHECK(judged_by_all(one_card, budget, {.is_last = true}).verdict == Verdict::inconclusive);
}

TEST_CASE("the lower bound of a fair shuffle is above zero no more often than its confidence allows") {
  // 1,000 runs at 90 %: at most 100 expected above zero, with a standard deviation of 9.5; 150 are five of
  // them, so a correct program fails with probability below 1e-6.
  int above_zero = 0;
  for (std::uint64_t run = 0; run < 1000; ++run) {
    const TallyHalves halves = fair_halves(3, 600, 100 + run);
    above_zero += lower_bound_of(halves, 0.9) > 0;
  }
  CHECK(above_zero <= 150);
  CHECK(above_zero > 0);
}

TEST_CASE(
    "the lower bound finds a bias that lies in the fixed points better than the permutations alone would") {
  // Permutations that keep two cards or more get a tenth more: TV = 0.1 * 7/24 * 17/24 / (1 + 0.1 * 7/24).
  const auto keeps_cards = [](std::uint64_t rank) {
    return fixed_points(permutation_of_rank(rank, 4)) >= 2 ? 1.1 : 1.0;
  };
  const TallyHalves halves = halves_of(4, 400'000, 9, keeps_cards);
  const double bound = lower_bound_of(halves, 0.999);
  const double distance = 0.1 * 7 / 24 * 17 / 24 / (1 + 0.1 * 7 / 24);
  // The limit stands 3.1 standard errors of 0.001 below; six more on either side are allowed.
  CHECK(bound < distance);
  CHECK(bound > distance - 0.0095);
}

TEST_CASE("permutations that never came count in the bet on the order") {
  // Six of the twelve even permutations: TV = 3/4, where parity shows 1/2.
  const std::vector<std::uint64_t> even{0, 7, 11, 12, 16, 20};
  const TallyHalves halves = halves_of(4, 20'000, 9, [&even](std::uint64_t rank) {
    return std::ranges::find(even, rank) == even.end() ? 0.0 : 1.0;
  });
  CHECK(lower_bound_of(halves, 0.999) > 0.74);
}

TEST_CASE("where permutations are counted, flat positions certify nothing") {
  // A random cut: every card as often at every position.
  TallyHalves halves(4, 0);
  std::mt19937_64 words(1);
  for (std::uint64_t trial = 0; trial < 400'000; ++trial) {
    std::vector<Card> permutation = permutation_of_rank(0, 4);
    std::rotate(permutation.begin(), permutation.begin() + static_cast<std::ptrdiff_t>(words() % 4),
                permutation.end());
    (trial % 2 == 0 ? halves.first : halves.second).add_permutation(permutation);
  }
  RunSettings settings;
  settings.tests = {"positions"};
  settings.budget.tolerance = 0.5;
  const Findings record = judged(halves, settings, {.is_last = true, .family = 1});
  CHECK(record.bias.covers == "positions");
  CHECK(record.bias.tv_upper.value() < 0.5);
  CHECK(record.verdict == Verdict::inconclusive);
}

TEST_CASE("a bound of one card passes a large deck only beside every other test") {
  Findings record;
  record.bias = {.covers = "positions",
                 .chi_square_distance = 0,
                 .tv_lower = {},
                 .tv_upper = 0.001,
                 .confidence = 0.999};
  for (const TestInfo& test : all_tests()) {
    TestRecord test_record;
    test_record.name = test_record.test = test.name;
    test_record.applied = test.name != "permutations";
    record.tests.push_back(test_record);
  }
  const CountedDeck deck{.size = 54, .marked = 0, .permutations_counted = false};
  CHECK(may_certify(record, deck));
  CHECK(may_certify(record, {.size = 12, .marked = 0, .permutations_counted = false}));
  CHECK_FALSE(may_certify(record, {.size = 12, .marked = 0, .permutations_counted = true}));
  for (TestRecord& test : record.tests) {
    if (test.name == "neighbours") test.applied = false;
  }
  CHECK_FALSE(may_certify(record, deck));
  // The test of permutations needs no other beside it, but to be applied itself: its bound alone passes
  // nothing.
  record.bias.covers = "permutations";
  record.tests.resize(1);
  CHECK_FALSE(may_certify(record, {.size = 5, .marked = 0, .permutations_counted = true}));
  record.tests[0].applied = true;
  CHECK(may_certify(record, {.size = 5, .marked = 0, .permutations_counted = true}));
}

TEST_CASE("where permutations are too many to count, the bound is of one card and says so") {
  TallyHalves halves(12, 0);
  TrialStream stream(12);
  std::mt19937_64 words(1);
  std::vector<Card> deck(12);
  for (std::size_t card = 0; card < 12; ++card) deck[card] = static_cast<Card>(card);
  for (std::uint64_t trial = 0; trial < 100'000; ++trial) {
    std::shuffle(deck.begin(), deck.end(), words);
    stream.add(deck, trial, trial < 50'000 ? halves.first : halves.second);
  }
  Budget budget;
  budget.tolerance = 0.05;
  const Findings record = judged_by_all(halves, budget);
  CHECK(record.verdict == Verdict::fair);
  CHECK(record.bias.covers == "positions");
  // What the positions test measures is (n-1)/n of the sum over cards: a card's own bound is larger by the
  // root. Of the error it has nine tenths, and of the last tenth each card's own distance has a twelfth.
  const TestRecord& positions = *test_named(record.tests, "positions");
  const double by_statistic =
      std::sqrt(12.0 / 11) * tv_upper_bound(positions.statistic, 121, 100'000, 1 - 0.9 * 0.001);
  double farthest = 0;
  for (std::size_t card = 0; card < 12; ++card) {
    double distance = 0;
    for (const auto& of_position : record.position_counts) {
      distance += std::abs(static_cast<double>(of_position[card]) / 100'000 - 1.0 / 12) / 2;
    }
    farthest = std::max(farthest, distance);
  }
  const double by_distance = farthest + std::sqrt(std::log(12 / 0.0001) / 200'000);
  CHECK(record.bias.tv_upper.value() == doctest::Approx(std::min(by_statistic, by_distance)).epsilon(1e-9));
}

TEST_CASE("the worst cell is the one that was made worst") {
  TallyHalves halves(4, 0);
  std::vector<Card> permutation = permutation_of_rank(0, 4);
  for (int round = 0; round < 1000; ++round) {
    do halves.first.add_permutation(permutation);
    while (to_next_permutation(permutation));
  }
  for (int extra = 0; extra < 2000; ++extra) halves.first.add_permutation(std::vector<Card>{2, 0, 1, 3});
  const auto cells = worst_cells(halves.first.complete(), 4);
  REQUIRE(cells.size() == most_worst_cells);
  CHECK(cells[0].position == 0);
  CHECK(cells[0].card == 2);
  CHECK(cells[0].count == 8000);
  CHECK(cells[0].ratio == doctest::Approx(8000 / 6500.0));
  CHECK(worst_cells(fair_halves(4, 5000).first.complete(), 4).empty());
}

TEST_CASE("equal successive trials make trials dependent, a heavy bias alone does not") {
  TallyHalves sticky(5, 0);
  TrialStream stream(5);
  const TallyHalves fair = fair_halves(5, 20'000);
  std::mt19937_64 words(2);
  std::vector<Card> permutation = permutation_of_rank(0, 5);
  for (std::uint64_t trial = 0; trial < 20'000; ++trial) {
    if (trial % 10 == 0) std::shuffle(permutation.begin(), permutation.end(), words);
    stream.add(permutation, trial, sticky.first);
  }
  CHECK(trials_look_dependent(sticky.first.complete()));
  CHECK_FALSE(trials_look_dependent(fair.first.complete()));
  const TallyHalves biased =
      halves_of(5, 20'000, 4, [](std::uint64_t rank) { return rank < 10 ? 50.0 : 1.0; });
  CHECK_FALSE(trials_look_dependent(biased.first.complete()));
}
