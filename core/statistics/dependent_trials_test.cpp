// Are trials taken for dependent from the right number of equal or equally rearranged pairs on?
#include "core/statistics/dependent_trials.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/statistics/tallies_for_tests.hpp"

using namespace fairshuffle;

namespace {

Tally with_repeats(Tally tally, std::uint64_t pairs, std::uint64_t equal) {
  tally.repeats = {.pairs = pairs, .equal = equal};
  tally.successive = SuccessiveCounts(tally.deck_size);
  return tally;
}

// The least number of equal pairs of so many that looks dependent.
std::uint64_t least_equal(const Tally& tally, std::uint64_t pairs) {
  std::uint64_t equal = 0;
  while (equal <= pairs && !trials_look_dependent(with_repeats(tally, pairs, equal))) ++equal;
  return equal;
}

// What is more than so many standard deviations above `pairs` times `chance`, a number more being added to
// the variance.
std::uint64_t first_above(std::uint64_t pairs, double chance, double deviations) {
  const double due = static_cast<double>(pairs) * chance;
  return static_cast<std::uint64_t>(std::floor(due + deviations * std::sqrt(due * (1 - chance) + 1))) + 1;
}

// As a large deck has them: no permutations are counted. `at_place[card]` at every position, turned on by one
// each time.
Tally turned(std::vector<std::uint64_t> at_place) {
  const std::size_t cards = at_place.size();
  Tally tally(static_cast<int>(cards), 0);
  for (const std::uint64_t count : at_place) tally.trials += count;
  for (std::size_t position = 0; position < cards; ++position) {
    for (std::size_t card = 0; card < cards; ++card) {
      tally.positions.add_at(position, card, at_place[(card + position) % cards]);
    }
  }
  return tally;
}

}  // namespace

TEST_CASE(
    "equal pairs are too many from eight standard deviations above the chance that two trials are equal") {
  // Of counts c the chance is sum c (c - 1) / (N (N - 1)).
  const std::vector<std::uint64_t> counts{300, 100, 50, 25, 25, 100};
  double pairs_equal = 0;
  for (const std::uint64_t count : counts) pairs_equal += static_cast<double>(count * (count - 1));
  const double chance = pairs_equal / (600. * 599);
  for (const std::uint64_t pairs : {599U, 100U, 2000U}) {
    CHECK(least_equal(tally_of_counts(3, counts), pairs) == first_above(pairs, chance, 8));
  }
}

TEST_CASE(
    "where permutations are not counted the chance is at most that of the commonest card of the evenest "
    "position") {
  Tally tally = turned({500, 100, 100, 100, 100, 100, 0, 0, 0, 0, 0});
  CHECK(least_equal(tally, 999) == first_above(999, 0.5, 8));
  // One position where the commonest card has 30 % of the trials is enough.
  tally = turned({500, 300, 0, 0, 0, 0, 0, 0, 0, 0, 200});
  PositionCounts even(11);
  for (std::size_t position = 0; position < 11; ++position) {
    for (std::size_t card = 0; card < 11; ++card) {
      const std::uint64_t count = tally.positions.at(static_cast<int>(position), static_cast<int>(card));
      even.add_at(position, card, position != 10 ? count : card < 3 ? 300 : card == 3 ? 100 : 0);
    }
  }
  tally.positions = even;
  CHECK(least_equal(tally, 999) == first_above(999, 0.3, 8));
}

