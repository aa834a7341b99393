// Decks that are no permutations are not counted, and trials are numbered and dependent as they came.
#include "core/interpret/lanes/lane_tally.hpp"

#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "core/interpret/lanes/expected_for_test.hpp"
#include "core/interpret/lanes/lanes_for_test.hpp"

using namespace fairshuffle;

TEST_CASE("a deck that is no permutation is a witness, and no pair spans it") {
  for (const int n : {5, 9}) {
    LaneTally lanes(lane_task_of(setup_for_test("durstenfeld", n)).value());
    RunningTally tally(n, 0);
    lanes.begin(tally, 100);
    LastDecks last;
    last.forget();
    const std::vector<Card> sorted = permutation_of_rank(0, n);
    std::vector<Card> doubled = sorted;
    doubled[0] = 1;
    // Lanes 2 and 3 of rows 1 to 4.
    const std::vector<std::vector<Card>> decks{sorted,  sorted, sorted, doubled,
                                               doubled, sorted, sorted, sorted};
    for (std::size_t i = 0; i < decks.size(); ++i) {
      const std::size_t row = 1 + i / 2, lane = 2 + i % 2;
      lanes.add_deck(decks[i], row * lanes_per_block + lane, lane, last);
    }
    CAPTURE(n);
    CHECK(tally.trials() == 6);
    REQUIRE(tally.witnesses().size() == 2);
    CHECK(tally.witnesses()[0].trial == 100 + 2 * 64 + 3);
    CHECK(tally.witnesses()[1].trial == 100 + 3 * 64 + 2);
    CHECK(tally.witnesses()[0].permutation[0] == 1);
    CHECK(tally.witnesses()[0].permutation[1] == 1);
    // Rows 1 and 2 of lane 2, rows 3 and 4 of lane 3.
    CHECK(tally.complete().repeats.pairs == 2);
    CHECK(tally.complete().repeats.equal == 2);
    for (std::size_t p = 0; p < sorted.size(); ++p) CHECK(last.cards[p][2] == sorted[p]);
    CHECK(last.cards[0][1] == no_card);
  }
}

