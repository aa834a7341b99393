#include "core/verdict/findings.hpp"

#include <algorithm>

#include "core/diagnosis/diagnosis.hpp"
#include "core/record/worst_cells.hpp"
#include "core/statistics/holm.hpp"
#include "core/verdict/certificate.hpp"
#include "core/verdict/part_records.hpp"
#include "core/verdict/sentence.hpp"

namespace fairshuffle {

namespace {

void copy_counts(const Tally& whole, TargetRecord& record) {
  // A report of forty million numbers, or of half a billion, would be read by no one.
  if (whole.orders && whole.deck_size <= largest_counted_deck_size) {
    record.order_counts = whole.orders->by_rank();
  }
  record.position_counts.clear();
  for (int position = 0; position < whole.deck_size; ++position) {
    auto& row = record.position_counts.emplace_back();
    for (int card = 0; card < whole.deck_size; ++card) row.push_back(whole.positions.at(position, card));
  }
  if (whole.subsets)
    record.subset_counts.assign(whole.subsets->by_rank().begin(), whole.subsets->by_rank().end());
  record.successive_pairs = whole.repeats.pairs;
  record.equal_pairs = whole.repeats.equal;
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

}  // namespace

std::vector<const TestInfo*> tests_for(int marked, std::span<const TestInfo* const> chosen) {
  std::vector<const TestInfo*> tests(chosen.begin(), chosen.end());
  std::erase_if(tests, [marked](const TestInfo* test) { return test->needs_marked_cards && marked == 0; });
  return tests;
}

std::vector<TestRecord> test_records(const Tally& whole, const TestInfo& test, double lowest_level) {
  std::vector<TestRecord> records;
  for (TestResult& result : test.run(whole)) {
    if (result.applied && lowest_level < result.honest_from_level) {
      result.applied = false;
      result.reason =
          "too few trials for a chi-square tail to be honest at this look's share of the error budget";
    }
    records.push_back({.name = std::move(result.name),
                       .test = std::string(test.name),
                       .applied = result.applied,
                       .reason = std::move(result.reason),
                       .statistic = result.statistic,
                       .degrees_of_freedom = result.degrees_of_freedom,
                       .p_value = result.upper_tail.p,
                       .log10_p = result.upper_tail.log10_p,
                       .blind_to = std::string(test.blind_to)});
  }
  return records;
}

void reject_by_holm(std::span<TestRecord* const> applied, std::uint64_t family, double alpha_at_look) {
  std::vector<TailProbability> p_values;
  for (const TestRecord* test : applied) p_values.push_back({test->p_value, test->log10_p});
  const std::vector<double> adjusted = holm_adjusted(p_values, static_cast<std::size_t>(family));
  for (std::size_t index = 0; index < applied.size(); ++index) {
    applied[index]->adjusted_p = adjusted[index];
    applied[index]->rejected = adjusted[index] <= alpha_at_look;
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

void tell(const Tally& whole, const CountedDeck& deck, const Budget& budget, TargetRecord& record) {
  if (record.verdict == Verdict::inconclusive) {
    const double alpha_per_test = record.alpha_at_look / static_cast<double>(record.family);
    record.trials_to_decide =
        trials_to_decide(record, deck, alpha_per_test, budget.tolerance, record.bias.confidence);
  }
  copy_counts(whole, record);
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

}  // namespace fairshuffle