// Poisson's tail, as R's ppois(equal - 1, due, lower.tail = FALSE) has it.
TEST_CASE(
    "where hardly any two permutations are equal, a few successive ones are too many by their exact tail") {
  // 2,400 of the 40,320 permutations of eight cards once, and 35 twice: 70 / (2,435 * 2,434 ... ) of ordered
  // pairs.
  std::vector<std::uint64_t> counts(40'320);
  for (std::size_t permutation = 0; permutation < 2'400; ++permutation)
    counts[permutation * 16] = permutation < 35 ? 2 : 1;
  const Tally tally = tally_of_counts(8, counts);
  REQUIRE(tally.trials == 2'435);
  const double pairs = 2'435. * 2'434, chance = 70 / pairs;
  const double at_most = chance + 3 * std::sqrt(2 * chance * (1 - chance) / pairs) + 14 / pairs;
  const double due = 2'434 * at_most;
  const auto tail = [due](std::uint64_t least) {
    double sum = 0;
    for (std::uint64_t equal = least; equal < least + 40; ++equal) {
      sum += std::exp(static_cast<double>(equal) * std::log(due) - due -
                      std::lgamma(static_cast<double>(equal) + 1));
    }
    return sum;
  };
  const auto smaller = [&](std::uint64_t least) {
    return std::min(std::log10(tail(least)),
                    log10_chance_of_this_sequence(with_repeats(tally, 2'434, least)));
  };
  const std::uint64_t least = least_equal(tally, 2'434);
  CHECK(least < 8);
  CHECK(smaller(least) < -9);
  CHECK(smaller(least - 1) > -9);
}

TEST_CASE("of a large deck whose trials are all kept, the permutations that come again bound the chance") {
  // Cards of even positions; 20 trials of 1,100 came again, at most 20 * 21 / 2 pairs.
  Tally tally = turned(std::vector<std::uint64_t>(11, 100));
  CHECK(least_equal(tally, 1'099) == first_above(1'099, 1. / 11, 8));
  tally.birthday = {.one_in = 1, .kept = 1'100, .distinct = 1'080};
  // So 0.47 of 1,099 pairs are equal at most, and (Poisson's distribution) ten or more of them with a
  // probability of 1e-10, nine or more with one of 2e-9.
  CHECK(least_equal(tally, 1'099) == 10);
  // Where some permutations alone are kept, the commonest may not be among them.
  tally.birthday.one_in = 2;
  CHECK(least_equal(tally, 1'099) == first_above(1'099, 1. / 11, 8));
}

TEST_CASE("among very many trials whose permutations hardly come again two equal pairs are too many") {
  // Of 1,100,000 permutations two came again, so that a pair is equal with a chance of at most 15.2 / 6e11:
  // of 130,189 pairs two are by one below 1e-11.
  Tally tally = turned(std::vector<std::uint64_t>(11, 100'000));
  tally.birthday = {.one_in = 1, .kept = 1'100'000, .distinct = 1'099'998};
  CHECK(least_equal(tally, 130'189) == 2);
}

TEST_CASE("one trial has no pair, and pairs without a trial that is equal prove nothing") {
  std::vector<std::uint64_t> one(6);
  one[2] = 1;
  CHECK_FALSE(trials_look_dependent(with_repeats(tally_of_counts(3, one), 1, 1)));
  CHECK_FALSE(
      trials_look_dependent(with_repeats(tally_of_counts(3, std::vector<std::uint64_t>(6, 100)), 599, 0)));
  CHECK_FALSE(
      trials_look_dependent(with_repeats(tally_of_counts(3, std::vector<std::uint64_t>(6, 100)), 0, 0)));
  // Two trials, both the same: the chance is 1 as far as they tell.
  one[2] = 2;
  CHECK_FALSE(trials_look_dependent(with_repeats(tally_of_counts(3, one), 1, 1)));
}

TEST_CASE("of all sequences of the same trials no more have so many equal neighbours than is said") {
  struct Trials {
    std::vector<int> of_permutation;
    bool is_exact;  // of the most that can be, where none came more than twice
  };
  for (const Trials& each : {Trials{{2, 2, 2, 2}, true}, Trials{{2, 2, 1, 1, 1}, true},
                             Trials{{3, 3, 2}, false}, Trials{{4, 2, 1, 1}, false}, Trials{{8}, false}}) {
    std::vector<int> sequence;
    std::vector<std::uint64_t> counts(120);
    for (std::size_t permutation = 0; permutation < each.of_permutation.size(); ++permutation) {
      counts[7 * permutation] = static_cast<std::uint64_t>(each.of_permutation[permutation]);
      sequence.insert(sequence.end(), static_cast<std::size_t>(each.of_permutation[permutation]),
                      static_cast<int>(permutation));
    }
    // Each sequence of the permutations stands for equally many of the trials.
    std::vector<double> with_equal(sequence.size());
    double sequences = 0;
    do {
      std::size_t equal = 0;
      for (std::size_t trial = 1; trial < sequence.size(); ++trial) {
        equal += sequence[trial] == sequence[trial - 1];
      }
      ++with_equal[equal];
      ++sequences;
    } while (std::ranges::next_permutation(sequence).found);
    double above = 0;
    for (std::size_t equal = sequence.size() - each.of_permutation.size(); equal > 0; --equal) {
      CAPTURE(equal);
      above += with_equal[equal] / sequences;
      const double told = log10_chance_of_this_sequence(with_repeats(tally_of_counts(5, counts), 7, equal));
      CHECK(std::log10(above) <= told + 1e-9);
      if (each.is_exact && equal == sequence.size() - each.of_permutation.size()) {
        CHECK(told == doctest::Approx(std::log10(above)));
      }
    }
  }
}

TEST_CASE(
    "of large decks all trials must be kept, and no permutation came more often than a card at any "
    "position") {
  Tally tally = turned(std::vector<std::uint64_t>(11, 2));
  const auto chance_of = [&tally](std::uint64_t equal) {
    return log10_chance_of_this_sequence(with_repeats(tally, 21, equal));
  };
  CHECK(chance_of(11) == 0);
  tally.birthday = {.one_in = 1, .kept = 22, .distinct = 11, .again = 11};
  // 2^11 11! of 22! sequences.
  CHECK(chance_of(11) == doctest::Approx(std::log10(2048. * 39916800. / 1.1240007277776077e21)));
  CHECK(equal_too_often(with_repeats(tally, 21, 11)));
  CHECK_FALSE(equal_too_often(with_repeats(tally, 21, 9)));
  CHECK(chance_of(12) == 0);
  CHECK(chance_of(0) == 0);
  // Five permutations that came again six times may be one that came three times, but no card was so often at
  // one position.
  tally.birthday = {.one_in = 1, .kept = 22, .distinct = 16, .again = 5};
  CHECK(chance_of(6) == doctest::Approx(std::log10(64. * 20922789888000. / 1.1240007277776077e21)));
  tally.birthday.one_in = 2;
  CHECK(chance_of(6) == 0);
}

TEST_CASE("one step that leads on too often is told from twelve standard deviations on") {
  // 120 permutations of ten trials each: the chance is 9 / 1199, and a step is due that often.
  const Tally tally = tally_of_counts(5, std::vector<std::uint64_t>(120, 10));
  const double chance = 120. * 10 * 9 / (1200. * 1199);
  for (const std::uint64_t pairs : {1199U, 4000U}) {
    const std::uint64_t least = first_above(pairs, chance, 12);
    const auto looks_dependent = [&](std::uint64_t of_one_step) {
      Tally stepped = with_repeats(tally, pairs, 0);
      stepped.successive.pairs = pairs;
      stepped.successive.permutations.assign(120, 0);
      stepped.successive.permutations[77] = of_one_step;
      return trials_look_dependent(stepped);
    };
    CHECK(looks_dependent(least));
    CHECK_FALSE(looks_dependent(least - 1));
  }
}

TEST_CASE(
    "of relative permutations that are not counted by order those count that no position's commonest step "
    "misses") {
  // Eleven cards, evenly spread: the chance is taken for 1 / 11.
  const Tally tally = turned(std::vector<std::uint64_t>(11, 100));
  constexpr std::uint64_t pairs = 1000;
  const std::uint64_t least = first_above(pairs, 1. / 11, 12);
  const auto looks_dependent = [&](std::uint64_t of_one_step) {
    Tally stepped = with_repeats(tally, pairs, 0);
    stepped.successive.pairs = pairs;
    // Each of two positions misses half of the others; the rest of them miss none.
    for (std::size_t position = 0; position < 11; ++position) {
      const std::uint64_t missed =
          position < 2 ? (pairs - of_one_step) / 2 + (position == 0 ? (pairs - of_one_step) % 2 : 0) : 0;
      stepped.successive.positions.add_at(position, position, pairs - missed);
      stepped.successive.positions.add_at(position, (position + 1) % 11, missed);
    }
    return trials_look_dependent(stepped);
  };
  CHECK(looks_dependent(least));
  CHECK_FALSE(looks_dependent(least - 1));
  CHECK_FALSE(looks_dependent(0));
}
