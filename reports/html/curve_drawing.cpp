#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "reports/html/drawings.hpp"
#include "reports/html/svg.hpp"

namespace fairshuffle {

namespace {

constexpr double left = 62, right = 614, top = 34, bottom = 240;

// Where points and lines lie. Distances reach from 1 down to 0, or a little below the least of them.
struct Axes {
  double fewest, most, log10_least;
  bool logarithmic;

  double x(std::int64_t times) const {
    const double room = 18;
    if (most <= fewest) return (left + right) / 2;
    return left + room + (static_cast<double>(times) - fewest) / (most - fewest) * (right - left - 2 * room);
  }
  double y(double distance) const {
    const double share = logarithmic ? 1 - std::log10(distance) / log10_least : distance;
    return bottom - std::clamp(share, 0.0, 1.0) * (bottom - top);
  }
};

Axes axes_of(const Curve& curve) {
  double least = curve.goal;
  for (const Curve::Point& point : curve.points) {
    if (point.distance > 0) least = std::min(least, point.distance);
  }
  constexpr double room_for_a_word = 0.35;  // of a decade
  return {.fewest = static_cast<double>(curve.points.front().times),
          .most = static_cast<double>(curve.points.back().times),
          .log10_least = curve.logarithmic ? std::log10(least) - room_for_a_word : -1,
          .logarithmic = curve.logarithmic};
}

std::vector<double> lines_of(const Axes& axes) {
  if (!axes.logarithmic) return {0, 0.2, 0.4, 0.6, 0.8, 1};
  std::vector<double> lines;
  const bool few_decades = axes.log10_least > -3.5;
  for (int exponent = 0; exponent >= axes.log10_least; --exponent) {
    for (const double digit : {1.0, 0.5, 0.2}) {
      const double line = digit * std::pow(10.0, exponent);
      if ((digit == 1.0 || few_decades) && std::log10(line) >= axes.log10_least) lines.push_back(line);
    }
  }
  return lines;
}

void draw_grid(Picture& picture, const Curve& curve, const Axes& axes) {
  for (const double line : lines_of(axes)) {
    picture.line(left, axes.y(line), right, axes.y(line), paint::grid);
    picture.text(left - 8, axes.y(line) + 4, Anchor::end, short_number(line, 3), paint::faint);
  }
  // Every value has its word, or every second, fifth, tenth ... where they would touch.
  const double most_words = 24, range = axes.most - axes.fewest + 1;
  std::int64_t every = 1;
  for (const std::int64_t step : {2, 5, 10, 20, 50, 100}) {
    if (range / static_cast<double>(every) > most_words) every = step;
  }
  for (const Curve::Point& point : curve.points) {
    if (point.times % every != 0) continue;
    picture.text(axes.x(point.times), bottom + 18, Anchor::middle, fmt::format("{}", point.times),
                 paint::faint);
  }
}

}  // namespace

std::string drawing(const Curve& curve, std::string_view id) {
  const Axes axes = axes_of(curve);
  const Curve::Point &first = curve.points.front(), &last = curve.points.back();
  const auto reached = std::ranges::find_if(
      curve.points, [&curve](const Curve::Point& point) { return point.distance < curve.goal; });
  const std::string goal_words = short_number(curve.goal, 4);
  std::string description = fmt::format("A curve that goes from {} at {} = {} to {} at {} = {}.",
                                        short_number(first.distance, 4), curve.times_name, first.times,
                                        short_number(last.distance, 4), curve.times_name, last.times);
  if (reached != curve.points.end()) {
    description +=
        fmt::format(" It is first below {} at {} = {}.", goal_words, curve.times_name, reached->times);
  }
  Picture picture(640, bottom + 44, id, fmt::format("{} by {}", curve.distance_name, curve.times_name),
                  description);
  draw_grid(picture, curve, axes);
  picture.text(left - 8, top - 18, Anchor::start, curve.distance_name, paint::faint);
  picture.text((left + right) / 2, bottom + 36, Anchor::middle, curve.times_name, paint::faint);
  picture.line(left, axes.y(curve.goal), right, axes.y(curve.goal), paint::mark, true);
  picture.text(left + 6, axes.y(curve.goal) - 6, Anchor::start, fmt::format("below {}", goal_words),
               paint::ink);

  std::vector<Dot> dots;
  for (const Curve::Point& point : curve.points)
    dots.push_back({axes.x(point.times), axes.y(point.distance)});
  picture.curve(dots, paint::calm);
  constexpr std::size_t most_dots = 40;
  for (const Dot& dot : dots) {
    if (dots.size() <= most_dots) picture.circle(dot.x, dot.y, 3, paint::calm);
  }
  if (reached != curve.points.end()) {
    const double x = axes.x(reached->times), y = axes.y(reached->distance);
    const bool is_near_left = x < left + 120;
    picture.circle(x, y, 4.5, paint::alarm);
    picture.text(
        x + (is_near_left ? 9 : -9), y + 15, is_near_left ? Anchor::start : Anchor::end,
        fmt::format("{} = {}: {}", curve.times_name, reached->times, short_number(reached->distance, 4)),
        paint::ink, true);
  }
  if (curve.chosen && *curve.chosen >= first.times && *curve.chosen <= last.times) {
    const double x = axes.x(*curve.chosen);
    picture.line(x, top, x, bottom, paint::mark, true);
    const Anchor anchor = x < left + 60 ? Anchor::start : x > right - 60 ? Anchor::end : Anchor::middle;
    picture.text(x, top - 4, anchor, fmt::format("here {} = {}", curve.times_name, *curve.chosen),
                 paint::ink);
  }
  return picture.finish();
}

}  // namespace fairshuffle
