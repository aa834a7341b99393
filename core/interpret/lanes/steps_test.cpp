#include "core/interpret/steps.hpp"

#include <doctest/doctest.h>

#include "core/interpret/lanes/lane_programs.hpp"
#include "core/interpret/lanes/lanes_for_test.hpp"
#include "core/shuffle/sorting.hpp"
#include "core/shuffle/swaps.hpp"

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
  CHECK(steps.steps[1].verb == &Swap::info);
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

TEST_CASE("what planes have no form for is not for them, and a swap of two drawn cards is") {
  const auto with_two_draws = [](auto step) {
    return steps_of([step](auto& deck) { step(deck, deck.draw_below(4), deck.draw_below(4)); }, 8).value();
  };
  CHECK(plane_program_of(with_two_draws([](auto& deck, auto i, auto j) { deck.swap(i, j); })));
  CHECK_FALSE(plane_program_of(with_two_draws([](auto& deck, auto i, auto j) { deck.move(i, j); })));
  // A byte holds keys up to 255.
  const auto with_keys_below = [](std::int64_t bound, int least) {
    return steps_of(
               [bound, least](auto& deck) {
                 auto key = deck.draw_below(bound);
                 key.fixed = least;
                 deck.label(0, key), deck.sort_by_labels();
               },
               3)
        .value();
  };
  CHECK(plane_program_of(with_keys_below(256, 0)));
  CHECK_FALSE(plane_program_of(with_keys_below(257, 0)));
  CHECK_FALSE(plane_program_of(with_keys_below(256, 1)));
}

TEST_CASE("a program for planes says where each card comes from, by the value of the draw") {
  const Steps steps = steps_of([](auto& deck) { deck.move(deck.draw_below(3), 3); }, 4).value();
  const PlaneProgram program = plane_program_of(steps).value();
  REQUIRE(program.steps.size() == 1);
  const PlaneStep& step = program.steps[0];
  CHECK(step.kind == PlaneStep::Kind::rearrange);
  // The first card goes to the end, the second one, or the third: the cards beyond the deck stay.
  using Values = std::array<std::uint8_t, 16>;
  CHECK(step.source[0] == Values{1, 0, 0});
  CHECK(step.source[3] == Values{0, 1, 2});
  CHECK(step.source[5] == Values{5, 5, 5});
  CHECK(step.sources[3] == 0b0111);
}

TEST_CASE("a swap of a fixed card knows which positions it may reach") {
  const auto kind_of = [](int fixed, int least, int bound) {
    const auto shuffle = [=](auto& deck) {
      auto index = deck.draw_below(bound);
      index.fixed = least;
      deck.swap(fixed, index);
    };
    return plane_program_of(steps_of(shuffle, 8).value()).value().steps[0].kind;
  };
  CHECK(kind_of(3, 0, 4) == PlaneStep::Kind::swap_lower);
  CHECK(kind_of(3, 0, 5) == PlaneStep::Kind::swap_any);
  CHECK(kind_of(3, 3, 5) == PlaneStep::Kind::swap_upper);
  CHECK(kind_of(3, 2, 5) == PlaneStep::Kind::swap_any);
}

TEST_CASE("a move of a card to a drawn position, or from there, knows where it goes") {
  const auto kind_of = [](int fixed, int least, int bound, bool from_drawn) {
    const auto shuffle = [=](auto& deck) {
      auto index = deck.draw_below(bound);
      index.fixed = least;
      from_drawn ? deck.move(index, fixed) : deck.move(fixed, index);
    };
    return plane_program_of(steps_of(shuffle, 8).value()).value().steps[0].kind;
  };
  CHECK(kind_of(3, 0, 4, false) == PlaneStep::Kind::move_lower);
  CHECK(kind_of(3, 0, 5, false) == PlaneStep::Kind::rearrange);
  CHECK(kind_of(3, 3, 5, true) == PlaneStep::Kind::move_from_upper);
  CHECK(kind_of(3, 2, 5, true) == PlaneStep::Kind::rearrange);
}

