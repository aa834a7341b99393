#include "core/interpret/lanes/steps.hpp"

#include <doctest/doctest.h>

#include "core/interpret/lanes/byte_program.hpp"
#include "core/shuffle/comparator_sort.hpp"
#include "core/shuffle/durstenfeld.hpp"
#include "core/shuffle/std_shuffle.hpp"

using namespace fairshuffle;

// A shuffle that asks what a coin gave, or wants the array, does not compile for lanes.
static_assert(RunsInLanes<Durstenfeld>);
static_assert(!RunsInLanes<ComparatorSort>);
static_assert(!RunsInLanes<StdShuffle>);

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
}

TEST_CASE("a shuffle that mixes two ways of building its deck is not for lanes") {
  CHECK_FALSE(steps_of([](auto& deck) { deck.deal(0), deck.swap(0, 1); }, 2));
  CHECK_FALSE(steps_of([](auto& deck) { deck.hand_out(0), deck.swap(0, 1); }, 2));
  CHECK(steps_of([](auto& deck) { deck.swap(0, 1), deck.hand_out(0); }, 2));
  // A pile that never became the deck, or one that was not built from its start.
  CHECK_FALSE(steps_of([](auto& deck) { deck.deal(0); }, 2));
  CHECK_FALSE(steps_of([](auto& deck) { deck.place_inside_out(1, 0), deck.place_inside_out(0, 0); }, 2));
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
