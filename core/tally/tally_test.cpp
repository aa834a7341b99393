#include "core/tally/tally.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

using namespace fairshuffle;

namespace {

std::vector<std::vector<Card>> some_permutations(int deck_size, int count) {
  std::mt19937_64 words(7);
  std::vector<std::vector<Card>> permutations;
  std::vector<Card> permutation(static_cast<std::size_t>(deck_size));
  std::iota(permutation.begin(), permutation.end(), Card{0});
  for (int i = 0; i < count; ++i) {
    std::shuffle(permutation.begin(), permutation.end(), words);
    permutations.push_back(permutation);
  }
  return permutations;
}

bool same(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  return std::ranges::equal(a, b);
}

void check_same(const Tally& a, const Tally& b) {
  CHECK(a.trials == b.trials);
  CHECK(a.permutations.has_value() == b.permutations.has_value());
  if (a.permutations && b.permutations) CHECK(a.permutations->by_rank() == b.permutations->by_rank());
  for (int i = 0; i < a.deck_size; ++i) {
    for (int j = 0; j < a.deck_size; ++j) CHECK(a.positions.at(i, j) == b.positions.at(i, j));
  }
  for (int i = 0; i <= a.deck_size; ++i) {
    for (int j = 0; j <= a.deck_size; ++j) CHECK(a.neighbours.at(i, j) == b.neighbours.at(i, j));
  }
  CHECK(same(a.fixed_points.by_value(), b.fixed_points.by_value()));
  CHECK(same(a.cycles.by_value(), b.cycles.by_value()));
  CHECK(same(a.parity.by_value(), b.parity.by_value()));
  CHECK(a.repeats.equal == b.repeats.equal);
  if (a.subsets && b.subsets) CHECK(same(a.subsets->by_rank(), b.subsets->by_rank()));
}

}  // namespace

TEST_CASE("what is derived from the permutations is what counting trial by trial gives") {
  for (const int deck_size : {2, 5, 7}) {
    RunningTally running(deck_size, 1);
    TrialStream stream(deck_size);
    Tally direct(deck_size, 1);
    const auto direct_permutations = std::make_shared<PermutationCounts>(deck_size);
    direct.permutations.emplace(direct_permutations);
    std::uint64_t trial = 0;
    const std::vector<Card>* previous = nullptr;
    const auto permutations = some_permutations(deck_size, 500);
    for (const auto& permutation : permutations) {
      stream.add(permutation, trial++, running);
      direct.add_to_derived(permutation);
      direct_permutations->add(rank_of(permutation));
      ++direct.trials;
      if (previous != nullptr) direct.repeats.equal += *previous == permutation;
      previous = &permutation;
    }
    check_same(running.complete(), direct);
    CHECK(running.complete().repeats.pairs == 499);
  }
}

TEST_CASE("tallies of parts add up to the tally of the whole, with and without counted permutations") {
  for (const int deck_size : {4, 12}) {
    RunningTally whole(deck_size, 2), first(deck_size, 2), second(deck_size, 2);
    TrialStream of_whole(deck_size), of_parts(deck_size);
    std::uint64_t trial = 0;
    for (const auto& permutation : some_permutations(deck_size, 300)) {
      of_whole.add(permutation, trial, whole);
      of_parts.add(permutation, trial, trial < 100 ? first : second);
      ++trial;
    }
    first.settle();
    second.settle();
    first.merge(second);
    check_same(first.complete(), whole.complete());
    CHECK(first.complete().repeats.pairs == 299);
  }
}

TEST_CASE("rows and columns of the positions each sum to the trials, and so do neighbours") {
  RunningTally running(12, 0);
  for (const auto& permutation : some_permutations(12, 200)) running.add_permutation(permutation);
  const Tally tally = running.complete();
  for (int i = 0; i <= 12; ++i) {
    std::uint64_t row = 0, column = 0, after = 0, before = 0;
    for (int j = 0; j <= 12; ++j) {
      if (i < 12 && j < 12) {
        row += tally.positions.at(i, j);
        column += tally.positions.at(j, i);
      }
      after += tally.neighbours.at(i, j);
      before += tally.neighbours.at(j, i);
    }
    if (i < 12) CHECK(row == 200);
    if (i < 12) CHECK(column == 200);
    CHECK(after == 200);
    CHECK(before == 200);
    CHECK(tally.neighbours.at(i, i) == 0);
  }
}

TEST_CASE("a deck that lost a card is not counted but kept, and no pair spans it") {
  RunningTally running(3, 0);
  TrialStream stream(3);
  std::uint64_t trial = 10;
  for (const std::vector<Card>& deck :
       {std::vector<Card>{0, 1, 2}, {0, 0, 2}, {0, 1, 2}, {0, 1}, {0, 1, 9}}) {
    stream.add(deck, trial++, running);
  }
  CHECK(running.trials() == 2);
  CHECK(running.invalid_trials() == 3);
  REQUIRE(running.witnesses().size() == 3);
  CHECK(running.witnesses()[0].trial == 11);
  CHECK(running.witnesses()[0].permutation == std::vector<WideCard>{0, 0, 2});
  CHECK(running.complete().repeats.pairs == 0);
  CHECK(running.complete().successive.pairs == 0);
}

TEST_CASE("the witnesses kept are the first by trial, in whatever order the parts are merged") {
  RunningTally early(2, 0), late(2, 0);
  const std::vector<Card> doubled{1, 1};
  for (std::uint64_t trial = 0; trial < 20; ++trial) {
    (trial % 2 == 0 ? early : late).add_invalid(doubled, trial);
  }
  RunningTally one_way(2, 0), other_way(2, 0);
  one_way.merge(early);
  one_way.merge(late);
  other_way.merge(late);
  other_way.merge(early);
  CHECK(one_way.invalid_trials() == 20);
  REQUIRE(one_way.witnesses().size() == RunningTally::most_witnesses);
  for (std::size_t i = 0; i < RunningTally::most_witnesses; ++i) {
    CHECK(one_way.witnesses()[i].trial == i);
    CHECK(other_way.witnesses()[i].trial == i);
  }
}

TEST_CASE("subsets are numbered one to one") {
  SubsetCounts subsets(7, 3);
  CHECK(subsets.by_rank().size() == 35);
  std::vector<Card> permutation = permutation_of_rank(0, 7);
  do subsets.add(permutation);
  while (to_next_permutation(permutation));
  for (const std::uint64_t count : subsets.by_rank()) CHECK(count == 5040 / 35);
  CHECK(subset_count(54, 17) == subset_count(54, 37));
  CHECK(subset_count(6, 2) == 15);
  CHECK(subset_count(64, 32) == 1832624140942590534ULL);
}

TEST_CASE("tables that cannot be made or merged are refused") {
  CHECK_THROWS_AS(PermutationCounts(13), std::invalid_argument);
  CHECK_THROWS_AS(PermutationCounts(0), std::invalid_argument);
  CHECK_THROWS_AS(RunningTally(1025, 0), std::invalid_argument);
  CHECK_THROWS_AS(RunningTally(0, 0), std::invalid_argument);
  CHECK_THROWS_AS(SubsetCounts(5, 5), std::invalid_argument);
  CHECK_THROWS_AS(SubsetCounts(54, 17), std::invalid_argument);
  RunningTally three(3, 0);
  CHECK_THROWS_AS(three.merge(RunningTally(4, 0)), std::invalid_argument);
  CHECK_THROWS_AS(three.merge(RunningTally(3, 0, std::nullopt)), std::invalid_argument);
}
