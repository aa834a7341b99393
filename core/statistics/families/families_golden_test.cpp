// The words of bet families, and what they bound of fixed trials, as when their coverage was simulated.
#include <algorithm>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/permutation/golden_lines_for_tests.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

constexpr auto families_lines = "core/statistics/reference/families.txt";

std::vector<std::string> names_of_families() {
  std::vector<std::string> names;
  for (const BetFamily& family : all_families()) names.emplace_back(family.name);
  return names;
}

std::vector<NamedBet> bets_on_top() {
  NamedBet two, one;
  two.name = "two";
  two.cards = {0, 1, 2};
  two.places = {0, 1};
  one.name = "one";
  one.cards = {5};
  one.places = {7};
  return {two, one};
}

// Fair decks, but that card 0 lies first in every `off`th.
Tally counted(int deck_size, int trials, int off) {
  OnRequest asked = asked_by(names_of_families());
  asked.bets = bets_on_top();
  RunningTally tally(deck_size, 0, std::nullopt, 4096, asked);
  TrialStream stream(deck_size);
  std::mt19937_64 words(3);
  std::vector<Card> deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), Card{0});
  for (int trial = 0; trial < trials; ++trial) {
    for (std::size_t last = deck.size(); last > 1; --last) std::swap(deck[last - 1], deck[words() % last]);
    if (off != 0 && trial % off == 0) std::iter_swap(deck.begin(), std::ranges::find(deck, Card{0}));
    stream.add(deck, static_cast<std::uint64_t>(trial), tally);
  }
  tally.settle();
  return tally.complete();
}

std::vector<std::string> all_lines() {
  std::vector<std::string> lines;
  for (const int deck_size : {13, 17}) {
    for (const auto& [trials, off] : {std::pair{0, 0}, {400, 0}, {3'000, 9}, {13'000, 0}}) {
      const Tally tally = counted(deck_size, trials, off);
      for (const BetFamily& family : all_families()) {
        for (const double confidence : {0.9, 0.999, 0.9999999999}) {
          const FamilyBound bound = bound_family(family, tally, confidence);
          lines.push_back(
              fmt::format("{} cards, {} trials, {}: {} of {} farthest, {:.10g} on {} bounded by {} at {}",
                          deck_size, trials, family.name, family.member_name(deck_size, bound.farthest),
                          family.size({}, deck_size).members, bound.statistic, bound.degrees_of_freedom,
                          bound.tv_upper ? fmt::format("{:.10g}", *bound.tv_upper) : "nothing", confidence));
        }
      }
      const FamilyBound bound = bound_named_bets(tally, 0.999);
      lines.push_back(fmt::format("{} cards, {} trials, bets: {} farthest, {:.10g} on {} bounded by {}",
                                  deck_size, trials, bound.farthest, bound.statistic,
                                  bound.degrees_of_freedom,
                                  bound.tv_upper ? fmt::format("{:.10g}", *bound.tv_upper) : "nothing"));
      if (trials > 0) continue;
      for (const double tolerance : {1., 0.03, 1e-4}) {
        for (const BetFamily& family : all_families()) {
          lines.push_back(fmt::format("{} cards, {} to {}: {:.10g} trials", deck_size, family.name, tolerance,
                                      trials_for_family(family, deck_size, tolerance, 0.999)));
        }
        lines.push_back(fmt::format("{} cards, bets to {}: {:.10g} trials", deck_size, tolerance,
                                    trials_for_named_bets(tally, tolerance, 0.999)));
      }
      for (const BetFamily& family : all_families()) {
        const std::uint64_t last = family.size({}, deck_size).members - 1;
        lines.push_back(fmt::format("{} cards, {}: {} cells, {}, {} ... {}", deck_size, family.name,
                                    family.size({}, deck_size).cells, family.member_name(deck_size, 0),
                                    family.member_name(deck_size, last / 2),
                                    family.member_name(deck_size, last)));
      }
    }
  }
  return lines;
}

}  // namespace

TEST_CASE("families bound fixed trials as they did when their coverage was simulated") {
  check_lines(families_lines, all_lines());
}

// Run from the root of the repository, by name, when families are meant to change.
TEST_CASE("what families bound is written anew" * doctest::skip()) {
  write_lines(families_lines, all_lines());
}

TEST_CASE("every family is found by its name, with its words, and the named bets come last") {
  const auto words = families_to_certify();
  REQUIRE(words.size() == all_families().size() + 1);
  for (std::size_t index = 0; index < all_families().size(); ++index) {
    const BetFamily& family = all_families()[index];
    CHECK(find_family(family.name) == &family);
    CHECK(find_family_to_certify(family.name) == &words[index]);
    CHECK(words[index].name == family.name);
    CHECK(words[index].bets_on == family.bets_on);
    CHECK(words[index].asks == family.asks);
  }
  CHECK(words.back().name == "bets");
  CHECK(find_family_to_certify("bets") == &words.back());
  CHECK(find_family("bets") == nullptr);
  CHECK(find_family("card") == nullptr);
  CHECK(find_family_to_certify("card") == nullptr);
}

TEST_CASE("flops and hands of five are counted for those who ask, in the order they ask") {
  const auto names = [](const std::vector<std::string>& families) {
    std::vector<std::string> tables;
    for (const TableInfo* table : asked_by(families).tables) tables.emplace_back(table->name);
    return tables;
  };
  using Names = std::vector<std::string>;
  CHECK(names({"cards", "hole-cards", "bets", "nothing"}).empty());
  CHECK(names({"flop"}) == Names{"top-three"});
  CHECK(names({"top-five", "cards", "flop"}) == Names{"top-five", "top-three"});
}
