#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/deviations.hpp"
#include "core/record/p_words.hpp"
#include "reports/run/figures.hpp"
#include "reports/verdict_words.hpp"

namespace fairshuffle {

namespace {

std::string outcome_of(const TestRecord& test) {
  const std::string outcome = too_regular(test) ? "too regular for independent fair decks"
                              : test.rejected   ? "rejects fairness"
                                                : "passes";
  return test.same_as.empty() ? outcome : fmt::format("{}: the same as {}", outcome, test.same_as);
}

Table table_of(const TargetRecord& result) {
  Table table{.columns = {{"test"},
                          {"p"},
                          {"log10 p"},
                          {"p over all tests"},
                          {"statistic"},
                          {"degrees of freedom"},
                          {"outcome"}},
              .rows = {}};
  for (const TestRecord& test : result.tests) {
    if (!test.applied) continue;
    table.rows.push_back({{test.name},
                          {p_words(test.p_value, test.log10_p)},
                          {short_number(test.log10_p, 4)},
                          {adjusted_p_text(test.adjusted_p)},
                          {short_number(test.statistic, 6)},
                          {exact_number(test.degrees_of_freedom)},
                          {outcome_of(test)}});
  }
  return table;
}

}  // namespace

std::optional<Figure> test_figure(const TargetRecord& result) {
  TestBars tests;
  for (const TestRecord& test : result.tests) {
    if (!test.applied) continue;
    tests.bars.push_back({.name = test.name,
                          .log10_p = test.log10_p,
                          .p = p_words(test.p_value, test.log10_p),
                          .rejected = test.rejected});
  }
  if (tests.bars.empty()) return std::nullopt;
  tests.decisive_log10_p = log10_p_that_rejects(result);
  return Figure{.title = "What each test finds",
                .picture = std::move(tests),
                .remark =
                    "The probability that a fair shuffle looks at least as odd, on a logarithmic scale. "
                    "Orange: the test rejects fairness within the run's false-alarm budget.",
                .caption = "Tests that were applied",
                .numbers = table_of(result),
                .name = "tests"};
}

}  // namespace fairshuffle