TEST_CASE(
    "swaps and moves of every fixed card and any part of the deck are the same on every vector target") {
  for (const int n : {2, 5, 8}) {
    for (int least = 0; least < n; ++least) {
      const auto draw_from = [least](auto& deck, int bound) {
        auto index = deck.draw_below(bound);
        index.fixed = least;
        return index;
      };
      const auto steps = [&](auto& deck) {
        for (int fixed = 0; fixed < n; ++fixed) {
          const auto index = draw_from(deck, n - least), other = draw_from(deck, n - least);
          deck.swap(fixed, index), deck.swap(other, index);
          deck.move(fixed, other), deck.move(index, fixed);
          // Down to a part, and up from there.
          if (least <= fixed) deck.move(fixed, draw_from(deck, fixed - least + 1));
          if (least >= fixed) deck.move(draw_from(deck, n - least), fixed);
        }
      };
      check_as_plain(steps, n, 3000);
    }
  }
}

TEST_CASE("draws used out of turn, twice or not at all come out the same on every vector target") {
  check_as_plain(out_of_turn, 4, 5000);
  check_as_plain(not_at_all, 4, 5000);
  check_as_plain(twice, 4, 5000);
  check_as_plain(at_the_end, 4, 5000);
  check_as_plain(after_a_fixed_step, 4, 5000);
  check_as_plain(out_of_turn, 9, 5000);
}

TEST_CASE(
    "permutations made in different ways are equal: what lies beyond the deck stays, whatever the steps") {
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
  const auto shelved = [](auto& deck) {
    for (int position = 0; position < deck.size(); ++position) {
      deck.label(position, position == 1 ? StepIndex(2) : deck.draw_below(4));
    }
    deck.shelve_by_labels();
  };
  const auto thrown = [](auto& deck) {
    for (int position = 0; position < deck.size(); ++position) {
      // The first card's label is no gap's; the second gap is always cut, and the third never.
      deck.label(position, position == 2 ? StepIndex(0) : position == 3 ? StepIndex(1) : deck.draw_below(3));
    }
    deck.throw_by_labels();
  };
  for (const int n : {2, 5, 7, 8, 9, 11, 12, 15, 16}) {
    check_as_plain(thrown, n, 5000);
    check_as_plain(cut_twice, n, 5000);
    check_as_plain(moved, n, 5000);
    check_as_plain(sorted, n, 5000);
    check_as_plain(shelved, n, 5000);
  }
}

TEST_CASE(
    "piles gathered in order are one rearrangement, and in any order of few piles one that is looked up") {
  const auto gathered = [](int piles, auto permutation) {
    return [piles, permutation](auto& deck) { deck.deal_into_piles(piles, permutation(deck)); };
  };
  const auto in_order = [](auto&) { return StepIndex(0); };
  const auto of_three = [](auto& deck) { return deck.draw_below(6); };
  const auto of_four = [](auto& deck) { return deck.draw_below(24); };
  Steps steps = steps_of(gathered(3, in_order), 5).value();
  REQUIRE(steps.steps.size() == 1);
  CHECK(list_what_has_no_kernel(steps));
  CHECK(steps.steps[0].sources == std::vector<int>{3, 0, 4, 1, 2});
  const auto both_drawn = [](auto& deck) { deck.deal_into_piles(deck.draw_below(2), deck.draw_below(2)); };
  Steps by_two_draws = steps_of(both_drawn, 5).value();
  CHECK_FALSE(list_what_has_no_kernel(by_two_draws));
  for (const int n : {2, 5, 8, 9, 16}) check_as_plain(gathered(3, in_order), n, 5000);
  for (const int n : {2, 5, 8, 9, 12, 16}) check_as_plain(gathered(3, of_three), n, 5000);
  // The rank of a permutation is no position, and may be beyond the deck.
  CHECK(steps_of(gathered(4, of_four), 2));
  CHECK(plane_program_of(steps_of(gathered(3, of_three), 8).value()));
  CHECK_FALSE(plane_program_of(steps_of(gathered(4, of_four), 8).value()));
  const auto has_lanes = [](int n, std::int64_t piles, std::int64_t gather) {
    return lane_task_of(setup_for_test("piles", n, {piles, 1, gather})).has_value();
  };
  CHECK_FALSE(lane_task_of(setup_for_test("smoosh", 5)));
  CHECK(has_lanes(8, 3, 0));
  CHECK_FALSE(has_lanes(8, 4, 0));
  CHECK(has_lanes(9, 3, 0));
  CHECK_FALSE(has_lanes(9, 4, 0));
  CHECK(has_lanes(9, 4, 1));
}
