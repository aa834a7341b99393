// Streams that are dependent are called so, with no bound.
#include "core/verdict/dependence.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/verdict/streams_for_tests.hpp"

using namespace fairshuffle;

namespace {

bool is_odd(const Cards& deck) {
  return !is_even(deck);
}

// Of uniform decks, each but the first tied to the one before.
const std::vector<std::pair<DependenceShape, Next>> dependent_streams{
    {DependenceShape::repeated,
     [](Cards& deck, std::uint64_t, Words& words) {
       if (words() % 4 != 0) fresh(deck, words);
     }},
    {DependenceShape::fixed_step,
     [](Cards& deck, std::uint64_t trial, Words& words) {
       if (trial % 2 == 0) return fresh(deck, words);
       std::rotate(deck.begin(), deck.begin() + 2, deck.end());
     }},
    {DependenceShape::alternating,
     [](Cards& deck, std::uint64_t trial, Words& words) {
       fresh(deck, words);
       if (is_odd(deck) != (trial % 2 == 1)) std::swap(deck[0], deck[1]);
     }},
    {DependenceShape::moved,
     [](Cards& deck, std::uint64_t, Words& words) {
       const Card bottom = deck.back();
       fresh(deck, words);
       std::iter_swap(deck.begin(), std::ranges::find(deck, bottom));
     }},
};

}  // namespace

