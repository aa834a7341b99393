#include "core/interpret/sample.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/math/distributions/chi_squared.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/exact/distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/permutation/permutation.hpp"

using namespace fairshuffle;

namespace {

// The upper tail of Pearson's statistic of the counts against a distribution; 0 when an impossible
// permutation came. Permutations that expect fewer than 20 are pooled into one cell.
double p_against(const RunningTally& tally, const std::vector<double>& distribution) {
  const Tally counted = tally.counted();
  const auto counts = counted.permutations->by_rank();
  const auto trials = static_cast<double>(tally.trials());
  double statistic = 0, rare_expected = 0, rare_count = 0;
  int cells = 0;
  for (std::size_t rank = 0; rank < counts.size(); ++rank) {
    const auto count = static_cast<double>(counts[rank]);
    const double expected = trials * distribution[rank];
    if (expected == 0 && count > 0) return 0;
    if (expected < 20) {
      rare_expected += expected;
      rare_count += count;
      continue;
    }
    statistic += (count - expected) * (count - expected) / expected;
    ++cells;
  }
  if (rare_expected >= 20) {
    statistic += (rare_count - rare_expected) * (rare_count - rare_expected) / rare_expected;
    ++cells;
  }
  if (cells < 2) return 1;
  return boost::math::cdf(boost::math::complement(boost::math::chi_squared(cells - 1), statistic));
}

std::vector<double> doubles_of(const Distribution& distribution) {
  return numeric(distribution).probability;
}

// The distribution of k random swaps, by k steps of the chain over permutations: apart from both
// interpreters.
std::vector<double> distribution_of_swaps(int n, int k) {
  const std::uint64_t permutations = permutation_count(n);
  std::vector<double> distribution(permutations), next(permutations);
  distribution[0] = 1;
  for (int step = 0; step < k; ++step) {
    std::ranges::fill(next, 0);
    for (std::uint64_t rank = 0; rank < permutations; ++rank) {
      for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
        for (std::size_t j = 0; j < static_cast<std::size_t>(n); ++j) {
          std::vector<Card> permutation = permutation_of_rank(rank, n);
          std::swap(permutation[i], permutation[j]);
          next[rank_of(permutation)] += distribution[rank] / (n * n);
        }
      }
    }
    std::swap(distribution, next);
  }
  return distribution;
}

// Three draws a card of eighty values are too many paths.
Distribution distribution_by_paths_where_few(const SampleSetup& setup) {
  return setup.shuffle->name == "smoosh" ? distribution_of(setup) : enumerate(setup);
}

// Each comparison of counts with a distribution fails a correct program with probability about 1e-9; the
// tests of this file make fewer than 400 of them, so all together below 1e-6.
constexpr double rejection_level = 1e-9;

}  // namespace

TEST_CASE(
    "sampled counts fit the enumerated distribution, for every shuffle of the catalogue and every choice of "
    "words" *
    doctest::test_suite("simulations")) {
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    if (!enumerate_admits(shuffle.name)) continue;
    for (int n = 3; n <= 5; ++n) {
      std::vector<std::vector<std::int64_t>> all_options{setup_for_test(shuffle.name, n).options};
      for (std::size_t option = 0; option < shuffle.options.size(); ++option) {
        const std::size_t given = all_options.size();
        for (std::size_t word = 1; word < shuffle.options[option].choices.size(); ++word) {
          for (std::size_t earlier = 0; earlier < given; ++earlier) {
            all_options.push_back(all_options[earlier]);
            all_options.back()[option] = static_cast<std::int64_t>(word);
          }
        }
      }
      if (shuffle.name == "random-key-sort") all_options.push_back({4, 10});
      for (const auto& options : all_options) {
        CAPTURE(shuffle.name);
        CAPTURE(n);
        const SampleSetup setup = setup_for_test(shuffle.name, n, options);
        const std::vector<double> distribution = doubles_of(distribution_by_paths_where_few(setup));
        for (const RunningTally& tally :
             {sample_for_test(setup, 60'000), scalar_sample_for_test(setup, 60'000)}) {
          CHECK(tally.trials() == 60'000);
          CHECK(p_against(tally, distribution) > rejection_level);
        }
      }
    }
  }
}

