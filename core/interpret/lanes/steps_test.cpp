#include "core/interpret/steps.hpp"

#include <doctest/doctest.h>

#include "core/interpret/lanes/byte_program.hpp"
#include "core/interpret/lanes/lanes_for_test.hpp"
#include "core/shuffle/comparator_sort.hpp"
#include "core/shuffle/durstenfeld.hpp"
#include "core/shuffle/std_shuffle.hpp"

using namespace fairshuffle;

// A shuffle that asks what a coin gave, or wants the array, does not compile for lanes.
static_assert(HasSteps<Durstenfeld>);
static_assert(!HasSteps<ComparatorSort>);
static_assert(!HasSteps<StdShuffle>);

namespace {

/// Draws that are not used in turn, not at all, or twice, beside steps that need no draw.
const auto out_of_turn = [](auto& deck) {
  const auto a = deck.draw_below(3), b = deck.draw_below(4);
  deck.swap(0, b), deck.swap(1, a);
};
const auto not_at_all = [](auto& deck) {
  const auto a = deck.draw_below(3);
  deck.draw_below(4);
  const auto b = deck.draw_below(4);
  deck.swap(0, a), deck.swap(2, b);
};
const auto twice = [](auto& deck) {
  const auto a = deck.draw_below(3);
  deck.draw_below(4);
  deck.swap(0, a), deck.move(3, a);
};
const auto at_the_end = [](auto& deck) {
  deck.swap(0, deck.draw_below(4));
  deck.draw_below(2);
};
const auto after_a_fixed_step = [](auto& deck) {
  deck.draw_below(3);
  deck.swap(1, 2), deck.swap(0, deck.draw_below(4));
};

}  // namespace

TEST_CASE("a recorded shuffle has the bounds of its draws and a step for each thing it does") {
  const Steps steps = steps_of(Durstenfeld(OptionValues{}), 4).value();
  CHECK(steps.bounds == std::vector<std::uint64_t>{4, 3, 2});
  REQUIRE(steps.steps.size() == 3);
  CHECK(steps.steps[1].kind == StepKind::swap);
  CHECK(steps.steps[1].first.fixed == 2);
  CHECK(steps.steps[1].second.draw == 1);
}

TEST_CASE("a shuffle that draws a position beyond its deck is not for lanes") {
  const auto draws_below = [](int bound) {
    return [bound](auto& deck) { deck.swap(0, deck.draw_below(bound)); };
  };
  CHECK(steps_of(draws_below(5), 5));
  CHECK_FALSE(steps_of(draws_below(6), 5));
  CHECK_FALSE(steps_of([](auto& deck) { deck.swap(deck.draw_below(6), 0); }, 5));
  CHECK_FALSE(steps_of(
      [](auto& deck) {
        StepIndex before_the_deck = deck.draw_below(3);
        before_the_deck.fixed = -1;
        deck.swap(before_the_deck, 0);
      },
      5));
}

TEST_CASE("a shuffle that mixes two ways of building its deck is not for lanes") {
  CHECK_FALSE(steps_of([](auto& deck) { deck.deal(0), deck.swap(0, 1); }, 2));
  CHECK_FALSE(steps_of([](auto& deck) { deck.hand_out(0), deck.swap(0, 1); }, 2));
  CHECK(steps_of([](auto& deck) { deck.swap(0, 1), deck.hand_out(0); }, 2));
  const auto dealt_and_then = [](auto step) {
    return [step](auto& deck) { deck.deal(0), deck.deal(0), step(deck); };
  };
  CHECK(steps_of(dealt_and_then([](auto&) {}), 2));
  CHECK_FALSE(steps_of(dealt_and_then([](auto& deck) { deck.move(0, 1); }), 2));
  CHECK_FALSE(steps_of(dealt_and_then([](auto& deck) { deck.cut(1); }), 2));
  CHECK_FALSE(steps_of(dealt_and_then([](auto& deck) { deck.deal_by_itself(); }), 2));
  CHECK_FALSE(steps_of(dealt_and_then([](auto& deck) { deck.sort_by_labels(); }), 2));
  CHECK_FALSE(steps_of(dealt_and_then([](auto& deck) { deck.merge_by_labels(); }), 2));
  CHECK_FALSE(steps_of(
      [](auto& deck) { deck.swap(0, 1), deck.place_inside_out(0, 0), deck.place_inside_out(1, 0); }, 2));
  // A pile that never became the deck, one that grew beyond it, or one that was not built from its start.
  CHECK_FALSE(steps_of([](auto& deck) { deck.deal(0); }, 2));
  CHECK_FALSE(steps_of([](auto& deck) { deck.place_inside_out(0, 0); }, 2));
  CHECK_FALSE(steps_of([](auto& deck) { deck.hand_out(0), deck.hand_out(1), deck.hand_out(0); }, 2));
  CHECK_FALSE(steps_of([](auto& deck) { deck.place_inside_out(1, 0), deck.place_inside_out(0, 0); }, 2));
}

