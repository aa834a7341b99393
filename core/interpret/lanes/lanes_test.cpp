// The lanes are held to the scalar interpreter, lane by lane, and every vector instruction set to the others.
#include "core/interpret/lanes/lanes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "core/interpret/lanes/expected_for_test.hpp"
#include "core/interpret/lanes/lanes_for_test.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/tally/successive.hpp"

using namespace fairshuffle;

namespace {

SampleSetup setup_with(std::string_view shuffle, int deck_size, std::string_view source, int bits,
                       std::string_view draw) {
  SampleSetup setup = setup_for_test(shuffle, deck_size);
  setup.source = find_source(source);
  setup.bits = bits;
  setup.draw = find_draw(draw);
  return setup;
}

/// Every source, cut and draw method that has a form of its own in the kernels.
std::vector<SampleSetup> setups_of_every_form(int deck_size) {
  std::vector<SampleSetup> setups;
  for (const char* draw : {"exact", "modulo", "multiply-shift"}) {
    for (const auto& [source, bits] : std::vector<std::pair<const char*, int>>{{"xoshiro256++", 0},
                                                                               {"xoshiro256++", 32},
                                                                               {"xoshiro256++", 29},
                                                                               {"xoshiro256++", 15},
                                                                               {"xoshiro256++", 5},
                                                                               {"msvc-rand", 0},
                                                                               {"ansi-c-rand", 0},
                                                                               {"ansi-c-rand", 6},
                                                                               {"minstd", 0},
                                                                               {"minstd", 16},
                                                                               {"java-random", 0},
                                                                               {"java-random", 31}}) {
      setups.push_back(setup_with("durstenfeld", deck_size, source, bits, draw));
    }
  }
  setups.push_back(setup_with("durstenfeld", deck_size, "xoshiro256++", 40, "modulo"));
  return setups;
}

std::vector<SampleSetup> setups_of_every_shuffle(int deck_size) {
  std::vector<SampleSetup> setups;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    if (lanes_admit(shuffle.name)) setups.push_back(setup_for_test(shuffle.name, deck_size));
  }
  setups.push_back(setup_for_test("swap-pairs", deck_size, {23}));
  setups.push_back(setup_for_test("skip-last", deck_size, {1}));
  setups.push_back(setup_for_test("random-key-sort", deck_size, {deck_size > largest_lane_deck ? 8 : 31}));
  setups.push_back(setup_for_test("deal-hands", deck_size, {2}));
  // Keys of more bits than eight have no place in tall planes.
  if (deck_size > largest_lane_deck)
    std::erase_if(setups, [](const auto& each) { return !lane_task_of(each); });
  return setups;
}

template <class... S>
RunningTally expected(ShuffleList<S...>, const SampleSetup& setup, std::uint64_t trials, std::uint64_t seed,
                      std::uint64_t first_trial = 0) {
  RunningTally tally(setup.deck_size, 0);
  const auto take = [&]<class Shuffle>(std::type_identity<Shuffle>) {
    if constexpr (HasSteps<Shuffle>) {
      if (Shuffle::info.name == setup.shuffle->name)
        count_expected(Shuffle{OptionValues(setup.options)}, trials, seed, first_trial, tally);
    }
  };
  (take(std::type_identity<S>{}), ...);
  return tally;
}

// Tiles, rows beyond the last whole ones, and a row that is not whole.
constexpr std::uint64_t uneven_trials = 64 * 37 + 17;

}  // namespace

TEST_CASE("every shuffle in lanes has the trials of the scalar deck, card for card, on every vector target") {
  const TargetsRestored restored;
  for (const int n : cases({2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 16, 17, 20, 52})) {
    for (const SampleSetup& setup : setups_of_every_shuffle(n)) {
      CAPTURE(n);
      CAPTURE(setup.shuffle->name);
      const auto task = lane_task_of(setup);
      REQUIRE(task);
      const RunningTally scalar = expected(Shuffles{}, setup, uneven_trials, 77);
      for (const std::string_view target : vector_targets()) {
        CAPTURE(target);
        use_vector_target(target);
        CHECK(coded(lanes_for_test(*task, uneven_trials, 77)) == coded(scalar));
      }
    }
  }
}

