#include <algorithm>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "core/tally/bets.hpp"
#include "core/tally/tables/permutations_for_tests.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

std::vector<std::uint64_t> counts_of(const BetCounts& counts, std::size_t bet) {
  return counts.all()[bet].by_value;
}

std::vector<NamedBet> two_bets() {
  return {{.name = "low cards first", .cards = {0, 1, 2}, .places = {0, 1}},
          {.name = "one card", .cards = {4}, .places = {0, 2, 4}}};
}

}  // namespace

TEST_CASE("a bet counts its cards in its places") {
  BetCounts counts(6, two_bets());
  counts.add(std::vector<Card>{0, 2, 4, 1, 3, 5});
  counts.add(std::vector<Card>{4, 5, 3, 0, 1, 2}, 10);
  counts.add(std::vector<Card>{5, 1, 0, 4, 2, 3});
  CHECK(counts_of(counts, 0) == std::vector<std::uint64_t>{10, 1, 1});
  CHECK(counts_of(counts, 1) == std::vector<std::uint64_t>{1, 11});
  BetCounts sum(6, two_bets());
  CHECK(counts_of(sum, 0) == std::vector<std::uint64_t>{0, 0, 0});
  sum.merge(counts);
  sum.merge(counts);
  CHECK(counts_of(sum, 1) == std::vector<std::uint64_t>{2, 22});
  CHECK_THROWS_AS(sum.merge(BetCounts()), std::invalid_argument);
  CHECK_THROWS_AS(sum.add_counts(0, std::vector<std::uint64_t>{1, 2}), std::invalid_argument);
  CHECK_THROWS_AS(sum.add_counts(2, std::vector<std::uint64_t>{1, 2}), std::invalid_argument);
  CHECK_THROWS_AS(BetCounts(4, two_bets()), std::invalid_argument);
}

TEST_CASE("a hand of poker is read from its places") {
  const std::vector<NamedBet> hands{
      {.kind = NamedBet::Kind::poker, .name = "last five", .cards = {}, .places = {47, 48, 49, 50, 51}}};
  BetCounts counts(52, hands);
  std::vector<Card> permutation(52);
  for (std::size_t position = 0; position < 52; ++position)
    permutation[position] = static_cast<Card>(position);
  counts.add(permutation);  // nine to king of the last suit
  std::swap(permutation[0], permutation[47]);
  counts.add(permutation);  // an ace in place of the nine
  std::swap(permutation[11], permutation[48]);
  counts.add(permutation);  // two queens
  CHECK(counts_of(counts, 0) == std::vector<std::uint64_t>{0, 1, 0, 0, 1, 0, 0, 0, 1});
}

TEST_CASE("the counts of bets are the same by permutations, by trials and by halves that are added up") {
  const std::vector<NamedBet> bets = two_bets();
  const auto permutations = random_permutations(6, 3000, 11);
  BetCounts one_by_one(6, bets);
  for (const auto& permutation : permutations) one_by_one.add(permutation);
  constexpr PermutationCounting wide_counts{CounterWidth::wide, 0}, narrow_counts{CounterWidth::narrow, 0},
      listed_counts{CounterWidth::narrow, 1'000'000};
  const std::vector<std::optional<PermutationCounting>> all{std::nullopt, wide_counts, narrow_counts,
                                                            listed_counts};
  for (const std::optional<PermutationCounting>& counting : all) {
    TallyHalves halves(6, 0, counting, most_birthday_slots, {.tables = {}, .bets = bets});
    TallyHalves beside = halves.beside();
    for (std::size_t trial = 0; trial < permutations.size(); ++trial) {
      TallyHalves& half = trial % 3 == 0 ? beside : halves;
      (trial % 2 == 0 ? half.first : half.second).add_permutation(permutations[trial]);
    }
    beside.settle();
    halves.settle();
    halves.merge(beside);
    Tally whole = halves.first.complete();
    whole.merge_without_permutations(halves.second.complete());
    for (std::size_t bet = 0; bet < bets.size(); ++bet) {
      CHECK(counts_of(whole.bets, bet) == counts_of(one_by_one, bet));
    }
  }
}
