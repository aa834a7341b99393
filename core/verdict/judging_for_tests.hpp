// One target judged by itself, for the tests of this folder.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/record/evidence.hpp"
#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"
#include "core/verdict/certificate.hpp"
#include "core/verdict/judge.hpp"

namespace fairshuffle {

inline std::vector<std::string> names_of_all_tests() {
  std::vector<std::string> names;
  for (const TestInfo& test : all_tests()) names.emplace_back(test.name);
  return names;
}

/// A target of that many cards, whose permutations are counted where every run does so.
inline PlannedTarget target_of(int deck_size) {
  PlannedTarget target;
  target.name = "target";
  target.target.deck_size = deck_size;
  target.facts.permutations_counted = deck_size <= largest_counted_deck_size;
  return target;
}

/// Trials of a distribution over permutations, the first half of them in the first half: `weight(rank)` times
/// a common factor is the probability.
template <class Weight>
TallyHalves halves_of(int deck_size, int trials, std::uint64_t seed, Weight weight) {
  TallyHalves halves(deck_size, 0);
  std::vector<double> weights;
  for (std::uint64_t rank = 0; rank < permutation_count(deck_size); ++rank) weights.push_back(weight(rank));
  std::discrete_distribution<std::uint64_t> ranks(weights.begin(), weights.end());
  std::mt19937_64 words(seed);
  TrialStream stream(deck_size);
  for (int trial = 0; trial < trials; ++trial) {
    RunningTally& half = trial < trials / 2 ? halves.first : halves.second;
    stream.add(permutation_of_rank(ranks(words), deck_size), static_cast<std::uint64_t>(trial), half);
  }
  return halves;
}

/// A target with these trials.
class CountedTarget final : public UndecidedTarget {
 public:
  CountedTarget(PlannedTarget planned, const TallyHalves& halves) : halves_(halves) {
    static_cast<PlannedTarget&>(record) = std::move(planned);
    record.evidence = evidence_of(halves);
  }

  const PlannedTarget& planned() const override { return record; }
  Findings& findings() override { return record; }
  Evidence evidence() override { return record.evidence; }
  const Evidence* last_evidence() override { return &record.evidence; }
  void choose_bet() override {
    record.evidence.bet =
        chosen_bet(halves_.first.complete(), halves_.second.complete(), halves_.second.first_decks());
  }

  TargetRecord record;

 private:
  const TallyHalves& halves_;
};

/// What the judge makes of one target at a look, with the bet that its halves bring.
inline TargetRecord judged(const TallyHalves& halves, const RunSettings& settings, const Look& look,
                           const PlannedTarget& planned) {
  CountedTarget target(planned, halves);
  UndecidedTarget* const undecided[] = {&target};
  judge_look(settings, look, undecided);
  return target.record;
}
inline Findings judged(const TallyHalves& halves, const RunSettings& settings, const Look& look) {
  return judged(halves, settings, look, target_of(halves.first.deck_size()));
}

/// By all tests, and within their family at least.
inline Findings judged_by_all(const TallyHalves& halves, const Budget& budget, Look look = {}) {
  RunSettings settings;
  settings.budget = budget;
  settings.tests = names_of_all_tests();
  const PlannedTarget target = target_of(halves.first.deck_size());
  std::uint64_t hypotheses = 0;
  for (const TestInfo* test : tests_for(settings, target)) {
    hypotheses += hypotheses_of(*test, counted_deck(target));
  }
  look.family = std::max(look.family, hypotheses);
  return judged(halves, settings, look);
}

}  // namespace fairshuffle
