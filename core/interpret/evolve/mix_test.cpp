#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/interpret/evolve.hpp"
#include "core/interpret/evolve/moving_distribution.hpp"
#include "core/interpret/setup_for_test.hpp"

using namespace fairshuffle;

namespace {

// Two cards, sorted by a label each that is below its bound.
Mix mix_of_two_labels(const SampleSetup& setup, std::int64_t first_bound, std::int64_t second_bound) {
  DrawWeightsByBound draws(setup);
  const auto sort = [first_bound, second_bound](auto& deck) {
    deck.label(0, deck.draw_below(first_bound));
    deck.label(1, deck.draw_below(second_bound));
    deck.sort_by_labels();
  };
  return mix_of(steps_of(sort, 2).value(), 0, draws);
}

}  // namespace

TEST_CASE("a draw that is used in two steps, or for two labels, has no distribution step by step") {
  const auto why_no = [](auto shuffle) { return why_no_mixes(steps_of(shuffle, 4).value()); };
  CHECK(why_no([](auto& deck) {
          const auto drawn = deck.draw_below(4);
          deck.swap(0, drawn), deck.swap(1, drawn);
        }) != "");
  CHECK(why_no([](auto& deck) {
          const auto drawn = deck.draw_below(4);
          deck.swap(drawn, drawn), deck.swap(1, deck.draw_below(2));
        }) == "");
  const auto labelled = [](bool twice) {
    return [twice](auto& deck) {
      const auto drawn = deck.draw_below(2);
      for (int position = 0; position < 4; ++position) {
        deck.label(position, position < 2 && twice ? drawn : deck.draw_below(2));
      }
      deck.sort_by_labels();
    };
  };
  CHECK(why_no(labelled(true)) != "");
  CHECK(why_no(labelled(false)) == "");
  // Labels stay: merging by them once more merges by the same draws.
  CHECK(why_no([](auto& deck) {
          for (int position = 0; position < 4; ++position) deck.label(position, deck.draw_below(2));
          deck.merge_by_labels(), deck.merge_by_labels();
        }) != "");
  CHECK(why_no([](auto& deck) { deck.hand_out(0), deck.hand_out(0); }) != "");
}

TEST_CASE("one draw for both positions of a step is one draw") {
  const SampleSetup setup = setup_for_test("durstenfeld", 4);
  DrawWeightsByBound draws(setup);
  const Steps steps = steps_of(
                          [](auto& deck) {
                            auto next = deck.draw_below(3);
                            const auto drawn = next;
                            next.fixed = 1;
                            deck.swap(drawn, next);
                          },
                          4)
                          .value();
  const Mix mix = mix_of(steps, 0, draws);
  CHECK(mix.denominator == 3);
  CHECK(mix.rearrangements.size() == 3);  // the three swaps of neighbours
}

TEST_CASE(
    "a swap of two drawn positions has as many different outcomes as pairs, and one for all equal ones") {
  const SampleSetup setup = setup_for_test("swap-pairs", 5, {2});
  DrawWeightsByBound draws(setup);
  const Mix mix = mix_of(steps_of(
                             [](auto& deck) {
                               const auto a = deck.draw_below(5), b = deck.draw_below(5);
                               deck.swap(a, b);
                             },
                             5)
                             .value(),
                         0, draws);
  CHECK(mix.rearrangements.size() == 11);
  CHECK(mix.denominator == 25);
  CHECK(std::ranges::count(mix.rearrangements, 5, &Mix::Rearrangement::weight) == 1);
  CHECK(std::ranges::count(mix.rearrangements, 2, &Mix::Rearrangement::weight) == 10);
}

TEST_CASE("labels are added up to the same distribution by formula and label by label") {
  // Words of 3 bits and bound 8 are uniform either way; one fixed label makes the formula step aside.
  SampleSetup setup = setup_for_test("random-key-sort", 5, {3});
  const Distribution by_formula = distribution_of(setup);
  DrawWeightsByBound draws(setup);
  const auto sorted = [](bool formula) {
    return steps_of(
               [formula](auto& deck) {
                 for (int position = 0; position < 5; ++position) {
                   auto label = deck.draw_below(8);
                   // The same labels but for a common shift of all but the first, or of none.
                   if (!formula && position > 0) label.fixed += 8;
                   deck.label(position, label);
                 }
                 deck.sort_by_labels();
               },
               5)
        .value();
  };
  Integer all = 0, first_stays = 0;
  for (const auto& [sources, weight] : mix_of(sorted(false), 0, draws).rearrangements) {
    all += weight;
    if (sources[0] == 0) first_stays += weight;
  }
  CHECK(all == first_stays);
  CHECK(all == mix_of(sorted(false), 0, draws).denominator);
  const Mix formula = mix_of(sorted(true), 0, draws);
  for (const auto& [sources, weight] : formula.rearrangements) {
    const std::vector<Card> permutation(sources.begin(), sources.begin() + 5);
    CHECK(Fraction(weight, formula.denominator) == probability_of(by_formula, rank_of(permutation)));
  }
}

