#include "reports/words/link_words.hpp"

#include <string>

#include <doctest/doctest.h>

#include "reports/words/bias_words.hpp"
#include "reports/words/verdict_sentence.hpp"

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

}  // namespace

TEST_CASE("links are told by what they look like and what usually causes them") {
  CHECK(link_looks(linked_as(LinkShape::repeated)) ==
        "successive shuffles come out equal 50 % of the time, far too often: each deck comes twice");
  TargetRecord held = linked_as(LinkShape::repeated);
  held.evidence.repeats.equal = 1800;
  CHECK(link_looks(held) == "successive shuffles come out equal 44 % of the time, far too often");
  held.target.deck_size = 3;
  held.evidence.repeats.equal = 2389;  // half of the pairs, and a sixth of the others
  CHECK(link_looks(held) ==
        "successive shuffles come out equal 58.3 % of the time, where 16.7 % are due, far too often: each "
        "deck comes twice");
  CHECK(
      link_cause(linked_as(LinkShape::repeated)) ==
      "as when a shuffle is left out, or does little to a deck that is not put back in order, the same deck "
      "is counted twice, a clock seeds the source or its period is short");
  TargetRecord seldom = linked_as(LinkShape::never_repeated);
  seldom.evidence.repeats.equal = 3;
  CHECK(link_looks(seldom) == "only 3 of 4,095 decks are the same as the one before, far too few");
  seldom.evidence.repeats.equal = 0;
  CHECK(link_looks(seldom) == "none of 4,095 decks is the same as the one before, as some should be");
  seldom.link->proof = LinkProof::orders;
  CHECK(link_looks(seldom) == "orders come more evenly than independent decks bring them");
  CHECK(link_cause(seldom) == "as when orders are drawn without replacement");
  TargetRecord step = linked_as(LinkShape::fixed_step);
  step.link->share = 0.5;
  CHECK(link_looks(step) == "50 % of the decks are the one before, rearranged in one and the same way");
  step.target.deck_size = 4;
  CHECK(link_looks(step) ==
        "50 % of the decks are the one before, rearranged in one and the same way, where 4.17 % are due");
  TargetRecord periodic = linked_as(LinkShape::periodic);
  periodic.link->period = 1200;
  CHECK(link_looks(periodic) == "the same decks come again after 1,200 trials");
  CHECK(link_cause(periodic).find("period is short") != std::string::npos);
  periodic.link->share = 0.00125;
  CHECK(link_looks(periodic) ==
        "0.125 % of the decks are the one 1,200 trials before, more than chance has it");
  CHECK(link_cause(periodic) ==
        "as when the source's period is short, tables take turns, or trials are recorded twice");
  CHECK(link_looks(linked_as(LinkShape::alternating)) == "odd and even orders take turns");
  TargetRecord moved = linked_as(LinkShape::moved);
  moved.link->cell = WorstCell{
      .card = 51, .position = 0, .count = 1229, .expected = 78.75, .ratio = 15.6, .standard_errors = 130};
  CHECK(link_looks(moved) ==
        "the card at position 51 comes to position 0 in 30 % of the shuffles, where 1.92 % are due");
  CHECK(link_cause(moved).starts_with("as when the deck is not put back in order"));
  moved.link->cell->count = 0;
  CHECK(link_looks(moved) == "the card at position 51 never comes to position 0");
  TargetRecord parity = linked_as(LinkShape::alternating);
  parity.link->share = 0.437;
  CHECK(link_looks(parity) ==
        "an even order is followed by an odd one, or an odd one by an even one, in 43.7 % of the shuffles, "
        "where 50 % are due");
}

TEST_CASE("where the seeds of a target are known to follow each other, that is told, and no other cause") {
  for (const char* seeding : {"per-shuffle-clock", "per-shuffle-counter"}) {
    TargetRecord result = linked_as(LinkShape::unclear);
    result.target.seeding = seeding;
    CHECK(link_looks(result) == "seeds follow each other: each deck depends on the one before");
    CHECK(link_cause(result) == "as the source does not mix the seeds that it is given for each shuffle");
    // A clock that two shuffles may read alike makes them equal; another, and a counter, does not.
    result.target.clock = "ms";
    result.target.shuffles_per_second = 1000;
    result.link->shape = LinkShape::repeated;
    CHECK(link_looks(result).starts_with("seeds follow each other: successive shuffles come out equal"));
    result.target.shuffles_per_second = 1001;
    CHECK(link_looks(result).starts_with("successive shuffles come out equal") ==
          (result.target.seeding == "per-shuffle-clock"));
  }
  TargetRecord ideal = linked_as(LinkShape::unclear);
  ideal.target.seeding = "per-block";
  CHECK(link_looks(ideal) == "each deck depends on the one before");
}

TEST_CASE("the verdict on linked decks bounds nothing and names what each shuffle is") {
  TargetRecord result = linked_as(LinkShape::known_mistake);
  result.link->shuffle.emplace();
  result.link->shuffle->laws_fitting = 1;
  result.link->shuffle->fits.resize(1);
  result.link->shuffle->fits[0].mistakes = {{"naive-swap:n=5", ""}};
  put_in_words({}, result);
  CHECK(result.sentence ==
        "Biased, the decks are linked: quotients rejects fairness in 4,096 trials (quotient positions: p = "
        "1.0e-40). The deck is not put back in order; each shuffle is naive-swap:n=5, or a law near it. "
        "So the size of the bias is not bounded, and no known mistake is looked for in single decks.");
  CHECK(bias_words(result, {}).where ==
        "the decks are linked: the deck is not put back in order; each shuffle is naive-swap:n=5, or a law "
        "near "
        "it");
  result.link->shuffle->laws_fitting = 2;
  result.link->shuffle->fits.resize(2);
  result.link->shuffle->fits[1].mistakes = {{"riffle:m=7,n=5", ""}};
  CHECK(link_looks(result) ==
        "the deck is not put back in order; each shuffle is naive-swap:n=5 or riffle:m=7,n=5, or a law near "
        "one "
        "of them");
}
