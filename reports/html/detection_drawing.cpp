#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "reports/html/drawings.hpp"
#include "reports/html/svg.hpp"

namespace fairshuffle {

namespace {

constexpr double left = 62, right = 622, top = 30, bottom = 210;

// A logarithmic scale between two lengths.
struct LogScale {
  double lowest, highest, begin, end;
  double at(double value) const {
    const double share = (std::log10(value) - lowest) / (highest - lowest);
    return begin + std::clamp(share, 0.0, 1.0) * (end - begin);
  }
};

void draw_grid(Picture& picture, const LogScale& x, const LogScale& y) {
  for (int exponent = static_cast<int>(x.lowest); exponent <= static_cast<int>(x.highest); ++exponent) {
    const double at = x.at(std::pow(10.0, exponent));
    picture.line(at, top, at, bottom, paint::grid);
    picture.text(at, bottom + 16, Anchor::middle, short_number(std::pow(10.0, exponent), 1), paint::faint);
  }
  for (int exponent = static_cast<int>(y.lowest); exponent <= static_cast<int>(y.highest); exponent += 2) {
    const double at = y.at(std::pow(10.0, exponent));
    picture.line(left, at, right, at, paint::grid);
    picture.text(left - 6, at + 4, Anchor::end, fmt::format("1e{}", exponent), paint::faint);
  }
}

}  // namespace

std::string drawing(const Detections& detections, std::string_view id) {
  const std::vector<Detections::Point>& points = detections.points;
  const auto trials = static_cast<double>(detections.trials);
  const double tolerance = detections.tolerance;
  const LogScale x{std::round(std::log10(points.front().tv)), 0, left, right};
  const LogScale y{2, std::ceil(std::log10(std::max(points.front().trials, trials)) / 2) * 2, bottom, top};
  Picture picture(
      640, bottom + 44, id, "Trials that find a bias",
      fmt::format(
          "A falling curve: the smaller the bias, the more trials it takes to find it, from {} trials "
          "at a total variation of {} to {} at 1. This run had {}.",
          short_number(points.front().trials, 2), short_number(points.front().tv, 2),
          short_number(points.back().trials, 2), with_commas(detections.trials)));
  draw_grid(picture, x, y);
  std::vector<Dot> dots;
  for (const Detections::Point& point : points) dots.push_back({x.at(point.tv), y.at(point.trials)});
  picture.curve(dots, paint::calm);
  picture.line(x.at(tolerance), top - 8, x.at(tolerance), bottom, paint::mark, true);
  picture.text(x.at(tolerance), top - 14, Anchor::middle, "tolerance " + short_number(tolerance, 4),
               paint::ink);
  picture.line(left, y.at(trials), right, y.at(trials), paint::mark, true);
  picture.text(right, y.at(trials) - 6, Anchor::end, "this run", paint::ink);
  picture.text(left - 6, top - 14, Anchor::end, "trials", paint::faint);
  picture.text((left + right) / 2, bottom + 34, Anchor::middle, "size of the bias, in total variation",
               paint::faint);
  return picture.finish();
}

}  // namespace fairshuffle
