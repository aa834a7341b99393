#include <string>

#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

TargetRecord linked_as(LinkShape shape) {
  TargetRecord result;
  result.verdict = Verdict::biased;
  result.target.deck_size = 52;
  result.evidence.trials = 4096;
  result.evidence.repeats = {.pairs = 4095, .equal = 2048};
  TestRecord test;
  test.name = "quotient positions";
  test.test = "quotients";
  test.applied = test.rejected = true;
  test.degrees_of_freedom = 2601;
  test.p_value = 1e-40;
  test.log10_p = -40;
  result.tests = {test};
  result.linked = true;
  result.link.emplace();
  result.link->shape = shape;
  return result;
}

const std::string no_pattern =
    "the steps from each deck to the next show it, in no pattern that is known here";

}  // namespace

TEST_CASE("links are told by what they look like and what usually causes them") {
  CHECK(link_words(linked_as(LinkShape::repeated)).looks ==
        "successive shuffles come out equal 50 % of the time, far too often: each deck comes twice");
  TargetRecord held = linked_as(LinkShape::repeated);
  held.evidence.repeats.equal = 1800;
  CHECK(link_words(held).looks == "successive shuffles come out equal 44 % of the time, far too often");
  held.target.deck_size = 3;
  held.evidence.repeats.equal = 2389;  // half of the pairs, and a sixth of the others
  CHECK(link_words(held).looks ==
        "successive shuffles come out equal 58.3 % of the time, where 16.7 % are due, far too often: each "
        "deck comes twice");
  CHECK(link_words(linked_as(LinkShape::repeated)).cause ==
        "as when a shuffle is left out, or does little to a deck that is not reset, the same deck is counted "
        "twice, a clock seeds the source or its period is short");
  held.target.deck_size = 4;
  held.target.makeup = {.kinds = {2, 2}};
  CHECK(link_words(held).looks.find("where 16.7 % are due") != std::string::npos);
  TargetRecord seldom = linked_as(LinkShape::never_repeated);
  seldom.evidence.repeats.equal = 3;
  CHECK(link_words(seldom).looks == "only 3 of 4,095 decks are the same as the one before, far too few");
  seldom.evidence.repeats.equal = 0;
  CHECK(link_words(seldom).looks == "none of 4,095 decks is the same as the one before, as some should be");
  seldom.link->proof = LinkProof::orders;
  CHECK(link_words(seldom).looks == "orders come more evenly than independent decks bring them");
  CHECK(link_words(seldom).cause == "as when orders are drawn without replacement");
  TargetRecord step = linked_as(LinkShape::fixed_step);
  step.link->share = 0.5;
  CHECK(link_words(step).looks == "50 % of the decks are the one before, rearranged in one and the same way");
  step.target.deck_size = 4;
  CHECK(link_words(step).looks ==
        "50 % of the decks are the one before, rearranged in one and the same way, where 4.17 % are due");
  TargetRecord periodic = linked_as(LinkShape::periodic);
  periodic.link->period = 1200;
  CHECK(link_words(periodic).looks == "the same decks come again after 1,200 trials");
  CHECK(link_words(periodic).cause.find("period is short") != std::string::npos);
  periodic.link->share = 0.00125;
  CHECK(link_words(periodic).looks ==
        "0.125 % of the decks are the one 1,200 trials before, more than chance has it");
  CHECK(link_words(periodic).cause ==
        "as when the source's period is short, tables take turns, or trials are recorded twice");
  CHECK(link_words(linked_as(LinkShape::alternating)).looks == "odd and even permutations take turns");
  TargetRecord moved = linked_as(LinkShape::moved);
  moved.link->cell = WorstCell{
      .card = 51, .position = 0, .count = 1229, .expected = 78.75, .ratio = 15.6, .standard_errors = 130};
  CHECK(link_words(moved).looks ==
        "the card at position 51 of a deck lies at position 0 of the next one in 30 % of the pairs, of fair "
        "decks in 1.92 %");
  CHECK(link_words(moved).cause.starts_with(
      "as when the deck is not reset between shuffles, two shuffles take turns, or"));
  moved.link->cell->count = 0;
  CHECK(link_words(moved).looks ==
        "the card at position 51 of a deck never lies at position 0 of the next one");
  TargetRecord parity = linked_as(LinkShape::alternating);
  parity.link->share = 0.437;
  CHECK(link_words(parity).looks ==
        "successive permutations differ in parity in 43.7 % of the pairs, those of fair decks in 50 %");
}

TEST_CASE("where the seeds of a target are known to follow each other, that is told, and no other cause") {
  for (const char* seeding : {"per-shuffle-clock", "per-shuffle-counter"}) {
    TargetRecord result = linked_as(LinkShape::unclear);
    result.target.seeding = seeding;
    CHECK(link_words(result).looks == "seeds follow each other: " + no_pattern);
    CHECK(link_words(result).cause ==
          "as the source does not mix the seeds that it is given for each shuffle");
    // A clock that two shuffles may read alike makes them equal; another, and a counter, does not.
    result.target.clock = "ms";
    result.target.shuffles_per_second = 1000;
    result.link->shape = LinkShape::repeated;
    CHECK(
        link_words(result).looks.starts_with("seeds follow each other: successive shuffles come out equal"));
    result.target.shuffles_per_second = 1001;
    CHECK(link_words(result).looks.starts_with("successive shuffles come out equal") ==
          (result.target.seeding == "per-shuffle-clock"));
  }
  TargetRecord ideal = linked_as(LinkShape::unclear);
  ideal.target.seeding = "per-block";
  CHECK(link_words(ideal).looks == no_pattern);
}

TEST_CASE("the verdict on linked decks bounds nothing and names what each shuffle is") {
  TargetRecord result = linked_as(LinkShape::known_mistake);
  result.link->shuffle.emplace();
  result.link->shuffle->laws_fitting = 1;
  result.link->shuffle->fits.resize(1);
  result.link->shuffle->fits[0].mistakes = {{"naive-swap:n=5", ""}};
  put_in_words({}, result);
  CHECK(result.sentence ==
        "Biased, the trials are not independent draws from one distribution: quotients rejects fairness in "
        "4,096 trials (quotient positions: p = "
        "1.0e-40). Each deck looks like the one before, shuffled by naive-swap:n=5, as far as single cards "
        "and numbers such as parity show (probabilities of single permutations were not compared), as when "
        "the deck is not reset between shuffles. "
        "So the size of the bias is not bounded, and no known mistake is looked for in single decks.");
  result.target.deck_size = 5;
  CHECK(clauses_of(result, {}).where ==
        "the trials are not independent draws from one distribution: each deck looks like the one before, "
        "shuffled by naive-swap:n=5 (or a distribution near it)");
  result.link->shuffle->laws_fitting = 2;
  result.link->shuffle->fits.resize(2);
  result.link->shuffle->fits[1].mistakes = {{"riffle:m=7,n=5", ""}};
  CHECK(link_words(result).looks ==
        "each deck looks like the one before, shuffled by naive-swap:n=5 or riffle:m=7,n=5 (or a "
        "distribution near one of them)");
}