TEST_CASE("positions that nothing is handed out to keep their cards") {
  const Steps steps = steps_of([](auto& deck) { deck.hand_out(2); }, 3).value();
  REQUIRE(steps.steps.size() == 1);
  CHECK(steps.steps[0].sources == std::vector<int>{2, 1, 2});
}

TEST_CASE("a shuffle of more steps than a list may have is not for lanes") {
  const auto swaps = [](std::size_t number) {
    return [number](auto& deck) {
      for (std::size_t step = 0; step < number; ++step) deck.swap(0, 1);
    };
  };
  CHECK(steps_of(swaps(most_steps), 2));
  CHECK_FALSE(steps_of(swaps(most_steps + 1), 2));
}

TEST_CASE("a step that byte decks have no form for is not for them, and a swap of two drawn cards is") {
  const auto with_two_draws = [](auto step) {
    return steps_of([step](auto& deck) { step(deck, deck.draw_below(4), deck.draw_below(4)); }, 8).value();
  };
  CHECK(byte_program_of(with_two_draws([](auto& deck, auto i, auto j) { deck.swap(i, j); })));
  CHECK_FALSE(byte_program_of(with_two_draws([](auto& deck, auto i, auto j) { deck.move(i, j); })));
  for (const bool first : {false, true}) {
    CHECK_FALSE(byte_program_of(with_two_draws([first](auto& deck, auto i, auto j) {
      (first ? i : j).fixed = 1;
      deck.swap(i, j);
    })));
  }
}

TEST_CASE("a byte program picks each rearrangement by the value of its draw") {
  const Steps steps = steps_of([](auto& deck) { deck.move(3, deck.draw_below(4)); }, 4).value();
  const ByteProgram program = byte_program_of(steps).value();
  REQUIRE(program.steps.size() == 1);
  CHECK(program.steps[0].kind == ByteStep::Kind::select);
  // To the front, to the second place, and nowhere: the cards beyond the deck stay.
  CHECK(program.steps[0].controls[0] == 0x0706050402010003);
  CHECK(program.steps[0].controls[1] == 0x0706050402010300);
  CHECK(program.steps[0].controls[3] == sorted_byte_deck);
}

TEST_CASE("draws used out of turn, twice or not at all come out the same on every vector target") {
  check_as_plain(out_of_turn, 4, 5000);
  check_as_plain(not_at_all, 4, 5000);
  check_as_plain(twice, 4, 5000);
  check_as_plain(at_the_end, 4, 5000);
  check_as_plain(after_a_fixed_step, 4, 5000);
  check_as_plain(out_of_turn, 9, 5000);
}

TEST_CASE("orders made in different ways are equal: what lies beyond the deck stays, whatever the steps") {
  const auto cut_twice = [](auto& deck) {
    deck.cut(deck.draw_below(deck.size())), deck.cut(deck.draw_below(deck.size()));
  };
  const auto moved = [](auto& deck) {
    deck.move(0, deck.draw_below(2)), deck.cut(deck.draw_below(2)), deck.move(deck.draw_below(2), 0);
  };
  const auto sorted = [](auto& deck) {
    for (const int round : {0, 1}) {
      for (int position = 0; position < deck.size(); ++position) {
        deck.label(position, position < 2 ? deck.draw_below(2) : StepIndex(2 + round));
      }
      round == 0 ? deck.sort_by_labels() : deck.merge_by_labels();
    }
  };
  for (const int n : {2, 5, 7, 8, 9, 11, 12, 15, 16}) {
    check_as_plain(cut_twice, n, 5000);
    check_as_plain(moved, n, 5000);
    check_as_plain(sorted, n, 5000);
  }
}
