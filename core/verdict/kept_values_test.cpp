// Does what a report's counts leave open stay within what they allow, and is everything else refused?
#include "core/verdict/kept_values.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "core/verdict/certificate.hpp"
#include "core/verdict/findings.hpp"
#include "core/verdict/lower_bound.hpp"

using namespace fairshuffle;

namespace {

// Both halves of trials whose order is `favourite` with probability `excess` and else a fair one.
struct Halves {
  RunningTally first, second;

  Halves(int deck_size, std::uint64_t trials, double excess, std::uint64_t seed)
      : first(deck_size, 0), second(deck_size, 0) {
    std::mt19937_64 words(seed);
    const std::uint64_t orders = order_count(deck_size), favourite = words() % orders;
    std::bernoulli_distribution is_favourite(excess);
    for (std::uint64_t trial = 0; trial < trials; ++trial) {
      const std::uint64_t rank = is_favourite(words) ? favourite : words() % orders;
      (trial < trials / 2 ? first : second).add(order_of_rank(rank, deck_size), trial);
    }
  }

  Tally whole() const {
    Tally tally = first.complete();
    const Tally other = second.complete();
    tally.merge_without_orders(other);
    tally.orders = CountedOrders(*tally.orders, *other.orders);
    return tally;
  }
};

// Of a large deck: parity and neighbours of these trials, which a report does not hold.
Tally large_deck(std::uint64_t trials) {
  constexpr int deck_size = 12;
  Tally tally(deck_size, 0);
  std::mt19937_64 words(2);
  std::vector<Card> deck(deck_size);
  for (int card = 0; card < deck_size; ++card) deck[static_cast<std::size_t>(card)] = static_cast<Card>(card);
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    std::ranges::shuffle(deck, words);
    tally.add_to_derived(deck);
    ++tally.trials;
  }
  return tally;
}

constexpr double level = 1e-9;

}  // namespace

// What is claimed holds for every sample, so a correct program never fails here.
TEST_CASE("no bound that was chosen on one half and judged on the other is refused") {
  std::uint64_t seed = 0, above_zero = 0;
  for (const int deck_size : {2, 3, 4}) {
    for (const std::uint64_t trials : {2U, 3U, 20U, 101U, 1000U}) {
      for (const double excess : {0.0, 0.1, 0.5, 1.0}) {
        for (const double confidence : {0.5, 0.9, 0.999}) {
          const Halves halves(deck_size, trials, excess, ++seed);
          BiasRecord bias{.phi2 = {}, .tv_lower = {}, .tv_upper = 1, .confidence = confidence};
          bias.tv_lower = tv_lower_bound_of(halves.first.complete(), halves.second.complete(), confidence);
          above_zero += *bias.tv_lower > 0;
          CAPTURE(seed);
          CHECK_FALSE(why_no_tv_lower(bias, halves.whole(), true));
        }
      }
    }
  }
  CHECK(above_zero > 50);
}

TEST_CASE("a lower bound above what both halves can show is refused, and one above the upper bound") {
  const Halves halves(3, 6000, 0, 1);
  const Tally whole = halves.whole();
  double distance = 0;
  whole.orders->for_each([&](std::uint64_t, std::uint64_t count) {
    distance += std::abs(static_cast<double>(count) - 1000) / 6000 / 2;
  });
  BiasRecord bias{.covers = "orders", .phi2 = {}, .tv_lower = {}, .tv_upper = 1, .confidence = 0.999};
  bias.tv_lower = 2 * distance * 1.001;
  CHECK(why_no_tv_lower(bias, whole, true));
  CHECK_FALSE(why_no_tv_lower(bias, whole, false));
  bias.tv_lower = 2 * distance * 0.999;
  CHECK_FALSE(why_no_tv_lower(bias, whole, true));
  bias.tv_upper = distance;
  CHECK(why_no_tv_lower(bias, whole, true));
  bias.covers = "positions";  // of which the upper bound speaks then, and not of the orders
  CHECK_FALSE(why_no_tv_lower(bias, whole, true));
}

TEST_CASE("deck and trials tell of a test whether it applies, why not, and its degrees of freedom") {
  for (const std::uint64_t trials : {0U, 100U, 1000U, 3000U, 13'000U}) {
    const Tally counted = large_deck(trials);
    Tally known(counted.deck_size, 0);
    known.trials = trials;
    for (const char* name : {"neighbours", "parity", "fixed-points", "cycles"}) {
      CAPTURE(trials);
      CAPTURE(name);
      const std::vector<TestRecord> due = test_records(counted, *find_test(name), level);
      std::vector<TestRecord> reported = due;
      const KeptTest kept = kept_test(*find_test(name), known, reported, level);
      CHECK(kept.contradictions.empty());
      REQUIRE(kept.records.size() == due.size());
      for (std::size_t index = 0; index < due.size(); ++index) {
        CHECK(kept.records[index].applied == due[index].applied);
        CHECK(kept.keeps_statistic == due[index].applied);
        CHECK(kept.records[index].reason == due[index].reason);
        if (!due[index].applied) continue;  // its numbers are in no report
        CHECK(kept.records[index].statistic == due[index].statistic);
        CHECK(kept.records[index].degrees_of_freedom == due[index].degrees_of_freedom);
        CHECK(kept.records[index].p_value == doctest::Approx(due[index].p_value).epsilon(1e-9).scale(0));
        CHECK(kept.records[index].log10_p == doctest::Approx(due[index].log10_p).epsilon(1e-9).scale(1));
      }
      // Whatever is reported beside the statistic changes nothing.
      for (TestRecord& record : reported) {
        record.p_value = 0.25;
        record.degrees_of_freedom += 1;
      }
      if (due[0].applied) {
        CHECK(kept_test(*find_test(name), known, reported, level).records[0].p_value !=
              doctest::Approx(0.25).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE("a statistic of two cells that no whole count has is refused") {
  const Tally known = [] {
    Tally tally(12, 0);
    tally.trials = 13'000;
    return tally;
  }();
  const TestInfo& parity = *find_test("parity");
  std::vector<TestRecord> reported = test_records(large_deck(13'000), parity, level);
  REQUIRE(reported[0].applied);
  // 6,600 of 13,000 are 100 from the half; the variance is 3,250.
  reported[0].statistic = 100.0 * 100 / 3250;
  CHECK(kept_test(parity, known, reported, level).contradictions.empty());
  reported[0].statistic = 100.5 * 100.5 / 3250;
  const KeptTest kept = kept_test(parity, known, reported, level);
  REQUIRE(kept.contradictions.size() == 1);
  CHECK(kept.contradictions[0].where == "/tests/0/statistic");
  reported[0].statistic = 1e300;
  CHECK(kept_test(parity, known, reported, level).contradictions.size() == 1);
}

TEST_CASE("caveats are kept where they follow what the tests leave open, and no more than there may be") {
  std::vector<std::string> blind_spots{"a"};
  CHECK(keep_caveats({"a", "b"}, 1, blind_spots) == std::vector<std::string>{"b"});
  CHECK(blind_spots == std::vector<std::string>{"a", "b"});
  CHECK(keep_caveats({"a", "b"}, 1, blind_spots).empty());
  CHECK(keep_caveats({"x", "b", "c"}, 1, blind_spots).empty());
  CHECK(keep_caveats({"a", "b", "c", "d"}, 1, blind_spots).empty());
  CHECK(keep_caveats({"a", "b", "c", "d"}, 2, blind_spots).size() == 2);
}
