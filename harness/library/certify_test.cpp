// The public interface, as a user calls it. Sources have fixed seeds. Of a fair shuffle a call says "biased"
// with a probability of at most its alpha over the choice of the seed, and no test below spends
// more than 1e-6.
#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fairshuffle/certify.hpp>

using fairshuffle::certify;
using fairshuffle::CertifyOptions;
using fairshuffle::Reset;
using fairshuffle::Result;

namespace {

auto std_shuffle(std::mt19937& source) {
  return [&source](std::span<int> deck) { std::shuffle(deck.begin(), deck.end(), source); };
}

auto naive_shuffle(std::mt19937& source) {
  return [&source](std::span<int> deck) {
    std::uniform_int_distribution<std::size_t> any(0, deck.size() - 1);
    for (int& card : deck) std::swap(card, deck[any(source)]);
  };
}

void leave_it(std::span<int>) {}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("std::shuffle is fair, with a few cards and with a whole deck" *
          doctest::test_suite("simulations")) {
  for (const int deck_size : {2, 3, 4, 5, 6, 7, 8, 52}) {
    CAPTURE(deck_size);
    std::mt19937 source(1);
    const Result result = certify(deck_size, std_shuffle(source), {.alpha = 1e-7});
    CHECK(result.fair());
    CHECK(result);
    CHECK(result.verdict() == "fair");
    CHECK_FALSE(result.biased());
    CHECK(result.tv_upper().value() <= 0.01);
    CHECK(has(result.sentence(), "Fair: no test rejects fairness in "));
  }
}

TEST_CASE("one card can only be in order, and so is fair") {
  CHECK(certify(1, leave_it).fair());
}

TEST_CASE(
    "swapping every card with any card is found biased, by no more and no less than it is, and its exact "
    "bias is told") {
  std::mt19937 source(1);
  const Result result = certify(5, naive_shuffle(source));
  CHECK_FALSE(result.fair());
  CHECK_FALSE(result);
  CHECK(result.biased());
  CHECK_FALSE(result.dependent());
  CHECK(result.trials() == 131'072);
  // The exact distance is 3157/37500 (fairshuffle exact naive-swap --n 5). Both bounds hold with 99.9 %, and
  // the seed is fixed.
  CHECK(result.tv_lower().value() < 0.084186);
  CHECK(result.tv_upper().value() > 0.084187);
  CHECK(result.tv_upper().value() - result.tv_lower().value() < 0.02);
  std::mt19937 again(1);
  CHECK(certify(5, naive_shuffle(again), {.until_decided = true}).trials() == 2'400);
  CHECK(result.tv_upper_covers() == "permutations");
  CHECK(has(result.sentence(),
            "consistent with naive-swap:n=5 (exactly 8.4187 points) (or a distribution within"));
}

TEST_CASE("too few trials for the tolerance are inconclusive, which is not fair") {
  std::mt19937 source(1);
  const Result result = certify(5, std_shuffle(source), {.tolerance = 0.001, .max_trials = 20'000});
  CHECK_FALSE(result.fair());
  CHECK(result.inconclusive());
  CHECK(result.trials() == 20'000);
  CHECK(result.trials_to_decide().value() > 1e6);
}

TEST_CASE("every trial starts from a sorted deck, and is counted once") {
  std::mt19937 source(1);
  const auto shuffle = std_shuffle(source);
  std::uint64_t calls = 0, unsorted = 0;
  std::map<std::vector<int>, std::uint64_t> counts;
  const Result result = certify(4, [&](std::span<int> deck) {
    ++calls;
    for (std::size_t position = 0; position < deck.size(); ++position) {
      unsorted += deck[position] != static_cast<int>(position);
    }
    shuffle(deck);
    ++counts[{deck.begin(), deck.end()}];
  });
  CHECK(result.fair());
  CHECK(unsorted == 0);
  CHECK(calls == result.trials());
  // A map of vectors is in lexicographic order, too.
  std::vector<std::uint64_t> by_rank;
  for (const auto& [permutation, count] : counts) by_rank.push_back(count);
  CHECK(std::vector(result.permutation_counts().begin(), result.permutation_counts().end()) == by_rank);
  std::uint64_t card_1_at_2 = 0;
  for (const auto& [permutation, count] : counts) card_1_at_2 += permutation[2] == 1 ? count : 0;
  CHECK(result.count_at(2, 1) == card_1_at_2);
  CHECK_THROWS_AS(result.count_at(4, 0), std::out_of_range);
  CHECK_THROWS_AS(result.count_at(0, -1), std::out_of_range);
}

TEST_CASE("a deck that is never reset goes on where it was left, and its bias is still seen") {
  std::mt19937 source(1);
  const auto shuffle = naive_shuffle(source);
  std::vector<int> left = {0, 1, 2, 3};
  std::uint64_t changed = 0;
  const Result result = certify(4,
                                [&](std::span<int> deck) {
                                  changed += !std::ranges::equal(deck, left);
                                  shuffle(deck);
                                  left.assign(deck.begin(), deck.end());
                                },
                                {.reset = Reset::never});
  CHECK(changed == 0);
  CHECK(result.biased());
  // The distribution of relative orders is that of fresh decks.
  CHECK(has(result.sentence(), "naive-swap:n=4"));
}

TEST_CASE("a fair shuffle of a deck that is never reset is fair") {
  std::mt19937 source(1);
  CHECK(certify(4, std_shuffle(source), {.reset = Reset::never}).fair());
}

TEST_CASE("one lost card among all trials makes the result invalid, and says which trial") {
  for (const Reset reset : {Reset::always, Reset::never}) {
    std::mt19937 source(1);
    const auto shuffle = std_shuffle(source);
    std::uint64_t calls = 0;
    const Result result = certify(5,
                                  [&](std::span<int> deck) {
                                    shuffle(deck);
                                    std::ranges::sort(deck.first(2));
                                    if (calls++ == 1'000) deck[1] = deck[0] = 3;
                                  },
                                  {.reset = reset});
    CHECK(result.invalid());
    CHECK_FALSE(result.fair());
    CHECK(result.invalid_trials() == 1);
    CHECK(has(result.sentence(), "1 of 2,400 trials was no order of the deck"));
    CHECK(has(result.sentence(), "trial 1,000: 3 3 "));
  }
}

TEST_CASE("cards that no deck has are invalid, whatever their number") {
  for (const int foreign : {5, 64, 255, 256, 261, -1, -256, 1 << 30}) {
    CAPTURE(foreign);
    for (const Reset reset : {Reset::always, Reset::never}) {
      std::uint64_t calls = 0;
      const auto shuffle = [&](std::span<int> deck) {
        if (++calls % 3 == 0) deck[4] = foreign;
      };
      const Result result = certify(5, shuffle, {.max_trials = 900, .reset = reset});
      CHECK(result.invalid());
      CHECK(result.trials() == 900);
      CHECK(result.invalid_trials() == 300);
      CHECK(has(result.sentence(), "0 1 2 3 " + std::to_string(foreign)));
    }
  }
}

TEST_CASE("a shuffle that reaches one card past its deck is invalid") {
  for (const int deck_size : {2, 5, 52}) {
    std::mt19937 source(1);
    const Result result = certify(deck_size, [&](std::span<int> deck) {
      // The usual slip: a bound that is one too large.
      int* const cards = deck.data();
      std::uniform_int_distribution<std::size_t> one_too_many(0, deck.size());
      for (std::size_t last = deck.size() - 1; last > 0; --last)
        std::swap(cards[last], cards[one_too_many(source)]);
    });
    CHECK(result.invalid());
  }
}

TEST_CASE("what the shuffle throws comes out as it is") {
  struct OutOfCards : std::runtime_error {
    OutOfCards() : std::runtime_error("out of cards") {}
  };
  for (const Reset reset : {Reset::always, Reset::never}) {
    int calls = 0;
    const auto shuffle = [&calls](std::span<int>) {
      if (++calls == 20'000) throw OutOfCards();
    };
    // A deck that is left alone would be biased at 16,384.
    std::mt19937 source(1);
    const auto fair = std_shuffle(source);
    const auto both = [&](std::span<int> deck) {
      fair(deck);
      shuffle(deck);
    };
    CHECK_THROWS_AS(certify(5, both, {.reset = reset}), OutOfCards);
    CHECK(calls == 20'000);
  }
  CHECK_THROWS_AS(certify(5, [](std::span<int>) { throw 7; }), int);
}

TEST_CASE("options out of range are refused before any trial") {
  int calls = 0;
  const auto shuffle = [&calls](std::span<int>) { ++calls; };
  CHECK_THROWS_WITH_AS(certify(0, shuffle), "certify: a deck has 1 to 1024 cards, this one 0",
                       std::invalid_argument);
  CHECK_THROWS_AS(certify(-1, shuffle), std::invalid_argument);
  CHECK_THROWS_AS(certify(1025, shuffle), std::invalid_argument);
  CHECK_THROWS_WITH_AS(certify(5, shuffle, {.alpha = 0}), "certify: alpha must be in (0, 1), was 0",
                       std::invalid_argument);
  CHECK_THROWS_AS(certify(5, shuffle, {.alpha = 1}), std::invalid_argument);
  CHECK_THROWS_AS(certify(5, shuffle, {.confidence = 1}), std::invalid_argument);
  CHECK_THROWS_AS(certify(5, shuffle, {.tolerance = 0}), std::invalid_argument);
  CHECK_THROWS_AS(certify(5, shuffle, {.tolerance = 1.5}), std::invalid_argument);
  CHECK_THROWS_AS(certify(5, shuffle, {.max_trials = 0}), std::invalid_argument);
  CHECK_THROWS_AS(certify(5, shuffle, {.marked = 5}), std::invalid_argument);
  CHECK_THROWS_AS(certify(5, shuffle, {.marked = -1}), std::invalid_argument);
  CHECK(calls == 0);
}

TEST_CASE("a call may have pairs counted, which finds two cards that are tied") {
  std::mt19937 source(1);
  const auto shuffle = std_shuffle(source);
  const auto tied = [&](std::span<int> deck) {
    shuffle(deck);
    // Card 1 lies half the deck away from card 0, and each of the two anywhere as often.
    const auto first = static_cast<std::size_t>(std::ranges::find(deck, 0) - deck.begin());
    std::swap(deck[(first + deck.size() / 2) % deck.size()], *std::ranges::find(deck, 1));
  };
  const Result result = certify(20, tied, {.max_trials = 12'000, .pairs = true});
  CHECK(result.biased());
  const auto tests = result.tests();
  const auto found = std::ranges::find(tests, "unordered pairs (18,2)", &fairshuffle::TestSummary::name);
  REQUIRE(found != tests.end());
  CHECK(found->rejected);
  CHECK_THROWS_WITH_AS(certify(12, tied, {.pairs = true}),
                       "certify: pairs are counted of decks of 13 cards and more, this one has 12",
                       std::invalid_argument);
  CHECK_THROWS_AS(certify(20, tied, {.max_trials = 5'000'000'000, .pairs = true}), std::invalid_argument);
}

TEST_CASE("a call may name bets, which are tested and told") {
  std::mt19937 source(1);
  const auto shuffle = std_shuffle(source);
  const auto generous = [&](std::span<int> deck) {
    shuffle(deck);
    // Every tenth time the first hand gets card 0 for its last card, wherever that one was.
    if (source() % 10 == 0) std::swap(deck[3], *std::ranges::find(deck, 0));
  };
  const Result result =
      certify(20, generous, {.bets = {"cards=0,places=0-3,name=the first hand has card 0"}});
  CHECK(result.biased());
  const auto bets = result.bets();
  REQUIRE(bets.size() == 1);
  CHECK(bets[0].name == "the first hand has card 0");
  REQUIRE(bets[0].values.size() == 2);
  CHECK(bets[0].values[1].fair == doctest::Approx(0.2));
  CHECK(bets[0].values[1].lower.value() > 0.2);
  CHECK(bets[0].values[0].count + bets[0].values[1].count == result.trials());
  const auto tests = result.tests();
  const auto bet =
      std::ranges::find(tests, "bet-mean the first hand has card 0", &fairshuffle::TestSummary::name);
  REQUIRE(bet != tests.end());
  CHECK(bet->rejected);
  CHECK_THROWS_WITH_AS(
      certify(20, generous, {.bets = {"cards=20,places=0"}}),
      "certify: bets: 'cards=20,places=0': it is on card 20, and those of a deck of 20 cards are 0 to 19",
      std::invalid_argument);
  CHECK_THROWS_AS(certify(20, generous, {.bets = {"bridge"}}), std::invalid_argument);
}

TEST_CASE("marked cards have a test of their own, which sees where they land") {
  std::mt19937 source(1);
  const auto shuffle = std_shuffle(source);
  // The first two of 25 cards never land both on the first three places, which shows little of where each
  // lands: 3 of 300 pairs of places never come.
  const auto kind_to_beginners = [&](std::span<int> deck) {
    do {
      shuffle(deck);
    } while (std::ranges::count_if(deck.first(3), [](int card) { return card < 2; }) == 2);
  };
  const Result result = certify(25, kind_to_beginners, {.marked = 2});
  CHECK(result.biased());
  const auto tests = result.tests();
  const auto subsets = std::ranges::find(tests, "subsets", &fairshuffle::TestSummary::name);
  REQUIRE(subsets != tests.end());
  CHECK(subsets->applied);
  CHECK(subsets->rejected);
  CHECK(subsets->log10_p < -8);
  // Above ten cards permutations are not counted, and nothing pretends that they were.
  CHECK(result.permutation_counts().empty());
}