TEST_CASE("sampled counts fit the enumerated distribution for every draw method on three-bit words") {
  for (const DrawEntry& draw : all_draws()) {
    if (draw.info.name == "native") continue;
    SampleSetup setup = setup_for_test("durstenfeld", 5);
    setup.bits = 3;
    setup.draw = &draw;
    CAPTURE(draw.info.name);
    const std::vector<double> distribution = doubles_of(enumerate(setup));
    CHECK(p_against(sample_for_test(setup, 60'000), distribution) > rejection_level);
    CHECK(p_against(scalar_sample_for_test(setup, 60'000), distribution) > rejection_level);
  }
}

TEST_CASE("the library's own shuffles come out uniform, from sources of 31, 32 and 64 bits") {
  const std::vector<double> uniform(120, 1.0 / 120);
  for (const char* source : {"xoshiro256++", "mt19937", "minstd", "glibc-rand", "philox4x32-10"}) {
    SampleSetup setup = setup_for_test("std-shuffle", 5);
    setup.source = find_source(source);
    CAPTURE(source);
    CHECK(p_against(sample_for_test(setup, 60'000), uniform) > rejection_level);
  }
}

TEST_CASE("the fast path and the path through any source are the same shuffles, word for word") {
  // Cutting 64-bit words to 64 bits changes no word, but leaves the fast path.
  SampleSetup fast = setup_for_test("fisher-yates", 6);
  SampleSetup any = fast;
  any.bits = 64;
  const Tally by_fast = scalar_sample_for_test(fast, 20'000, 42).counted();
  const Tally by_any = scalar_sample_for_test(any, 20'000, 42).counted();
  CHECK(std::ranges::equal(by_fast.permutations->by_rank(), by_any.permutations->by_rank()));
}

TEST_CASE(
    "permutations that are read in another way are the images of the same ones, and what is no permutation "
    "stays") {
  constexpr std::uint64_t trials = 5'000;
  SampleSetup setup = setup_for_test("naive-swap", 4);
  const Tally plain = scalar_sample_for_test(setup, trials, 42).counted();
  const auto plain_counts = plain.permutations->by_rank();
  for (const Symmetry& reading : all_symmetries) {
    setup.reading = reading;
    const Tally read = scalar_sample_for_test(setup, trials, 42).counted();
    const auto counts = read.permutations->by_rank();
    for (std::uint64_t rank = 0; rank < counts.size(); ++rank) {
      std::vector<Card> image(4);
      apply(reading, permutation_of_rank(rank, 4), image);
      CHECK(counts[rank_of(image)] == plain_counts[rank]);
    }
  }
  SampleSetup lossy = setup_for_test("deal-hands", 7, {1});
  const RunningTally lost = scalar_sample_for_test(lossy, trials, 42);
  lossy.reading = all_symmetries.back();
  const RunningTally lost_and_read = scalar_sample_for_test(lossy, trials, 42);
  CHECK(lost.invalid_trials() == trials);
  CHECK(lost_and_read.invalid_trials() == trials);
  CHECK(lost_and_read.witnesses().front().permutation == lost.witnesses().front().permutation);
}

TEST_CASE("swap-pairs follows its chain over the permutations for many swaps, with the published distances") {
  std::ifstream stream("core/exact/reference/published.json");
  const auto published = nlohmann::json::parse(stream)["swap_pairs_tv"];
  for (const int n : {4, 5}) {
    for (std::size_t row = 0; row < published["k"].size(); ++row) {
      const int k = published["k"][row];
      const std::vector<double> distribution = distribution_of_swaps(n, k);
      double total_variation = 0;
      for (const double p : distribution)
        total_variation += std::abs(p - 1.0 / static_cast<double>(distribution.size())) / 2;
      CHECK(std::abs(total_variation - published[std::to_string(n)][row].get<double>()) < 6e-7);
      CAPTURE(k);
      CHECK(p_against(sample_for_test(setup_for_test("swap-pairs", n, {k}), 60'000), distribution) >
            rejection_level);
    }
  }
}

TEST_CASE("naive swap of three cards is measured as published") {
  std::ifstream stream("core/exact/reference/published.json");
  const auto rows = nlohmann::json::parse(stream)["naive_swap_three"]["rows"];
  const Tally tally = sample_for_test(setup_for_test("naive-swap", 3), 1'000'000).complete();
  // In our terms its rows are positions and its columns cards: the exact distribution, 10/27 for card 1 at
  // position 0, leaves no other reading.
  for (int position = 0; position < 3; ++position) {
    for (int card = 0; card < 3; ++card) {
      // Rounded to 0.001 there; here a standard deviation is 0.0005, and 0.004 are seven of them and the
      // rounding.
      const double published = rows[static_cast<std::size_t>(position)][static_cast<std::size_t>(card)];
      CHECK(std::abs(static_cast<double>(tally.positions.at(position, card)) / 1e6 - published) < 0.004);
    }
  }
}

TEST_CASE("Sattolo leaves the first and the last of 51 cards at the published mean positions" *
          doctest::test_suite("simulations")) {
  std::ifstream stream("core/exact/reference/published.json");
  const auto exact = nlohmann::json::parse(stream)["sattolo_mean_position_51"]["exact"];
  const Tally tally = sample_for_test(setup_for_test("sattolo", 51), 200'000).complete();
  const auto mean_position = [&](int card) {
    double sum = 0;
    for (int position = 0; position < 51; ++position) {
      sum += position * static_cast<double>(tally.positions.at(position, card));
    }
    return sum / 200'000;
  };
  // A position's standard deviation is 14.4, of the mean 0.033; 0.25 are more than seven of them.
  CHECK(std::abs(mean_position(0) - exact[0].get<double>()) < 0.25);
  CHECK(std::abs(mean_position(50) - exact[1].get<double>()) < 0.25);
}

TEST_CASE("k random swaps leave the published number of 52 cards in place" *
          doctest::test_suite("simulations")) {
  std::ifstream stream("core/exact/reference/published.json");
  const auto published = nlohmann::json::parse(stream)["swap_pairs_fixed_points_52"];
  for (std::size_t row = 0; row < published["k"].size(); ++row) {
    const std::int64_t k = published["k"][row];
    const Tally tally = sample_for_test(setup_for_test("swap-pairs", 52, {k}), 40'000).complete();
    double sum = 0;
    for (std::size_t fixed = 0; fixed <= 52; ++fixed) {
      sum += static_cast<double>(fixed * tally.fixed_points.by_value()[fixed]);
    }
    // At most 3.2 a trial, so 0.016 of the mean; 0.15 are nine of them and the rounding.
    CHECK(std::abs(sum / 40'000 - published["mean"][row].get<double>()) < 0.15);
  }
}

TEST_CASE(
    "a carried deck's relative orders are as biased as fresh decks, where its plain permutations look fair") {
  // The reset trap: core/README.md 10.1. Sattolo on four cards has six relative orders.
  SampleSetup setup = setup_for_test("sattolo", 4);
  setup.carried = true;
  const RunningTally carried = sample_for_test(setup, 100'000);
  CHECK(p_against(carried, doubles_of(enumerate(setup))) > rejection_level);
  const Tally counted = carried.counted();
  const auto counts = counted.permutations->by_rank();
  CHECK(std::ranges::count(counts, std::uint64_t{0}) == 18);

  // The trap itself: the carried decks, tallied as they lie, forget the bias.
  const auto sampler = make_sampler(setup);
  sampler->begin_block(1);
  RunningTally plain(4, 0);
  std::vector<Card> deck = permutation_of_rank(0, 4), next(4);
  for (int trial = 0; trial < 100'000; ++trial) {
    RunningTally one(4, 0);
    sampler->run(0, 1, one);
    const Tally counted_one = one.counted();
    const auto ranks = counted_one.permutations->by_rank();
    const auto relative =
        permutation_of_rank(static_cast<std::uint64_t>(std::ranges::find(ranks, 1U) - ranks.begin()), 4);
    for (std::size_t i = 0; i < 4; ++i) next[i] = deck[relative[i]];
    deck = next;
    plain.add_permutation(deck);
  }
  // The walk alternates between even and odd permutations and visits all: X2 is that of far fewer, but fair,
  // permutations.
  CHECK(p_against(plain, std::vector<double>(24, 1.0 / 24)) > rejection_level);
  CHECK(p_against(carried, std::vector<double>(24, 1.0 / 24)) == 0);
}

TEST_CASE("every shuffle carried on from deck to deck has the relative orders of fresh decks") {
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    if (!enumerate_admits(shuffle.name)) continue;
    SampleSetup setup = setup_for_test(shuffle.name, 4);
    setup.carried = true;
    CAPTURE(shuffle.name);
    CHECK(p_against(sample_for_test(setup, 30'000), doubles_of(distribution_by_paths_where_few(setup))) >
          rejection_level);
  }
}

TEST_CASE("shuffles seeded in the same second come out the same, and the next second differs") {
  SampleSetup setup = setup_for_test("durstenfeld", 10);
  setup.source = find_source("glibc-rand");
  setup.draw = find_draw("modulo");
  setup.clock = {.seeding = {.kind = SeedingKind::per_shuffle_clock,
                             .clock = ClockUnit::seconds,
                             .shuffles_per_second = 100},
                 .epoch = 1'600'000'000};
  const Tally tally = sample_for_test(setup, 1000).complete();
  // Ten seconds, nine changes; two seconds agree by chance with probability 1/10!.
  CHECK(tally.repeats.pairs == 999);
  CHECK(tally.repeats.equal == 990);
}

TEST_CASE("draws seeded one by one from the clock all come from one word") {
  SampleSetup setup = setup_for_test("inside-out", 6);
  setup.source = find_source("glibc-rand");
  setup.draw = find_draw("modulo");
  setup.clock = {
      .seeding = {.kind = SeedingKind::per_draw_clock, .clock = ClockUnit::seconds, .shuffles_per_second = 1},
      .epoch = 1'600'000'000};
  const RunningTally tally = sample_for_test(setup, 20'000);
  // core/README.md 8.2: one raw value reaches at most lcm(1..6) = 60 of 720 permutations.
  const Tally counted = tally.counted();
  const auto counts = counted.permutations->by_rank();
  CHECK(std::ranges::count_if(counts, [](std::uint64_t count) { return count > 0; }) <= 60);
}

TEST_CASE(
    "shuffle 1, 2, 3 ... seeded with its number is that of the Java program, from wherever a block begins") {
  SampleSetup setup = setup_for_test("durstenfeld", 8);
  setup.source = find_source("java-random");
  setup.draw = find_draw("native");
  setup.clock.seeding.kind = SeedingKind::per_shuffle_counter;
  // Collections.shuffle(deck, new Random(game)) of OpenJDK 17.
  const std::vector<std::pair<std::uint64_t, std::vector<Card>>> games{{1, {2, 6, 7, 0, 3, 1, 4, 5}},
                                                                       {2, {4, 3, 0, 6, 7, 2, 1, 5}},
                                                                       {3, {2, 4, 3, 6, 1, 0, 7, 5}},
                                                                       {42, {2, 6, 3, 1, 4, 0, 7, 5}}};
  const auto sampler = make_sampler(setup);
  for (const auto& [game, deck] : games) {
    RunningTally tally(8, 0);
    sampler->begin_block(game * 77);
    sampler->run(game - 1, 1, tally);
    const std::uint64_t seed = game;
    CAPTURE(seed);
    CHECK(tally.counted().permutations->by_rank()[rank_of(deck)] == 1);
  }
}

TEST_CASE("a random one of so many seeds gives every shuffle its deck, and each seed comes as often") {
  SampleSetup setup = setup_for_test("durstenfeld", 5);
  setup.source = find_source("java-random");
  setup.draw = find_draw("native");
  setup.clock.seeding = {.kind = SeedingKind::per_shuffle_random, .seeds = 10};
  std::vector<double> distribution(permutation_count(5));
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SampleSetup one = setup;
    one.clock = {.seeding = {.kind = SeedingKind::per_shuffle_clock}, .epoch = seed};
    const RunningTally tally = sample_for_test(one, 1);
    const Tally counted = tally.counted();
    const auto counts = counted.permutations->by_rank();
    for (std::size_t rank = 0; rank < distribution.size(); ++rank)
      distribution[rank] += static_cast<double>(counts[rank]) / 10;
  }
  const std::vector<double> enumerated = doubles_of(enumerate(setup));
  for (std::size_t rank = 0; rank < distribution.size(); ++rank)
    CHECK(enumerated[rank] == doctest::Approx(distribution[rank]));
  CHECK(p_against(sample_for_test(setup, 30'000), enumerated) > rejection_level);
  SampleSetup words = setup_for_test("std-shuffle", 5);
  words.clock.seeding = {.kind = SeedingKind::per_shuffle_random, .seeds = 3};
  const Tally few = sample_for_test(words, 1000).complete();
  CHECK(std::ranges::count_if(few.permutations->by_rank(), [](std::uint64_t count) { return count > 0; }) ==
        3);
}

TEST_CASE("no pair spans two blocks, of a deck whose permutations are ranked or of one too large") {
  for (const int n : {5, 20}) {
    CAPTURE(n);
    const auto sampler = make_scalar_sampler(setup_for_test("durstenfeld", n));
    RunningTally tally(n, 0);
    for (std::uint64_t block = 0; block < 3; ++block) {
      sampler->begin_block(block);
      sampler->run(10 * block, 4, tally);
      sampler->run(10 * block + 4, 6, tally);
    }
    tally.settle();
    CHECK(tally.complete().repeats.pairs == 27);
    CHECK(tally.complete().successive.pairs == 27);
  }
}

TEST_CASE("setups that make no sense are refused with their reason") {
  SampleSetup own_draws = setup_for_test("std-shuffle", 5);
  own_draws.draw = find_draw("modulo");
  CHECK(why_not_sampled(own_draws) != "");
  CHECK_THROWS_AS(make_sampler(own_draws), std::invalid_argument);
  SampleSetup no_native = setup_for_test("durstenfeld", 5);
  no_native.draw = find_draw("native");
  CHECK(why_not_sampled(no_native) != "");
  SampleSetup large = setup_for_test("pick-from-all", 13);
  CHECK(why_not_sampled(large) != "");
  CHECK(why_not_sampled(setup_for_test("durstenfeld", 64)) == "");
}
