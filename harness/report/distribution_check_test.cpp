// Are forged counts called so, and true ones never?
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/record/evidence.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/tail.hpp"
#include "harness/engine/run.hpp"
#include "harness/report/report_check.hpp"
#include "harness/targets/builtin/builtin_target.hpp"

using namespace fairshuffle;

namespace {

BuiltinTarget target_of(const std::string& text) {
  return {parse_target_text(text), 5, 1};
}

TargetRecord record_of(const std::string& text, std::uint64_t trials) {
  RunPlan plan;
  plan.targets.push_back(std::make_unique<BuiltinTarget>(target_of(text)));
  for (const TestInfo& test : all_tests()) plan.tests.emplace_back(test.name);
  plan.seed = 1;
  plan.max_trials = trials;
  plan.fixed_trials = true;
  plan.threads = 2;
  return run(plan, [](const Progress&) {}).front();
}

std::optional<Contradiction> contradiction_of(const TargetRecord& record) {
  const EvidenceTally counted = tally_of(record, record.evidence);
  REQUIRE(counted.tally);
  return contradiction_of_distribution(record, *counted.tally, 1);
}

// The same counts in the name of another target.
TargetRecord claimed_for(const std::string& other, TargetRecord record) {
  const BuiltinTarget target = target_of(other);
  record.name = target.name();
  record.target = target.description();
  return record;
}

void check_is_not_accused(const std::string& text, std::uint64_t trials) {
  CAPTURE(text);
  const std::optional<Contradiction> wrong = contradiction_of(record_of(text, trials));
  CHECK_MESSAGE(!wrong, (wrong ? wrong->sentence : ""));
}

}  // namespace

