// Draws in lanes: batches are exactly uniform, and every vector instruction set draws again where it must.
#include <bit>
#include <map>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "core/interpret/lanes/lane_sources.hpp"
#include "core/interpret/lanes/lane_tally.hpp"
#include "core/interpret/lanes/lanes_for_test.hpp"
#include "core/interpret/lanes/one_by_one.hpp"
#include "core/permutation/permutation.hpp"
#include "core/random/generators.hpp"
#include "core/shuffle/swaps.hpp"

using namespace fairshuffle;

namespace {

using Bounds = std::vector<std::uint64_t>;

std::uint64_t product_of(const Bounds& bounds) {
  return std::accumulate(bounds.begin(), bounds.end(), std::uint64_t{1}, std::multiplies{});
}

/// The values of draws as one number: the digits of a mixed base.
std::uint64_t number_of(const Bounds& bounds, const std::vector<std::uint64_t>& values) {
  std::uint64_t number = 0;
  for (std::size_t draw = 0; draw < bounds.size(); ++draw) number = number * bounds[draw] + values[draw];
  return number;
}

/// Runs all words through a batch of these bounds.
template <int word_bits>
void check_all_words(const Bounds& bounds) {
  constexpr std::uint64_t words = std::uint64_t{1} << word_bits;
  const std::uint64_t product = product_of(bounds);
  std::vector<std::uint64_t> words_of_number(product), values(bounds.size());
  for (std::uint64_t word = 0; word < words; ++word) {
    if (!chain_draws<word_bits>(bounds, words % product, word, values.data())) continue;
    for (std::size_t draw = 0; draw < bounds.size(); ++draw) REQUIRE(values[draw] < bounds[draw]);
    ++words_of_number[number_of(bounds, values)];
  }
  CAPTURE(word_bits);
  CAPTURE(bounds);
  CHECK(std::ranges::count(words_of_number, words / product) == static_cast<std::int64_t>(product));
}

/// Calls body for every list of bounds of 2 or more, ascending, with a product of at most `largest`.
template <class Body>
void for_each_list(Bounds& list, std::uint64_t largest, const Body& body) {
  for (std::uint64_t bound = list.empty() ? 2 : list.back(); bound <= largest; ++bound) {
    list.push_back(bound);
    body(list);
    for_each_list(list, largest / bound, body);
    list.pop_back();
  }
}

/// The states and decks of a block's lanes after so many trials of each.
struct LanesRun {
  LaneStates states;
  std::vector<Card> decks;  ///< row by row, lane by lane, end to end
};
LanesRun run_from(const LaneTask& task, const LaneStates& states, std::uint64_t rows) {
  const auto deck_size = static_cast<std::size_t>(task.steps.deck_size);
  LanesRun run{states, std::vector<Card>(rows * lanes_per_block * deck_size)};
  RunningTally nothing(task.steps.deck_size, 0);
  LaneTally tally(task);
  LaneRoom room;
  tally.begin(nothing, 0);
  tally.hold(run.decks);
  LastDecks last;
  last.forget();
  run_lanes(task, {.counting = LaneCounting::decks,
                   .states = &run.states,
                   .last = &last,
                   .rows = rows,
                   .tally = &tally,
                   .room = &room});
  return run;
}

/// The states of xoshiro256++ from which the lanes' next words are `words`.
LaneStates states_before(const std::array<std::uint64_t, lanes_per_block>& words) {
  LaneStates states;
  SplitMix64 numbers(3);
  for (std::size_t lane = 0; lane < lanes_per_block; ++lane) {
    // A word is rotl(s0 + s3, 23) + s0.
    states.words[0][lane] = numbers.next();
    states.words[1][lane] = numbers.next();
    states.words[2][lane] = numbers.next();
    states.words[3][lane] = std::rotr(words[lane] - states.words[0][lane], 23) - states.words[0][lane];
  }
  return states;
}

/// A word of so many bits of which a batch with this product leaves over `rest`, a multiple of the largest
/// power of 2 that divides the product.
std::uint64_t word_that_leaves(std::uint64_t rest, std::uint64_t product, int bits) {
  const int twos = std::countr_zero(product);
  const auto odd = static_cast<std::uint32_t>(product >> twos);
  std::uint32_t inverse = odd;  // right to three bits; each round doubles them
  for (int round = 0; round < 4; ++round) inverse *= 2 - odd * inverse;
  return (rest >> twos) * inverse & ((std::uint64_t{1} << bits) - 1);
}

/// Swaps with one of the first so many cards, in three batches of which one in 1,097 is drawn again: 2^32 mod
/// (4 * 5 * 7^2 * 8^4) is 3,915,776.
const auto often_again = [](auto& deck) {
  for (const auto& bounds :
       {std::array{8, 8, 8, 8, 7, 7, 5, 4}, {4, 8, 7, 8, 5, 8, 7, 8}, {7, 5, 8, 4, 8, 8, 7, 8}}) {
    for (const int bound : bounds) deck.swap(bounds[0] - 3, deck.draw_below(bound));
  }
};

}  // namespace

