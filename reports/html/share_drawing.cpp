#include <algorithm>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "reports/html/drawings.hpp"
#include "reports/html/svg.hpp"

namespace fairshuffle {

namespace {

constexpr double left = 256, right = 570, top = 8, row_height = 22;

}  // namespace

std::string drawing(const ShareBars& shares, std::string_view id) {
  const ShareBars::Bar& largest = *std::ranges::max_element(shares.bars, {}, &ShareBars::Bar::share);
  const double bottom = top + row_height * static_cast<double>(shares.bars.size());
  Picture picture(640, bottom + 26, id, shares.title,
                  fmt::format("A bar for each of {} parts. The largest: {}, {}.", shares.bars.size(),
                              largest.name, percent_text(largest.share)));
  for (int quarter = 0; quarter <= 4; ++quarter) {
    const double x = left + quarter / 4.0 * (right - left);
    picture.line(x, top, x, bottom, paint::grid);
    picture.text(x, bottom + 16, Anchor::middle, fmt::format("{} %", 25 * quarter), paint::faint);
  }
  for (std::size_t row = 0; row < shares.bars.size(); ++row) {
    const ShareBars::Bar& bar = shares.bars[row];
    const double y = top + row_height * static_cast<double>(row);
    // An estimate of nothing may come out a little below it.
    const double share = std::clamp(bar.share, 0.0, 1.0);
    picture.text(left - 8, y + 15, Anchor::end, shortened(bar.name, 36), paint::ink);
    picture.rectangle(left, y + 4, std::max(share * (right - left), 1.0), row_height - 8, paint::alarm);
    picture.text(right + 8, y + 15, Anchor::start, percent_text(share), paint::ink);
  }
  return picture.finish();
}

}  // namespace fairshuffle
