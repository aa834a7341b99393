#include <doctest/doctest.h>

#include "core/record/findings.hpp"
#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

FamilyRecord family(std::string name, bool asked, std::optional<double> tv_upper, double trials) {
  FamilyRecord record;
  record.family = std::move(name);
  record.asked = asked;
  record.tv_upper = tv_upper;
  record.trials_for_tolerance = trials;
  return record;
}

MistakeInReach in_reach(std::string target, double trials) {
  return {.target = std::move(target), .found_by = "positions", .trials = trials};
}

// A fair deck of 52 cards, of whose families only the pairs and hands that take an option are not counted.
TargetRecord certified() {
  TargetRecord result;
  result.verdict = Verdict::fair;
  result.target.deck_size = 52;
  result.evidence.trials = 47'448'064;
  result.bias = {.covers = "cards,pairs-order",
                 .chi_square_distance = {},
                 .tv_lower = 0.0,
                 .tv_upper = 0.000863,
                 .confidence = 0.9999};
  result.families = {family("cards", true, 0.000863, 3.4e7), family("pairs-order", true, 0.000651, 2.1e7),
                     family("neighbours", false, 0.00093, 3.7e7), family("hole-cards", false, 0.00147, 6.9e7),
                     family("parity", false, 0.00043, 8.4e6)};
  result.seed_space = SeedSpaceRecord{};
  result.evidence.birthday.kept = result.evidence.birthday.distinct = 370'413;
  result.evidence.birthday.one_in = 128;
  result.power =
      PowerRecord{.power = 0.99,
                  .found = {in_reach("fisher-yates:n=52,bits=14,draw=modulo", 4.8e7),
                            in_reach("riffle:m=15,n=52", 4.7e7), in_reach("swap-pairs:k=270,n=52", 4.5e7),
                            in_reach("naive-swap:n=52", 2e3), in_reach("sattolo:n=52", 100)},
                  .missed = {in_reach("riffle:m=16,n=52", 9.13e7)}};
  return result;
}

}  // namespace

TEST_CASE("a fair large deck tells its bounds, what is not counted, its seeds and what it would have shown") {
  const Clauses words = clauses_of(certified(), {});
  CHECK(
      words.how_much ==
      "no bet on where any one card lies or which of any two cards comes first gains more than 0.087 points "
      "over a fair deck (99.9 %)");
  CHECK(words.undecided.empty());
  CHECK(
      words.by_family ==
      "points (99.9 % together): cards 0.087, pairs-order 0.066; not asked for: neighbours 0.093, hole-cards "
      "0.15, parity 0.043; not counted: pairs (--pairs), "
      "flop, "
      "top-five "
      "(--certify)");
  CHECK(words.seed_space == "no deck of 370,413 kept came again");
  CHECK(words.would_find ==
        "99 times of 100: up to 15 riffles, up to 270 random swaps and 3 other known mistakes");
  CHECK(words.might_miss == "16 riffles (takes 91,300,000 trials)");
  TargetRecord hardly_any = certified();
  hardly_any.power->missed = {in_reach("swap-pairs:k=6,n=52", 1.02)};
  CHECK(clauses_of(hardly_any, {}).might_miss == "6 random swaps (takes 2 trials)");
}

TEST_CASE("a mistake goes by what its number counts only where that is all that is set") {
  TargetRecord result = certified();
  for (const auto& [target, words] :
       {std::pair("riffle:m=1,n=52", "up to 1 riffle"), std::pair("riffle:m=2,n=51", "riffle:m=2,n=51"),
        std::pair("draw-insert:rounds=265,n=52", "up to 265 random insertions"),
        std::pair("random-key-sort:bits=9,n=52", "up to 9 bits of random sort keys"),
        std::pair("riffle:m=7,n=52 carried from deck to deck", "riffle:m=7,n=52 carried from deck to deck"),
        std::pair("shelf:shelves=10,passes=2,n=52", "shelf:shelves=10,passes=2,n=52"),
        std::pair("riffle:m=7,n=52,draw=modulo", "riffle:m=7,n=52,draw=modulo"),
        std::pair("sattolo:n=52", "sattolo:n=52")}) {
    result.power->found = {in_reach(target, 2e3)};
    CHECK(clauses_of(result, {}).would_find == std::string("99 times of 100: ") + words);
  }
}

TEST_CASE("what is counted is not called uncounted, and what bounds nothing says so") {
  TargetRecord result = certified();
  result.families.push_back(family("pairs", false, std::nullopt, 2e9));
  const std::string words = clauses_of(result, {}).by_family;
  CHECK(words.find(
            "; not asked for: neighbours 0.093, hole-cards 0.15, parity 0.043, pairs not bounded; not") !=
        std::string::npos);
  CHECK(words.find("--pairs") == std::string::npos);
  CHECK(words.find("not counted: flop, top-five (--certify)") != std::string::npos);
}

TEST_CASE("what is of smaller decks only is not offered") {
  TargetRecord result = certified();
  result.target.deck_size = 129;
  CHECK(clauses_of(result, {}).by_family.find("not counted") == std::string::npos);
}