namespace {

void check_by_rank(const SampleSetup& setup, std::uint64_t trials) {
  CAPTURE(setup.deck_size);
  CAPTURE(setup.shuffle->name);
  const LaneTask task = lane_task_of(setup).value();
  const std::string scalar = coded(expected(Shuffles{}, setup, trials, 79, first_counted_together));
  for (const std::string_view target : vector_targets()) {
    CAPTURE(target);
    use_vector_target(target);
    CHECK(coded(lanes_from(task, first_counted_together, {trials}, 79)) == scalar);
  }
}

}  // namespace

TEST_CASE(
    "trials that are counted by rank are those of the scalar deck, for every shuffle, on every vector "
    "target") {
  const TargetsRestored restored;
  for (const int n : cases({2, 3, 4, 5, 6, 7, 8, 9, 10})) {
    for (const SampleSetup& setup : setups_of_every_shuffle(n)) check_by_rank(setup, uneven_trials);
  }
}

TEST_CASE(
    "trials that are counted in planes are those of the scalar deck, for every shuffle, on every target") {
  const TargetsRestored restored;
  for (const int n : cases({11, 12, 13, 16, 17, 20, 31, 32, 33, 52, 54, 64})) {
    const std::vector<SampleSetup> setups = setups_of_every_shuffle(n);
    CHECK(setups.size() >= 18);
    for (const SampleSetup& setup : setups) {
      CAPTURE(n);
      CAPTURE(setup.shuffle->name);
      const LaneTask task = lane_task_of(setup).value();
      const std::string scalar =
          coded(expected(Shuffles{}, setup, uneven_trials, 79, first_counted_together));
      for (const std::string_view target : vector_targets()) {
        CAPTURE(target);
        use_vector_target(target);
        CHECK(coded(lanes_from(task, first_counted_together, {uneven_trials}, 79)) == scalar);
      }
    }
  }
}

TEST_CASE("registers that count permutations are emptied before they are full") {
  // A tile has four rows of each lane, and a register counts 255 of them.
  const TargetsRestored restored;
  for (const int n : {2, 4}) check_by_rank(setup_for_test("naive-swap", n), std::uint64_t{64} * 4 * 530 + 17);
  // All of them one permutation: a register counts every deck.
  check_by_rank(setup_for_test("identity", 3), std::uint64_t{64} * 4 * 530);
}

TEST_CASE("the trials of a row that is not whole are dependent to the whole tiles before it") {
  const TargetsRestored restored;
  constexpr std::uint64_t tiles_and_some = 64 * 32 + 17;
  for (const int n : {3, 7, 9, 18}) {
    const SampleSetup setup = setup_for_test("naive-swap", n);
    const RunningTally scalar = expected(Shuffles{}, setup, tiles_and_some, 78);
    for (const std::string_view target : vector_targets()) {
      CAPTURE(n);
      CAPTURE(target);
      use_vector_target(target);
      CHECK(same(lanes_for_test(lane_task_of(setup).value(), tiles_and_some, 78), scalar));
    }
  }
}

TEST_CASE("every source and draw method in lanes has the trials of the scalar interpreter, lane by lane") {
  const TargetsRestored restored;
  constexpr std::uint64_t rows = 40;
  // A word of 29 bits is one bit too long to be reduced modulo 14 at once.
  for (const int n : cases({3, 5, 8, 14, 22})) {
    for (const SampleSetup& setup : setups_of_every_form(n)) {
      const bool batched =
          setup.bits == 0 && setup.source->word_bits == 64 && setup.draw->info.name == "exact";
      if (batched) continue;  // held to the theorem in the test above
      CAPTURE(n);
      CAPTURE(setup.source->info.name);
      CAPTURE(setup.bits);
      CAPTURE(setup.draw->info.name);
      const auto task = lane_task_of(setup);
      REQUIRE(task);
      RunningTally scalar(n, 0);
      for (std::size_t lane = 0; lane < lanes_per_block; ++lane) {
        scalar.merge(scalar_sample_for_test(setup, rows, lane_seed(5, lane)));
      }
      for (const std::string_view target : vector_targets()) {
        CAPTURE(target);
        use_vector_target(target);
        CHECK(same(lanes_for_test(*task, rows * lanes_per_block, 5), scalar));
      }
    }
  }
}

