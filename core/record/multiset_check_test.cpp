// What the counts of a multiset deck can and cannot say of trials.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/representatives_for_tests.hpp"
#include "core/record/evidence.hpp"
#include "core/record/evidence_check.hpp"
#include "core/tally/tables/permutations_for_tests.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

constexpr int cards_of_multiset = 6, trials_of_multiset = 301;

Multiset equal_cards() {
  return {.kinds = {1, 2, 3}, .dealt = 0, .unordered = false};
}
Multiset hand_of_three() {
  return {.kinds = {}, .dealt = 3, .unordered = false};
}

PlannedTarget target_of(const Multiset& multiset) {
  PlannedTarget target;
  target.target.deck_size = cards_of_multiset;
  target.target.multiset = multiset;
  return target;
}

Evidence honest(const Multiset& multiset) {
  const OnRequest asked{.tables = {}, .bets = {}, .pairs = false, .multiset = multiset};
  TallyHalves halves(cards_of_multiset, 0, std::nullopt, 1 << 10, asked);
  for (std::vector<Card> permutation : random_permutations(cards_of_multiset, trials_of_multiset, 5)) {
    to_representative(multiset, permutation);
    halves.first.add_permutation(permutation);
  }
  halves.settle();
  return evidence_of(halves);
}

// The places of all contradictions in what is counted of multiset decks, and in relative permutations, which
// those have none of.
std::string wrong_in_multiset(const Evidence& evidence, const Multiset& multiset) {
  const Tally empty(cards_of_multiset, 0, {.tables = {}, .bets = {}, .multiset = multiset});
  std::string places;
  for (const Contradiction& wrong : contradictions_of(target_of(multiset), empty, evidence)) {
    const bool is_of_these = wrong.where.starts_with("/evidence/multiset") ||
                             (!multiset.is_plain() && wrong.where == "/evidence/successive");
    if (is_of_these) places += wrong.where + " ";
  }
  return places;
}

}  // namespace

TEST_CASE("the counts of real trials contradict nothing, and come back as the tally that they were") {
  for (const Multiset& multiset : {equal_cards(), hand_of_three()}) {
    const Evidence evidence = honest(multiset);
    CHECK(wrong_in_multiset(evidence, multiset).empty());
    const EvidenceTally counted = tally_of(target_of(multiset), evidence);
    REQUIRE(counted.tally);
    CHECK(counted.tally->trials == trials_of_multiset);
    std::vector<std::uint64_t> sites;
    for (const auto& row : evidence.multiset->sites) sites.insert(sites.end(), row.begin(), row.end());
    CHECK(std::ranges::equal(counted.tally->multiset->sites(), sites));
    CHECK(std::ranges::equal(counted.tally->multiset->arrangements(), evidence.multiset->arrangements));
  }
}

TEST_CASE("counts are missing, or of a deck without them") {
  Evidence without = honest(equal_cards());
  without.multiset.reset();
  CHECK(wrong_in_multiset(without, equal_cards()) == "/evidence/multiset ");
  CHECK(wrong_in_multiset(without, {}).empty());
  CHECK(wrong_in_multiset(honest(equal_cards()), {}) == "/evidence/multiset ");
  const Multiset of_three_cards{.kinds = {1, 2}, .dealt = 0, .unordered = false};
  CHECK(tally_of(target_of(of_three_cards), without).contradictions.front().where == "/target");
  Evidence with_successive = honest(equal_cards());
  with_successive.successive.pairs = 3;
  CHECK(wrong_in_multiset(with_successive, equal_cards()) == "/evidence/successive ");
}