// A true report is accused with a chance below 1e-9; of one seed, nothing is left to chance.
TEST_CASE("no counts of a built-in target are called another's" * doctest::test_suite("simulations")) {
  std::vector<std::string> names;
  for (const ShuffleInfo& shuffle : all_shuffles()) names.emplace_back(shuffle.name);
  for (const Preset& preset : all_presets()) names.emplace_back(preset.name);
  REQUIRE(names.size() > 18);
  for (const std::string& name : names) {
    check_is_not_accused(name + ":n=5", 40'000);
    check_is_not_accused(name + ":n=9", 20'000);
    if (name != "pick-from-all") check_is_not_accused(name + ":n=52", 2'400);
  }
  for (const char* text : {"durstenfeld:n=1", "durstenfeld:n=2", "naive-swap:n=2", "deal-hands:n=13,slip=1",
                           "deal-hands:n=5,slip=1", "durstenfeld:n=7,slip=always-below-n-1",
                           "durstenfeld:n=52,slip=last-below-n", "random-key-sort:n=52,bits=32",
                           "random-key-sort:n=52,keys=1000003", "riffle:n=52,m=7",
                           "comparator-sort:n=7,sort=pdq,coin=three", "swap-pairs:n=30,k=1"}) {
    check_is_not_accused(text, 20'000);
  }
}

TEST_CASE("no counts are called another's for the source, the draw or the seeding that they were made with") {
  for (const char* shuffle : {"durstenfeld", "naive-swap", "sattolo"}) {
    for (const char* how : {"source=mt19937",
                            "source=mt19937-64,draw=modulo",
                            "source=philox4x32-10,bits=7,draw=modulo",
                            "bits=15,draw=modulo",
                            "bits=3,draw=multiply-shift",
                            "draw=rounded-double",
                            "draw=scaled-double",
                            "seeding=per-run",
                            "source=mt19937,seeding=per-run,reset=never",
                            "reset=never",
                            "source=randu,draw=modulo,seeding=per-run",
                            "source=ansi-c-rand,draw=modulo",
                            "source=msvc-rand,draw=modulo",
                            "source=java-random,draw=native",
                            "source=unity-random,draw=native",
                            "source=dotnet-random,draw=native",
                            "source=minstd,seeding=per-shuffle-counter",
                            "seeding=per-shuffle-clock,rate=1000",
                            "seeding=per-shuffle-random,seeds=100",
                            "seeding=per-draw-clock",
                            "seeding=per-shuffle-counter"}) {
      check_is_not_accused(fmt::format("{}:n=5,{}", shuffle, how), 20'000);
      check_is_not_accused(fmt::format("{}:n=20,{}", shuffle, how), 2'400);
    }
  }
}

TEST_CASE("counts that another shuffle made are called so, at any deck size, source and manner") {
  struct Forgery {
    std::string from;
    std::string to;
    std::uint64_t trials;
    std::string where;
  };
  for (const Forgery& forgery : std::vector<Forgery>{
           {"naive-swap:n=5", "durstenfeld:n=5", 20'000, "/evidence/permutations"},
           {"naive-swap:n=7", "durstenfeld:n=7", 2'400, "/tests/"},
           {"durstenfeld:n=5", "naive-swap:n=5", 20'000, "/evidence/permutations"},
           {"durstenfeld:n=8", "naive-swap:n=8", 20'000, "/evidence/permutations"},
           // A hundred permutations for each trial: by squares alone it is not seen.
           {"durstenfeld:n=9", "naive-swap:n=9", 3'600, "/evidence/permutations"},
           {"durstenfeld:n=9", "sattolo:n=9", 2'400, "/evidence/permutations"},
           {"durstenfeld:n=9", "skip-last:n=9", 2'400, "/evidence/permutations"},
           {"naive-swap:n=9", "durstenfeld:n=9", 40'000, "/evidence/permutations"},
           {"durstenfeld:n=52", "naive-swap:n=52", 20'000, "/evidence/positions"},
           {"durstenfeld:n=52", "sattolo:n=52", 2'400, "/evidence/positions"},
           {"naive-swap:n=52", "durstenfeld:n=52", 2'400, "/tests/"},
           {"riffle:n=52,m=7", "std-shuffle:n=52", 2'400, "/tests/"},
           {"random-cut:n=30", "fisher-yates:n=30", 2'400, "/tests/"},
           {"random-key-sort:n=52,bits=8", "random-key-sort:n=52,bits=4", 200'000, "/evidence/positions"},
           {"naive-swap:n=5,source=mt19937", "durstenfeld:n=5,source=mt19937", 20'000,
            "/evidence/permutations"},
           {"durstenfeld:n=5,source=mt19937", "naive-swap:n=5,source=mt19937", 20'000,
            "/evidence/permutations"},
           {"sattolo:n=5,seeding=per-run", "durstenfeld:n=5,seeding=per-run", 2'400,
            "/evidence/permutations"},
           {"naive-swap:n=5,reset=never", "durstenfeld:n=5,reset=never", 20'000, "/evidence/permutations"},
           {"durstenfeld:n=20,reset=never", "naive-swap:n=20,reset=never", 20'000, "/evidence/positions"},
           {"durstenfeld:n=20,bits=5,draw=modulo", "durstenfeld:n=20", 20'000, "/evidence/positions"},
           {"durstenfeld:n=13", "durstenfeld:n=13,bits=5,draw=modulo", 20'000, "/evidence/positions"},
           {"deal-hands:n=13,slip=1", "durstenfeld:n=13", 2'400, "/evidence/invalid/count"}}) {
    CAPTURE(forgery.from);
    CAPTURE(forgery.to);
    const std::optional<Contradiction> wrong =
        contradiction_of(claimed_for(forgery.to, record_of(forgery.from, forgery.trials)));
    REQUIRE(wrong);
    CHECK_MESSAGE(wrong->where.starts_with(forgery.where), wrong->where);
    CHECK_MESSAGE(
        wrong->sentence.starts_with(fmt::format("cannot come from {}, ", target_of(forgery.to).name())),
        wrong->sentence);
  }
}

TEST_CASE(
    "the p-values of the report's tests speak against a fair target only, and the birthday test against "
    "sources of many seeds") {
  const auto with_small_p = [](const std::string& text, const std::string& test) {
    TargetRecord record = record_of(text, 2'400);
    for (TestRecord& each : record.tests) {
      if (each.test == test) {
        REQUIRE(each.applied);
        each.p_value = 1e-30;
        each.log10_p = -30;
      }
    }
    return contradiction_of(record).has_value();
  };
  CHECK(with_small_p("durstenfeld:n=16", "parity"));
  CHECK(with_small_p("durstenfeld:n=16", "birthday"));
  CHECK(with_small_p("durstenfeld:n=16,source=mt19937", "parity"));
  CHECK_FALSE(with_small_p("durstenfeld:n=16,source=mt19937", "birthday"));
  CHECK_FALSE(with_small_p("durstenfeld:n=16,source=minstd", "parity"));
  CHECK_FALSE(with_small_p("naive-swap:n=16", "parity"));
}

TEST_CASE("where trials are fewer than permutations the likelihood ratio of fair decks tells") {
  const auto wrong = contradiction_of(claimed_for("naive-swap:n=9", record_of("durstenfeld:n=9", 600)));
  REQUIRE(wrong);
  CHECK_MESSAGE(
      wrong->sentence.find("by its exact distribution: fair decks are likelier (p ") != std::string::npos,
      wrong->sentence);
}

TEST_CASE("counts are called impossible by the square root of Pearson's p") {
  const auto is_called_so = [](std::uint64_t sorted) {
    TargetRecord record = record_of("naive-swap:n=2", 2'400);
    record.evidence.permutations = {sorted, 2'400 - sorted};
    Tally tally(2, 0);
    tally.trials = 2'400;
    tally.add_to_derived(permutation_of_rank(0, 2), sorted);
    tally.add_to_derived(permutation_of_rank(1, 2), 2'400 - sorted);
    return contradiction_of_distribution(record, tally, 1).has_value();
  };
  CHECK_FALSE(is_called_so(1'200));
  CHECK_FALSE(is_called_so(1'380));  // 7.3 standard deviations: p = 2e-13
  CHECK(is_called_so(1'500));        // 12.2 of them: p = 2e-34
}

// Two cells, where Pearson's tail is farthest off: exact, by the binomial tails.
TEST_CASE("the square root of Pearson's p is no smaller than the exact chance, down to one of 1e-12") {
  for (const std::uint64_t trials : {100ULL, 1'000ULL, 1'000'000ULL, 1'000'000'000ULL}) {
    for (const double expected : {10., 11., 13., 20., 45., 50.}) {
      CAPTURE(trials);
      CAPTURE(expected);
      const double share = expected / static_cast<double>(trials);
      const std::vector<double> distribution{share, 1 - share};
      const auto root_of = [&](std::uint64_t count) {
        return std::sqrt(goodness_of_fit(std::vector{count, trials - count}, distribution).upper_tail.p);
      };
      for (const double level : {1e-6, 1e-9, 1e-12}) {
        auto above = static_cast<std::uint64_t>(expected);
        while (above < trials && root_of(above) > level) ++above;
        auto below = static_cast<std::uint64_t>(expected);
        while (below > 0 && root_of(below) > level) --below;
        double chance = 0;
        if (root_of(above) <= level) chance += binomial_upper_tail(above, trials, share).p;
        if (root_of(below) <= level) chance += binomial_lower_tail(below, trials, share).p;
        CAPTURE(level);
        CHECK(chance <= level);
      }
    }
  }
}