TEST_CASE("the first 1,024 rows are counted deck by deck") {
  CHECK(LaneTally::rows_by_deck_from(0) == 1'024);
  CHECK(LaneTally::rows_by_deck_from(64 * 1'000) == 24);
  CHECK(LaneTally::rows_by_deck_from(64 * 1'024) == 0);
  CHECK(LaneTally::rows_by_deck_from(64 * 70'000) == 0);
}

TEST_CASE("the words whose relative permutations are counted are found from wherever trials begin") {
  LaneTally lanes(lane_task_of(setup_for_test("durstenfeld", 5)).value());
  RunningTally tally(5, 0);
  for (const std::uint64_t first_row : {0U, 4U, 44U, 48U, 1'024U}) {
    lanes.begin(tally, first_row * lanes_per_block);
    for (std::uint64_t row = 0; row < 200; row += rows_of_word) {
      const std::uint64_t words = lanes.words_to_successive(row);
      CHECK((first_row + row + words * rows_of_word) % 48 == 0);
      CHECK(words < 12);
    }
  }
}

TEST_CASE(
    "decks in lanes give the relative permutations of their first rows, and of every twelfth word later on") {
  for (const int n : {5, 9}) {
    CAPTURE(n);
    const auto successive_of_rows = [n](std::uint64_t first_row, std::uint64_t rows) {
      LaneTally lanes(lane_task_of(setup_for_test("durstenfeld", n)).value());
      RunningTally tally(n, 0);
      lanes.begin(tally, 0);
      LastDecks last;
      last.forget();
      for (std::uint64_t row = first_row; row < first_row + rows; ++row) {
        lanes.add_deck(permutation_of_rank(0, n), row * lanes_per_block + 7, 7, last);
      }
      CHECK(tally.trials() == rows);
      return tally.complete().successive.pairs;
    };
    CHECK(successive_of_rows(0, 10) == 9);
    CHECK(successive_of_rows(1'020, 8) == 3);
    CHECK(successive_of_rows(1'055, 5) == 3);
    CHECK(successive_of_rows(1'060, 44) == 0);
    CHECK(successive_of_rows(48'000, 4'800) == 300);
  }
}

TEST_CASE(
    "relative permutations that lanes count without a look at single decks are those of the decks, on every "
    "target") {
  const TargetsRestored restored;
  // From within the first trials on, over words and blocks that end anywhere.
  constexpr std::uint64_t first = trials_of_all_successive - 3'072, trials = 20'011;
  for (const int n : cases(deck_sizes_to(largest_lane_deck))) {
    CAPTURE(n);
    const auto shuffle = [](auto& deck) {
      for (int last = deck.size() - 1; last > 0; --last) deck.swap(last, deck.draw_below(deck.size()));
    };
    RunningTally due(n, 0);
    count_expected(shuffle, trials, 9, first, due);
    const LaneTask task = task_for_test(shuffle, n);
    for (const std::string_view target : vector_targets()) {
      CAPTURE(target);
      use_vector_target(target);
      // Some trials at first, so that rows of a word wait for others.
      const RunningTally tally = lanes_from(task, first, {101, trials - 101}, 9);
      CHECK(tally.complete().successive.pairs > 3'000 * 3 / 4);
      CHECK(coded(tally) == coded(due));
    }
  }
}

TEST_CASE("a deck that holds a card twice is a witness, whatever lane it came from") {
  const TargetsRestored restored;
  for (const int n : {7, 8, 10}) {
    const SampleSetup setup = setup_for_test("deal-hands", n, {1});
    for (const std::string_view target : vector_targets()) {
      use_vector_target(target);
      const RunningTally tally = lanes_for_test(lane_task_of(setup).value(), 5000);
      CHECK(tally.invalid_trials() == 5000);
      CHECK(tally.trials() == 0);
      REQUIRE(tally.witnesses().size() == RunningTally::most_witnesses);
      for (std::size_t index = 0; index < tally.witnesses().size(); ++index) {
        CHECK(tally.witnesses()[index].trial == index);
        CHECK_FALSE(is_permutation(tally.witnesses()[index].permutation));
      }
    }
  }
}

TEST_CASE("whichever card is lost and whichever is there twice, no trial is counted") {
  const TargetsRestored restored;
  for (const std::string_view target : vector_targets()) {
    use_vector_target(target);
    for (const int n : cases(deck_sizes_to(largest_lane_deck))) {
      for (int pair = 0; pair < n * n; ++pair) {
        const int lost = pair / n, doubled = pair % n;
        // The same in all trials: a tile that has one deck that is no permutation is counted deck by deck.
        const auto shuffle = [&](auto& deck) {
          for (int position = 0; position < n; ++position) {
            deck.hand_out(position == lost ? doubled : position);
          }
        };
        CAPTURE(target);
        CAPTURE(n);
        CAPTURE(lost);
        CAPTURE(doubled);
        const RunningTally tally = lanes_for_test(task_for_test(shuffle, n), 512);
        CHECK(tally.invalid_trials() == (lost == doubled ? 0 : 512));
        CHECK(tally.trials() == (lost == doubled ? 512 : 0));
      }
    }
  }
}

TEST_CASE("named bets of decks in lanes are counted as deck by deck, on every vector target") {
  const TargetsRestored restored;
  for (const int n : {11, 14, 16}) {
    const std::vector<NamedBet> bets{{.name = "low on top", .cards = {0, 1, 2}, .places = {0, 1, 2, 3, 7}},
                                     {.name = "last", .cards = {4, 9}, .places = {n - 1}}};
    const LaneTask task = lane_task_of(setup_for_test("naive-swap", n)).value();
    for (const std::string_view target : vector_targets()) {
      use_vector_target(target);
      RunningTally tally(n, 0, std::nullopt, most_birthday_slots, {.tables = {}, .bets = bets});
      const auto sampler = make_lanes_sampler(task);
      sampler->begin_block(1);
      sampler->run(0, 5000, tally);
      const Tally whole = tally.complete();
      CAPTURE(target);
      CAPTURE(n);
      REQUIRE(whole.trials == 5000);
      for (const BetCounts::Counted& counted : whole.bets.all()) {
        std::uint64_t met = 0, due = 0, trials = 0;
        for (std::size_t value = 0; value < counted.by_value.size(); ++value) {
          met += value * counted.by_value[value];
          trials += counted.by_value[value];
        }
        for (const int place : counted.bet.places) {
          for (const int card : counted.bet.cards) due += whole.positions.at(place, card);
        }
        CHECK(trials == 5000);
        CHECK(met == due);
      }
    }
  }
}
