#include "core/verdict/adjust_again.hpp"

#include <algorithm>
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

void settle(Adjusted& test) {
  constexpr double tolerance = 1e-9;  // of another machine's arithmetic
  const double least = test.least.adjusted_p, largest = test.largest->adjusted_p;
  if (test.largest->rejected || !(least < largest * (1 - tolerance))) return;
  const TestRecord* reported = test_named(test.target->reported->tests, test.largest->name);
  if (reported == nullptr || reported->adjusted_p < least * (1 - tolerance) ||
      reported->adjusted_p > largest * (1 + tolerance)) {
    return;
  }
  test.largest->adjusted_p = reported->adjusted_p;
  ++test.target->bounded;
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
  for (Adjusted& test : tests) settle(test);
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
