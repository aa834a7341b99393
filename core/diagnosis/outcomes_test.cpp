#include "core/diagnosis/outcomes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/interpret/evolve.hpp"
#include "core/permutation/permutation.hpp"
#include "core/shuffle/catalogue.hpp"

using namespace fairshuffle;

namespace {

Distribution of_shuffle(std::string_view name, int deck_size) {
  return distribution_of(standard_setup(*find_shuffle(name), deck_size));
}

// Even but for so much more of the first permutation, out of `parts`.
Outcomes outcomes_of(const Integer& more, const Integer& parts, const Integer& unfollowed = 0,
                     std::uint64_t ordinary_runs = 0) {
  Distribution distribution{
      .deck_size = 3, .denominator = 6 * parts + unfollowed, .weight = {}, .invalid = 0};
  distribution.weight.assign(6, parts);
  distribution.weight[0] += more;
  distribution.weight[1] -= more;
  return {.distribution = distribution,
          .unfollowed = unfollowed,
          .paths = 6,
          .shown = {},
          .ordinary_runs = ordinary_runs,
          .widths = {}};
}

OutcomeVerdict verdict_of(const Outcomes& outcomes) {
  return judged("mine", outcomes).verdict;
}

}  // namespace

TEST_CASE(
    "a distribution that equals a known mistake's is named, one that is off by a part of 10^18 is not") {
  for (const int deck_size : {3, 4, 5, 6}) {
    CAPTURE(deck_size);
    for (const std::string name : {"naive-swap", "sattolo", "swap-pairs"}) {
      CAPTURE(name);
      Distribution distribution = of_shuffle(name, deck_size);
      const std::vector<std::string> equal = equal_mistakes(distribution);
      CHECK(std::ranges::any_of(equal, [&](const std::string& text) { return text.starts_with(name); }));
      distribution.denominator *= 1'000'000'000'000'000'000;
      for (Integer& weight : distribution.weight) weight *= 1'000'000'000'000'000'000;
      distribution.weight[1] += 1;
      distribution.weight[2] -= 1;
      CHECK(equal_mistakes(distribution).empty());
      CHECK(equal_mistakes(distribution, Fraction(1, 1'000'000'000)) == equal);
    }
  }
  CHECK(equal_mistakes(of_shuffle("naive-swap", 3)) == std::vector<std::string>{"naive-swap:n=3"});
}

TEST_CASE("a uniform distribution has no list of names, nor has one of two cards or of eight") {
  CHECK(equal_mistakes(of_shuffle("durstenfeld", 4)).empty());
  CHECK(equal_mistakes(of_shuffle("sattolo", 2)).empty());
  CHECK(equal_mistakes(of_shuffle("sattolo", 8)).empty());
}

TEST_CASE("only what leaves nothing open is exactly fair, and a bias must exceed what is left open") {
  const Integer parts = Integer(1) << 60;
  CHECK(verdict_of(outcomes_of(0, 1)) == OutcomeVerdict::exactly_fair);
  CHECK(verdict_of(outcomes_of(1, parts)) == OutcomeVerdict::exactly_biased);
  CHECK(verdict_of(outcomes_of(0, parts, 1)) == OutcomeVerdict::checked_fair);
  CHECK(verdict_of(outcomes_of(0, 167, 1)) == OutcomeVerdict::checked_fair);
  CHECK(verdict_of(outcomes_of(0, 167, 2)) == OutcomeVerdict::inconclusive);
  CHECK(verdict_of(outcomes_of(7, parts, 1)) == OutcomeVerdict::exactly_biased);
  CHECK(verdict_of(outcomes_of(1, parts, 7)) == OutcomeVerdict::checked_fair);
  CHECK(verdict_of(outcomes_of(0, 1, 0, 100'000)) == OutcomeVerdict::checked_fair);
  CHECK(verdict_of(outcomes_of(0, 1, 0, 1000)) == OutcomeVerdict::inconclusive);
  CHECK(verdict_of(outcomes_of(1, 6, 0, 100'000)) == OutcomeVerdict::checked_biased);
  // Less than what may be missed, and found all the same; and no more than the ends of pieces may be off.
  CHECK(verdict_of(outcomes_of(1, 1'000'000, 0, 100'000)) == OutcomeVerdict::checked_biased);
  CHECK(verdict_of(outcomes_of(1, Integer(1) << 40, 0, 100'000)) == OutcomeVerdict::checked_fair);
  Outcomes invalid = outcomes_of(0, 1);
  invalid.distribution.invalid = 1;
  invalid.distribution.denominator += 1;
  CHECK(verdict_of(invalid) == OutcomeVerdict::invalid);
  CHECK_THROWS_AS(judged("mine", outcomes_of(0, 0, 1)), std::invalid_argument);
  CHECK(judged("mine", outcomes_of(0, 1, 0, 100'000)).missed == doctest::Approx(6.9e-5).epsilon(0.01));
}

TEST_CASE("a word of w values leaves r (m - r) / (m w) of a draw below m, and nothing where m divides w") {
  const double words = std::ldexp(1, 31), rest = 3;  // 2^31 mod 5
  for (const char* method : {"modulo", "multiply-shift", "scaled-double"}) {
    CAPTURE(method);
    CHECK(unevenness({31, method, 5}) == doctest::Approx(rest * (5 - rest) / (5 * words)));
    CHECK(unevenness({16, method, 4}) == 0);
    CHECK(unevenness({64, method, 8}) == 0);
  }
  CHECK(unevenness({1, "modulo", 3}) == doctest::Approx(1.0 / 3));
  CHECK_THROWS_AS(unevenness({31, "exact", 5}), std::invalid_argument);
  CHECK_THROWS_AS(unevenness({31, "no such", 5}), std::invalid_argument);
}

TEST_CASE("the smallest deck that shows a bias is found, where all smaller ones can be followed") {
  // Fair up to `fair`, and then never anything but the sorted deck.
  const auto smallest = [](int fair, int deck_size, int refused = 0) {
    Paths paths(deck_size, [=](Paths& draws, int cards) -> std::uint64_t {
      if (cards == refused) throw std::runtime_error("not of so few");
      const std::uint64_t rank = draws.draw(DrawKind::below, permutation_count(cards));
      return cards <= fair ? rank : 0;
    });
    return judged("mine", paths).smallest_biased_deck;
  };
  CHECK(smallest(2, 5) == 3);
  CHECK(smallest(4, 5) == 5);
  CHECK(smallest(1, 2) == 2);
  CHECK(smallest(5, 5) == 0);
  CHECK(smallest(4, 5, 3) == 0);
}