TEST_CASE("of all words that are not drawn again, each combination of values has equally many") {
  Bounds list;
  for_each_list(list, 256, check_all_words<8>);
  for_each_list(list, 60, check_all_words<12>);
  // In any order, and where most words are drawn again.
  for (const Bounds& bounds :
       {Bounds{5, 4, 3, 2}, Bounds{2, 3, 4, 5}, Bounds{8, 7, 6, 5, 4, 3, 2}, Bounds{32'769},
        Bounds{181, 1, 182}, Bounds{256, 256}, Bounds{7, 7, 7, 7, 7}}) {
    check_all_words<16>(bounds);
  }
}

TEST_CASE("a plan's batches are drawn again below the remainder that makes their values equally likely") {
  const LaneTask packed = task_for_test(often_again, 9);
  REQUIRE(packed.draws.batches.size() == 3);
  for (const DrawBatch& batch : packed.draws.batches) {
    CHECK(batch.draws == 8);
    CHECK(batch.threshold == 3'915'776);
  }
  // Of 8, 7, 6, 5, 4, 3, 2 the first four have the product 1680, and 2^16 mod 1680 is 16, as is 2^16 mod 24;
  // a fifth would have 2^16 mod 6720 = 5056 words drawn again.
  const LaneTask planes = task_for_test(Durstenfeld(OptionValues{}), 8);
  REQUIRE(planes.draws.batches.size() == 2);
  CHECK(planes.draws.batches[0].draws == 4);
  CHECK(planes.draws.batches[0].threshold == 16);
  CHECK(planes.draws.batches[1].draws == 3);
  CHECK(planes.draws.batches[1].threshold == 16);
}

TEST_CASE("a batch of 16 bits has no more draws than it has room for, however small they are") {
  const auto many_draws = [](auto& deck) {
    for (int draw = 0; draw < 40; ++draw) deck.swap(0, deck.draw_below(draw % 20 == 19 ? 2 : 1));
  };
  const LaneTask task = task_for_test(many_draws, 4);
  REQUIRE(task.draws.batches.size() == 3);
  CHECK(task.draws.batches[0].draws == longest_batch);
  check_as_plain(many_draws, 4, 5000);
}

TEST_CASE("a word that leaves the threshold over is taken, and one that leaves the next less drawn again") {
  const TargetsRestored restored;
  for (const int n : {3, 5, 7, 8, 9, 10}) {
    const LaneTask task = task_for_test(Durstenfeld(OptionValues{}), n);
    const DrawBatch batch = task.draws.batches.front();
    const Bounds bounds(task.draws.bounds.begin(), task.draws.bounds.begin() + static_cast<int>(batch.draws));
    const std::uint64_t product = product_of(bounds);
    const int bits = task.draws.batch_bits;
    REQUIRE(bits == (n <= 8 ? 16 : 32));
    const std::uint64_t taken = word_that_leaves(batch.threshold, product, bits);
    const std::uint64_t again =
        word_that_leaves(batch.threshold - (std::uint64_t{1} << std::countr_zero(product)), product, bits);
    CAPTURE(n);
    std::vector<std::uint64_t> values(bounds.size());
    const auto chain = [&](std::uint64_t word) {
      return bits == 16 ? chain_draws<16>(bounds, batch.threshold, word, values.data())
                        : chain_draws<32>(bounds, batch.threshold, word, values.data());
    };
    CHECK(chain(taken));
    CHECK_FALSE(chain(again));

    std::array<std::uint64_t, lanes_per_block> words;
    for (std::size_t lane = 0; lane < lanes_per_block; ++lane) {
      const std::uint64_t other = lane * 0x4000007 & ((std::uint64_t{1} << bits) - 1);
      const std::array parts{taken, again, other, lane % 2 == 0 ? taken : again};
      words[lane] = 0;
      for (int part = 0; part < 64 / bits; ++part) {
        words[lane] |= parts[(lane >> part) % 4] << (bits * part);
      }
    }
    for (const std::uint64_t rows : {4U, 8U, 40U}) {
      use_vector_target("plain");
      const LanesRun plain = run_from(task, states_before(words), rows);
      for (const std::string_view target : vector_targets()) {
        CAPTURE(target);
        use_vector_target(target);
        const LanesRun run = run_from(task, states_before(words), rows);
        CHECK(run.decks == plain.decks);
        CHECK(run.states.words == plain.states.words);
      }
    }
  }
}

TEST_CASE("words at the edges of the values, of a source that lacks two of 2^31, draw what they should") {
  const TargetsRestored restored;
  constexpr std::uint64_t modulus = Minstd::modulus, words = modulus - 1;
  // A word is one less than the next state, which is the last one times the multiplier; its power modulus - 2
  // undoes that (Fermat).
  std::uint64_t undo = 1;
  for (std::uint64_t power = Minstd::multiplier, left = modulus - 2; left > 0; left /= 2) {
    if (left % 2 == 1) undo = undo * power % modulus;
    power = power * power % modulus;
  }
  for (const std::string_view draw : {"multiply-shift", "exact"}) {
    for (std::uint64_t bound = 2; bound <= 16; ++bound) {
      CAPTURE(draw);
      CAPTURE(bound);
      const auto one_swap = [&](auto& deck) {
        deck.swap(0, deck.draw_below(static_cast<std::int64_t>(bound)));
      };
      const LaneTask task = task_for_test(one_swap, 16, "minstd", draw);
      std::array<std::uint64_t, lanes_per_block> first_words;
      LaneStates states{};
      for (std::size_t lane = 0; lane < lanes_per_block; ++lane) {
        // The first words of each value, those before and those after them.
        first_words[lane] = ((lane / 3 % bound * words + bound - 1) / bound + words - 1 + lane % 3) % words;
        states.words[0][lane] = (first_words[lane] + 1) * undo % modulus;
      }
      use_vector_target("plain");
      const LanesRun plain = run_from(task, states, 4);
      for (const std::string_view target : vector_targets()) {
        CAPTURE(target);
        use_vector_target(target);
        const LanesRun run = run_from(task, states, 4);
        CHECK(run.decks == plain.decks);
        CHECK(run.states.words == plain.states.words);
        if (draw == "exact") continue;
        for (std::size_t lane = 0; lane < lanes_per_block; ++lane) {
          CHECK(run.decks[lane * 16] == first_words[lane] * bound / words);
        }
      }
    }
  }
}

TEST_CASE("whole words at the edges of the values draw what they should") {
  const TargetsRestored restored;
  for (std::uint64_t bound = 2; bound <= 16; ++bound) {
    const auto one_swap = [&](auto& deck) {
      deck.swap(0, deck.draw_below(static_cast<std::int64_t>(bound)));
    };
    const LaneTask task = task_for_test(one_swap, 16, default_source, "multiply-shift");
    std::array<std::uint64_t, lanes_per_block> words;
    for (std::size_t lane = 0; lane < lanes_per_block; ++lane) {
      const Wide first = ((Wide{lane / 3 % bound} << 64) + bound - 1) / bound;
      words[lane] = static_cast<std::uint64_t>(first) - 1 + lane % 3;
    }
    for (const std::string_view target : vector_targets()) {
      CAPTURE(bound);
      CAPTURE(target);
      use_vector_target(target);
      const LanesRun run = run_from(task, states_before(words), 4);
      for (std::size_t lane = 0; lane < lanes_per_block; ++lane) {
        CHECK(run.decks[lane * 16] == static_cast<std::uint64_t>(Wide{words[lane]} * bound >> 64));
      }
    }
  }
}

TEST_CASE("draws that are often drawn again come out the same in every lane of every vector target") {
  // 2^32 mod (2^31 + 1) words of 2^32 are drawn again: nearly half.
  const auto by_labels = [](auto& deck) {
    std::vector<StepIndex> labels;
    for (const std::int64_t bound : {std::int64_t{2'147'483'649}, std::int64_t{5}, std::int64_t{4'000'003}}) {
      labels.push_back(deck.draw_below(bound));
    }
    for (int position = 0; position < 6; ++position) {
      deck.label(position, labels[static_cast<std::size_t>(position % 3)]);
    }
    deck.sort_by_labels();
  };
  check_as_plain(by_labels, 6, 100'000);
  check_as_plain(often_again, 8, 300'000);
  check_as_plain(often_again, 9, 300'000);
}
