// Tall planes: which steps are done together, and what they do to decks, held to the scalar deck.
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/interpret/lanes/expected_for_test.hpp"
#include "core/interpret/lanes/lane_programs.hpp"
#include "core/interpret/lanes/lanes_for_test.hpp"

using namespace fairshuffle;

namespace {

/// Holds the counts on every vector target to those of the scalar deck.
template <class Shuffle>
void check_as_scalar(const Shuffle& shuffle, int deck_size, std::uint64_t trials = 64 * 12 + 5) {
  const TargetsRestored restored;
  CAPTURE(deck_size);
  RunningTally scalar(deck_size, 0);
  count_expected(shuffle, trials, 3, first_counted_together, scalar);
  const LaneTask task = task_for_test(shuffle, deck_size);
  for (const std::string_view target : vector_targets()) {
    CAPTURE(target);
    use_vector_target(target);
    const RunningTally tally = lanes_from(task, first_counted_together, {trials}, 3);
    CHECK(tally.trials() == trials);
    CHECK(coded(tally) == coded(scalar));
  }
}

/// By group: how many steps it has, and the positions that it reaches.
using Groups = std::vector<std::array<int, 3>>;
template <class Shuffle>
Groups groups_of(const Shuffle& shuffle, int deck_size) {
  Groups groups;
  const TallProgram program = tall_program_of(steps_of(shuffle, deck_size).value()).value();
  for (const TallStep& step : program.steps) {
    groups.push_back({static_cast<int>(step.count), step.lowest, step.highest});
  }
  return groups;
}

}  // namespace

TEST_CASE("swaps are done together where none reaches the fixed position of one before") {
  const auto downwards = [](auto& deck) {
    for (int last = 10; last > 4; --last) deck.swap(last, deck.draw_below(last + 1));
  };
  CHECK(groups_of(downwards, 20) == Groups{{4, 0, 10}, {2, 0, 6}});
  const auto upwards = [](auto& deck) {
    for (int first = 0; first < 3; ++first) deck.swap(deck.draw_below(20 - first) + first, first);
  };
  CHECK(groups_of(upwards, 20) == Groups{{3, 0, 19}});
  const auto reaching_back = [](auto& deck) {
    for (int last = 1; last < 4; ++last) deck.swap(last, deck.draw_below(last + 1));
  };
  CHECK(groups_of(reaching_back, 20) == Groups{{1, 0, 1}, {1, 0, 2}, {1, 0, 3}});
  // One apart from the other, one at the same position, and one the other way round.
  const auto apart = [](auto& deck) {
    deck.swap(9, deck.draw_below(2)), deck.swap(7, deck.draw_below(2)), deck.swap(7, deck.draw_below(2));
    deck.swap(6, deck.draw_below(2)), deck.swap(7, deck.draw_below(2)), deck.swap(8, deck.draw_below(2));
  };
  CHECK(groups_of(apart, 20) == Groups{{1, 0, 9}, {1, 0, 7}, {2, 0, 7}, {2, 0, 8}});
  const auto others = [](auto& deck) {
    deck.swap(3, deck.draw_below(2)), deck.swap(2, 1), deck.move(deck.draw_below(3) + 4, 12), deck.cut(1);
  };
  CHECK(groups_of(others, 20) == Groups{{1, 0, 3}, {1, 1, 2}, {1, 4, 12}, {1, 0, 19}});
}

TEST_CASE("what has no byte is not for tall planes") {
  const auto draws_below = [](std::int64_t bound) {
    return steps_of([bound](auto& deck) { deck.draw_below(bound); }, 20).value();
  };
  CHECK(tall_program_of(draws_below(256)));
  CHECK_FALSE(tall_program_of(draws_below(257)));
  const auto with_label = [](int label) {
    return steps_of([label](auto& deck) { deck.label(0, label), deck.sort_by_labels(); }, 20).value();
  };
  CHECK(tall_program_of(with_label(255)));
  CHECK_FALSE(tall_program_of(with_label(256)));
  CHECK(tall_program_of(steps_of([](auto&) {}, 64).value()));
  CHECK_FALSE(tall_program_of(steps_of([](auto&) {}, 65).value()));
}