TEST_CASE("an inconclusive large deck tells how many trials would decide") {
  TargetRecord result = certified();
  result.verdict = Verdict::inconclusive;
  result.evidence.trials = 80'000;
  result.trials_to_decide = 3.44e7;
  result.families[0].tv_upper = result.bias.tv_upper = 0.0213;
  CHECK(clauses_of(result, {}).undecided ==
        "the tolerance is 0.1 points; if it is fair, about 34,000,000 trials would decide");
  CHECK(clauses_of(result, {})
            .by_family.starts_with(
                "points (99.9 % together): cards 2.2 (at most 0.1 from 34,000,000 trials on, "
                "if fair), pairs-order"));
  result.trials_to_decide.reset();
  CHECK(clauses_of(result, {}).undecided == "the tolerance is 0.1 points");
  CHECK(clauses_of(result, {.tolerance = 0.01}).undecided == "the tolerance is 1 point");
  CHECK(clauses_of(result, {.tolerance = 0.0213})
            .undecided.starts_with(
                "the tolerance is 2.13 points, which is met; but no deck is called fair while"));
}

TEST_CASE("recorded trials tell the tolerance that they support, others do not") {
  TargetRecord result = certified();
  result.verdict = Verdict::inconclusive;
  result.target.deck_size = 1;
  result.families.clear();
  result.facts.permutations_counted = true;
  result.evidence.trials = 3000;
  result.bias.covers = "permutations";
  result.bias.tv_upper = 0.0627;
  const Budget point{.tolerance = 0.01};
  CHECK(clauses_of(result, point).undecided == "the tolerance is 1 point");
  result.facts.recorded = true;
  CHECK(clauses_of(result, point).undecided ==
        "the tolerance is 1 point; 3,000 trials support 6.3 points: --tolerance 0.063");
  result.trials_to_decide = 1.2e5;
  CHECK(clauses_of(result, point).undecided ==
        "the tolerance is 1 point; 3,000 trials support 6.3 points: --tolerance 0.063; if it is fair, about "
        "120,000 trials "
        "would decide");
  // At no tolerance are they fair whose bound is about other bets, or says nothing.
  result.trials_to_decide.reset();
  result.bias.tv_upper = 1;
  CHECK(clauses_of(result, point).undecided == "the tolerance is 1 point");
  result.bias.tv_upper = 0.0627;
  result.bias.covers = "positions";
  CHECK(clauses_of(result, point).undecided == "the tolerance is 1 point");
}

TEST_CASE("a headline has the verdict, what it looks like, where and how large") {
  TargetRecord result = certified();
  CHECK(headline_of(result, {}) ==
        "Fair: at most 0.087 points on the bets asked for; whole deck not bounded");
  result.verdict = Verdict::inconclusive;
  CHECK(headline_of(result, {.tolerance = 0.0001}) ==
        "Inconclusive: at most 0.087 points on the bets asked for; whole deck not bounded; the tolerance is "
        "0.01 points");
  result.bias.tv_upper.reset();
  CHECK(headline_of(result, {.tolerance = 0.01}) == "Inconclusive: not bounded; the tolerance is 1 point");
  result.verdict = Verdict::biased;
  result.bias = {.covers = "permutations",
                 .chi_square_distance = {},
                 .tv_lower = 0.79,
                 .tv_upper = 0.858,
                 .confidence = 0.999};
  CHECK(headline_of(result, {}) == "Biased: 79 to 86 points");
  result.diagnosis = DiagnosisRecord{};
  result.diagnosis->distributions_fitting = 1;
  FittingDistribution& fit = result.diagnosis->fits.emplace_back();
  fit.mistakes = {{.target = "sattolo:n=52", .reading = ""}};
  fit.p_value = 0.4;
  CHECK(headline_of(result, {}) == "Biased: looks like sattolo; 79 to 86 points");
  result.diagnosis->distributions_fitting = 3;
  result.bias.tv_upper.reset();
  CHECK(headline_of(result, {}) == "Biased: looks like sattolo or 2 more; at least 79 points");
  result.verdict = Verdict::invalid;
  result.evidence.invalid_trials = 7;
  CHECK(headline_of(result, {}) == "Invalid: 7 of 47,448,064 trials were no order of the deck");
  result.verdict.reset();
  result.evidence.error = "it has ended";
  CHECK(headline_of(result, {}) == "Failed: it has ended");
}

TEST_CASE("decks that came again are counted, and a floor on the permutations says more") {
  TargetRecord result = certified();
  result.seed_space->log2_fewest_permutations = 34.99;
  CHECK(clauses_of(result, {}).seed_space ==
        "at least 2^34.9 different permutations can come out (99.9 % confidence)");
  result.seed_space.reset();
  CHECK(clauses_of(result, {}).seed_space.empty());
  result.power.reset();
  CHECK((clauses_of(result, {}).would_find.empty() && clauses_of(result, {}).might_miss.empty()));
}
