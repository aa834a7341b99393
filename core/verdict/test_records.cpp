#include "core/verdict/test_records.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/diagnosis/diagnosis.hpp"
#include "core/diagnosis/e_value.hpp"
#include "core/statistics/orders.hpp"
#include "core/statistics/quotients.hpp"

namespace fairshuffle {

namespace {

// A record for each hypothesis of the test, before Holm's method. A test that is not honest at the smallest
// level that its p-value will be held against counts as not applied.
std::vector<TestRecord> records_of(const Tally& whole, const TestInfo& test, double lowest_level) {
  std::vector<TestRecord> records;
  for (TestResult& result : results_of(test, whole)) {
    if (result.applied && lowest_level < result.honest_from_level) {
      result.applied = false;
      result.reason = fmt::format(
          "too few {} for a chi-square tail to be honest at this look's share of the error budget",
          test.name == quotients_test.name ? "pairs" : "trials");
    }
    records.push_back({.name = std::move(result.name),
                       .test = std::string(test.name),
                       .applied = result.applied,
                       .reason = std::move(result.reason),
                       .statistic = result.statistic,
                       .degrees_of_freedom = result.degrees_of_freedom,
                       .p_value = result.p_value.p,
                       .log10_p = result.p_value.log10_p,
                       .tail = result.tail,
                       .same_as = {},
                       .blind_to = std::string(test.blind_to),
                       .mean = result.mean});
  }
  return records;
}

// Says of each test that was applied which one before it is the same. Only tests of one hypothesis are others
// in disguise.
void find_disguised(int deck_size, std::vector<TestRecord>& records) {
  std::map<std::string_view, const TestRecord*> first;
  for (TestRecord& record : records) {
    if (!record.applied) continue;
    const TestInfo* test = find_test(record.test);
    if (test->hypotheses(deck_size) > 1) continue;
    const auto [found, is_first] = first.emplace(undisguised(*test, deck_size), &record);
    if (!is_first) record.same_as = found->second->name;
  }
}

}  // namespace

std::vector<TestRecord> test_records(const RunSettings& settings, const PlannedTarget& target,
                                     const Tally& whole, double lowest_level) {
  std::vector<TestRecord> records;
  for (const TestInfo* test : tests_for(settings, target)) {
    std::ranges::move(records_of(whole, *test, lowest_level), std::back_inserter(records));
  }
  find_disguised(whole.deck_size, records);
  return records;
}

bool has_e_value(const RunSettings& settings, const PlannedTarget& target) {
  return target.facts.orders_counted && target.target.deck_size >= smallest_deck_diagnosed &&
         target.target.deck_size <= largest_deck_diagnosed &&
         std::ranges::find(settings.tests, orders_test.name) != settings.tests.end();
}

TestRecord e_value_record(const Tally& whole) {
  TestRecord record;
  record.name = record.test = e_value_name;
  record.blind_to = "what is far from every known mistake";
  if (!can_have_e_value(whole)) {
    record.reason = "there were no trials";
    return record;
  }
  const double log10_e = log10_e_value(whole);
  const TailProbability p = p_of_e_value(log10_e);
  record.applied = true;
  record.statistic = std::max(0.0, log10_e);
  record.p_value = p.p;
  record.log10_p = p.log10_p;
  return record;
}

}  // namespace fairshuffle
