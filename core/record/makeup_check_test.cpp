// What the counts of a made-up deck can and cannot say of trials.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/order/representatives_for_tests.hpp"
#include "core/record/evidence.hpp"
#include "core/record/evidence_check.hpp"
#include "core/tally/tables/orders_for_tests.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

constexpr int cards_of_makeup = 6, trials_of_makeup = 301;

Makeup equal_cards() {
  return {.kinds = {1, 2, 3}, .dealt = 0, .unordered = false};
}
Makeup hand_of_three() {
  return {.kinds = {}, .dealt = 3, .unordered = false};
}

PlannedTarget target_of(const Makeup& makeup) {
  PlannedTarget target;
  target.target.deck_size = cards_of_makeup;
  target.target.makeup = makeup;
  return target;
}

Evidence honest(const Makeup& makeup) {
  const OnRequest asked{.tables = {}, .bets = {}, .pairs = false, .makeup = makeup};
  TallyHalves halves(cards_of_makeup, 0, std::nullopt, 1 << 10, asked);
  for (std::vector<Card> order : random_orders(cards_of_makeup, trials_of_makeup, 5)) {
    to_representative(makeup, order);
    halves.first.add_order(order);
  }
  halves.settle();
  return evidence_of(halves);
}

// The places of all contradictions in what is counted of made-up decks, and in quotients, which those have
// none of.
std::string wrong_in_makeup(const Evidence& evidence, const Makeup& makeup) {
  const Tally empty(cards_of_makeup, 0, {.tables = {}, .bets = {}, .makeup = makeup});
  std::string places;
  for (const Contradiction& wrong : contradictions_of(target_of(makeup), empty, evidence)) {
    const bool is_of_these = wrong.where.starts_with("/evidence/makeup") ||
                             (!makeup.is_plain() && wrong.where == "/evidence/quotients");
    if (is_of_these) places += wrong.where + " ";
  }
  return places;
}

}  // namespace

TEST_CASE("the counts of real trials contradict nothing, and come back as the tally that they were") {
  for (const Makeup& makeup : {equal_cards(), hand_of_three()}) {
    const Evidence evidence = honest(makeup);
    CHECK(wrong_in_makeup(evidence, makeup).empty());
    const EvidenceTally counted = tally_of(target_of(makeup), evidence);
    REQUIRE(counted.tally);
    CHECK(counted.tally->trials == trials_of_makeup);
    std::vector<std::uint64_t> sites;
    for (const auto& row : evidence.makeup->sites) sites.insert(sites.end(), row.begin(), row.end());
    CHECK(std::ranges::equal(counted.tally->makeup->sites(), sites));
    CHECK(std::ranges::equal(counted.tally->makeup->arrangements(), evidence.makeup->arrangements));
  }
}

TEST_CASE("counts are missing, or of a deck without them") {
  Evidence without = honest(equal_cards());
  without.makeup.reset();
  CHECK(wrong_in_makeup(without, equal_cards()) == "/evidence/makeup ");
  CHECK(wrong_in_makeup(without, {}).empty());
  CHECK(wrong_in_makeup(honest(equal_cards()), {}) == "/evidence/makeup ");
  const Makeup of_three_cards{.kinds = {1, 2}, .dealt = 0, .unordered = false};
  CHECK(tally_of(target_of(of_three_cards), without).contradictions.front().where == "/target");
  Evidence with_quotients = honest(equal_cards());
  with_quotients.quotients.pairs = 3;
  CHECK(wrong_in_makeup(with_quotients, equal_cards()) == "/evidence/quotients ");
}

