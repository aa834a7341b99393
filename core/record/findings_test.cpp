// What records say of themselves: words and their inverses, what counts as a rejection, what is due, and what
// a record of nothing claims.
#include "core/record/findings.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/record/deviations.hpp"
#include "core/record/plan.hpp"

using namespace fairshuffle;

namespace {

TestRecord test_of(const char* name, bool rejected, Tail tail = Tail::upper, double degrees_of_freedom = 5) {
  TestRecord test;
  test.name = name;
  test.rejected = rejected;
  test.tail = tail;
  test.degrees_of_freedom = degrees_of_freedom;
  return test;
}

TargetRecord result_of(std::optional<Verdict> verdict, std::optional<Verdict> expected) {
  TargetRecord result;
  result.verdict = verdict;
  result.expected = expected;
  return result;
}

}  // namespace

TEST_CASE("every verdict, proof and shape has its own word, and a verdict is read back from it") {
  const std::vector<std::pair<Verdict, const char*>> verdicts = {{Verdict::fair, "fair"},
                                                                 {Verdict::biased, "biased"},
                                                                 {Verdict::inconclusive, "inconclusive"},
                                                                 {Verdict::invalid, "invalid"}};
  for (const auto& [verdict, word] : verdicts) {
    CHECK(std::string(to_text(verdict)) == word);
    CHECK(verdict_from_text(word) == verdict);
  }
  const std::vector<std::pair<DependenceProof, const char*>> proofs = {
      {DependenceProof::repeats, "repeats"},
      {DependenceProof::birthday, "birthday"},
      {DependenceProof::successive, "successive"},
      {DependenceProof::samples, "samples"}};
  for (const auto& [proof, word] : proofs) {
    CHECK(std::string(to_text(proof)) == word);
  }
  const std::vector<std::pair<DependenceShape, const char*>> shapes = {
      {DependenceShape::periodic, "periodic"},
      {DependenceShape::never_repeated, "never repeated"},
      {DependenceShape::repeated, "repeated"},
      {DependenceShape::fixed_step, "fixed step"},
      {DependenceShape::alternating, "alternating"},
      {DependenceShape::known_mistake, "known mistake"},
      {DependenceShape::moved, "moved"},
      {DependenceShape::unclear, "unclear"}};
  for (const auto& [shape, word] : shapes) {
    CHECK(std::string(to_text(shape)) == word);
  }
  for (const char* word : {"", "Fair", "moved ", "none"}) CHECK_FALSE(verdict_from_text(word));
}

TEST_CASE("tests are counted by name, with an e-value, and without those in disguise or not applied") {
  std::vector<TestRecord> tests = {test_of("single cards", true),  test_of("pairs", true),
                                   test_of("parity", true),        test_of("e-value", true),
                                   test_of("permutations", false), test_of("cycles", false)};
  for (TestRecord& test : tests) {
    test.test = test.name;
    test.applied = test.name != "cycles";
  }
  tests[0].test = tests[1].test = "components";
  tests[2].same_as = "permutations";
  CHECK(counted_tests(tests).applied == std::set<std::string>{"e-value", "permutations", "components"});
  CHECK(counted_tests(tests).rejecting == std::set<std::string>{"e-value", "components"});
}

TEST_CASE("a rejection counts once, not as an e-value, and the lower tail of a chi-square is too regular") {
  std::vector<TestRecord> tests = {test_of("a", true), test_of("b", false), test_of("c", true, Tail::lower),
                                   test_of("d", true, Tail::lower, 0), test_of("e-value", true)};
  CHECK(rejected_hypotheses(tests) == 3);
  tests[0].same_as = "d";
  CHECK(rejected_hypotheses(tests) == 2);
  CHECK_FALSE(too_regular(tests[0]));
  CHECK(too_regular(tests[2]));
  CHECK_FALSE(too_regular(tests[3]));  // no chi-square: too few repeats, say
  CHECK_FALSE(too_regular(test_of("b", false, Tail::lower)));
  CHECK(rejects_as_uneven(tests[0]));
  CHECK_FALSE(rejects_as_uneven(tests[1]));
  CHECK_FALSE(rejects_as_uneven(tests[2]));
  CHECK(rejects_as_uneven(tests[3]));
  CHECK(rejects_as_uneven(tests, "a"));
  CHECK_FALSE(rejects_as_uneven(tests, "b"));
  CHECK_FALSE(rejects_as_uneven(tests, "c"));
  CHECK_FALSE(rejects_as_uneven(tests, "not there"));
  CHECK(test_named(tests, "c") == &tests[2]);
  CHECK(test_named(tests, "not there") == nullptr);
}

