// Dependence of decks whose single ones are uneven or waver; independent ones of no distribution have any.
#include <algorithm>
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include "core/interpret/setup_for_test.hpp"
#include "core/verdict/dependence.hpp"
#include "core/verdict/streams_for_tests.hpp"

using namespace fairshuffle;

namespace {

// Packets of so many cards as coins say, and each card from one of them with a chance in proportion to its
// size.
void riffle(Cards& deck, Words& words) {
  std::size_t left = 0;
  for (std::size_t card = 0; card < deck.size(); ++card) left += words() % 2;
  const Cards from = deck;
  std::size_t next_left = 0, next_right = left;
  for (Card& card : deck) {
    const std::size_t of_left = left - next_left, of_right = from.size() - next_right;
    card = words() % (of_left + of_right) < of_left ? from[next_left++] : from[next_right++];
  }
}

Findings judged_sample(const SampleSetup& setup, std::uint64_t trials, std::uint64_t seed) {
  const auto sampler = make_sampler(setup);
  TallyHalves halves(setup.deck_size, 0);
  sampler->begin_block(seed);
  sampler->run(0, trials / 2, halves.first);
  sampler->run(trials / 2, trials / 2, halves.second);
  halves.settle();
  return judged_by_all(halves, Budget{});
}

}  // namespace

// Tables of decks that are carried over waver: that of neighbours has a p of 1e-6 and less in many such runs.
TEST_CASE("decks that two riffles carry on are dependent, though tables of single decks see something" *
          doctest::test_suite("simulations")) {
  const auto twice = [](Cards& deck, std::uint64_t, Words& words) {
    riffle(deck, words);
    riffle(deck, words);
  };
  for (const int deck_size : {13, 16, 20}) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      CAPTURE(deck_size);
      CAPTURE(seed);
      const Findings findings = judged_stream(deck_size, 2400, twice, seed);
      CHECK(findings.dependent);
      CHECK_FALSE(findings.bias.tv_upper.has_value());
    }
  }
}

// One trial in twenty is the one before with three cards moved on: nine of twelve cards stay where they were,
// where one is due, which the mean shows in nine standard errors; two samples of 600 pairs show it with a p
// of some 1e-7. Single decks are as uneven as three riffles leave them.
TEST_CASE("uneven decks are dependent where successive ones lie nearer to each other than any two" *
          doctest::test_suite("simulations")) {
  const auto one_in = [](unsigned rarely) {
    return [rarely](Cards& deck, std::uint64_t, Words& words) {
      if (words() % rarely == 0) return void(std::rotate(deck.begin(), deck.begin() + 1, deck.begin() + 3));
      deck = sorted(static_cast<int>(deck.size()));
      for (int times = 0; times < 3; ++times) riffle(deck, words);
    };
  };
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    CAPTURE(seed);
    const Findings dependent = judged_stream(12, 2400, one_in(20), seed);
    REQUIRE(dependent.dependent);
    CHECK(dependent.dependence->proof == DependenceProof::samples);
    for (const DependenceTest& test : dependent.dependence_tests) CHECK(test.log10_p > -12);
    CHECK_FALSE(dependent.bias.tv_upper.has_value());
    CHECK_FALSE(judged_stream(12, 2400, one_in(1'000'000), seed).dependent);
  }
}

// Independent decks of which there are two, as Sattolo's of three cards, come so once in 6,000 times, and so
// often once in 1,300.
TEST_CASE("a few trials of one deck and then of another prove no dependence") {
  for (const int deck_size : {3, 5, 13, 52}) {
    for (const std::uint64_t of_first : {7U, 8U}) {
      CAPTURE(deck_size);
      CAPTURE(of_first);
      const auto two_decks = [of_first](Cards& deck, std::uint64_t trial, Words&) {
        deck = sorted(static_cast<int>(deck.size()));
        std::rotate(deck.begin(), deck.begin() + (trial < of_first ? 1 : 2), deck.end());
      };
      const Findings findings = judged_stream(deck_size, 16, two_decks, 1);
      CHECK(findings.verdict == Verdict::biased);
      CHECK_FALSE(findings.dependent);
    }
  }
}