TEST_CASE("a new block knows nothing of trials that the last one kept back") {
  for (const int n : {4, 8, 10, 20}) {
    const LaneTask task = lane_task_of(setup_for_test("durstenfeld", n)).value();
    const auto sampler = make_lanes_sampler(task);
    RunningTally last(n, 0), tally(n, 0);
    sampler->begin_block(1);
    sampler->run(0, 65, last);
    sampler->begin_block(2);
    sampler->run(0, 1000, tally);
    CHECK(same(tally, lanes_for_test(task, 1000, 2)));
  }
}

TEST_CASE("a block's trials are the same in one go and in parts of any size") {
  for (const int n : {3, 8, 11, 16, 17, 52}) {
    for (const std::uint64_t first : {std::uint64_t{0}, first_counted_together}) {
      CAPTURE(n);
      CAPTURE(first);
      const LaneTask task = lane_task_of(setup_for_test("naive-swap", n)).value();
      const RunningTally parts = lanes_from(task, first, {1, 63, 64, 1, 127, 128, 129, 1024, 0, 1463}, 1);
      REQUIRE(parts.trials() == 3000);
      CHECK(coded(parts) == coded(lanes_from(task, first, {3000}, 1)));
    }
  }
}

TEST_CASE("the lanes' seeds are those that the counts of published seeds were made with") {
  // The first number of SplitMix64 from 0.
  CHECK(lane_seed(0, 0) == 0xe220a8397b1dcdaf);
  CHECK(lane_seed(63, 63) == 0xe220a8397b1dcdaf);
}

TEST_CASE("what lanes cannot do is left to the scalar interpreter") {
  CHECK(lane_task_of(setup_for_test("durstenfeld", 64)));
  CHECK_FALSE(lane_task_of(setup_for_test("durstenfeld", 65)));
  CHECK_FALSE(lane_task_of(setup_for_test("durstenfeld", 1)));
  CHECK_FALSE(lane_task_of(setup_for_test("comparator-sort", 5)));
  CHECK_FALSE(lane_task_of(setup_for_test("std-shuffle", 5)));
  CHECK_FALSE(lane_task_of(setup_with("durstenfeld", 5, "mt19937", 0, "exact")));
  CHECK_FALSE(lane_task_of(setup_with("durstenfeld", 5, "xoshiro256++", 0, "scaled-double")));
  CHECK_FALSE(lane_task_of(setup_with("durstenfeld", 5, "xoshiro256++", 40, "multiply-shift")));
  CHECK(lane_task_of(setup_for_test("swap-pairs", 5, {2048})));
  CHECK_FALSE(lane_task_of(setup_for_test("swap-pairs", 5, {2049})));
  CHECK_FALSE(lane_task_of(setup_for_test("random-key-sort", 5, {32})));
  // Keys of more values than a word has, and remainders that do not fit 24 bits with the next 16 of a word.
  SampleSetup keys = setup_with("random-key-sort", 5, "msvc-rand", 0, "exact");
  keys.options = {15};
  CHECK_FALSE(lane_task_of(keys));
  keys.options = {14};
  CHECK(lane_task_of(keys));
  keys = setup_with("random-key-sort", 5, "xoshiro256++", 0, "modulo");
  keys.options = {9};
  CHECK_FALSE(lane_task_of(keys));
  keys.options = {8};
  CHECK(lane_task_of(keys));
  // A byte for a draw of tall planes.
  CHECK(lane_task_of(setup_for_test("random-key-sort", 16, {9})));
  CHECK(lane_task_of(setup_for_test("random-key-sort", 17, {8})));
  CHECK_FALSE(lane_task_of(setup_for_test("random-key-sort", 17, {9})));
  SampleSetup carried = setup_for_test("durstenfeld", 5);
  carried.carried = true;
  CHECK_FALSE(lane_task_of(carried));
  SampleSetup clocked = setup_for_test("durstenfeld", 5);
  clocked.clock.seeding.kind = SeedingKind::per_shuffle_clock;
  CHECK_FALSE(lane_task_of(clocked));
}

TEST_CASE("vector targets are named, end with the plain one, and no other name is taken") {
  const TargetsRestored restored;
  CHECK(vector_targets().back() == "plain");
  CHECK_THROWS_AS(use_vector_target("AVX-1024"), std::invalid_argument);
}