TEST_CASE(
    "what is due is fair where nothing is said, and a control that is due to be fair may stay undecided") {
  using enum Verdict;
  struct Due {
    std::optional<Verdict> verdict, expected;
    Outcome target, control;
  };
  const Due all[] = {{fair, {}, Outcome::as_due, Outcome::as_due},
                     {biased, {}, Outcome::not_as_due, Outcome::not_as_due},
                     {inconclusive, {}, Outcome::undecided, Outcome::as_due},
                     {inconclusive, fair, Outcome::undecided, Outcome::as_due},
                     {inconclusive, biased, Outcome::undecided, Outcome::undecided},
                     {inconclusive, inconclusive, Outcome::as_due, Outcome::as_due},
                     {biased, biased, Outcome::as_due, Outcome::as_due},
                     {invalid, biased, Outcome::not_as_due, Outcome::not_as_due},
                     {{}, fair, Outcome::failed, Outcome::failed}};
  for (const Due& due : all) {
    const TargetRecord result = result_of(due.verdict, due.expected);
    CHECK(outcome_of(result) == due.target);
    CHECK(control_outcome_of(result) == due.control);
    RunRecord run;
    run.controls = {result_of(fair, fair), result};
    CHECK(any_control_is_wrong(run) == (due.control != Outcome::as_due));
    run.controls.clear();
    run.results = {result};
    CHECK_FALSE(any_control_is_wrong(run));
  }
  PlannedTarget target;
  target.name = "durstenfeld:n=3";
  CHECK(shown_name(target) == "durstenfeld:n=3");
  target.label = "ours";
  CHECK(shown_name(target) == "\"ours\" durstenfeld:n=3");
  CHECK(called(target) == "ours");
}

TEST_CASE("a p-value is a number, and below 1e-300 only that") {
  CHECK(p_words(0.25, -0.602) == "0.25");
  CHECK(p_words(1e-300, -300) == "1e-300");
  CHECK(p_words(9e-301, -300.05) == "< 1e-300");
  CHECK(p_words(0, -798.3) == "< 1e-300");
  CHECK(p_statement(0, -5000) == "p < 1e-300");
  CHECK(p_statement(0.25, -0.602) == "p = 0.25");
}

TEST_CASE("the plan of a run is its settings, its targets, then its controls") {
  RunRecord run;
  run.seed = 7;
  run.budget.tolerance = 0.25;
  run.results.resize(2);
  run.results[0].name = "a";
  run.results[1].name = "b";
  run.controls.resize(1);
  run.controls[0].name = "c";
  const Plan plan = plan_of(run);
  CHECK(plan.seed == 7);
  CHECK(plan.budget.tolerance == 0.25);
  REQUIRE(plan.targets.size() == 3);
  CHECK(plan.targets[1].name == "b");
  CHECK(plan.targets[2].name == "c");
  CHECK(plan.controls == 1);
}

TEST_CASE("a target has those of the chosen tests that its deck, its marks and its bets allow") {
  const auto names = [](const PlannedTarget& target) {
    RunSettings settings;
    settings.tests = {"permutations", "no such test", "subsets", "bets", "relative-order"};
    std::vector<std::string> found;
    for (const TestInfo* test : tests_for(settings, target)) found.emplace_back(test->name);
    return found;
  };
  using Names = std::vector<std::string>;
  PlannedTarget target;
  target.target.deck_size = 12;
  CHECK(names(target) == Names{"permutations"});
  target.target.deck_size = 13;
  CHECK(names(target) == Names{"permutations", "relative-order"});
  target.target.marked = 1;
  CHECK(names(target) == Names{"permutations", "subsets", "relative-order"});
  NamedBet bet;
  bet.name = "top";
  bet.cards = {0, 1};
  bet.places = {0};
  target.bets = {bet};
  target.target.marked = 0;
  CHECK(names(target) == Names{"permutations", "bets", "relative-order"});
  target.facts.permutations_counted = true;
  const CountedDeck deck = counted_deck(target);
  CHECK(deck.size == 13);
  CHECK(deck.marked == 0);
  CHECK(deck.permutations_counted);
}

