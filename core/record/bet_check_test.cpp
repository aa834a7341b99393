#include <numeric>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "core/record/evidence_check.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

PlannedTarget target_of(int deck_size, bool permutations_counted) {
  PlannedTarget target;
  target.target.deck_size = deck_size;
  target.facts.permutations_counted = permutations_counted;
  target.bets = {{.name = "low on top", .cards = {0, 1, 2}, .places = {0, 1, 2, 3}},
                 {.name = "nearly all", .cards = {0, 1, 2, 3, 4, 5}, .places = {0, 1, 2, 3, 4, 5}}};
  return target;
}

TallyHalves halves_of(const PlannedTarget& target, std::optional<PermutationCounting> counting) {
  const int deck_size = target.target.deck_size;
  TallyHalves halves(deck_size, 0, counting, most_birthday_slots, {.tables = {}, .bets = target.bets});
  TrialStream stream(deck_size);
  std::mt19937_64 words(1);
  std::vector<Card> deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), Card{0});
  for (std::uint64_t trial = 0; trial < 100; ++trial) {
    std::shuffle(deck.begin(), deck.end(), words);
    stream.add(deck, trial, trial % 2 == 0 ? halves.first : halves.second);
  }
  halves.settle();
  return halves;
}

}  // namespace

TEST_CASE("evidence gives the counts of bets back, whether permutations or trials are counted") {
  for (const int deck_size : {7, 11, 13}) {
    for (const bool by_permutations : {false, true}) {
      if (by_permutations && deck_size == 13) continue;
      PlannedTarget target = target_of(deck_size, by_permutations);
      const std::optional<PermutationCounting> counting =
          by_permutations ? std::optional(PermutationCounting{CounterWidth::narrow, 1000}) : std::nullopt;
      const TallyHalves halves = halves_of(target, counting);
      Tally whole = halves.first.complete();
      whole.merge_without_permutations(halves.second.complete());
      const Evidence evidence = evidence_of(halves);
      CHECK(evidence.bets.size() == (by_permutations && deck_size == 7 ? 0 : 2));
      const EvidenceTally made = tally_of(target, evidence);
      REQUIRE(made.tally);
      REQUIRE(made.tally->bets.all().size() == 2);
      for (std::size_t bet = 0; bet < 2; ++bet) {
        CHECK(made.tally->bets.all()[bet].by_value == whole.bets.all()[bet].by_value);
      }
    }
  }
}

TEST_CASE("counts of bets that no trials can have made are told") {
  const PlannedTarget target = target_of(7, false);
  const Evidence evidence = evidence_of(halves_of(target, std::nullopt));
  const auto told = [&](auto change) {
    Evidence changed = evidence;
    change(changed.bets);
    const std::vector<Contradiction> contradictions = tally_of(target, changed).contradictions;
    return contradictions.size() == 1 ? contradictions[0].where + " " + contradictions[0].sentence : "";
  };
  using Bets = NamedCounts;
  CHECK(told([](Bets& bets) { bets.erase("low on top"); }) == "/evidence/bets/low on top is missing");
  CHECK(told([](Bets& bets) { bets["another"] = {1}; }) == "/evidence/bets holds 3 bets, where 2 are due");
  CHECK(told([](Bets& bets) { bets["low on top"].pop_back(); }) ==
        "/evidence/bets/low on top has 3 counts, where 4 are due");
  CHECK(told([](Bets& bets) { ++bets["low on top"][1]; }) ==
        "/evidence/bets/low on top adds up to 101, where 100 are due");
  // Six of seven cards in six of seven places: five or six.
  CHECK(told([](Bets& bets) {
          --bets["nearly all"][5];
          ++bets["nearly all"][4];
        }) == "/evidence/bets/nearly all has 1 trials of the value 4, which no permutation has");
  CHECK(told([](Bets& bets) {
          --bets["low on top"][1];
          ++bets["low on top"][2];
        }).find("and the positions") != std::string::npos);
  CHECK(told([](Bets&) {}).empty());
  CHECK(tally_of(target, evidence).contradictions.empty());
}
