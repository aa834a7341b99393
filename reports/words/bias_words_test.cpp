#include <cmath>
#include <cstdint>

#include <doctest/doctest.h>

#include "reports/goldens/example_run.hpp"
#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

TargetRecord biased_example() {
  return example_run().results[1];
}

}  // namespace

TEST_CASE("bounds are told in points, rounded so that they stay bounds") {
  TargetRecord result = biased_example();
  result.bias.tv_lower = 0.0634;
  result.bias.tv_upper = 0.1041;
  CHECK(clauses_of(result, {}).how_much ==
        "the best bet gains 9.3 points over a fair deck (6.3 to 11, 99.9 % each)");
  // What a bet gains that misses the best one by far is no measure of it.
  result.bias.tv_lower = 0.09;
  result.bias.tv_upper = 0.15;
  CHECK(clauses_of(result, {}).how_much ==
        "the best bet gains at least 9, at most 15 points over a fair deck (99.9 % each)");
  result.bias.tv_lower = 0.0634;
  result.bias.tv_upper = 0.1041;
  result.evidence.bet.reset();
  CHECK(clauses_of(result, {}).how_much ==
        "the best bet gains at least 6.3, at most 11 points over a fair deck (99.9 % each)");
  result.bias.tv_lower = 0;
  CHECK(clauses_of(result, {}).how_much ==
        "no bet on the order gains more than 11 points over a fair deck (99.9 %); more trials would measure "
        "it");
  result.bias.covers = "positions";
  CHECK(clauses_of(result, {}).how_much ==
        "no bet on where one card lies gains more than 11 points over a fair deck (99.9 %); more trials "
        "would measure it");
  result.bias.tv_upper = 0.01;
  CHECK(clauses_of(result, {}).how_much ==
        "no bet on where one card lies gains more than 1 point over a fair deck (99.9 %); more trials would "
        "measure it");
}

TEST_CASE("bounds of different bets stand in sentences of their own") {
  TargetRecord result = biased_example();
  result.bias.covers = "positions";
  result.bias.tv_lower = 0.8841;
  result.bias.tv_upper = 0.17;
  CHECK(
      clauses_of(result, {}).how_much ==
      "the best bet gains at least 88 points over a fair deck (99.9 %). No bet on where one card lies gains "
      "more than 17 points (99.9 %)");
  result.bias.tv_upper = std::nullopt;
  CHECK(clauses_of(result, {}).how_much == "the best bet gains at least 88 points over a fair deck (99.9 %)");
  result.bias.tv_lower = std::nullopt;
  result.bias.tv_upper = 0.17;
  CHECK(clauses_of(result, {}).how_much ==
        "no bet on where one card lies gains more than 17 points over a fair deck (99.9 %); more trials "
        "would measure it");
}

TEST_CASE("a named bet is told beside the bound where it proves more") {
  TargetRecord result = biased_example();
  result.bias.tv_lower = 0.0634;
  result.bet_records = {{.name = "opens with an ace",
                         .values = {{.value = "1", .fair = 0.25, .count = 1, .lower = 0.351, .upper = 0.4}},
                         .mean_fair = 0.25,
                         .mean = 0.37,
                         .confidence = 0.9999}};
  CHECK(clauses_of(result, {})
            .how_much.ends_with("; betting on \"opens with an ace\" = 1 gains at least 10 points (99.9 %)"));
  result.bias.tv_lower = 0.11;
  CHECK(clauses_of(result, {}).how_much.find("betting") == std::string::npos);
  result.bias.tv_lower = 0;
  result.bet_records[0].values[0] = {.value = "1", .fair = 0.25, .count = 1, .lower = 0.1, .upper = 0.125};
  CHECK(clauses_of(result, {})
            .how_much.ends_with(
                "; betting against \"opens with an ace\" = 1 gains at least 12 points (99.9 %)"));
}

TEST_CASE("a cell that no trials can have is drawn as it is") {
  TargetRecord result = biased_example();
  for (const double expected : {0.0, -1.0, 1.0, 1e300, std::nan("")}) {
    result.worst[0].expected = expected;
    CHECK(clauses_of(result, {}).where == "card 0 is 22 % too frequent at position 0");
  }
  result.target.deck_size = 1;
  CHECK(clauses_of(result, {}).where == "card 0 is 22 % too frequent at position 0");
}

