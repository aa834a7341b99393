#include "core/verdict/judge.hpp"

#include <algorithm>
#include <cmath>

#include "core/statistics/holm.hpp"
#include "core/verdict/certificate.hpp"
#include "core/verdict/diagnosis.hpp"
#include "core/verdict/lower_bound.hpp"
#include "core/verdict/part_records.hpp"
#include "core/verdict/sentence.hpp"
#include "core/verdict/worst_cells.hpp"

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
  std::vector<TailProbability> p_values;  ///< of the applied tests, in the order of record.tests
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
  record.look = look.number;
  record.alpha_at_look = alpha_at_look;
  record.family = look.family;
  record.invalid_trials = evidence.first_half.invalid_trials() + evidence.second_half.invalid_trials();
  record.trials = whole.trials + record.invalid_trials;
  for (const TestInfo* test : candidate.tests) {
    for (TestResult& result : test->run(whole)) {
      if (result.applied && alpha_at_look / static_cast<double>(look.family) < result.honest_from_level) {
        result.applied = false;
        result.reason =
            "too few trials for a chi-square tail to be honest at this look's share of the error budget";
      }
      if (result.applied) a_case.p_values.push_back(result.upper_tail);
      record.tests.push_back({.name = std::move(result.name),
                              .test = std::string(test->name),
                              .applied = result.applied,
                              .reason = std::move(result.reason),
                              .statistic = result.statistic,
                              .degrees_of_freedom = result.degrees_of_freedom,
                              .p_value = result.upper_tail.p,
                              .log10_p = result.upper_tail.log10_p,
                              .blind_to = std::string(test->blind_to)});
    }
  }
  record.bias = bound_bias(whole, record.tests, confidence_at_look);
  if (whole.orders) a_case.derived.emplace(std::move(tallies));
  return a_case;
}

// Holm's method over the tests of all cases, within what is left of the family.
void reject_by_holm(std::vector<Case>& cases, const Look& look, double alpha_at_look) {
  std::vector<TailProbability> p_values;
  for (const Case& a_case : cases)
    p_values.insert(p_values.end(), a_case.p_values.begin(), a_case.p_values.end());
  const std::vector<double> adjusted =
      holm_adjusted(p_values, static_cast<std::size_t>(look.family - look.rejected_before));
  auto next = adjusted.begin();
  for (Case& a_case : cases) {
    for (TestRecord& test : a_case.record.tests) {
      if (!test.applied) continue;
      test.adjusted_p = *next++;
      test.rejected = test.adjusted_p <= alpha_at_look;
    }
  }
}

std::optional<Verdict> verdict_of(const TargetRecord& record, const CountedDeck& deck, bool is_last,
                                  const Budget& budget) {
  if (record.invalid_trials > 0) return Verdict::invalid;
  if (record.trials == 0) return is_last ? std::optional(Verdict::inconclusive) : std::nullopt;
  if (std::ranges::any_of(record.tests, &TestRecord::rejected)) return Verdict::biased;
  const bool certified = may_certify(record, deck) && *record.bias.tv_upper <= budget.tolerance;
  if (certified) return Verdict::fair;
  if (is_last) return Verdict::inconclusive;
  return std::nullopt;
}

void copy_counts(const Tally& whole, TargetRecord& record) {
  // A report of forty million numbers, or of half a billion, would be read by no one.
  if (whole.orders && whole.deck_size <= largest_counted_deck_size) {
    record.order_counts = whole.orders->by_rank();
  }
  for (int position = 0; position < whole.deck_size; ++position) {
    auto& row = record.position_counts.emplace_back();
    for (int card = 0; card < whole.deck_size; ++card) row.push_back(whole.positions.at(position, card));
  }
  if (whole.subsets)
    record.subset_counts.assign(whole.subsets->by_rank().begin(), whole.subsets->by_rank().end());
  record.successive_pairs = whole.repeats.pairs;
  record.equal_pairs = whole.repeats.equal;
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

// What a passed target may still hide: only what no test that ran can see.
std::vector<std::string> blind_spots_of(const TargetRecord& record, const Tally& whole) {
  std::vector<std::string> blind_spots;
  const bool orders_counted = record.bias.covers == "orders";
  if (whole.deck_size > 1 && !orders_counted) {
    for (const TestRecord& test : record.tests) {
      if (test.applied && !test.blind_to.empty()) blind_spots.push_back(test.name + ": " + test.blind_to);
    }
  }
  blind_spots.push_back(
      "links between trials other than successive equal orders, short periods, and seeds that can be "
      "guessed");
  return blind_spots;
}

// Fills in what a decided target's record says beside its tests and bounds.
void tell(const Evidence& evidence, const Tallies& tallies, const Look& look, const Budget& budget,
          double confidence_at_look, TargetRecord& record) {
  const Tally& whole = tallies.whole;
  if (record.verdict == Verdict::inconclusive) {
    const double alpha_per_test = record.alpha_at_look / static_cast<double>(look.family);
    record.trials_to_decide =
        trials_to_decide(record, deck_of(whole), alpha_per_test, budget.tolerance, confidence_at_look);
  }
  if (record.bias.tv_upper && whole.deck_size > 1) {
    record.bias.tv_lower = tv_lower_bound_of(tallies.first, tallies.second, confidence_at_look);
  }
  copy_counts(whole, record);
  copy_witnesses(evidence, record);
  // Where positions are rejected as a whole, the farthest cell is shown however near it is.
  const TestRecord* positions = test_named(record.tests, "positions");
  record.worst = worst_cells(whole, positions != nullptr && positions->rejected ? 0 : 4);
  record.parts = part_records(whole, record);
  record.blind_spots = blind_spots_of(record, whole);
  if (record.verdict == Verdict::biased && can_be_diagnosed(whole)) {
    record.diagnosis = diagnose(whole, budget.confidence);
  }
  record.sentence = sentence_of(record, whole, budget);
}

}  // namespace

std::vector<const TestInfo*> tests_for(int marked, std::span<const TestInfo* const> chosen) {
  std::vector<const TestInfo*> tests(chosen.begin(), chosen.end());
  std::erase_if(tests, [marked](const TestInfo* test) { return test->needs_marked_cards && marked == 0; });
  return tests;
}

std::vector<TargetRecord> judge(std::span<const Candidate> candidates, const Look& look,
                                const Budget& budget) {
  const double alpha_at_look = budget.alpha * look.share;
  const double confidence_at_look = 1 - (1 - budget.confidence) * look.share;
  std::vector<Case> cases;
  for (const Candidate& candidate : candidates) {
    cases.push_back(examine(candidate, look, alpha_at_look, confidence_at_look));
  }
  reject_by_holm(cases, look, alpha_at_look);

  std::vector<TargetRecord> records;
  for (std::size_t index = 0; index < cases.size(); ++index) {
    const Evidence& evidence = *candidates[index].evidence;
    auto& [record, p_values, derived] = cases[index];
    record.verdict = verdict_of(record, deck_of(evidence.first_half.counted()),
                                look.is_last || candidates[index].is_last, budget);
    if (record.verdict) {
      if (!derived) derived.emplace(evidence);
      tell(evidence, *derived, look, budget, confidence_at_look, record);
      derived.reset();
    }
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace fairshuffle
