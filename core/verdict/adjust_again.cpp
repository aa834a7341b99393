#include "core/verdict/adjust_again.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "core/verdict/findings.hpp"

namespace fairshuffle {

namespace {

/// An applied test of a look.
struct Adjusted {
  AdjustedTarget* target;
  TestRecord* largest;  ///< in its record
  TestRecord least;     ///< with the least adjusted p-value that it can have
};

constexpr double tolerance = 1e-9;  // of another machine's arithmetic

// What is reported of a test whose adjusted p-value is not known, where it lies within its bounds.
std::optional<double> possible(const Adjusted& test) {
  const double least = test.least.adjusted_p, largest = test.largest->adjusted_p;
  if (test.largest->rejected || !(least < largest * (1 - tolerance))) return std::nullopt;
  const TestRecord* reported = test_named(test.target->reported->tests, test.largest->name);
  if (reported == nullptr || reported->adjusted_p < least * (1 - tolerance) ||
      reported->adjusted_p > largest * (1 + tolerance)) {
    return std::nullopt;
  }
  return reported->adjusted_p;
}

// Whether two tests of a look may have these adjusted p-values: they grow with the p-values, and equal ones
// have equal ones.
bool in_order(const TestRecord& lower, double adjusted_lower, const TestRecord& upper,
              double adjusted_upper) {
  const bool grows = adjusted_lower <= adjusted_upper * (1 + tolerance);
  return lower.log10_p < upper.log10_p ? grows : grows && adjusted_upper <= adjusted_lower * (1 + tolerance);
}

void settle(std::vector<Adjusted>& tests) {
  std::ranges::stable_sort(tests, {}, [](const Adjusted& test) { return test.largest->log10_p; });
  std::vector<std::optional<double>> told;
  for (const Adjusted& test : tests) told.push_back(possible(test));
  const auto adjusted = [&](std::size_t index) {
    return told[index].value_or(tests[index].largest->adjusted_p);
  };
  std::vector<std::size_t> refused;
  for (std::size_t next = 1; next < tests.size(); ++next) {
    if (in_order(*tests[next - 1].largest, adjusted(next - 1), *tests[next].largest, adjusted(next)))
      continue;
    refused.insert(refused.end(), {next - 1, next});
  }
  for (const std::size_t index : refused) told[index].reset();
  for (std::size_t index = 0; index < tests.size(); ++index) {
    if (!told[index]) continue;
    tests[index].largest->adjusted_p = *told[index];
    ++tests[index].target->bounded;
  }
}

// How many hypotheses the look rejects.
std::uint64_t adjust_look(std::span<AdjustedTarget> targets, int look, std::uint64_t rejected_before) {
  std::vector<Adjusted> tests;
  std::uint64_t family = 0, unknown = 0;
  double alpha_at_look = 0;
  for (AdjustedTarget& target : targets) {
    if (target.record == nullptr || target.record->look > look) unknown += target.hypotheses;
    if (target.record == nullptr || target.record->look != look) continue;
    family = target.record->family;
    alpha_at_look = target.record->alpha_at_look;
    for (TestRecord& test : target.record->tests) {
      if (test.applied) tests.push_back({&target, &test, test});
    }
  }
  std::vector<TestRecord*> largest, least;
  for (Adjusted& test : tests) {
    largest.push_back(test.largest);
    least.push_back(&test.least);
  }
  // A family that was tampered with may be too small for its tests.
  const std::uint64_t left =
      std::max<std::uint64_t>(family - std::min(family, rejected_before), tests.size());
  const std::uint64_t fewest = std::max<std::uint64_t>(left - std::min(left, unknown), tests.size());
  reject_by_holm(largest, left, alpha_at_look);
  reject_by_holm(least, fewest, alpha_at_look);
  settle(tests);
  return static_cast<std::uint64_t>(std::ranges::count_if(largest, &TestRecord::rejected));
}

}  // namespace

void adjust_again(std::span<AdjustedTarget> targets) {
  std::set<int> looks;
  for (const AdjustedTarget& target : targets) {
    if (target.record != nullptr) looks.insert(target.record->look);
  }
  std::uint64_t rejected_before = 0;
  for (const int look : looks) rejected_before += adjust_look(targets, look, rejected_before);
}

}  // namespace fairshuffle
