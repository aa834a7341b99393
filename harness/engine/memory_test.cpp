#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include "harness/engine/plans_for_tests.hpp"
#include "harness/engine/run.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/test_folder.hpp"

using namespace fairshuffle;

TEST_CASE("the counters that a plan needs are told before it runs") {
  constexpr double gibi = 0x1p30;
  const auto needed = [](const char* target, std::uint64_t max_trials, int threads) {
    RunPlan plan = plan_for({target}, max_trials, threads);
    plan.budget.tolerance = 0.05;
    return static_cast<double>(memory_of(plan)) / gibi;
  };
  // Two halves of 12! counters of four bytes, whatever the threads; 10! counters of eight bytes and one a
  // thread.
  CHECK(needed("durstenfeld:n=12", 3'000'000'000, 1) ==
        doctest::Approx(2 * 479'001'600 * 4. / gibi).epsilon(0.1));
  CHECK(needed("durstenfeld:n=12", 3'000'000'000, 16) < 1.3 * needed("durstenfeld:n=12", 3'000'000'000, 1));
  CHECK(needed("durstenfeld:n=12", 2'000'000'000, 16) <
        1.1 * 18 * static_cast<double>(most_birthday_slots * bytes_of_birthday_slot) / gibi);
  CHECK(needed("durstenfeld:n=10", 1000, 9) - needed("durstenfeld:n=10", 1000, 8) ==
        doctest::Approx(2 * 3'628'800 * 9. / gibi).epsilon(0.05));
  CHECK(memory_of(plan_for({"durstenfeld:n=12", "sattolo:n=12"}, 100'000'000'000)) >
        2 * std::uint64_t{2} * 479'001'600 * 4);
}

TEST_CASE(
    "pair positions and kept permutations of large decks are told: held, for each further thread, while "
    "judged") {
  // A pair of 25 cards has a row of four bytes for each of 25 places of each; of each card wait up to 16,384
  // places and 64 bytes.
  constexpr std::uint64_t pairs = 300 * 625 * 4 + 25 * (16'384 + 64);
  for (const std::uint64_t threads : {1U, 4U}) {
    CAPTURE(threads);
    RunPlan plan = plan_for({"durstenfeld:n=25"}, 1'000'000, static_cast<int>(threads));
    plan.slots = 0;
    const std::uint64_t without = memory_of(plan);
    plan.pairs = true;
    CHECK(memory_of(plan) - without == (2 * threads + 2) * pairs);
    plan.pairs = false;
    plan.slots = 1'000;
    CHECK(memory_of(plan) - without == (threads + 1) * 1'000 * 25);
    // Of wide decks none are counted, though a run may ask for those of other targets.
    RunPlan wide = plan_for({"durstenfeld:n=150"}, 1'000'000, static_cast<int>(threads));
    const std::uint64_t of_wide = memory_of(wide);
    wide.pairs = true;
    CHECK(memory_of(wide) == of_wide);
    // Of decks of 11 and 12 cards permutations are kept, where they are not counted, and no pairs.
    RunPlan middle = plan_for({"durstenfeld:n=12"}, 1'000'000, static_cast<int>(threads));
    middle.slots = 0;
    const std::uint64_t of_middle = memory_of(middle);
    middle.pairs = true;
    CHECK(memory_of(middle) == of_middle);
    middle.slots = 1'000;
    CHECK(memory_of(middle) - of_middle == (threads + 1) * 1'000 * 25);
    // Positions and neighbours of two halves a thread, and three more for the judge.
    CHECK(of_middle == (2 * threads + 3) * 2 * 13 * 13 * 8);
    // Smaller decks have neither.
    RunPlan small = plan_for({"durstenfeld:n=10"}, 1'000'000, static_cast<int>(threads));
    const std::uint64_t of_small = memory_of(small);
    small.pairs = true;
    small.slots = 1'000;
    CHECK(memory_of(small) == of_small);
  }
}

TEST_CASE("the memory that a wide multiset deck is told to take is that of what is counted of it") {
  const TestFolder folder;
  const std::string path = folder.write("rows", "0\n");
  const auto counters_of = [&](const std::string& settings) {
    RunPlan plan;
    plan.targets.push_back(make_target(parse_target_text("log:path=" + path + settings),
                                       {.deck_size = 5, .seed = 1, .max_trials = 1000}));
    plan.slots = 0;
    plan.threads = 1;
    // Two halves, and three of the judge.
    return memory_of(plan) / 5 / sizeof(std::uint64_t);
  };
  CHECK(counters_of(",n=1024,deal=1,unordered=true") == 1024 * 2);
  CHECK(counters_of(",n=500,deal=20") == 500 * 21 + 500 * 499 / 2);
  CHECK(counters_of(",n=500,deal=200") == 500 * 201);
  CHECK(counters_of(",equal-cards=true,deck=L*400 S*600") == 1000 * 2 + 3 * 3);
}
