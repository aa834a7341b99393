// Plans of built-in targets, and the comparison of what came out. For the tests of this folder.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/statistics/test_result.hpp"
#include "harness/engine/run.hpp"
#include "harness/targets/builtin/builtin_target.hpp"

namespace fairshuffle {

// Judged from the first look on: most tests are of looks, and not of what is measured.
inline RunPlan plan_for(const std::vector<std::string>& targets, std::uint64_t max_trials, int threads = 1) {
  RunPlan plan;
  for (const std::string& text : targets) {
    plan.targets.push_back(std::make_unique<BuiltinTarget>(parse_target_text(text), 5, 1));
  }
  for (const TestInfo& test : all_tests()) plan.tests.emplace_back(test.name);
  plan.seed = 1;
  plan.max_trials = max_trials;
  plan.until_decided = true;
  plan.threads = threads;
  return plan;
}

inline std::vector<TargetRecord> run_quietly(const RunPlan& plan) {
  return run(plan, [](const Progress&) {});
}

// The two records say the same, down to the last bit.
inline void check_same(const TargetRecord& a, const TargetRecord& b) {
  CAPTURE(a.name);
  CHECK(a.verdict == b.verdict);
  CHECK(a.evidence.trials == b.evidence.trials);
  CHECK(a.look == b.look);
  CHECK(a.evidence.permutations == b.evidence.permutations);
  CHECK(a.evidence.birthday.one_in == b.evidence.birthday.one_in);
  CHECK(a.evidence.birthday.kept == b.evidence.birthday.kept);
  CHECK(a.evidence.birthday.distinct == b.evidence.birthday.distinct);
  CHECK(a.evidence.birthday.again == b.evidence.birthday.again);
  CHECK(a.evidence.birthday.distance == b.evidence.birthday.distance);
  CHECK(a.evidence.birthday.at_distance == b.evidence.birthday.at_distance);
  CHECK(a.evidence.birthday.repeats_at_distance == b.evidence.birthday.repeats_at_distance);
  CHECK(a.position_counts == b.position_counts);
  CHECK(a.subset_counts == b.subset_counts);
  CHECK(a.sentence == b.sentence);
  CHECK(a.trials_to_decide == b.trials_to_decide);
  CHECK(a.bias.chi_square_distance == b.bias.chi_square_distance);
  CHECK(a.bias.tv_lower == b.bias.tv_lower);
  CHECK(a.bias.tv_upper == b.bias.tv_upper);
  CHECK(a.evidence.invalid_trials == b.evidence.invalid_trials);
  REQUIRE(a.tests.size() == b.tests.size());
  for (std::size_t test = 0; test < a.tests.size(); ++test) {
    CHECK(a.tests[test].statistic == b.tests[test].statistic);
    CHECK(a.tests[test].log10_p == b.tests[test].log10_p);
    CHECK(a.tests[test].adjusted_p == b.tests[test].adjusted_p);
    CHECK(a.tests[test].reason == b.tests[test].reason);
  }
  REQUIRE(a.evidence.witnesses.size() == b.evidence.witnesses.size());
  for (std::size_t i = 0; i < a.evidence.witnesses.size(); ++i) {
    CHECK(a.evidence.witnesses[i].trial == b.evidence.witnesses[i].trial);
    CHECK(a.evidence.witnesses[i].permutation == b.evidence.witnesses[i].permutation);
  }
}

}  // namespace fairshuffle
