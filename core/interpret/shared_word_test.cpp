#include <doctest/doctest.h>

#include "core/exact/distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/scalar_deck.hpp"
#include "core/interpret/setup_for_test.hpp"
#include "core/shuffle/sorting.hpp"
#include "core/shuffle/swaps.hpp"

using namespace fairshuffle;

namespace {

SampleSetup shared_word_setup(std::string_view shuffle, int deck_size, const char* source, const char* draw,
                              int bits) {
  SampleSetup setup = setup_for_test(shuffle, deck_size);
  setup.source = find_source(source);
  setup.draw = find_draw(draw);
  setup.bits = bits;
  setup.clock.seeding.kind = SeedingKind::per_draw_clock;
  return setup;
}

/// Every draw of one given word.
struct OneWord {
  const SampleSetup* setup;
  std::uint64_t max_word, word;
  std::uint64_t below(std::uint64_t bound) const {
    return setup->draw->of_word(*setup->source, word, max_word, bound);
  }
};

// The distribution by trying every single word.
template <class Shuffle>
Distribution word_by_word(const SampleSetup& setup) {
  const Shuffle shuffle{OptionValues(setup.options)};
  OneWord draws{&setup, max_word_of(*setup.source, setup.bits), 0};
  Distribution distribution{.deck_size = setup.deck_size,
                            .denominator = Integer(draws.max_word) + 1,
                            .weight = std::vector<Integer>(permutation_count(setup.deck_size)),
                            .invalid = 0};
  for (; draws.word <= draws.max_word; ++draws.word) {
    ScalarDeck<OneWord> deck(setup.deck_size, draws);
    deck.begin_trial();
    shuffle(deck);
    ++distribution.weight[rank_of(deck.end_trial())];
  }
  return distribution;
}

}  // namespace

TEST_CASE("one word for all draws: the distribution is that of trying every word") {
  const auto agrees = [](const Distribution& distribution, const Distribution& expected) {
    return distribution.denominator == expected.denominator && distribution.weight == expected.weight;
  };
  int compared = 0;
  for (const char* draw : {"modulo", "multiply-shift", "scaled-double", "rounded-double"}) {
    for (int n = 1; n <= 6; ++n) {
      CAPTURE(draw);
      CAPTURE(n);
      for (const auto& [source, bits] :
           {std::pair{"msvc-rand", 0}, std::pair{"xoshiro256++", 11}, std::pair{"xoshiro256++", 3}}) {
        SampleSetup setup = shared_word_setup("inside-out", n, source, draw, bits);
        CHECK(agrees(enumerate(setup), word_by_word<InsideOut>(setup)));
        setup = shared_word_setup("swap-pairs", n, source, draw, bits);
        CHECK(agrees(enumerate(setup), word_by_word<SwapPairs>(setup)));
        setup = shared_word_setup("comparator-sort", n, source, draw, bits);
        setup.options = {2};
        CHECK(agrees(enumerate(setup), word_by_word<ComparatorSort>(setup)));
        ++compared;
      }
    }
  }
  CHECK(compared == 72);
}

TEST_CASE("one word for all draws of inside-out reaches no more permutations than lcm(1..n)") {
  for (const auto& [n, reached] : {std::pair{3, 6}, std::pair{4, 12}, std::pair{5, 60}, std::pair{6, 60},
                                   std::pair{7, 420}, std::pair{8, 840}}) {
    const SampleSetup setup = shared_word_setup("inside-out", n, "glibc-rand", "modulo", 0);
    CHECK(why_no_distribution(setup) == "");
    CHECK(support_size(distribution_of(setup)) == static_cast<std::uint64_t>(reached));
    CHECK_NOTHROW(enumerate(setup, static_cast<std::uint64_t>(reached)));  // a path for each
  }
}

TEST_CASE("whole words of 64 bits are counted without being tried") {
  for (const char* draw : {"modulo", "multiply-shift"}) {
    const Distribution distribution = enumerate(shared_word_setup("inside-out", 6, "mt19937-64", draw, 0));
    Integer sum = 0;
    for (const Integer& weight : distribution.weight) sum += weight;
    CHECK(sum == pow(Integer(2), 64));
    CHECK(distribution.denominator == sum);
  }
}

TEST_CASE("one word makes no draw of a method that rejects") {
  CHECK(why_not_enumerated(shared_word_setup("inside-out", 4, "java-random", "native", 0)) != "");
  CHECK(why_not_enumerated(shared_word_setup("inside-out", 4, "unity-random", "native", 0)) == "");
  CHECK(why_not_enumerated(shared_word_setup("inside-out", 4, "dotnet-random", "native", 0)) == "");
  SampleSetup endless = shared_word_setup("swap-pairs", 4, "msvc-rand", "modulo", 0);
  endless.options = {1'000'000};
  CHECK_THROWS_AS(enumerate(endless), EnumerationRefused);
}
