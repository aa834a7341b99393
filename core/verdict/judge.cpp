#include "core/verdict/judge.hpp"

#include <algorithm>
#include <iterator>

#include "core/verdict/certificate.hpp"
#include "core/verdict/findings.hpp"
#include "core/verdict/lower_bound.hpp"

namespace fairshuffle {

namespace {

/// What was counted in each half of the trials and in both, every kind filled in.
struct Tallies {
  explicit Tallies(const Evidence& evidence)
      : first(evidence.first_half.complete()), second(evidence.second_half.complete()), whole(first) {
    whole.merge_without_orders(second);
    if (whole.orders) whole.orders = CountedOrders(*first.orders, *second.orders);
  }

  Tally first, second, whole;
};

/// One candidate while it is judged.
struct Case {
  TargetRecord record;
  /// Kept where they had to be derived from the orders. The tables of larger decks are only added up, which
  /// is done again where they are needed: a job of many large decks would not fit.
  std::optional<Tallies> derived;
};

CountedDeck deck_of(const Tally& tally) {
  return {.size = tally.deck_size,
          .marked = tally.subsets ? tally.subsets->marked() : 0,
          .orders_counted = tally.orders.has_value()};
}

Case examine(const Candidate& candidate, const Look& look, double alpha_at_look, double confidence_at_look) {
  const Evidence& evidence = *candidate.evidence;
  Tallies tallies(evidence);
  const Tally& whole = tallies.whole;
  Case a_case;
  TargetRecord& record = a_case.record;
  if (candidate.target != nullptr) record.target = *candidate.target;
  record.look = look.number;
  record.alpha_at_look = alpha_at_look;
  record.family = look.family;
  record.invalid_trials = evidence.invalid_trials();
  record.trials = whole.trials + record.invalid_trials;
  for (const TestInfo* test : candidate.tests) {
    std::ranges::move(test_records(whole, *test, alpha_at_look / static_cast<double>(look.family)),
                      std::back_inserter(record.tests));
  }
  record.bias = bound_bias(whole, record.tests, confidence_at_look);
  if (whole.orders) a_case.derived.emplace(std::move(tallies));
  return a_case;
}

// Holm's method over the tests of all cases, within what is left of the family.
void reject_in_all(std::vector<Case>& cases, const Look& look, double alpha_at_look) {
  std::vector<TestRecord*> applied;
  for (Case& a_case : cases) {
    for (TestRecord& test : a_case.record.tests) {
      if (test.applied) applied.push_back(&test);
    }
  }
  reject_by_holm(applied, look.family - look.rejected_before, alpha_at_look);
}

// The first witnesses of both halves.
void copy_witnesses(const Evidence& evidence, TargetRecord& record) {
  for (const RunningTally* half : {&evidence.first_half, &evidence.second_half}) {
    for (const Witness& witness : half->witnesses()) {
      record.witnesses.push_back({.trial = witness.trial,
                                  .order = {witness.order.begin(), witness.order.end()},
                                  .row = witness.row});
    }
  }
  std::ranges::stable_sort(record.witnesses, {}, &WitnessRecord::trial);
  if (record.witnesses.size() > RunningTally::most_witnesses) {
    record.witnesses.resize(RunningTally::most_witnesses);
  }
}

}  // namespace

std::vector<TargetRecord> judge(std::span<const Candidate> candidates, const Look& look,
                                const Budget& budget) {
  const double alpha_at_look = budget.alpha * look.share;
  const double confidence_at_look = 1 - (1 - budget.confidence) * look.share;
  std::vector<Case> cases;
  for (const Candidate& candidate : candidates) {
    cases.push_back(examine(candidate, look, alpha_at_look, confidence_at_look));
  }
  reject_in_all(cases, look, alpha_at_look);

  std::vector<TargetRecord> records;
  for (std::size_t index = 0; index < cases.size(); ++index) {
    const Evidence& evidence = *candidates[index].evidence;
    auto& [record, derived] = cases[index];
    record.verdict = verdict_of(record, deck_of(evidence.first_half.counted()),
                                look.is_last || candidates[index].is_last, budget);
    if (record.verdict) {
      if (!derived) derived.emplace(evidence);
      if (record.bias.tv_upper && derived->whole.deck_size > 1) {
        record.bias.tv_lower = tv_lower_bound_of(derived->first, derived->second, confidence_at_look);
      }
      copy_witnesses(evidence, record);
      tell(derived->whole, deck_of(derived->whole), budget, record);
      derived.reset();
    }
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace fairshuffle