TEST_CASE("every count is held to its margins and to the other tables") {
  const auto changed = [](const Multiset& multiset, auto change) {
    Evidence evidence = honest(multiset);
    change(*evidence.multiset);
    return wrong_in_multiset(evidence, multiset);
  };
  CHECK(changed(equal_cards(), [](MultisetEvidence& counts) { ++counts.sites[2][1]; }) ==
        "/evidence/multiset/sites/2 /evidence/multiset/sites ");
  CHECK(changed(equal_cards(), [](MultisetEvidence& counts) { counts.sites.pop_back(); }) ==
        "/evidence/multiset/sites ");
  CHECK(changed(equal_cards(), [](MultisetEvidence& counts) { counts.sites[1].push_back(0); }) ==
        "/evidence/multiset/sites/1 ");
  CHECK(changed(equal_cards(), [](MultisetEvidence& counts) { ++counts.neighbours[1][2]; }) ==
        "/evidence/multiset/neighbours/1 /evidence/multiset/neighbours ");
  CHECK(changed(equal_cards(), [](MultisetEvidence& counts) { counts.neighbours[1].pop_back(); }) ==
        "/evidence/multiset/neighbours/1 ");
  CHECK(changed(equal_cards(), [](MultisetEvidence& counts) { ++counts.arrangements[3]; }) ==
        "/evidence/multiset/arrangements ");
  CHECK(changed(hand_of_three(), [](MultisetEvidence& counts) { ++counts.together[3]; }) ==
        "/evidence/multiset/together ");
  CHECK(changed(hand_of_three(), [](MultisetEvidence& counts) { counts.neighbours.emplace_back(); }) ==
        "/evidence/multiset/neighbours ");
  // With all sums as they should be.
  CHECK(changed(equal_cards(), [](MultisetEvidence& counts) {
          ++counts.arrangements[0], --counts.arrangements[59];
        }) == "/evidence/multiset/arrangements ");
  CHECK(changed(hand_of_three(),
                [](MultisetEvidence& counts) { ++counts.together[0], --counts.together[14]; }) ==
        "/evidence/multiset/together /evidence/multiset/together /evidence/multiset/together "
        "/evidence/multiset/together ");
  CHECK(changed(equal_cards(), [](MultisetEvidence& counts) {
          // The kinds 1 and 2 trade places between the first site and the third.
          ++counts.sites[0][1], --counts.sites[0][2], --counts.sites[2][1], ++counts.sites[2][2];
          counts.arrangements.assign(counts.arrangements.begin(), counts.arrangements.end());
        }) == "/evidence/multiset/neighbours /evidence/multiset/neighbours /evidence/multiset/arrangements ");
  CHECK(changed(equal_cards(), [](MultisetEvidence& counts) {
          ++counts.sites[0][0], --counts.sites[0][1], --counts.sites[2][0], ++counts.sites[2][1];
        }) == "/evidence/multiset/neighbours /evidence/multiset/neighbours /evidence/multiset/arrangements ");
}

TEST_CASE("the counts of 416 cards come back as the tally that they were, and a changed one is found") {
  constexpr int shoe_size = 416;
  const Multiset shoe{.kinds = std::vector<int>(52, 8), .dealt = 0, .unordered = false};
  TallyHalves halves(shoe_size, 0, std::nullopt, 1 << 10,
                     {.tables = {}, .bets = {}, .pairs = false, .multiset = shoe});
  std::mt19937_64 words(1);
  std::vector<WideCard> permutation(shoe_size);
  std::iota(permutation.begin(), permutation.end(), WideCard{0});
  TrialStream stream(shoe_size);
  for (std::uint64_t trial = 0; trial < 50; ++trial) {
    std::ranges::shuffle(permutation, words);
    to_representative(shoe, permutation);
    stream.add(permutation, trial, trial < 25 ? halves.first : halves.second);
  }
  halves.settle();
  Evidence evidence = evidence_of(halves);
  PlannedTarget target;
  target.target.deck_size = shoe_size;
  target.target.multiset = shoe;
  const EvidenceTally counted = tally_of(target, evidence);
  REQUIRE(counted.tally);
  CHECK(counted.tally->trials == 50);
  CHECK(counted.tally->multiset->at(400, 3) == evidence.multiset->sites[400][3]);
  ++evidence.multiset->sites[400][3];
  CHECK(tally_of(target, evidence).contradictions.front().where == "/evidence/multiset/sites/400");
}