TEST_CASE("swaps done together bring the decks that swaps one by one do, wherever they meet") {
  for (const int n : {17, 40, 64}) {
    // Draws of few cards beside the fixed ones: these often meet each other.
    const auto near = [n](auto& deck) {
      for (int last = n - 1; last > 3; --last) deck.swap(deck.draw_below(4) + (last - 3), last);
      for (int first = 0; first + 4 < n; ++first) deck.swap(first, deck.draw_below(4) + first);
    };
    check_as_scalar(near, n);
    const auto beyond = [n](auto& deck) {
      for (int last = 8; last > 0; --last) deck.swap(last, deck.draw_below(n - last) + last);
      for (int first = 3; first < n - 3; ++first) deck.swap(first, deck.draw_below(n));
    };
    check_as_scalar(beyond, n);
  }
}

TEST_CASE("cards move between any two positions of tall planes") {
  for (const int n : {17, 33, 64}) {
    // From a list: g++ 12 takes a number that it knows for one that may lie outside the deck.
    const std::vector<int> fixed{0, n - 1, 3, 5};
    const auto moved = [n, fixed](auto& deck) {
      deck.move(fixed[0], fixed[1]), deck.move(fixed[1], fixed[2]), deck.move(fixed[3], fixed[3]);
      deck.move(deck.draw_below(n), deck.draw_below(n)), deck.move(deck.draw_below(n), 7);
      deck.move(9, deck.draw_below(n)), deck.move(deck.draw_below(5) + 4, deck.draw_below(3) + 6);
      deck.swap(deck.draw_below(n), deck.draw_below(n)), deck.swap(1, 2), deck.swap(4, 4);
    };
    check_as_scalar(moved, n);
  }
}

TEST_CASE("cuts, deals and labels are the scalar deck's in tall planes") {
  for (const int n : {17, 32, 64}) {
    const auto cut = [n](auto& deck) { deck.cut(deck.draw_below(n)), deck.cut(deck.draw_below(3) + 5); };
    check_as_scalar(cut, n);
    const auto dealt = [n](auto& deck) {
      deck.swap(3, deck.draw_below(n)), deck.deal_by_itself();
      deck.deal_into_piles(3, deck.draw_below(6)), deck.deal_into_piles(4, 0);
    };
    check_as_scalar(dealt, n);
    const auto labelled = [n](std::int64_t bound, int kind) {
      return [=](auto& deck) {
        for (int position = 0; position < n; ++position) deck.label(position, deck.draw_below(bound));
        if (kind == 0) deck.sort_by_labels();
        if (kind == 1) deck.merge_by_labels();
        if (kind == 2) deck.shelve_by_labels();
        if (kind == 3) deck.throw_by_labels();
      };
    };
    for (const std::int64_t bound : {2, 7, 256}) {
      for (const int kind : {0, 1, 2, 3}) {
        CAPTURE(bound);
        CAPTURE(kind);
        check_as_scalar(labelled(bound, kind), n);
      }
    }
  }
}

TEST_CASE("decks of tall planes that lose a card are witnesses, and no trial is counted") {
  const TargetsRestored restored;
  for (const std::string_view target : vector_targets()) {
    use_vector_target(target);
    CAPTURE(target);
    for (const int n : {17, 64}) {
      CAPTURE(n);
      const auto shuffle = [n](auto& deck) {
        deck.swap(n - 1, deck.draw_below(n));
        for (int position = 0; position < n; ++position) deck.hand_out(position == n - 1 ? 0 : position);
      };
      for (const std::uint64_t first : {std::uint64_t{0}, first_counted_together}) {
        RunningTally tally(n, 0);
        const auto sampler = make_lanes_sampler(task_for_test(shuffle, n));
        sampler->begin_block(1);
        sampler->run(first, 600, tally);
        CHECK(tally.invalid_trials() == 600);
        CHECK(tally.trials() == 0);
        REQUIRE(tally.witnesses().size() == RunningTally::most_witnesses);
        CHECK(tally.witnesses().back().trial == first + 7);
        CHECK(tally.complete().repeats.pairs == 0);
      }
    }
  }
}

TEST_CASE("equal decks that follow each other in a lane are found in tall planes, and no others") {
  // One card of four moves; so a quarter of all pairs are equal, within a word's rows and from word to word.
  const auto seldom_moved = [](auto& deck) { deck.swap(40, deck.draw_below(4) + 40); };
  check_as_scalar(seldom_moved, 52, 64 * 64);
}