TEST_CASE("the place is that of the worst card, and permutations that never came are counted") {
  TargetRecord result = biased_example();
  CHECK(clauses_of(result, {}).where == "card 0 is 22 % too frequent at position 0");
  result.worst[0].ratio = 0.5;
  CHECK(clauses_of(result, {}).where == "card 0 is 50 % too rare at position 0");
  result.worst[0].ratio = 2.5;
  CHECK(clauses_of(result, {}).where == "card 0 comes 2.5 times as often as expected at position 0");
  result.worst[0].ratio = 0.003;
  CHECK(clauses_of(result, {}).where == "card 0 comes 333 times as rarely as expected at position 0");
  result.worst[0].count = 0;
  CHECK(clauses_of(result, {}).where == "card 0 never lands at position 0");
  result.missing_permutations = 1;
  CHECK(clauses_of(result, {}).where == "1 of 6 permutations never came; card 0 never lands at position 0");
  result.missing_permutations = 0;
  CHECK(clauses_of(result, {}).where == "card 0 never lands at position 0");
  // What is true of every card is told of all.
  result.position_counts = {{0, 6, 6}, {6, 0, 6}, {6, 6, 0}};
  CHECK(clauses_of(result, {}).where ==
        "no card ever stays in its place, where a fair deck has one that does on average");
  result.position_counts[2][2] = 1;
  CHECK(clauses_of(result, {}).where == "card 0 never lands at position 0");
}

TEST_CASE(
    "where only all permutations at once are tested and no card is clear, the farthest permutation is told") {
  TargetRecord result = biased_example();
  // A cell that chance may have brought is not told beside a test that rejects.
  result.worst[0].count = static_cast<std::uint64_t>(result.worst[0].expected) + 40;
  result.evidence.permutations = {10'000, 10'000, 10'000, 10'000, 8'000, 12'000};
  CHECK(clauses_of(result, {}).where == "permutation 2 0 1 comes 20 % too rarely");
  result.worst.clear();
  CHECK(clauses_of(result, {}).where == "permutation 2 0 1 comes 20 % too rarely");
  put_in_words({}, result);
  CHECK(result.sentence.find(" Where: permutation 2 0 1 comes 20 % too rarely.") != std::string::npos);
  result.evidence.permutations.clear();
  CHECK(clauses_of(result, {}).where == "some permutations come more often than others");
}

TEST_CASE("counts that are merely too regular are said to be that, and no more") {
  TargetRecord result = biased_example();
  result.tests[0].tail = Tail::lower;
  result.diagnosis.reset();
  result.worst.clear();
  CHECK(clauses_of(result, {}).why == "the counts are too regular for independent fair decks");
  CHECK(clauses_of(result, {}).where.empty());
  put_in_words({}, result);
  CHECK(
      result.sentence.ends_with(" Why: the counts are too regular for independent fair decks. Evidence: "
                                "1 of 1 test rejects."));
  CHECK(result.sentence.find("how cards stand together") == std::string::npos);
  TestRecord uneven = result.tests[0];
  uneven.tail = Tail::upper;
  uneven.test = uneven.name = "positions";
  uneven.log10_p = -600;
  result.tests.push_back(uneven);
  put_in_words({}, result);
  CHECK(
      result.sentence.starts_with("Biased: fairness is rejected in 60,000 trials. Permutations: X2 = 3,703 "
                                  "on 5 df, p < 1e-300 (too even). "
                                  "Positions: X2 = 3,703 on 5 df, p < 1e-300"));
  CHECK(result.sentence.ends_with(" Evidence: 2 of 2 tests reject, too regular: permutations."));
}

TEST_CASE("dependent trials bound nothing and name no mistake") {
  TargetRecord result = biased_example();
  result.bias.tv_lower = result.bias.tv_upper = std::nullopt;
  result.dependent = result.facts.permutations_counted = true;
  result.evidence.trials = 1001;
  result.evidence.repeats.pairs = 1000;
  result.evidence.repeats.equal = 412;
  const Clauses words = clauses_of(result, {});
  CHECK(words.how_much == "not bounded, since the trials are not independent draws from one distribution");
  CHECK(words.where ==
        "the trials are not independent draws from one distribution: successive shuffles come out equal 41.2 "
        "% of the time (expected: 16.7 %), far too often");
  CHECK(words.why ==
        "as when a shuffle is left out, or does little to a deck that is not reset, the same deck is "
        "counted twice, a clock seeds the source or its period is short; no known mistake is looked for in "
        "single decks");
  put_in_words({}, result);
  CHECK(result.sentence.find("draws from one distribution: successive") != std::string::npos);
}

