#include "core/verdict/power_record.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/diagnosis/visible_mistakes.hpp"
#include "core/statistics/bias_bounds.hpp"

using namespace fairshuffle;

namespace {

Findings with_tests(const std::vector<std::string>& names) {
  Findings findings;
  findings.alpha_at_look = 1e-8;
  findings.family = 50;
  for (const std::string& name : names) {
    TestRecord& test = findings.tests.emplace_back();
    test.name = test.test = name;
    test.applied = true;
  }
  return findings;
}

}  // namespace

TEST_CASE(
    "of each line the hardest mistake within the trials would have been found, and the nearest beyond not") {
  std::set<std::string> tests;
  for (const LineOfMistakes& line : visible_mistakes(52)) {
    for (const VisibleMistake& mistake : line) {
      for (const Sight& sight : mistake.sights) tests.insert(sight.test);
    }
  }
  const Findings findings = with_tests({tests.begin(), tests.end()});
  for (const std::uint64_t trials : {3'000ULL, 1'000'000ULL, 100'000'000ULL}) {
    const auto run = static_cast<double>(trials);
    const PowerRecord record = power_record(findings, 52, trials).value();
    CHECK(std::ranges::is_sorted(record.found, std::ranges::greater{}, &MistakeInReach::trials));
    CHECK(std::ranges::is_sorted(record.missed, {}, &MistakeInReach::trials));
    CHECK(record.found.front().trials <= run);
    CHECK(record.missed.front().trials > run);
    const auto reach_of = [](const std::vector<MistakeInReach>& list, const VisibleMistake& mistake) {
      const auto found = std::ranges::find(list, mistake.target, &MistakeInReach::target);
      return found == list.end() ? 0 : found->trials;
    };
    // By degrees of freedom: each takes a search.
    std::map<double, double> noncentralities;
    for (const double degrees_of_freedom : {1., 16., 1326., 2601.}) {
      noncentralities[degrees_of_freedom] = noncentrality_needed(degrees_of_freedom, 1e-8 / 50, 0.99);
    }
    std::map<double, double> of_cells;
    for (const double cells : {52. * 52, 52. * 53}) {
      of_cells[cells] = noncentrality_needed(1, 1e-8 / 50 / cells, 0.99);
    }
    for (const LineOfMistakes& line : visible_mistakes(52)) {
      // By hand, mistake by mistake.
      double hardest = 0, nearest = 0, told_hardest = 0, told_nearest = 0;
      for (const VisibleMistake& mistake : line) {
        double fewest = std::numeric_limits<double>::infinity();
        for (const Sight& sight : mistake.sights) {
          const double needed =
              sight.cells > 1 ? of_cells.at(sight.cells) : noncentralities.at(sight.degrees_of_freedom);
          // Of a mean: z of the level, 2.3263 of the power times the standard deviation of a Poisson law of
          // mean 1 + bias, and the skewness.
          const double bias = std::sqrt(sight.noncentrality),
                       z = std::sqrt(needed) + 2.3263478740408408 * (std::sqrt(1 + bias) - 1);
          fewest = std::min(fewest, sight.test.starts_with("mean ") ? z * z / (bias * bias) + 1.5 * z / bias
                                                                    : needed / sight.noncentrality);
        }
        if (fewest <= run) hardest = std::max(hardest, fewest);
        if (fewest > run) nearest = nearest == 0 ? fewest : std::min(nearest, fewest);
        told_hardest = std::max(told_hardest, reach_of(record.found, mistake));
        told_nearest = std::max(told_nearest, reach_of(record.missed, mistake));
      }
      CAPTURE(line.front().target);
      CHECK(told_hardest == doctest::Approx(hardest).epsilon(1e-9));
      CHECK(told_nearest == doctest::Approx(nearest).epsilon(1e-9));
    }
  }
}

TEST_CASE("what no test looked for is not told of") {
  const PowerRecord one = power_record(with_tests({"mean descents"}), 52, 1'000'000).value();
  REQUIRE_FALSE(one.found.empty());
  REQUIRE_FALSE(one.missed.empty());
  for (const auto* list : {&one.found, &one.missed}) {
    for (const MistakeInReach& mistake : *list) {
      CHECK(mistake.target.starts_with("random-key-sort:"));
      CHECK(mistake.found_by == "mean descents");
    }
  }
  Findings not_applied = with_tests({"mean descents"});
  not_applied.tests.front().applied = false;
  CHECK(power_record(not_applied, 52, 1'000'000)->found.empty());
  CHECK(power_record(not_applied, 52, 1'000'000)->missed.empty());
  CHECK_FALSE(power_record(with_tests({"mean descents"}), 12, 1'000'000).has_value());
  CHECK_FALSE(power_record(with_tests({"mean descents"}), 52, 0).has_value());
}
