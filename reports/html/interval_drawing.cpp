#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "reports/html/drawings.hpp"
#include "reports/html/svg.hpp"

namespace fairshuffle {

namespace {

constexpr double left = 236, right = 622, top = 36, row_height = 24;
constexpr int lowest_exponent = -5;

double x_of(double distance) {
  const double log10 = std::log10(std::max(distance, std::pow(10.0, lowest_exponent)));
  return left + (log10 - lowest_exponent) / -lowest_exponent * (right - left);
}

void draw_interval(Picture& picture, const Intervals::Interval& interval, double y) {
  if (!interval.upper && !interval.lower) {
    picture.text(left + 6, y + 16, Anchor::start, "not bounded", paint::faint);
    return;
  }
  const Paint& colour = interval.lower ? paint::alarm : paint::calm;
  const double begin = interval.lower ? x_of(*interval.lower) : left;
  const double end = interval.upper ? x_of(*interval.upper) : right;
  picture.rectangle(begin, y + 9, std::max(end - begin, 2.0), 6, colour);
  if (interval.lower) picture.rectangle(begin, y + 4, 2, 16, colour);
  if (interval.upper) picture.rectangle(end - 2, y + 4, 2, 16, colour);
}

}  // namespace

std::string drawing(const Intervals& all, std::string_view id) {
  const double bottom = top + row_height * static_cast<double>(all.intervals.size());
  const std::string tolerance = "tolerance " + short_number(all.tolerance, 4);
  std::string description =
      fmt::format("An interval for each target on a logarithmic scale, with a line at the {}.", tolerance);
  for (const Intervals::Interval& interval : all.intervals) {
    if (all.intervals.size() <= 5) description += fmt::format(" {}: {}.", interval.name, interval.words);
  }
  Picture picture(640, bottom + 26, id, "Size of the bias", description);
  for (int exponent = lowest_exponent; exponent <= 0; ++exponent) {
    const double x = x_of(std::pow(10.0, exponent));
    picture.line(x, top, x, bottom, paint::grid);
    picture.text(x, bottom + 16, Anchor::middle, short_number(std::pow(10.0, exponent), 1), paint::faint);
  }
  for (std::size_t row = 0; row < all.intervals.size(); ++row) {
    const double y = top + row_height * static_cast<double>(row);
    picture.text(left - 8, y + 16, Anchor::end, shortened(all.intervals[row].name, 34), paint::ink);
    draw_interval(picture, all.intervals[row], y);
  }
  const double at = x_of(all.tolerance);
  picture.line(at, top - 8, at, bottom, paint::mark, true);
  picture.text(at, top - 14, Anchor::middle, tolerance, paint::ink);
  return picture.finish();
}

}  // namespace fairshuffle