TEST_CASE("every count is held to its margins and to the other tables") {
  const auto changed = [](const Makeup& makeup, auto change) {
    Evidence evidence = honest(makeup);
    change(*evidence.makeup);
    return wrong_in_makeup(evidence, makeup);
  };
  CHECK(changed(equal_cards(), [](MakeupEvidence& counts) { ++counts.sites[2][1]; }) ==
        "/evidence/makeup/sites/2 /evidence/makeup/sites ");
  CHECK(changed(equal_cards(), [](MakeupEvidence& counts) { counts.sites.pop_back(); }) ==
        "/evidence/makeup/sites ");
  CHECK(changed(equal_cards(), [](MakeupEvidence& counts) { counts.sites[1].push_back(0); }) ==
        "/evidence/makeup/sites/1 ");
  CHECK(changed(equal_cards(), [](MakeupEvidence& counts) { ++counts.neighbours[1][2]; }) ==
        "/evidence/makeup/neighbours/1 /evidence/makeup/neighbours ");
  CHECK(changed(equal_cards(), [](MakeupEvidence& counts) { counts.neighbours[1].pop_back(); }) ==
        "/evidence/makeup/neighbours/1 ");
  CHECK(changed(equal_cards(), [](MakeupEvidence& counts) { ++counts.arrangements[3]; }) ==
        "/evidence/makeup/arrangements ");
  CHECK(changed(hand_of_three(), [](MakeupEvidence& counts) { ++counts.together[3]; }) ==
        "/evidence/makeup/together ");
  CHECK(changed(hand_of_three(), [](MakeupEvidence& counts) { counts.neighbours.emplace_back(); }) ==
        "/evidence/makeup/neighbours ");
  // With all sums as they should be.
  CHECK(changed(equal_cards(), [](MakeupEvidence& counts) {
          ++counts.arrangements[0], --counts.arrangements[59];
        }) == "/evidence/makeup/arrangements ");
  CHECK(
      changed(hand_of_three(), [](MakeupEvidence& counts) { ++counts.together[0], --counts.together[14]; }) ==
      "/evidence/makeup/together /evidence/makeup/together /evidence/makeup/together "
      "/evidence/makeup/together ");
  CHECK(changed(equal_cards(), [](MakeupEvidence& counts) {
          // The kinds 1 and 2 trade places between the first site and the third.
          ++counts.sites[0][1], --counts.sites[0][2], --counts.sites[2][1], ++counts.sites[2][2];
          counts.arrangements.assign(counts.arrangements.begin(), counts.arrangements.end());
        }) == "/evidence/makeup/neighbours /evidence/makeup/neighbours /evidence/makeup/arrangements ");
  CHECK(changed(equal_cards(), [](MakeupEvidence& counts) {
          ++counts.sites[0][0], --counts.sites[0][1], --counts.sites[2][0], ++counts.sites[2][1];
        }) == "/evidence/makeup/neighbours /evidence/makeup/neighbours /evidence/makeup/arrangements ");
}

TEST_CASE("the counts of 416 cards come back as the tally that they were, and a changed one is found") {
  constexpr int shoe_size = 416;
  const Makeup shoe{.kinds = std::vector<int>(52, 8), .dealt = 0, .unordered = false};
  TallyHalves halves(shoe_size, 0, std::nullopt, 1 << 10,
                     {.tables = {}, .bets = {}, .pairs = false, .makeup = shoe});
  std::mt19937_64 words(1);
  std::vector<WideCard> order(shoe_size);
  std::iota(order.begin(), order.end(), WideCard{0});
  TrialStream stream(shoe_size);
  for (std::uint64_t trial = 0; trial < 50; ++trial) {
    std::ranges::shuffle(order, words);
    to_representative(shoe, order);
    stream.add(order, trial, trial < 25 ? halves.first : halves.second);
  }
  halves.settle();
  Evidence evidence = evidence_of(halves);
  PlannedTarget target;
  target.target.deck_size = shoe_size;
  target.target.makeup = shoe;
  const EvidenceTally counted = tally_of(target, evidence);
  REQUIRE(counted.tally);
  CHECK(counted.tally->trials == 50);
  CHECK(counted.tally->makeup->at(400, 3) == evidence.makeup->sites[400][3]);
  ++evidence.makeup->sites[400][3];
  CHECK(tally_of(target, evidence).contradictions.front().where == "/evidence/makeup/sites/400");
}
