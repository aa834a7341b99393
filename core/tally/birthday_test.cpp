#include "core/tally/birthday.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

using Deck = std::vector<Card>;

// So many decks of 52 cards, drawn at random from `states` ones; all different where there are none.
std::vector<Deck> decks_of(std::size_t decks, std::uint64_t states, std::uint64_t seed) {
  std::vector<Deck> all;
  std::mt19937_64 seeds(seed);
  for (std::size_t trial = 0; trial < decks; ++trial) {
    std::mt19937_64 words(states == 0 ? trial : seeds() % states);
    Deck deck(52);
    std::iota(deck.begin(), deck.end(), Card{0});
    for (std::size_t left = deck.size(); left > 1; --left) std::swap(deck[left - 1], deck[words() % left]);
    all.push_back(std::move(deck));
  }
  return all;
}

// The definition, deck by deck.
BirthdayCounts counted_plainly(const std::vector<Deck>& decks, std::uint64_t one_in) {
  std::map<Deck, std::vector<std::uint64_t>> trials;
  for (std::size_t trial = 0; trial < decks.size(); ++trial) {
    if (fingerprint_of(decks[trial]).low % one_in == 0) trials[decks[trial]].push_back(trial);
  }
  BirthdayCounts counts{.one_in = one_in, .kept = 0, .distinct = trials.size()};
  std::map<std::uint64_t, std::vector<std::uint64_t>> repeats_by_step;
  for (const auto& of_deck : trials) {
    const std::vector<std::uint64_t>& when = of_deck.second;
    counts.kept += when.size();
    if (when.size() < 2) continue;
    ++counts.again;
    if (counts.first_repeat == 0 || when[1] < counts.first_repeat) counts.first_repeat = when[1];
    const std::uint64_t repeats = when.size() - 1, stretch = when.back() - when.front();
    if (stretch % repeats == 0) repeats_by_step[stretch / repeats].push_back(repeats);
  }
  for (const auto& [step, repeats] : repeats_by_step) {
    if (repeats.size() <= counts.at_distance) continue;
    counts.distance = step;
    counts.at_distance = repeats.size();
    counts.repeats_at_distance = std::accumulate(repeats.begin(), repeats.end(), std::uint64_t{0});
  }
  return counts;
}

void check_equal(const BirthdayCounts& a, const BirthdayCounts& b) {
  CHECK(a.one_in == b.one_in);
  CHECK(a.kept == b.kept);
  CHECK(a.distinct == b.distinct);
  CHECK(a.again == b.again);
  CHECK(a.distance == b.distance);
  CHECK(a.at_distance == b.at_distance);
  CHECK(a.repeats_at_distance == b.repeats_at_distance);
  CHECK(a.first_repeat == b.first_repeat);
}

constexpr std::uint64_t few_slots = 4096;

BirthdayCounts counted_by_one(const std::vector<Deck>& decks, bool told) {
  KeptPermutations kept(few_slots);
  if (told) kept.expect(decks.size());
  for (std::size_t trial = 0; trial < decks.size(); ++trial) kept.add(decks[trial], trial);
  return KeptPermutations::counts_of(kept, kept.beside(), decks.size());
}

}  // namespace