TEST_CASE("a record of nothing claims nothing") {
  const TestRecord test;
  CHECK_FALSE(test.applied);
  CHECK_FALSE(test.rejected);
  CHECK(test.tail == Tail::upper);
  CHECK(std::vector{test.statistic, test.degrees_of_freedom, test.p_value, test.log10_p, test.adjusted_p} ==
        std::vector<double>{0, 0, 1, 0, 1});
  const BiasRecord bias;
  CHECK(bias.covers == "nothing");
  CHECK_FALSE((bias.chi_square_distance || bias.tv_lower || bias.tv_upper));
  CHECK(bias.confidence == 0);
  const FamilyRecord family;
  CHECK_FALSE((family.asked || family.tv_upper));
  CHECK(family.members == 0);
  CHECK(std::vector{family.statistic, family.degrees_of_freedom, family.confidence,
                    family.trials_for_tolerance} == std::vector<double>(4));
  const BetValue value;
  CHECK((value.fair == 0 && value.count == 0 && !value.lower && !value.upper));
  const BetRecord bet;
  CHECK(std::vector{bet.mean_fair, bet.mean, bet.confidence} == std::vector<double>(3));
  CHECK(MistakeInReach{}.trials == 0);
  CHECK(PowerRecord{}.power == 0.99);
  const ComponentRecord part;
  CHECK_FALSE((part.applied || part.share));
  CHECK(part.dimension == 0);
  CHECK(std::vector{part.statistic, part.degrees_of_freedom, part.p_value, part.log10_p,
                    part.chi_square_distance} == std::vector<double>{0, 0, 1, 0, 0});
  const WorstCell cell;
  CHECK((cell.card == 0 && cell.position == 0 && cell.count == 0));
  CHECK(std::vector{cell.expected, cell.ratio, cell.standard_errors} == std::vector<double>(3));
  const FittingDistribution fit;
  CHECK_FALSE(fit.tv_upper);
  CHECK(std::vector{fit.statistic, fit.degrees_of_freedom, fit.p_value, fit.log10_over_fair,
                    fit.log10_over_best} == std::vector<double>{0, 0, 1, 0, 0});
  const DiagnosisRecord diagnosis;
  CHECK((diagnosis.mistakes_compared == 0 && diagnosis.distributions_fitting == 0 &&
         diagnosis.confidence == 0));
  CHECK_FALSE((diagnosis.log10_excluded_over_best || diagnosis.trials_to_tell_apart));
  CHECK_FALSE(diagnosis.explains_repeats);
  const DependenceRecord dependence;
  CHECK(dependence.proof == DependenceProof::successive);
  CHECK(dependence.shape == DependenceShape::unclear);
  CHECK_FALSE((dependence.share || dependence.period || dependence.cell || dependence.shuffle));
  const SeedEstimate seeds;
  CHECK_FALSE(seeds.dense);
  CHECK(std::vector{seeds.log2_states, seeds.log2_lower, seeds.log2_upper} == std::vector<double>(3));
  const SeedSpaceRecord space;
  CHECK((space.repeats == 0 && space.distance == 0 && !space.estimate && !space.log2_fewest_permutations));
  CHECK(std::vector{space.expected_repeats, space.confidence} == std::vector<double>(2));
  const DependenceTest dependence_test;
  CHECK(std::vector{dependence_test.statistic, dependence_test.degrees_of_freedom, dependence_test.p_value,
                    dependence_test.log10_p, dependence_test.mean_successive,
                    dependence_test.mean_apart} == std::vector<double>{0, 0, 1, 0, 0, 0});
  const Findings findings;
  CHECK((findings.look == 0 && findings.alpha_at_look == 0 && findings.family == 0 && !findings.dependent));
  CHECK_FALSE(
      (findings.verdict || findings.trials_to_decide || findings.power || findings.missing_permutations));
  const Evidence evidence;
  CHECK((evidence.trials == 0 && evidence.invalid_trials == 0 && !evidence.bet && !evidence.unread));
  CHECK((evidence.repeats.pairs == 0 && evidence.repeats.equal == 0 && evidence.successive.pairs == 0));
  CHECK((evidence.birthday.one_in == 1 && evidence.birthday.kept == 0 && evidence.birthday.distinct == 0));
  CHECK(WitnessRecord{}.trial == 0);
  CHECK(most_cells_in_evidence == 50'000);
}

TEST_CASE("a run that nothing is said of has the standard budget, a target no facts") {
  const RunSettings settings;
  CHECK((settings.seed == 0 && settings.max_trials == 1'000'000'000 && !settings.fixed_trials));
  CHECK((settings.budget.alpha == 1e-6 && settings.budget.confidence == 0.999 &&
         settings.budget.tolerance == 0.001));
  CHECK(settings.birthday_slots == 1'048'576);
  CHECK(settings.certify == std::vector<std::string>{"cards", "pairs-order"});
  const TargetDescription target;
  CHECK(target.kind.empty());
  CHECK((target.deck_size == 0 && target.bits == 0 && target.shuffles_per_second == 0 && target.seeds == 0));
  CHECK(target.marked == 0);
  const TargetFacts facts;
  CHECK_FALSE((facts.recorded || facts.in_sequence || facts.in_lanes || facts.follows_seed));
  CHECK_FALSE((facts.writes_rows || facts.may_end || facts.starts_anew || facts.permutations_counted));
  CHECK(Plan{}.controls == 0);
  CHECK((Environment{}.seconds == 0 && Environment{}.threads == 0));
}

TEST_CASE("the worst cells are the farthest from their share in binomial standard errors, five at most") {
  // 900 trials of three cards: 300 are due, and a standard error is sqrt(300 * 2/3) = 14.14.
  Tally tally(3, 0);
  tally.trials = 900;
  const std::uint64_t counts[3][3] = {{400, 250, 250}, {250, 300, 350}, {250, 350, 300}};
  for (std::size_t position = 0; position < 3; ++position) {
    for (std::size_t card = 0; card < 3; ++card)
      tally.positions.add_at(position, card, counts[position][card]);
  }
  const std::vector<WorstCell> cells = worst_cells(tally, 3);
  REQUIRE(cells.size() == 5);  // of seven that are 50 off or more
  CHECK((cells[0].card == 0 && cells[0].position == 0 && cells[0].count == 400));
  CHECK(cells[0].expected == 300);
  CHECK(cells[0].ratio == doctest::Approx(4.0 / 3));
  CHECK(cells[0].standard_errors == doctest::Approx(100 / 14.142135623730951));
  // Of cells that are equally far the first position comes first, then the first card.
  CHECK((cells[1].position == 0 && cells[1].card == 1));
  CHECK((cells[2].position == 0 && cells[2].card == 2));
  CHECK((cells[3].position == 1 && cells[3].card == 0));
  CHECK((cells[4].position == 1 && cells[4].card == 2));
  CHECK(cells[1].standard_errors == doctest::Approx(-50 / 14.142135623730951));
  CHECK(worst_cells(tally, 4).size() == 1);
  CHECK(worst_cells(tally, 100 / 14.142135623730951 + 1e-9).empty());
  tally.trials = 0;
  CHECK(worst_cells(tally, 0).empty());
  Tally one(1, 0);
  one.trials = 5;
  one.positions.add_at(0, 0, 5);
  CHECK(worst_cells(one, 0).empty());
  CHECK(clear_cells(one, true).empty());
}

TEST_CASE("a cell is clear where its exact p, times the cells of the table, is within a thousandth") {
  // 5,200 trials of 52 cards: 100 are due. Twice P(X >= 154) is 5.0e-7 and twice P(X >= 155) 3.1e-7; a
  // thousandth over 2,704 cells is 3.7e-7 (R: 2 * pbinom(k - 1, 5200, 1/52, lower = FALSE)).
  const auto table_with = [](std::uint64_t count) {
    Tally tally(52, 0);
    tally.trials = 5200;
    for (std::size_t position = 0; position < 52; ++position) {
      for (std::size_t card = 0; card < 52; ++card)
        tally.positions.add_at(position, card, position == 7 && card == 9 ? count : 100);
    }
    return tally;
  };
  REQUIRE(worst_cells(table_with(154), 4).size() == 1);  // beyond 5 standard errors, even
  CHECK(worst_cells(table_with(154), 4)[0].standard_errors > 5);
  CHECK(clear_cells(table_with(154), false).empty());
  REQUIRE(clear_cells(table_with(155), false).size() == 1);
  CHECK((clear_cells(table_with(155), false)[0].card == 9 &&
         clear_cells(table_with(155), false)[0].count == 155));
  // What is not clear is shown alone, and only where it is asked for.
  REQUIRE(clear_cells(table_with(154), true).size() == 1);
  CHECK(clear_cells(table_with(154), true)[0].position == 7);
  CHECK(clear_cells(table_with(155), true).size() == 1);
  // A cell that never came is clear from 799 trials on, 3.96 standard errors off: 2 (51/52)^N <= 3.7e-7.
  const auto without_card = [](std::uint64_t trials) {
    Tally tally(52, 0);
    tally.trials = trials;
    for (std::size_t position = 0; position < 52; ++position) {
      for (std::size_t card = 0; card < 52; ++card)
        tally.positions.add_at(position, card, position == 7 && card == 9 ? 0 : trials / 52);
    }
    return tally;
  };
  CHECK(clear_cells(without_card(798), false).empty());
  CHECK(clear_cells(without_card(799), false).size() == 1);
}