TEST_CASE("a sort by labels of any distribution is that of all words of labels, sorted stably one by one") {
  // Remainders by 3 of words of two bits: 0 comes twice as often. The label of the third place is 1 always,
  // and that of the last is its draw, or one more.
  SampleSetup setup = setup_for_test("durstenfeld", 4);
  setup.draw = find_draw("modulo");
  setup.bits = 2;
  constexpr std::array<std::uint64_t, 3> words{2, 1, 1};
  for (const auto& [merges, more] : {std::pair{false, 1}, {true, 1}, {false, 0}, {true, 0}}) {
    const bool merged = merges;
    const int shift = more;
    const Steps steps = steps_of(
                            [merged, shift](auto& deck) {
                              deck.label(0, deck.draw_below(3));
                              deck.label(1, deck.draw_below(3));
                              deck.label(2, 1);
                              auto shifted = deck.draw_below(3);
                              shifted.fixed += shift;
                              deck.label(3, shifted);
                              merged ? deck.merge_by_labels() : deck.sort_by_labels();
                            },
                            4)
                            .value();
    std::map<std::vector<Card>, std::uint64_t> expected;
    for (std::size_t word = 0; word < 27; ++word) {
      const std::array<std::size_t, 4> labels{word % 3, word / 3 % 3, 1,
                                              word / 9 + static_cast<std::size_t>(shift)};
      std::vector<Card> permutation{0, 1, 2, 3};
      std::ranges::stable_sort(permutation, {}, [&labels](Card card) { return labels[card]; });
      std::vector<Card> inverse(4);
      for (std::size_t place = 0; place < 4; ++place) inverse[permutation[place]] = static_cast<Card>(place);
      expected[merged ? inverse : permutation] += words[word % 3] * words[word / 3 % 3] * words[word / 9];
    }
    DrawWeightsByBound draws(setup);
    const Mix mix = mix_of(steps, 0, draws);
    CAPTURE(merged);
    CAPTURE(shift);
    CHECK(mix.rearrangements.size() == expected.size());
    Integer all = 0;
    for (const auto& [sources, weight] : mix.rearrangements) {
      const std::vector<Card> permutation(sources.begin(), sources.begin() + 4);
      CHECK(Fraction(weight, mix.denominator) == Fraction(expected[permutation], 64));
      all += weight;
    }
    CHECK(all == mix.denominator);
  }
}

TEST_CASE("where every position may have every label each of them may come first") {
  // Two labels below 3 of the same words: equal in 6 of 16 cases, and else in either order as often.
  SampleSetup setup = setup_for_test("durstenfeld", 2);
  setup.draw = find_draw("modulo");
  setup.bits = 2;
  const Mix mix = mix_of_two_labels(setup, 3, 3);
  REQUIRE(mix.rearrangements.size() == 2);
  for (const auto& [sources, weight] : mix.rearrangements) {
    CHECK(Fraction(weight, mix.denominator) == Fraction(sources[0] == 0 ? 11 : 5, 16));
  }
}

TEST_CASE("no word of labels is lost, however long the numbers of words are") {
  // Before its last two places a permutation has up to 2^36, 2^95, 2^125 and 2^116 words, and of the last
  // deck those two have 2^58.
  for (const auto& [deck_size, sigma] : {std::pair{6, 1}, {7, 10}, {7, 40}, {6, 100}}) {
    const SampleSetup setup = setup_for_test("smoosh", deck_size, {sigma});
    DrawWeightsByBound draws(setup);
    const Mix mix = mix_of(steps_of_setup(setup).value(), 0, draws);
    Integer all = 0;
    std::map<std::vector<Card>, Integer> words;
    for (const auto& [sources, weight] : mix.rearrangements) {
      all += weight;
      words[{sources.begin(), sources.begin() + setup.deck_size}] = weight;
    }
    CHECK(all == mix.denominator);
    // The farther from home the rarer.
    CHECK(words[permutation_of_rank(0, setup.deck_size)] > words[permutation_of_rank(1, setup.deck_size)]);
    CHECK(words[permutation_of_rank(1, setup.deck_size)] > words[permutation_of_rank(5, setup.deck_size)]);
  }
}

