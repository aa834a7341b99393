#include "core/record/findings.hpp"

#include <algorithm>
#include <array>

#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/seed_space.hpp"

namespace fairshuffle {

const std::string& called(const PlannedTarget& target) {
  return target.label.empty() ? target.name : target.label;
}

std::string shown_name(const PlannedTarget& target) {
  return target.label.empty() ? target.name : '"' + target.label + "\" " + target.name;
}

Outcome outcome_of(const TargetRecord& result) {
  if (!result.verdict) return Outcome::failed;
  if (result.verdict == result.expected.value_or(Verdict::fair)) return Outcome::as_due;
  return result.verdict == Verdict::inconclusive ? Outcome::undecided : Outcome::not_as_due;
}

Outcome control_outcome_of(const TargetRecord& control) {
  const Outcome outcome = outcome_of(control);
  const bool due_to_be_fair = control.expected.value_or(Verdict::fair) == Verdict::fair;
  return outcome == Outcome::undecided && due_to_be_fair ? Outcome::as_due : outcome;
}

bool any_control_is_wrong(const RunRecord& run) {
  return std::ranges::any_of(run.controls, [](const TargetRecord& control) {
    return control_outcome_of(control) != Outcome::as_due;
  });
}

const char* to_text(DependenceProof proof) {
  constexpr std::array words{"repeats", "birthday", "permutations", "successive", "samples"};
  return words[static_cast<std::size_t>(proof)];
}

const char* to_text(DependenceShape shape) {
  constexpr std::array words{"periodic",    "never repeated", "repeated", "fixed step",
                             "alternating", "known mistake",  "moved",    "unclear"};
  return words[static_cast<std::size_t>(shape)];
}

std::uint64_t rejected_hypotheses(std::span<const TestRecord> tests) {
  return static_cast<std::uint64_t>(std::ranges::count_if(tests, [](const TestRecord& test) {
    return test.rejected && test.same_as.empty() && test.name != e_value_name;
  }));
}

TestNames counted_tests(std::span<const TestRecord> tests) {
  TestNames names;
  for (const TestRecord& test : tests) {
    if (!test.applied || !test.same_as.empty()) continue;
    names.applied.insert(test.test);
    if (test.rejected) names.rejecting.insert(test.test);
  }
  return names;
}

bool too_regular(const TestRecord& test) {
  return test.rejected && test.tail == Tail::lower && test.degrees_of_freedom > 0;
}

bool rejects_as_uneven(const TestRecord& test) {
  return test.rejected && !too_regular(test);
}

bool rejects_as_uneven(std::span<const TestRecord> tests, std::string_view name) {
  const TestRecord* test = test_named(tests, name);
  return test != nullptr && rejects_as_uneven(*test);
}

bool single_decks_are_uneven(std::span<const TestRecord> tests) {
  return std::ranges::any_of(tests, [](const TestRecord& test) {
    return rejects_as_uneven(test) && test.test != repeats_test.name && test.test != successive_test.name;
  });
}

const TestRecord* test_named(std::span<const TestRecord> tests, std::string_view name) {
  const auto found = std::ranges::find(tests, name, &TestRecord::name);
  return found == tests.end() ? nullptr : &*found;
}

const TestRecord* applied_test(std::span<const TestRecord> tests, std::string_view name) {
  const TestRecord* test = test_named(tests, name);
  return test != nullptr && test->applied ? test : nullptr;
}

bool rejects_on_side(std::span<const TestRecord> tests, std::string_view name, Tail tail) {
  const TestRecord* test = test_named(tests, name);
  return test != nullptr && test->rejected && test->tail == tail;
}

Plan plan_of(const RunRecord& run) {
  Plan plan;
  static_cast<RunSettings&>(plan) = run;
  plan.targets.assign(run.results.begin(), run.results.end());
  plan.targets.insert(plan.targets.end(), run.controls.begin(), run.controls.end());
  plan.controls = run.controls.size();
  return plan;
}

}  // namespace fairshuffle