TEST_CASE("half of the slots are enough for the permutations that a look keeps") {
  for (const std::uint64_t slots : {std::uint64_t{4096}, most_birthday_slots}) {
    CHECK(kept_one_in(0, slots) == 1);
    CHECK(kept_one_in(slots / 2, slots) == 1);
    CHECK(kept_one_in(slots / 2 + 1, slots) == 2);
    CHECK(kept_one_in(slots, slots) == 2);
    CHECK(kept_one_in(slots + 1, slots) == 4);
  }
  CHECK(kept_one_in(1'000'000'000, most_birthday_slots) == 2048);
  CHECK_THROWS_AS(kept_one_in(1, 1), std::invalid_argument);
}

TEST_CASE("the slots of all targets fit a hundred mebibytes, and are halved until they do") {
  CHECK(birthday_slots(0) == most_birthday_slots);
  CHECK(birthday_slots(4) == most_birthday_slots);
  CHECK(birthday_slots(5) == most_birthday_slots / 2);
  CHECK(birthday_slots(25) == most_birthday_slots / 8);
  CHECK(birthday_slots(1'000'000) == 4096);
  // A run may be told to have as many for a target as fit a gibibyte.
  constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30;
  CHECK(most_slots_told * bytes_of_birthday_slot <= gibibyte);
  CHECK(2 * most_slots_told * bytes_of_birthday_slot > gibibyte);
}

TEST_CASE("permutations that come again are counted as the definition has them, whatever their number") {
  // 3,000 decks of which one of two is kept, 30,000 of which one of 16 is.
  for (const std::size_t decks :
       {std::size_t{2}, std::size_t{2000}, std::size_t{3000}, std::size_t{30'000}}) {
    for (const std::uint64_t states : cases({0U, 1U, 7U, 300U, 100'000U, 5'000U})) {
      CAPTURE(decks);
      CAPTURE(states);
      const std::vector<Deck> all = decks_of(decks, states, 5);
      const BirthdayCounts plain = counted_plainly(all, kept_one_in(decks, few_slots));
      check_equal(counted_by_one(all, true), plain);
      // Trials whose number shows only at the end are kept by the same rule.
      check_equal(counted_by_one(all, false), plain);
    }
  }
}

TEST_CASE("the counts are those of the trials, however they are parted among threads, looks and halves") {
  const std::vector<Deck> all = decks_of(30'000, 8'000, 6);
  const BirthdayCounts plain = counted_plainly(all, kept_one_in(all.size(), few_slots));
  REQUIRE(plain.distinct > 300);
  REQUIRE(plain.repeats() > 300);
  for (const std::size_t threads : {1U, 2U, 5U}) {
    KeptPermutations first(few_slots), second(few_slots);
    for (const std::size_t look : {std::size_t{3'000}, std::size_t{12'000}, all.size()}) {
      const std::size_t from = look == 3'000 ? 0 : look == 12'000 ? 3'000 : 12'000;
      first.expect(look);
      second.expect(look);
      std::vector<KeptPermutations> helpers(threads, first.beside());
      for (std::size_t trial = from; trial < look; ++trial) {
        (trial % 3 == 0 ? second : helpers[trial % threads]).add(all[trial], trial);
      }
      for (auto helper = helpers.rbegin(); helper != helpers.rend(); ++helper) first.merge(*helper);
    }
    CAPTURE(threads);
    check_equal(KeptPermutations::counts_of(first, second, all.size()), plain);
    check_equal(KeptPermutations::counts_of(second, first, all.size()), plain);
  }
}

TEST_CASE(
    "a period shows as the one step of all permutations that came again, and as that of most when one breaks "
    "it") {
  const std::vector<Deck> once = decks_of(700, 0, 0);
  std::vector<Deck> all;
  for (std::size_t trial = 0; trial < 9'000; ++trial) all.push_back(once[trial % once.size()]);
  BirthdayCounts counts = counted_by_one(all, true);
  CHECK(counts.one_in == 8);
  CHECK(counts.distance == 700);
  const BirthdayCounts unbroken = counts;
  CHECK(unbroken.at_distance == unbroken.again);
  CHECK(unbroken.repeats_at_distance == unbroken.repeats());
  // A permutation that is kept comes once more, out of turn.
  const auto is_kept = [](const Deck& deck) { return fingerprint_of(deck).low % 8 == 0; };
  const auto kept = std::ranges::find_if(once, is_kept);
  REQUIRE(kept != once.end());
  const auto in_place_of = std::find_if_not(once.begin() + 350, once.end(), is_kept) - once.begin();
  all[static_cast<std::size_t>(in_place_of)] = *kept;
  counts = counted_by_one(all, true);
  CHECK(counts.distance == 700);
  CHECK(counts.again == unbroken.again);
  CHECK(counts.at_distance == unbroken.at_distance - 1);
  const auto index = static_cast<std::uint64_t>(kept - once.begin());
  CHECK(counts.repeats_at_distance == unbroken.repeats() - (8'999 - index) / 700);
}

TEST_CASE("a tally keeps permutations of many cards, and both halves of a run are one") {
  const std::vector<Deck> all = decks_of(3'000, 2'000, 7);
  TallyHalves halves(52, 0, std::nullopt, few_slots);
  halves.expect(all.size());
  TrialStream stream(52);
  for (std::size_t trial = 0; trial < all.size(); ++trial) {
    stream.add(all[trial], trial, trial % 2 == 0 ? halves.first : halves.second);
  }
  halves.settle();
  const BirthdayCounts plain = counted_plainly(all, 2);
  check_equal(RunningTally::birthday_of(halves.first, halves.second), plain);
  TallyHalves beside = halves.beside();
  check_equal(RunningTally::birthday_of(beside.first, beside.second), {.one_in = 2});
  beside.merge(halves);
  check_equal(RunningTally::birthday_of(beside.first, beside.second), plain);
  CHECK(halves.first.complete().birthday.kept + halves.second.complete().birthday.kept == plain.kept);
  // What two tallies counted does not tell what came again in both.
  Tally whole = halves.first.complete();
  whole.merge_without_permutations(halves.second.complete());
  CHECK(whole.birthday.kept == 0);

  RunningTally small(8, 0, std::nullopt);
  TrialStream of_small(8);
  of_small.add(Deck{0, 1, 2, 3, 4, 5, 6, 7}, 0, small);
  CHECK(small.complete().birthday.kept == 0);
}

TEST_CASE("where all permutations are counted, those that came again follow from the counts") {
  for (const int deck_size : {8, 9, 10}) {
    CAPTURE(deck_size);
    Deck deck(static_cast<std::size_t>(deck_size));
    std::iota(deck.begin(), deck.end(), Card{0});
    RunningTally counted(deck_size, 0), kept(deck_size, 0, std::nullopt);
    TrialStream stream(deck_size), beside(deck_size);
    // Five permutations once each, one three times.
    for (std::size_t trial = 0; trial < 8; ++trial) {
      if (trial < 6) std::ranges::next_permutation(deck);
      stream.add(deck, trial, counted);
      beside.add(deck, trial, kept);
    }
    counted.settle();
    CHECK(RunningTally::birthday_of(counted, counted.beside()).kept == 0);
    const BirthdayCounts from_counts = counted.complete().birthday,
                         from_permutations = kept.complete().birthday;
    const bool asked = deck_size >= smallest_birthday_deck;
    CHECK(from_counts.kept == (asked ? 8 : 0));
    CHECK(from_counts.distinct == (asked ? 6 : 0));
    CHECK(from_counts.again == (asked ? 1 : 0));
    CHECK(from_permutations.again == from_counts.again);
    CHECK(from_permutations.kept == from_counts.kept);
    CHECK(from_permutations.distinct == from_counts.distinct);
  }
}

TEST_CASE("trials that put out no permutation take their part of the slots all the same") {
  // 2,048 trials of 4,096 slots are kept all; where another 2,048 had no permutation to keep, one order of
  // two is.
  const std::vector<Deck> decks = decks_of(2'048, 1'000, 8);
  KeptPermutations kept(few_slots);
  for (std::size_t trial = 0; trial < decks.size(); ++trial) kept.add(decks[trial], trial);
  check_equal(KeptPermutations::counts_of(kept, kept.beside(), 2'048), counted_plainly(decks, 1));
  check_equal(KeptPermutations::counts_of(kept, kept.beside(), 4'096), counted_plainly(decks, 2));
  check_equal(KeptPermutations::counts_of(kept, kept.beside(), 4'097), counted_plainly(decks, 4));
}

TEST_CASE("permutations kept by other rules are not brought together") {
  KeptPermutations few(few_slots);
  CHECK_THROWS_AS(few.merge(KeptPermutations(2 * few_slots)), std::invalid_argument);
}

TEST_CASE("trials whose order came before are all that are kept but the first of each permutation") {
  CHECK(BirthdayCounts{.one_in = 1, .kept = 5, .distinct = 3, .distance = 0}.repeats() == 2);
  CHECK(BirthdayCounts{}.repeats() == 0);
  CHECK(BirthdayCounts{}.one_in == 1);
}