TEST_CASE("labels from unlike numbers of values have no distribution of equal labels") {
  // One below 2 and one below 4: the first is not above the second in 4 + 3 of 8 cases.
  const SampleSetup setup = setup_for_test("durstenfeld", 2);
  const Mix mix = mix_of_two_labels(setup, 2, 4);
  REQUIRE(mix.rearrangements.size() == 2);
  for (const auto& [sources, weight] : mix.rearrangements) {
    CHECK(Fraction(weight, mix.denominator) == Fraction(sources[0] == 0 ? 7 : 1, 8));
  }
}

TEST_CASE("labels of far more values than can be followed are added up by their formula") {
  const SampleSetup setup = setup_for_test("durstenfeld", 2);
  constexpr std::int64_t bound = std::int64_t{1} << 40;
  const Mix mix = mix_of_two_labels(setup, bound, bound);
  REQUIRE(mix.rearrangements.size() == 2);
  for (const auto& [sources, weight] : mix.rearrangements) {
    const std::int64_t words = sources[0] == 0 ? bound + 1 : bound - 1;
    CHECK(Fraction(weight, mix.denominator) == Fraction(words, 2 * bound));
  }
}

TEST_CASE("labels that are all the same leave the deck as it is") {
  const SampleSetup setup = setup_for_test("durstenfeld", 3);
  DrawWeightsByBound draws(setup);
  const Mix mix = mix_of(steps_of(
                             [](auto& deck) {
                               for (int position = 0; position < 3; ++position) deck.label(position, 0);
                               deck.sort_by_labels();
                             },
                             3)
                             .value(),
                         0, draws);
  CHECK(mix.denominator == 1);
  REQUIRE(mix.rearrangements.size() == 1);
  CHECK(mix.rearrangements.front().weight == 1);
  for (std::size_t position = 0; position < 3; ++position) {
    CHECK(mix.rearrangements.front().sources[position] == position);
  }
}

TEST_CASE("every permutation is packed by its rank and has it") {
  for (int n = 1; n <= 8; ++n) {
    const PackedPermutations permutations(n);
    REQUIRE(permutations.by_rank().size() == permutation_count(n));
    bool right = true;
    std::vector<Card> permutation = permutation_of_rank(0, n);
    for (std::size_t rank = 0; rank < permutations.by_rank().size(); ++rank) {
      const PackedPermutation packed = permutations.by_rank()[rank];
      for (std::size_t position = 0; position < permutation.size(); ++position) {
        right = right && (packed >> 4 * position & 15) == permutation[position];
      }
      right = right && permutations.rank_of(packed) == rank;
      to_next_permutation(permutation);
    }
    CHECK(right);
    CHECK(std::ranges::equal(packed_permutations(n)->by_rank(), permutations.by_rank()));
    CHECK(packed_permutations(n) == packed_permutations(n));
  }
}

TEST_CASE(
    "packets begin where a label is 0: at the second card always, at the third half of the time, at no "
    "other") {
  // Remainders by 3 of words of two bits: 0 comes twice as often as 1 and 2. What the first card has is
  // nothing.
  SampleSetup setup = setup_for_test("durstenfeld", 5);
  setup.draw = find_draw("modulo");
  setup.bits = 2;
  DrawWeightsByBound draws(setup);
  const Mix mix = mix_of(steps_of(
                             [](auto& deck) {
                               deck.label(0, deck.draw_below(3));
                               deck.label(1, 0);
                               deck.label(2, deck.draw_below(3));
                               deck.label(3, 1);
                               StepIndex never = deck.draw_below(3);
                               never.fixed = 1;
                               deck.label(4, never);
                               deck.throw_by_labels();
                             },
                             5)
                             .value(),
                         0, draws);
  REQUIRE(mix.rearrangements.size() == 2);
  for (const auto& [sources, weight] : mix.rearrangements) {
    const std::vector<Card> permutation(sources.begin(), sources.begin() + 5);
    CHECK(
        (permutation == std::vector<Card>{2, 3, 4, 1, 0} || permutation == std::vector<Card>{1, 2, 3, 4, 0}));
    CHECK(Fraction(weight, mix.denominator) == Fraction(1, 2));
  }
}
