#include <algorithm>

#include <fmt/format.h>

#include "core/record/deviations.hpp"
#include "core/record/p_words.hpp"
#include "reports/html/pictures.hpp"
#include "reports/html/svg.hpp"
#include "reports/html/words.hpp"

namespace fairshuffle {

namespace {

constexpr double left = 236, right = 560, top = 40, row_height = 22;

std::string tables_of(const TargetRecord& result) {
  HtmlTable table("All tests",
                  {"test", "p", "log10 p", "p over all tests", "statistic", "degrees of freedom", "outcome"});
  for (const TestRecord& test : result.tests) {
    if (!test.applied) {
      table.row({test.name, "", "", "", "", "", "not applied: " + test.reason});
      continue;
    }
    table.row({test.name, p_words(test.p_value, test.log10_p), fmt::format("{:.4g}", test.log10_p),
               test.adjusted_p > 0 ? fmt::format("{:.2g}", test.adjusted_p) : "< 1e-300",
               fmt::format("{:.6g}", test.statistic), fmt::format("{}", test.degrees_of_freedom),
               test.rejected ? "rejects fairness" : "passes"});
  }
  return table.finish();
}

}  // namespace

std::string p_value_bars(const TargetRecord& result, std::string_view id) {
  std::vector<const TestRecord*> applied;
  double smallest = 0;
  for (const TestRecord& test : result.tests) {
    if (!test.applied) continue;
    applied.push_back(&test);
    smallest = std::min(smallest, test.log10_p);
  }
  if (applied.empty()) return "";
  // Bars end at 1e-30 at the latest: beyond, the line that decides would be lost at the edge.
  const double longest = smallest < -15 ? 30 : 15;
  const auto x = [longest](double log10_p) {
    return left + std::min(-log10_p, longest) / longest * (right - left);
  };
  const double bottom = top + row_height * static_cast<double>(applied.size());
  const TestRecord& strongest = **std::ranges::min_element(applied, {}, &TestRecord::log10_p);
  Picture picture(
      640, bottom + 26, id, "p-values by test",
      fmt::format("A bar for each of {} tests, the longer the smaller its p-value. The smallest is {} of {}.",
                  applied.size(), p_words(strongest.p_value, strongest.log10_p), strongest.name));
  for (int exponent = 0; exponent <= static_cast<int>(longest); exponent += static_cast<int>(longest) / 5) {
    picture.line(x(-exponent), top, x(-exponent), bottom, paint::grid);
    picture.text(x(-exponent), bottom + 16, Anchor::middle,
                 exponent == 0 ? "1" : fmt::format("1e-{}", exponent), paint::faint);
  }
  for (std::size_t row = 0; row < applied.size(); ++row) {
    const TestRecord& test = *applied[row];
    const double y = top + row_height * static_cast<double>(row);
    picture.text(left - 8, y + 15, Anchor::end, shortened(test.name, 34), paint::ink);
    picture.rectangle(left, y + 4, std::max(x(test.log10_p) - left, 1.0), row_height - 8,
                      test.rejected ? paint::alarm : paint::calm);
    picture.text(right + 8, y + 15, Anchor::start, p_words(test.p_value, test.log10_p), paint::ink,
                 test.rejected);
  }
  if (const auto decisive = log10_p_that_rejects(result)) {
    const double at = x(*decisive);
    picture.line(at, top - 10, at, bottom, paint::mark, true);
    picture.text(at, top - 16, Anchor::middle, "beyond: fairness is rejected", paint::ink);
  }
  return figure(
      "What each test finds", picture.finish(),
      fmt::format(
          "The probability that a fair shuffle looks at least as odd, on a logarithmic scale to 1e-{}. "
          "Orange: the test rejects fairness within the run's false-alarm budget.",
          longest),
      tables_of(result));
}

}  // namespace fairshuffle