// Starts of 1, 2, 3 ... that the source does not mix. Single decks are uneven, too: few of them at eight
// cards fit a mistake that is not there.
TEST_CASE("decks whose seeds follow each other are dependent, though single ones are uneven") {
  struct Case {
    std::string source, shuffle, draw;
    int deck_size;
  };
  for (const Case& each : {Case{"dotnet-random", "durstenfeld", "native", 8},
                           {"dotnet-random", "durstenfeld", "native", 52},
                           {"java-random", "durstenfeld-up", "native", 12},
                           {"java-random", "fisher-yates", "modulo", 52}}) {
    CAPTURE(each.source);
    CAPTURE(each.deck_size);
    SampleSetup setup = setup_for_test(each.shuffle, each.deck_size);
    setup.source = find_source(each.source);
    setup.draw = find_draw(each.draw);
    setup.clock = ClockSeeding{.seeding = {.kind = SeedingKind::per_shuffle_counter}};
    const Findings findings = judged_sample(setup, 2400, 1);
    REQUIRE(findings.dependent);
    CHECK(findings.dependence->proof == DependenceProof::samples);
    CHECK(findings.dependence->shape == DependenceShape::moved);
    CHECK_FALSE(findings.bias.tv_upper.has_value());
    CHECK_FALSE(findings.diagnosis.has_value());
  }
}

// Its first and last trial are an even number of steps apart by chance in one of ten such runs.
TEST_CASE("one deck that comes again among independent ones keeps to no period" *
          doctest::test_suite("long-simulations")) {
  const auto sometimes_sorted = [](Cards& deck, std::uint64_t, Words& words) {
    deck = sorted(static_cast<int>(deck.size()));
    if (words() % 200 != 0) fresh(deck, words);
  };
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    CAPTURE(seed);
    const Findings findings = judged_stream(52, 2400, sometimes_sorted, seed);
    CHECK(findings.verdict == Verdict::biased);
    CHECK_FALSE(findings.dependent);
  }
}

TEST_CASE("two or three decks that take turns are dependent, and three tell their period") {
  for (const std::uint64_t decks : {2U, 3U}) {
    const auto in_turns = [decks](Cards& deck, std::uint64_t trial, Words&) {
      deck = sorted(static_cast<int>(deck.size()));
      Words same(trial % decks);
      fresh(deck, same);
    };
    const Findings findings = judged_stream(52, 2400, in_turns, 1);
    REQUIRE(findings.dependent);
    if (decks == 3) CHECK(findings.dependence->period == 3);
  }
}

// Half of the relative permutations are the shuffle itself, and half of independent decks: their permutations
// show it in eleven standard errors. Of seeds 1, 2, 3 ... single cards hardly show what the permutations do.
TEST_CASE(
    "biased decks that are put back every second time, or whose seeds follow, are dependent by their "
    "permutations") {
  const auto every_second_time = [](Cards& deck, std::uint64_t trial, Words& words) {
    if (trial % 2 == 0) deck = sorted(static_cast<int>(deck.size()));
    for (Card& card : deck) std::swap(card, deck[words() % deck.size()]);
  };
  SampleSetup seeds_follow = setup_for_test("naive-swap", 5);
  seeds_follow.source = find_source("msvc-rand");
  seeds_follow.draw = find_draw("modulo");
  seeds_follow.clock = ClockSeeding{.seeding = {.kind = SeedingKind::per_shuffle_counter}};
  for (const Findings& findings :
       {judged_stream(5, 16'384, every_second_time, 1), judged_sample(seeds_follow, 65'536, 1)}) {
    REQUIRE(findings.dependent);
    CHECK(findings.dependence->proof == DependenceProof::samples);
    CHECK_FALSE(findings.bias.tv_upper.has_value());
    CHECK_FALSE(findings.diagnosis.has_value());
  }
}

// 1e-12 a comparison, three comparisons each: 2e-10 in all.
TEST_CASE(
    "independent decks of a biased shuffle are never dependent, however biased their relative permutations "
    "are" *
    doctest::test_suite("simulations")) {
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    for (const int deck_size : {3, 5, 20, 52}) {
      if (deck_size < shuffle.smallest_deck || deck_size > shuffle.largest_deck) continue;
      const SampleSetup setup = setup_for_test(shuffle.name, deck_size);
      CAPTURE(std::string(shuffle.name));
      CAPTURE(deck_size);
      CHECK_FALSE(judged_sample(setup, 16'384, 7).dependent);
    }
  }
}
