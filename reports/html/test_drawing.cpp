#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "reports/html/drawings.hpp"
#include "reports/html/svg.hpp"

namespace fairshuffle {

namespace {

constexpr double left = 236, right = 560, top = 40, row_height = 22;

}  // namespace

std::string drawing(const TestBars& tests, std::string_view id) {
  const TestBars::Bar& strongest = *std::ranges::min_element(tests.bars, {}, &TestBars::Bar::log10_p);
  // Bars end at 1e-30 at the latest: beyond, the line that decides would be lost at the edge.
  const double longest = strongest.log10_p < -15 ? 30 : 15;
  const auto x = [longest](double log10_p) {
    return left + std::min(-log10_p, longest) / longest * (right - left);
  };
  const double bottom = top + row_height * static_cast<double>(tests.bars.size());
  Picture picture(
      640, bottom + 26, id, "p-values by test",
      fmt::format("A bar for each of {} tests, the longer the smaller its p-value. The smallest is {} of {}.",
                  tests.bars.size(), strongest.p, strongest.name));
  for (int exponent = 0; exponent <= static_cast<int>(longest); exponent += static_cast<int>(longest) / 5) {
    picture.line(x(-exponent), top, x(-exponent), bottom, paint::grid);
    picture.text(x(-exponent), bottom + 16, Anchor::middle, short_number(std::pow(10.0, -exponent), 1),
                 paint::faint);
  }
  for (std::size_t row = 0; row < tests.bars.size(); ++row) {
    const TestBars::Bar& test = tests.bars[row];
    const double y = top + row_height * static_cast<double>(row);
    picture.text(left - 8, y + 15, Anchor::end, shortened(test.name, 34), paint::ink);
    picture.rectangle(left, y + 4, std::max(x(test.log10_p) - left, 1.0), row_height - 8,
                      test.rejected ? paint::alarm : paint::calm);
    picture.text(right + 8, y + 15, Anchor::start, test.p, paint::ink, test.rejected);
  }
  if (tests.decisive_log10_p) {
    const double at = x(*tests.decisive_log10_p);
    picture.line(at, top - 10, at, bottom, paint::mark, true);
    picture.text(at, top - 16, Anchor::middle, "beyond: fairness is rejected", paint::ink);
  }
  return picture.finish();
}

}  // namespace fairshuffle