TEST_CASE(
    "of mistakes of one distribution the target's own shuffle is named, and many others are only counted") {
  TargetRecord result = biased_example();
  result.target.shuffle = "inside-out";
  DiagnosisRecord& diagnosis = *result.diagnosis;
  CHECK(clauses_of(result, {})
            .why.starts_with(
                "consistent with inside-out:n=3,bits=2,draw=modulo with positions and cards exchanged (and 1 "
                "with the same distribution) and random-key-sort:"));
  diagnosis.fits.resize(1);
  diagnosis.distributions_fitting = 1;
  FittingDistribution& fit = diagnosis.fits.front();
  fit.tv_upper.reset();
  CHECK(
      clauses_of(result, {}).why ==
      "consistent with inside-out:n=3,bits=2,draw=modulo with positions and cards exchanged (and 1 with the "
      "same distribution) (or a distribution near it); not compared: "
      "comparator-sort:sort=quick,n=3; the 236 other known mistakes are excluded: fairshuffle explain "
      "inside-out:n=3,bits=2,draw=modulo");
  CHECK(likeness(result) == "inside-out:bits=2,draw=modulo with positions and cards exchanged");
  fit.mistakes.push_back({.target = "inside-out-too:n=3", .reading = {}});
  CHECK(
      clauses_of(result, {})
          .why.starts_with("consistent with inside-out:n=3,bits=2,draw=modulo with positions and "
                           "cards exchanged (and 2 with the same distribution) (or a distribution near it)"));
  result.target.shuffle = "inside";
  CHECK(clauses_of(result, {})
            .why.starts_with("consistent with swap-pairs:k=2,n=3 (and 2 with the same distribution) (or"));
  CHECK(clauses_of(result, {}).why.ends_with("explain swap-pairs:k=2,n=3"));
}

TEST_CASE("the mistake that fits is named, with those of its distribution and how many are excluded") {
  TargetRecord result = biased_example();
  CHECK(
      clauses_of(result, {}).why ==
      "consistent with swap-pairs:k=2,n=3 (and 1 with the same distribution) and random-key-sort:bits=2,n=3 "
      "with cards reversed (or a distribution within 1.3 points of the first); if it is one of them, about "
      "240,000 trials tell which; not compared: comparator-sort:sort=quick,n=3; the 235 other known mistakes "
      "are "
      "excluded: fairshuffle explain swap-pairs:k=2,n=3");
  CHECK(likeness(result) == "swap-pairs:k=2 or 1 more");
  DiagnosisRecord& diagnosis = *result.diagnosis;
  DiagnosisRecord unbounded = diagnosis;
  for (FittingDistribution& fit : unbounded.fits) fit.tv_upper.reset();
  std::swap(diagnosis, unbounded);
  CHECK(clauses_of(result, {})
            .why.find(
                "cards reversed (or a distribution near one of them); if it is one of them, about 240,000") !=
        std::string::npos);
  std::swap(diagnosis, unbounded);
  diagnosis.fits.pop_back();
  diagnosis.distributions_fitting = 1;
  diagnosis.fits[0].tv_upper.reset();
  CHECK(
      clauses_of(result, {}).why ==
      "consistent with swap-pairs:k=2,n=3 (and 1 with the same distribution) (or a distribution near it); "
      "not compared: comparator-sort:sort=quick,n=3; the 236 other known mistakes are excluded: fairshuffle "
      "explain swap-pairs:k=2,n=3");
  diagnosis.fits[0].tv_upper = 0.0481;
  CHECK(clauses_of(result, {})
            .why.find(
                "with the same distribution) (or a distribution within 4.9 points of it); not compared") !=
        std::string::npos);
  CHECK(likeness(result) == "swap-pairs:k=2");
  diagnosis.fits[0].total_variation = 0.0841867;
  CHECK(likeness(result) == "swap-pairs:k=2 (exactly 8.4187 points)");
  CHECK(clauses_of(result, {})
            .why.starts_with("consistent with swap-pairs:k=2,n=3 (and 1 with the same distribution) (exactly "
                             "8.4187 points) (or a distribution within"));
  diagnosis.fits[0].total_variation.reset();
  diagnosis.fits[0].p_value = 0.009;
  CHECK(clauses_of(result, {})
            .why.starts_with(
                "may be none of 238 known mistakes; not compared: comparator-sort:sort=quick,n=3; not "
                "excluded: swap-pairs:k=2,n=3 "));
  CHECK(likeness(result).empty());
  diagnosis.fits.clear();
  CHECK(clauses_of(result, {}).why ==
        "no known mistake: all 238 are excluded; not compared: comparator-sort:sort=quick,n=3");
  diagnosis.not_compared.clear();
  CHECK(clauses_of(result, {}).why == "no known mistake: all 238 are excluded");
  result.target.deck_size = 52;
  CHECK(clauses_of(result, {}).why == "no known mistake: all 238 that so many trials must show are excluded");
  result.target.deck_size = 129;
  CHECK(clauses_of(result, {}).why == "no known mistake: all 238 are excluded");
  result.diagnosis.reset();
  for (TestRecord& test : result.tests) test.test = "successive";
  result.evidence.permutations.clear();
  CHECK(clauses_of(result, {}).where.empty());
  CHECK(clauses_of(result, {}).why ==
        "only how decks follow each other is uneven: they may not be independent, which so few do not prove");
  result.target.deck_size = 2;
  CHECK(clauses_of(result, {}).why.empty());
}

