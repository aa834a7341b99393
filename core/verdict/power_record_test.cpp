#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/diagnosis/visible_mistakes.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/verdict/certificate.hpp"

using namespace fairshuffle;

namespace {

Findings with_tests(const std::vector<std::string>& names) {
  Findings findings;
  findings.alpha_at_look = 1e-8;
  findings.family = 50;
  for (const std::string& name : names) {
    TestRecord& test = findings.tests.emplace_back();
    test.name = test.test = name;
    test.applied = true;
  }
  return findings;
}

}  // namespace

TEST_CASE(
    "of each line the hardest mistake within the trials would have been found, and the nearest beyond not") {
  std::set<std::string> tests;
  for (const LineOfMistakes& line : visible_mistakes(52).lines) {
    for (const VisibleMistake& mistake : line) {
      for (const Sight& sight : mistake.sights) tests.insert(sight.test);
    }
  }
  const Findings findings = with_tests({tests.begin(), tests.end()});
  for (const std::uint64_t trials : {3'000ULL, 1'000'000ULL, 100'000'000ULL}) {
    const auto run = static_cast<double>(trials);
    const PowerRecord record = power_record(findings, 52, trials).value();
    CHECK(std::ranges::is_sorted(record.found, std::ranges::greater{}, &MistakeInReach::trials));
    CHECK(std::ranges::is_sorted(record.missed, {}, &MistakeInReach::trials));
    CHECK(record.found.front().trials <= run);
    CHECK(record.missed.front().trials > run);
    const auto reach_of = [](const std::vector<MistakeInReach>& list, const VisibleMistake& mistake) {
      const auto found = std::ranges::find(list, mistake.target, &MistakeInReach::target);
      return found == list.end() ? 0 : found->trials;
    };
    // By degrees of freedom: each takes a search.
    std::map<double, double> noncentralities;
    for (const double degrees_of_freedom : {1., 16., 1326., 2601.}) {
      noncentralities[degrees_of_freedom] = noncentrality_needed(degrees_of_freedom, 1e-8 / 50, 0.99);
    }
    std::map<double, double> of_cells;
    for (const double cells : {52. * 52, 52. * 53}) {
      of_cells[cells] = noncentrality_needed(1, 1e-8 / 50 / cells, 0.99);
    }
    for (const LineOfMistakes& line : visible_mistakes(52).lines) {
      // By hand, mistake by mistake.
      double hardest = 0, nearest = 0, told_hardest = 0, told_nearest = 0;
      for (const VisibleMistake& mistake : line) {
        double fewest = std::numeric_limits<double>::infinity();
        for (const Sight& sight : mistake.sights) {
          const double needed =
              sight.cells > 1 ? of_cells.at(sight.cells) : noncentralities.at(sight.degrees_of_freedom);
          // Of a mean: z of the level, 2.3263 of the power times the standard deviation of a Poisson
          // distribution of mean 1 + bias, and the skewness.
          const double bias = std::sqrt(sight.noncentrality),
                       z = std::sqrt(needed) + 2.3263478740408408 * (std::sqrt(1 + bias) - 1);
          fewest = std::min(fewest, sight.test.starts_with("mean ") ? z * z / (bias * bias) + 1.5 * z / bias
                                                                    : needed / sight.noncentrality);
        }
        if (fewest <= run) hardest = std::max(hardest, fewest);
        if (fewest > run) nearest = nearest == 0 ? fewest : std::min(nearest, fewest);
        told_hardest = std::max(told_hardest, reach_of(record.found, mistake));
        told_nearest = std::max(told_nearest, reach_of(record.missed, mistake));
      }
      CAPTURE(line.front().target);
      CHECK(told_hardest == doctest::Approx(hardest).epsilon(1e-9));
      CHECK(told_nearest == doctest::Approx(nearest).epsilon(1e-9));
    }
  }
}

TEST_CASE("what no test looked for is not told of") {
  const PowerRecord one = power_record(with_tests({"mean descents"}), 52, 1'000'000).value();
  REQUIRE_FALSE(one.found.empty());
  REQUIRE_FALSE(one.missed.empty());
  for (const auto* list : {&one.found, &one.missed}) {
    for (const MistakeInReach& mistake : *list) {
      CHECK(mistake.target.starts_with("random-key-sort:"));
      CHECK(mistake.found_by == "mean descents");
    }
  }
  Findings not_applied = with_tests({"mean descents"});
  not_applied.tests.front().applied = false;
  CHECK(power_record(not_applied, 52, 1'000'000)->found.empty());
  CHECK(power_record(not_applied, 52, 1'000'000)->missed.empty());
  CHECK_FALSE(power_record(with_tests({"mean descents"}), 12, 1'000'000).has_value());
  CHECK_FALSE(power_record(with_tests({"mean descents"}), 52, 0).has_value());
}

TEST_CASE(
    "decks that a mistake carries on are found by their relative permutations as the mistake is by single "
    "decks") {
  const Findings findings = with_tests({"mean descents", "successive-mean descents"});
  const auto names = [](const std::vector<MistakeInReach>& list, std::string_view test) {
    std::vector<std::string> targets;
    for (const MistakeInReach& mistake : list) {
      if (mistake.found_by == test) targets.push_back(mistake.target);
    }
    return targets;
  };
  const auto carried = [](std::vector<std::string> targets) {
    for (std::string& target : targets) target += " carried from deck to deck";
    return targets;
  };
  const PowerRecord whole = power_record(findings, 52, 1'000'000, {.successive = 1'000'000}).value();
  REQUIRE_FALSE(names(whole.found, "mean descents").empty());
  CHECK(names(whole.found, "successive-mean descents") == carried(names(whole.found, "mean descents")));
  CHECK(names(whole.missed, "successive-mean descents") == carried(names(whole.missed, "mean descents")));
  // Of 16 times as many trials as there are relative permutations no more is found of them.
  const PowerRecord some = power_record(findings, 52, 16'000'000, {.successive = 1'000'000}).value();
  CHECK(names(some.found, "successive-mean descents") == names(whole.found, "successive-mean descents"));
  CHECK(some.found.front().trials <= 16'000'000);
  CHECK(names(power_record(findings, 52, 1'000'000)->found, "successive-mean descents").empty());
}

// In lanes 65,280 of the first 65,536 trials have a relative permutation, and of later ones one in 16.
TEST_CASE(
    "what relative permutations show does not move away while trials without relative permutations come") {
  const Findings findings = with_tests({"successive-mean descents"});
  const auto record_at = [&findings](std::uint64_t trials, std::uint64_t successive) {
    return power_record(findings, 52, trials, {.successive = successive}).value();
  };
  const PowerRecord first = record_at(65'536, 65'280);
  REQUIRE_FALSE(first.found.empty());
  REQUIRE_FALSE(first.missed.empty());
  for (const std::uint64_t trials : {131'072ULL, 600'000ULL}) {
    CAPTURE(trials);
    const PowerRecord record = record_at(trials, 65'280 + (trials - 65'536) / 16);
    REQUIRE(record.found.size() == first.found.size());
    for (std::size_t at = 0; at < first.found.size(); ++at) {
      CHECK(record.found[at].target == first.found[at].target);
      CHECK(record.found[at].trials == doctest::Approx(first.found[at].trials).epsilon(0.005));
    }
    REQUIRE(record.missed.size() == first.missed.size());
    for (std::size_t at = 0; at < first.missed.size(); ++at) {
      CHECK(record.missed[at].target == first.missed[at].target);
      CHECK(record.missed[at].trials == doctest::Approx(first.missed[at].trials).epsilon(0.02));
    }
  }
  // What was due is found.
  const MistakeInReach& due = first.missed.front();
  const auto enough = static_cast<std::uint64_t>(1.02 * due.trials);
  const PowerRecord later = record_at(enough, 65'280 + (enough - 65'536) / 16);
  CHECK(later.found.front().target == due.target);
  // What 65,536 relative permutations would show is found by so many trials, and what n more would 16 n
  // later.
  const auto all_at = [&findings](std::uint64_t successive) {
    return power_record(findings, 52, successive, {.successive = successive}).value();
  };
  const double needed = all_at(65'536).missed.front().trials;
  REQUIRE(needed > 65'536);
  const double missing = (needed - 65'536) / 16;
  CHECK(record_at(65'536, 32'768).missed.front().trials ==
        doctest::Approx(65'536 + 16 * (65'536 + missing - 32'768)).epsilon(1e-9));
}

TEST_CASE("of few starting states those are found of which 99 runs of 100 have a deck that comes again") {
  const Findings findings = with_tests({"birthday"});
  for (const std::uint64_t trials : {2'400ULL, 98'304ULL}) {
    CAPTURE(trials);
    const BirthdayCounts all{.kept = trials, .distinct = trials};
    const PowerRecord record = power_record(findings, 52, trials, {.birthday = all}).value();
    REQUIRE(record.found.size() == 1);
    REQUIRE(record.missed.size() == 1);
    // One deck that comes again is enough: none does of S states with exp(-N^2 / 2S), that is 1 in 100 where
    // S is N^2 / (2 ln 100).
    const auto n = static_cast<double>(trials);
    const double most_states = n * n / (2 * std::log(100));
    const auto bits = static_cast<int>(std::floor(std::log2(most_states)));
    const std::string target = "durstenfeld:n=52,seeding=per-shuffle-random,seeds=2^";
    CHECK(record.found.front().target == target + std::to_string(bits));
    CHECK(record.missed.front().target == target + std::to_string(bits + 1));
    CHECK(record.found.front().trials ==
          doctest::Approx(std::sqrt(std::ldexp(2 * std::log(100), bits))).epsilon(0.01));
    CHECK(record.found.front().found_by == "birthday");
  }
  // Of 13 cards permutations of fair decks come again, so it takes more of them.
  const BirthdayCounts all{.kept = 1'000'000, .distinct = 1'000'000};
  const auto found = [&](int deck_size) {
    return power_record(findings, deck_size, 1'000'000, {.birthday = all})->found.front().target;
  };
  CHECK(found(52).ends_with("=2^36"));
  CHECK(found(13).ends_with("=2^31"));
  // A kept order in 16 shows a sixteenth of the pairs.
  const BirthdayCounts some{.one_in = 16, .kept = 62'500, .distinct = 62'500};
  CHECK(power_record(findings, 52, 1'000'000, {.birthday = some})->found.front().target.ends_with("=2^32"));
  CHECK(power_record(findings, 52, 1'000'000)->found.empty());
}

TEST_CASE("so many trials as are told do bring a deck that comes again, of so many states" *
          doctest::test_suite("simulations")) {
  const Findings findings = with_tests({"birthday"});
  const BirthdayCounts all{.kept = 2'400, .distinct = 2'400};
  const MistakeInReach hardest = power_record(findings, 52, 2'400, {.birthday = all})->found.front();
  REQUIRE(hardest.target.ends_with("=2^19"));
  std::mt19937_64 source(7);
  int seen = 0;
  for (int run = 0; run < 2'000; ++run) {
    std::set<std::uint64_t> states;
    bool again = false;
    for (int trial = 0; trial < hardest.trials; ++trial)
      again = !states.insert(source() >> 45).second || again;
    seen += again ? 1 : 0;
  }
  // 1,980 are due; five standard deviations below with probability 1e-6.
  CHECK(seen >= 1'956);
}

TEST_CASE("sorts by random comparators are found where positions see as much of them as is told") {
  const PowerRecord record = power_record(with_tests({"positions"}), 20, 100'000).value();
  CHECK(std::ranges::any_of(record.found, [](const MistakeInReach& mistake) {
    return mistake.target.starts_with("comparator-sort") && mistake.found_by == "positions";
  }));
}

TEST_CASE(
    "of seeds that follow each other the hardest that relative permutations show is told, of counters and of "
    "clocks") {
  const Findings findings = with_tests({"successive-positions"});
  const PowerRecord record = power_record(findings, 52, 16'000, {.successive = 1'000}).value();
  const double needed = noncentrality_needed(51 * 51, 1e-8 / 50, 0.99);
  for (const LineOfMistakes& line : visible_mistakes(52).seeds) {
    double hardest = 0;
    for (const VisibleMistake& mistake : line) {
      const double trials = 16 * needed / mistake.sights.front().noncentrality;
      if (trials <= 16'000) hardest = std::max(hardest, trials);
    }
    CHECK(hardest > 0);
    CHECK(std::ranges::any_of(record.found, [hardest](const MistakeInReach& mistake) {
      return mistake.found_by == "successive-positions" && mistake.trials == doctest::Approx(hardest) &&
             mistake.target.find("seeding=per-shuffle-c") != std::string::npos;
    }));
  }
  CHECK(power_record(findings, 52, 16'000)->found.empty());
}

TEST_CASE("a clock that reads the same for two shuffles is found by the first decks that are equal") {
  const Findings findings = with_tests({"repeats"});
  for (const auto& [deck_size, trials] : {std::pair{52, 2.0}, std::pair{13, 4.0}}) {
    // A pair is equal with probability 1.6e-10 of 13 cards, which twice is above the level of 2e-10.
    const PowerRecord record = power_record(findings, deck_size, 4).value();
    REQUIRE(record.found.size() == 1);
    CHECK(record.found.front().target ==
          "durstenfeld:n=" + std::to_string(deck_size) + ",seeding=per-shuffle-clock,clock=s,rate=2");
    CHECK(record.found.front().trials == trials);
    CHECK(record.missed.empty());
  }
  CHECK(power_record(findings, 13, 3)->missed.size() == 1);
}
