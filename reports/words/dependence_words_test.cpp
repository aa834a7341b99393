#include <string>

#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

TargetRecord dependent_as(DependenceShape shape) {
  TargetRecord result;
  result.verdict = Verdict::biased;
  result.target.deck_size = 52;
  result.evidence.trials = 4096;
  result.evidence.repeats = {.pairs = 4095, .equal = 2048};
  TestRecord test;
  test.name = "successive-positions";
  test.test = "successive";
  test.applied = test.rejected = true;
  test.degrees_of_freedom = 2601;
  test.p_value = 1e-40;
  test.log10_p = -40;
  result.tests = {test};
  result.dependent = true;
  result.dependence.emplace();
  result.dependence->shape = shape;
  return result;
}

const std::string no_pattern =
    "the steps from each deck to the next show it, in no pattern that is known here";

}  // namespace

TEST_CASE("dependence is told by what they look like and what usually causes them") {
  CHECK(dependence_words(dependent_as(DependenceShape::repeated)).looks ==
        "successive shuffles come out equal 50 % of the time, far too often: each deck comes twice");
  TargetRecord held = dependent_as(DependenceShape::repeated);
  held.evidence.repeats.equal = 1800;
  CHECK(dependence_words(held).looks == "successive shuffles come out equal 44 % of the time, far too often");
  held.target.deck_size = 3;
  held.evidence.repeats.equal = 2389;  // half of the pairs, and a sixth of the others
  CHECK(dependence_words(held).looks ==
        "successive shuffles come out equal 58.3 % of the time (expected: 16.7 %), far too often: each "
        "deck comes twice");
  CHECK(dependence_words(dependent_as(DependenceShape::repeated)).cause ==
        "as when a shuffle is left out, or does little to a deck that is not reset, the same deck is counted "
        "twice, a clock seeds the source or its period is short");
  held.target.deck_size = 4;
  held.target.multiset = {.kinds = {2, 2}};
  CHECK(dependence_words(held).looks.find("(expected: 16.7 %)") != std::string::npos);
  TargetRecord seldom = dependent_as(DependenceShape::never_repeated);
  seldom.evidence.repeats.equal = 3;
  CHECK(dependence_words(seldom).looks == "only 3 of 4,095 decks came out as the one before, far too few");
  seldom.evidence.repeats.equal = 0;
  CHECK(dependence_words(seldom).looks == "none of 4,095 decks came out as the one before, far too few");
  seldom.dependence->proof = DependenceProof::permutations;
  CHECK(dependence_words(seldom).looks == "permutations come more evenly than independent decks bring them");
  CHECK(dependence_words(seldom).cause == "as when permutations are drawn without replacement");
  TargetRecord step = dependent_as(DependenceShape::fixed_step);
  step.dependence->share = 0.5;
  CHECK(dependence_words(step).looks ==
        "50 % of the decks are the one before, rearranged in one and the same way");
  step.target.deck_size = 4;
  CHECK(dependence_words(step).looks ==
        "50 % of the decks are the one before, rearranged in one and the same way (expected: 4.17 %)");
  TargetRecord periodic = dependent_as(DependenceShape::periodic);
  periodic.dependence->period = 1200;
  CHECK(dependence_words(periodic).looks == "the same decks come again after 1,200 trials");
  CHECK(dependence_words(periodic).cause.find("period is short") != std::string::npos);
  periodic.dependence->share = 0.00125;
  CHECK(dependence_words(periodic).looks ==
        "0.125 % of the decks are the one 1,200 trials before, more than chance has it");
  CHECK(dependence_words(periodic).cause ==
        "as when the source's period is short, tables take turns, or trials are recorded twice");
  CHECK(dependence_words(dependent_as(DependenceShape::alternating)).looks ==
        "odd and even permutations take turns");
  TargetRecord moved = dependent_as(DependenceShape::moved);
  moved.dependence->cell = WorstCell{
      .card = 51, .position = 0, .count = 1229, .expected = 78.75, .ratio = 15.6, .standard_errors = 130};
  CHECK(dependence_words(moved).looks ==
        "the card at position 51 of a deck lies at position 0 of the next one in 30 % of the pairs, of fair "
        "decks in 1.92 %");
  CHECK(dependence_words(moved).cause.starts_with(
      "as when the deck is not reset between shuffles, two shuffles take turns, or"));
  moved.dependence->cell->count = 0;
  CHECK(dependence_words(moved).looks ==
        "the card at position 51 of a deck never lies at position 0 of the next one");
  TargetRecord parity = dependent_as(DependenceShape::alternating);
  parity.dependence->share = 0.437;
  CHECK(dependence_words(parity).looks ==
        "successive permutations differ in parity in 43.7 % of the pairs, those of fair decks in 50 %");
}

TEST_CASE("where the seeds of a target are known to follow each other, that is told, and no other cause") {
  for (const char* seeding : {"per-shuffle-clock", "per-shuffle-counter"}) {
    TargetRecord result = dependent_as(DependenceShape::unclear);
    result.target.seeding = seeding;
    CHECK(dependence_words(result).looks == "seeds follow each other: " + no_pattern);
    CHECK(dependence_words(result).cause ==
          "as the source does not mix the seeds that it is given for each shuffle");
    // A clock that two shuffles may read alike makes them equal; another, and a counter, does not.
    result.target.clock = "ms";
    result.target.shuffles_per_second = 1000;
    result.dependence->shape = DependenceShape::repeated;
    CHECK(dependence_words(result).looks.starts_with(
        "seeds follow each other: successive shuffles come out equal"));
    result.target.shuffles_per_second = 1001;
    CHECK(dependence_words(result).looks.starts_with("successive shuffles come out equal") ==
          (result.target.seeding == "per-shuffle-clock"));
  }
  TargetRecord ideal = dependent_as(DependenceShape::unclear);
  ideal.target.seeding = "per-block";
  CHECK(dependence_words(ideal).looks == no_pattern);
}

TEST_CASE("the verdict on dependent decks bounds nothing and names what each shuffle is") {
  TargetRecord result = dependent_as(DependenceShape::known_mistake);
  result.dependence->shuffle.emplace();
  result.dependence->shuffle->distributions_fitting = 1;
  result.dependence->shuffle->fits.resize(1);
  result.dependence->shuffle->fits[0].mistakes = {{"naive-swap:n=5", ""}};
  put_in_words({}, result);
  CHECK(
      result.sentence ==
      "Biased: fairness is rejected in 4,096 trials. How much: not bounded, since the trials are not "
      "independent draws from one distribution. Where: the trials are not independent draws from one "
      "distribution: each deck looks like the one before, shuffled by naive-swap:n=5, as far as single cards "
      "and numbers such as parity show (probabilities of single permutations were not compared). Why: as "
      "when "
      "the deck is not reset between shuffles; no known mistake is looked for in single decks. Evidence: "
      "successive-positions p = 1e-40; 1 of 1 test rejects.");
  result.target.deck_size = 5;
  CHECK(clauses_of(result, {}).where ==
        "the trials are not independent draws from one distribution: each deck looks like the one before, "
        "shuffled by naive-swap:n=5 (or a distribution near it)");
  result.dependence->shuffle->distributions_fitting = 2;
  result.dependence->shuffle->fits.resize(2);
  result.dependence->shuffle->fits[1].mistakes = {{"riffle:m=7,n=5", ""}};
  CHECK(dependence_words(result).looks ==
        "each deck looks like the one before, shuffled by naive-swap:n=5 or riffle:m=7,n=5 (or a "
        "distribution near one of them)");
}