TEST_CASE("the evidence is the strongest test beside those that everyone knows, and how many reject") {
  TargetRecord result = biased_example();
  CHECK(clauses_of(result, {}).evidence == "1 of 1 test rejects");
  TestRecord part = result.tests[0];
  part.test = "components";
  part.name = "single cards (2,1)";
  part.p_value = 1e-9;
  part.log10_p = -9;
  result.tests.insert(result.tests.end(), {part, part});
  CHECK(clauses_of(result, {}).evidence == "single cards (2,1) p = 1e-9; 2 of 2 tests reject");
  TestRecord same = result.tests[0];
  same.test = same.name = "neighbours";
  same.same_as = "permutations";
  result.tests.push_back(same);
  CHECK(clauses_of(result, {}).evidence == "single cards (2,1) p = 1e-9; 2 of 2 tests reject");
}

TEST_CASE("the tests that everyone knows stand first, with their effect where they reject") {
  TargetRecord result = biased_example();
  result.evidence.trials = 10'001;
  result.evidence.invalid_trials = 0;
  result.bias.tv_lower = 0.081;
  result.bias.tv_upper = 0.087;
  TestRecord& permutations = result.tests[0];
  permutations.statistic = 84'211.6;
  permutations.degrees_of_freedom = 119;
  TestRecord positions = permutations;
  positions.test = positions.name = "positions";
  positions.statistic = 16.52;
  positions.degrees_of_freedom = 16;
  positions.p_value = 0.417;
  positions.log10_p = -0.38;
  positions.rejected = false;
  result.tests.push_back(positions);
  using Told = std::vector<std::pair<std::string, std::string>>;
  result.evidence.bet = Bet{.share = 0.5, .hits = 58'417, .judged = 100'000};
  CHECK(clauses_of(result, {}).known_tests ==
        Told{{"Permutations", "X2 = 84,212 on 119 df, p < 1e-300, effect 8.4 points"},
             {"Positions", "X2 = 16.52 on 16 df, p = 0.42 (two-sided)"}});
  // The cell that is farthest off has 500 of 10,001 too many.
  result.worst = {
      {.card = 0, .position = 0, .count = 2500, .expected = 2000, .ratio = 1.25, .standard_errors = 12}};
  result.tests.back().statistic = 272;
  result.tests.back().rejected = true;
  CHECK(clauses_of(result, {}).known_tests[1].second ==
        "X2 = 272 on 16 df, p = 0.42 (two-sided), effect 5 points");
  result.tests.back().statistic = 16.52;
  result.tests.back().rejected = false;
  result.tests[0].tail = Tail::lower;
  CHECK(clauses_of(result, {}).known_tests[0].second == "X2 = 84,212 on 119 df, p < 1e-300 (too even)");
  result.tests[0].applied = false;
  CHECK(clauses_of(result, {}).known_tests ==
        Told{{"Positions", "X2 = 16.52 on 16 df, p = 0.42 (two-sided)"}});
  result.dependent = true;
  result.tests[0].applied = true;
  result.tests[0].tail = Tail::upper;
  CHECK(clauses_of(result, {}).known_tests[0].second == "X2 = 84,212 on 119 df, p < 1e-300");
}

TEST_CASE("what is too regular is told beside what else rejects") {
  TargetRecord result = biased_example();
  TestRecord regular = result.tests[0];
  regular.test = regular.name = "positions";
  regular.tail = Tail::lower;
  REQUIRE(too_regular(regular));
  result.tests.push_back(regular);
  CHECK(clauses_of(result, {}).evidence == "2 of 2 tests reject, too regular: positions");
  result.tests.erase(result.tests.begin());
  CHECK(clauses_of(result, {}).evidence == "1 of 1 test rejects");
}