// Each dependence shows in every pair or in a quarter or half of them, ten and more standard errors at 16,384
// trials.
TEST_CASE(
    "uniform decks that are dependent have no bound and no diagnosis, and are told by what they look like" *
    doctest::test_suite("simulations")) {
  for (const int deck_size : {5, 8, 20, 52}) {
    std::uint64_t seed = 0;
    for (const auto& [shape, next] : dependent_streams) {
      CAPTURE(deck_size);
      const std::string due = to_text(shape);
      CAPTURE(due);
      const Findings findings = judged_stream(deck_size, 16'384, next, ++seed);
      CHECK(findings.verdict == Verdict::biased);
      REQUIRE(findings.dependent);
      CHECK(to_text(findings.dependence->shape) == due);
      CHECK_FALSE(findings.bias.tv_upper.has_value());
      CHECK_FALSE(findings.bias.tv_lower.has_value());
      CHECK_FALSE(findings.diagnosis.has_value());
    }
  }
}

TEST_CASE(
    "a carried shuffle whose loop runs from the other end is named, one whose deck is turned round is not") {
  const auto swap_down = [](Cards& deck, std::uint64_t, Words& words) {
    for (std::size_t position = deck.size(); position-- > 0;) {
      std::swap(deck[position], deck[words() % deck.size()]);
    }
  };
  const auto swap_and_turn = [swap_down](Cards& deck, std::uint64_t trial, Words& words) {
    swap_down(deck, trial, words);
    std::ranges::reverse(deck);
  };
  for (const int deck_size : {5, 52}) {
    CAPTURE(deck_size);
    const Findings named = judged_stream(deck_size, 16'384, swap_down, 1);
    REQUIRE(named.dependent);
    REQUIRE(named.dependence->shape == DependenceShape::known_mistake);
    const KnownMistake& mistake = named.dependence->shuffle->fits.front().mistakes.front();
    CHECK(mistake.target == "naive-swap:n=" + std::to_string(deck_size));
    CHECK(mistake.reading == "positions and cards exchanged");
    const Findings turned = judged_stream(deck_size, 16'384, swap_and_turn, 1);
    REQUIRE(turned.dependent);
    CHECK(turned.dependence->shape != DependenceShape::known_mistake);
  }
}

TEST_CASE("few decks that each come twice or three times are dependent, or no mistake of single decks") {
  for (const int deck_size : {5, 8, 13, 52}) {
    for (const std::uint64_t times : {2U, 3U}) {
      const Next next = [times](Cards& deck, std::uint64_t trial, Words& words) {
        if (trial % times == 0) fresh(deck, words);
      };
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        CAPTURE(deck_size);
        CAPTURE(times);
        CAPTURE(seed);
        // Of 24 decks of 13 cards one card may come six times to each position, and then more decks could be
        // one.
        for (const std::uint64_t trials : {times == 2 ? 24U : 30U, 60U}) {
          CAPTURE(trials);
          const Findings findings = judged_stream(deck_size, trials, next, seed);
          REQUIRE(findings.dependent);
          CHECK(findings.dependence->proof == DependenceProof::repeats);
        }
        for (const std::uint64_t trials : {12U, 18U, 20U}) {
          const Findings findings = judged_stream(deck_size, trials, next, seed);
          const bool are_states = findings.seed_space && findings.seed_space->estimate;
          CHECK((findings.dependent || are_states || !findings.diagnosis));
        }
      }
    }
  }
}

TEST_CASE("decks that are dependent have no bound beside a trial that is no permutation, either") {
  // On decks that come twice a bet is chosen and judged on the same ones.
  const Next twice = [](Cards& deck, std::uint64_t trial, Words& words) {
    if (trial % 2 == 0) fresh(deck, words);
  };
  TallyHalves halves = counted_stream(20, 10'000, twice, 1);
  halves.second.add_invalid(Cards(20, 0), 10'000);
  halves.first.settle();
  halves.second.settle();
  const Findings findings = judged_by_all(halves, Budget{});
  CHECK(findings.verdict == Verdict::invalid);
  CHECK(findings.dependent);
  CHECK_FALSE(findings.bias.tv_lower.has_value());
  CHECK_FALSE(findings.bias.tv_upper.has_value());
}

TEST_CASE(
    "positions that see nothing prove a dependence where their relative permutations could not be so of any "
    "such distribution") {
  // Of 13 cards from 1e-84 on, the twelfth power of 1e-7. Decks so few that no table applies, which come
  // again, and of which another test sees something, are proven by nothing else.
  const Next next = [](Cards& deck, std::uint64_t, Words& words) { fresh(deck, words); };
  const Tally whole = counted_stream(13, 8, next, 1).first.complete();
  const auto is_dependent = [&whole](double log10_p) {
    const auto record = [](const std::string& test, const std::string& name, bool rejected,
                           double of_record) {
      TestRecord told;
      told.test = test;
      told.name = name;
      told.applied = true;
      told.rejected = rejected;
      told.tail = Tail::upper;
      told.log10_p = of_record;
      told.p_value = rejected ? 0 : 0.5;
      return told;
    };
    Findings findings;
    findings.tests = {record("positions", "positions", false, -0.3), record("cycles", "cycles", true, -20),
                      record("birthday", "birthday", true, -20),
                      record("successive", "successive-positions", true, log10_p)};
    find_link(whole, 0.999, findings);
    return findings.dependent;
  };
  CHECK(is_dependent(-85));
  CHECK_FALSE(is_dependent(-83));
}

TEST_CASE("by tests that see no dependence, dependent decks are never decided, by however many trials") {
  RunSettings settings;
  settings.tests = {"permutations"};
  const TallyHalves halves = counted_stream(5, 16'384, dependent_streams.front().second, 1);
  const Findings findings = judged(halves, settings, {.is_last = true});
  CHECK(findings.verdict == Verdict::inconclusive);
  CHECK(findings.dependent);
  CHECK_FALSE(findings.bias.tv_upper.has_value());
  CHECK_FALSE(findings.trials_to_decide.has_value());
}

TEST_CASE(
    "all permutations taken in turn, in whatever order, come more evenly than independent decks of any "
    "distribution") {
  for (const int deck_size : {4, 5, 8}) {
    CAPTURE(deck_size);
    const std::uint64_t permutations = permutation_count(deck_size);
    std::vector<std::uint64_t> ranks(permutations);
    std::iota(ranks.begin(), ranks.end(), std::uint64_t{0});
    const auto swept = [&](Cards& deck, std::uint64_t trial, Words& words) {
      if (trial % permutations == 0) std::ranges::shuffle(ranks, words);
      deck = permutation_of_rank(ranks[trial % permutations], deck_size);
    };
    const std::uint64_t trials = (2'400 + permutations - 1) / permutations * permutations;
    const Findings findings = judged_stream(deck_size, trials, swept, 4);
    CHECK(findings.verdict == Verdict::biased);
    REQUIRE(findings.dependent);
    // Of few permutations as many in turn are too seldom equal, too.
    if (deck_size == 8) CHECK(to_text(findings.dependence->proof) == to_text(DependenceProof::permutations));
    CHECK(to_text(findings.dependence->shape) == to_text(DependenceShape::never_repeated));
    CHECK_FALSE(findings.bias.tv_upper.has_value());
    CHECK_FALSE(
        judged_stream(
            deck_size, trials, [](Cards& deck, std::uint64_t, Words& words) { fresh(deck, words); }, 5)
            .dependent);
  }
}

// Of independent decks 1,620 of 12,000 would have come before.
TEST_CASE(
    "a sweep through the permutations of eight cards that is broken off before half of them is a "
    "dependence") {
  const std::uint64_t permutations = permutation_count(8);
  std::vector<std::uint64_t> ranks(permutations);
  std::iota(ranks.begin(), ranks.end(), std::uint64_t{0});
  const auto swept = [&](Cards& deck, std::uint64_t trial, Words& words) {
    if (trial == 0) std::ranges::shuffle(ranks, words);
    deck = permutation_of_rank(ranks[trial], 8);
  };
  const Findings findings = judged_stream(8, 12'000, swept, 4);
  CHECK(findings.verdict == Verdict::biased);
  REQUIRE(findings.dependent);
  CHECK(to_text(findings.dependence->proof) == to_text(DependenceProof::permutations));
  CHECK(to_text(findings.dependence->shape) == to_text(DependenceShape::never_repeated));
  CHECK_FALSE(findings.bias.tv_upper.has_value());
  // What is found by one card that is always last has permutations that come again as often as they should,
  // or more.
  const auto last = [](Cards& deck, std::uint64_t, Words& words) {
    deck = sorted(8);
    std::shuffle(deck.begin(), deck.end() - 1, words);
  };
  const Findings independent = judged_stream(8, 12'000, last, 4);
  CHECK(independent.verdict == Verdict::biased);
  CHECK_FALSE(independent.dependent);
}

// The new top card is the old bottom one: no single deck shows it. That a table which must see nothing sees
// something at 1e-4 is the chance of each of the few of them.
TEST_CASE("a tied card is a dependence in fewer trials than any table of cells needs") {
  const auto tied = [](Cards& deck, std::uint64_t, Words& words) {
    const Card bottom = deck.back();
    fresh(deck, words);
    std::iter_swap(deck.begin(), std::ranges::find(deck, bottom));
  };
  struct Stream {
    int deck_size;
    std::uint64_t trials;
  };
  for (const Stream& stream : {Stream{6, 600}, Stream{8, 600}, Stream{8, 2'400}, Stream{52, 599}}) {
    CAPTURE(stream.deck_size);
    CAPTURE(stream.trials);
    const Findings findings = judged_stream(stream.deck_size, stream.trials, tied, 3);
    CHECK(findings.verdict == Verdict::biased);
    CHECK(findings.dependent);
    CHECK_FALSE(findings.bias.tv_upper.has_value());
  }
}

TEST_CASE("a deck that is carried on is told with the shuffle it goes through") {
  const auto naive_swap = [](Cards& deck, std::uint64_t, Words& words) {
    for (Card& card : deck) std::swap(card, deck[words() % deck.size()]);
  };
  const Findings small = judged_stream(5, 16'384, naive_swap, 1);
  REQUIRE(small.dependence.has_value());
  CHECK(small.dependence->shape == DependenceShape::known_mistake);
  CHECK(small.dependence->proof == DependenceProof::successive);
  REQUIRE(small.dependence->shuffle->distributions_fitting >= 1);
  CHECK(small.dependence->shuffle->fits.front().mistakes.front().target == "naive-swap:n=5");
  // At the size that people play with a quarter of that is enough.
  const Findings large = judged_stream(52, 4096, naive_swap, 2);
  CHECK(large.verdict == Verdict::biased);
  CHECK(large.dependent);
}

// Single cards tell it in ten times as many trials at the earliest. Single decks are not put to the tests
// that see it, so that it is no proof of a dependence.
TEST_CASE("a deck of 9 to 12 cards that is carried on is told by the rising sequences of its riffles") {
  const auto seven_riffles = [](Cards& deck, std::uint64_t, Words& words) {
    for (int riffle = 0; riffle < 7; ++riffle) {
      const Cards before = deck;
      const std::uint64_t of_lower = words() & ((std::uint64_t{1} << deck.size()) - 1);
      std::size_t upper = 0, lower = deck.size() - static_cast<std::size_t>(std::popcount(of_lower));
      for (std::size_t place = 0; place < deck.size(); ++place) {
        deck[place] = before[(of_lower >> place & 1) == 1 ? lower++ : upper++];
      }
    }
  };
  for (const int deck_size : {9, 10, 11, 12}) {
    CAPTURE(deck_size);
    const Findings findings = judged_stream(deck_size, 16'384, seven_riffles, 7);
    CHECK(findings.verdict == Verdict::biased);
    CHECK(findings.found_by == "successive-mean rising-sequences");
    CHECK_FALSE(findings.dependent);
  }
}

// Each rejects fairness with p below 1e-40: the fair decks between them are seen as uneven (1e-4 for each of
// four tests, if all tails were honest) in 4e-4 of the streams, and these have seeds that were not chosen.
TEST_CASE("fair decks that come again are told as such, and no shuffle is named for them") {
  const auto one_in = [](std::uint64_t trials) {
    return [trials](Cards& deck, std::uint64_t, Words& words) {
      if (words() % trials != 0) fresh(deck, words);
    };
  };
  const auto told_as_repeated = [](int deck_size, std::uint64_t trials, const Next& next, double share) {
    CAPTURE(deck_size);
    const Findings findings = judged_stream(deck_size, trials, next, 11);
    REQUIRE(findings.dependence.has_value());
    CHECK(to_text(findings.dependence->shape) == std::string(to_text(DependenceShape::repeated)));
    CHECK(findings.dependence->share.value() == doctest::Approx(share).epsilon(0.5));
    CHECK_FALSE(findings.dependence->shuffle.has_value());
  };
  told_as_repeated(52, 4'000, one_in(100), 0.01);
  told_as_repeated(12, 8'000, one_in(100), 0.01);
  told_as_repeated(8, 16'000, one_in(100), 0.01);
  told_as_repeated(
      52, 50,
      [](Cards& deck, std::uint64_t trial, Words& words) {
        if (trial % 2 == 0) fresh(deck, words);
      },
      0.5);
}

// Of fair decks of three and four cards one in twenty is held: repeats reject at the first looks, and the
// permutations, asked again, are even. By chance they are not with probability 1e-4 each; two of the eight
// fail with probability 3e-7.
TEST_CASE("few decks that are held are dependent as soon as repeats reject, whatever the level of the look") {
  int rejected = 0, missed = 0;
  for (const int deck_size : {3, 4}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const TallyHalves halves = counted_stream(
          deck_size, 4'000,
          [](Cards& deck, std::uint64_t, Words& words) {
            if (words() % 20 != 0) fresh(deck, words);
          },
          seed);
      const Findings findings = judged_by_all(halves, Budget{}, {.share = 1. / 38});
      CHECK_FALSE(test_named(findings.tests, "permutations")->applied);
      if (!rejects_as_uneven(findings.tests, "repeats")) continue;
      ++rejected;
      missed += !findings.dependent;
    }
  }
  CHECK(rejected >= 4);
  CHECK(missed <= 1);
}

TEST_CASE("decks of a biased shuffle that come twice are dependent, and told as equal") {
  for (const int deck_size : {13, 52}) {
    CAPTURE(deck_size);
    const Findings findings = judged_stream(
        deck_size, 2'400,
        [](Cards& deck, std::uint64_t trial, Words& words) {
          if (trial % 20 == 19) return;
          deck = sorted(static_cast<int>(deck.size()));
          for (Card& card : deck) std::swap(card, deck[words() % deck.size()]);
        },
        3);
    CHECK(findings.verdict == Verdict::biased);
    REQUIRE(findings.dependent);
    CHECK(findings.dependence->shape == DependenceShape::repeated);
    CHECK(findings.dependence->share.value() == doctest::Approx(120 / 2'399.));
    CHECK_FALSE(findings.diagnosis.has_value());
    CHECK(std::ranges::none_of(findings.families,
                               [](const FamilyRecord& family) { return family.tv_upper.has_value(); }));
  }
}

TEST_CASE("a carried shuffle whose permutations are all even is told as one whose permutations are") {
  const auto twice = [](Cards& deck, std::uint64_t, Words& words) {
    Cards once = sorted(static_cast<int>(deck.size()));
    fresh(once, words);
    const Cards before = deck;
    for (std::size_t position = 0; position < deck.size(); ++position)
      deck[position] = before[once[once[position]]];
  };
  for (const auto& [deck_size, trials] : {std::pair{10, 16'000}, std::pair{52, 4'000}}) {
    const Findings findings = judged_stream(deck_size, static_cast<std::uint64_t>(trials), twice, 12);
    CHECK(findings.dependent);
    REQUIRE(findings.dependence.has_value());
    CHECK(to_text(findings.dependence->shape) == std::string(to_text(DependenceShape::known_mistake)));
    CHECK(findings.dependence->shuffle.value().fits.front().mistakes.front().target ==
          "applied-twice:n=" + std::to_string(deck_size));
  }
}

TEST_CASE("permutations of three cards, three of them odd, that take turns are not one step taken often") {
  const Findings findings = judged_stream(3, 4'096, dependent_streams[2].second, 13);
  REQUIRE(findings.dependence.has_value());
  CHECK(to_text(findings.dependence->shape) == std::string(to_text(DependenceShape::alternating)));
}

TEST_CASE(
    "one deck multiplied by a fixed order again and again is dependent, though few permutations come of it") {
  const auto step = [](Cards& deck, std::uint64_t, Words&) {
    std::rotate(deck.begin(), deck.begin() + 1, deck.end() - 1);
    std::swap(deck[0], deck[1]);
  };
  for (const int deck_size : {5, 8, 20, 52}) {
    CAPTURE(deck_size);
    const Findings findings = judged_stream(deck_size, 4096, step, 4);
    CHECK(findings.verdict == Verdict::biased);
    REQUIRE(findings.dependent);
    CHECK(findings.dependence->proof == DependenceProof::repeats);
    CHECK(findings.dependence->shape == DependenceShape::fixed_step);
    CHECK_FALSE(findings.bias.tv_upper.has_value());
  }
}

TEST_CASE(
    "a dependence that no single card shows is told by the test of relative permutations that sees it") {
  // Every other deck follows one of the other parity in seven of ten cases; else all is chance.
  const auto turns = [](Cards& deck, std::uint64_t, Words& words) {
    const bool was_odd = is_odd(deck);
    fresh(deck, words);
    if (words() % 10 < 4 && is_odd(deck) == was_odd) std::swap(deck[0], deck[1]);
  };
  const Findings findings = judged_stream(20, 8192, turns, 5);
  REQUIRE(findings.dependent);
  CHECK(findings.dependence->shape == DependenceShape::alternating);
  CHECK(findings.dependence->share.value() == doctest::Approx(0.7).epsilon(0.05));
  // A naive swap of a whole deck, carried on: all its cells are a little off, and it is known by them
  // together.
  const auto naive_swap = [](Cards& deck, std::uint64_t, Words& words) {
    for (Card& card : deck) std::swap(card, deck[words() % deck.size()]);
  };
  const Findings carried = judged_stream(52, 2400, naive_swap, 6);
  REQUIRE(carried.dependent);
  CHECK(carried.dependence->shape == DependenceShape::known_mistake);
  REQUIRE(carried.dependence->shuffle.has_value());
  CHECK(carried.dependence->shuffle->fits.front().mistakes.front().target == "naive-swap:n=52");
  CHECK_FALSE(carried.dependence->cell.has_value());
}

TEST_CASE("decks of few permutations that hardly change are dependent by their samples") {
  // One swap of neighbours a trial: the decks themselves are far from uniform for long.
  const auto walk = [](Cards& deck, std::uint64_t, Words& words) {
    const std::size_t place = words() % (deck.size() - 1);
    std::swap(deck[place], deck[place + 1]);
  };
  const Findings findings = judged_stream(52, 8192, walk, 3);
  CHECK(findings.verdict == Verdict::biased);
  REQUIRE(findings.dependence.has_value());
  CHECK(findings.dependence->proof == DependenceProof::samples);
  CHECK_FALSE(findings.bias.tv_upper.has_value());
}
