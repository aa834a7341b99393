// One target judged by itself, for the tests of this folder.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/order/order.hpp"
#include "core/record/evidence_tally.hpp"
#include "core/tally/trial_stream.hpp"
#include "core/verdict/judge.hpp"
#include "core/verdict/lower_bound.hpp"

namespace fairshuffle {

inline std::vector<std::string> names_of_all_tests() {
  std::vector<std::string> names;
  for (const TestInfo& test : all_tests()) names.emplace_back(test.name);
  return names;
}

/// A target of that many cards, whose orders are counted where every run does so.
inline PlannedTarget target_of(int deck_size) {
  PlannedTarget target;
  target.name = "target";
  target.target.deck_size = deck_size;
  target.facts.orders_counted = deck_size <= largest_counted_deck_size;
  return target;
}

/// Trials of a law over orders, the first half of them in the first half: `weight(rank)` times a common
/// factor is the probability.
template <class Weight>
TallyHalves halves_of(int deck_size, int trials, std::uint64_t seed, Weight weight) {
  TallyHalves halves(deck_size, 0);
  std::vector<double> weights;
  for (std::uint64_t rank = 0; rank < order_count(deck_size); ++rank) weights.push_back(weight(rank));
  std::discrete_distribution<std::uint64_t> ranks(weights.begin(), weights.end());
  std::mt19937_64 words(seed);
  TrialStream stream(deck_size);
  for (int trial = 0; trial < trials; ++trial) {
    RunningTally& half = trial < trials / 2 ? halves.first : halves.second;
    stream.add(order_of_rank(ranks(words), deck_size), static_cast<std::uint64_t>(trial), half);
  }
  return halves;
}

/// What the judge's steps make of one target at a look, with the bet that its halves bring.
inline Findings judged(const TallyHalves& halves, const RunSettings& settings, const Look& look) {
  const PlannedTarget target = target_of(halves.first.deck_size());
  Evidence evidence = evidence_of(halves);
  Findings findings = examined(settings, target, look, evidence);
  Findings* undecided[] = {&findings};
  reject(look, settings.budget.alpha, undecided);
  findings.verdict = verdict_of(settings, target, look, evidence, findings);
  if (!findings.verdict) return findings;
  find_links(settings, target, evidence, findings);
  if (takes_bet(target.target.deck_size, findings.bias)) {
    evidence.bet = chosen_bet(halves.first.complete(), halves.second.complete());
  }
  settle(settings, target, evidence, findings);
  return findings;
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
