// Bars, curves and intervals as pictures.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "reports/html/page.hpp"

namespace fairshuffle {

namespace {

// Between two places of a picture: even from 0, or in decades.
struct Scale {
  double least, most, begin, end;
  bool logarithmic;

  // Nothing is infinitely far to the left, and ends at the edge.
  double at(double value) const {
    const double share = logarithmic ? std::log10(value / least) / std::log10(most / least) : value / most;
    return begin + std::clamp(share, 0.0, 1.0) * (end - begin);
  }
};

// An upright of the grid with its word below.
void draw_line(Picture& picture, double x, double top, double bottom, const std::string& words) {
  picture.line(x, top, x, bottom, paint::grid);
  picture.text(x, bottom + 16, Anchor::middle, words, paint::faint);
}

// An upright that is not to be crossed, with its words above.
void draw_limit(Picture& picture, double x, double top, double bottom, const std::string& words) {
  picture.line(x, top, x, bottom, paint::mark, true);
  picture.text(x, top - 6, Anchor::middle, words, paint::ink);
}

std::string tolerance_words(double tolerance) {
  return "tolerance " + short_number(100 * tolerance, 4);
}

// A bar with its name before it and its number behind the picture's right end.
struct NamedBar {
  double left, right, length;
  const Paint& fill;
  std::string name, number;
  bool is_bold = false;
};
constexpr double bar_row_height = 22;

void draw_bar(Picture& picture, double y, const NamedBar& bar) {
  picture.text(bar.left - 8, y + 15, Anchor::end, bar.name, paint::ink);
  picture.rectangle(bar.left, y + 4, std::max(bar.length, 1.0), bar_row_height - 8, bar.fill);
  picture.text(bar.right + 8, y + 15, Anchor::start, bar.number, paint::ink, bar.is_bold);
}

constexpr double chance_left = 150, chance_right = 478, chance_top = 26;

// All numbers of a lottery stand on one sheet of paper.
double chance_row_height(const Chances& chances) {
  return chances.values.size() > 24 ? 16 : 26;
}

constexpr double came_at = 550, due_at = 632;

// The scale of probabilities, with its lines.
struct ChanceScale {
  Scale scale;
  std::vector<double> lines;
};

ChanceScale even_scale(double largest) {
  // Steps of 1, 2 or 5 in the last digit, at most five of them.
  double step = std::pow(10, std::floor(std::log10(largest)) - 1);
  for (const double factor : {2.0, 2.5, 2.0, 2.0}) {
    if (largest / step > 5) step *= factor;
  }
  const double steps = std::ceil(largest / step);
  std::vector<double> lines;
  for (int line = 0; line <= static_cast<int>(steps); ++line) lines.push_back(step * line);
  return {{0, step * steps, chance_left, chance_right, false}, std::move(lines)};
}

ChanceScale decades(double least, double largest) {
  constexpr double rounding = 1e-9;
  const int last = static_cast<int>(std::ceil(std::log10(largest) - rounding)),
            first = static_cast<int>(std::ceil(std::log10(least) - rounding));
  // From the right, so that the largest chances have their line: at most six words fit.
  const int every = (last - first + 4) / 5;
  std::vector<double> lines;
  for (int exponent = last; exponent >= first; exponent -= every) lines.push_back(std::pow(10.0, exponent));
  return {{least, std::pow(10.0, last), chance_left, chance_right, true}, std::move(lines)};
}

ChanceScale scale_of(const Chances& chances) {
  double largest = 0;
  for (const Chances::Value& value : chances.values) {
    largest = std::max({largest, value.fair, value.came, value.upper.value_or(0)});
  }
  return chances.least ? decades(*chances.least, largest) : even_scale(largest);
}

bool is_off(const Chances::Value& value) {
  return value.lower && value.upper && (value.fair < *value.lower || value.fair > *value.upper);
}

void draw_value(Picture& picture, const Scale& scale, const Chances::Value& value, double y, double height) {
  const double middle = y + height / 2, fair = scale.at(value.fair), unit = height / 26, gap = 3 * unit;
  picture.text(chance_left - 8, middle + 4, Anchor::end, shortened(value.name, 20), paint::ink);
  picture.rectangle(chance_left, y + gap, fair - chance_left, height - 2 * gap, paint::panel);
  if (value.came > 0) {
    picture.rectangle(chance_left, middle - 5 * unit, std::max(scale.at(value.came) - chance_left, 1.0),
                      10 * unit, is_off(value) ? paint::alarm : paint::calm);
  }
  picture.rectangle(fair - 1, y + gap, 2, height - 2 * gap, paint::mark);
  if (value.lower && value.upper) {
    const double begin = scale.at(*value.lower), end = scale.at(*value.upper);
    picture.line(begin, middle, end, middle, paint::mark);
    for (const double x : {begin, end}) picture.line(x, middle - 4 * unit, x, middle + 4 * unit, paint::mark);
  }
  picture.text(came_at, middle + 4, Anchor::end, value.came_words, paint::ink, is_off(value));
  picture.text(due_at, middle + 4, Anchor::end, value.fair_words, paint::ink);
}

std::string description_of(const Chances& chances) {
  std::vector<std::string> off;
  for (const Chances::Value& value : chances.values) {
    if (is_off(value)) off.push_back(value.name);
  }
  return fmt::format(
      "A bar for each of {} values on {} scale, as long as the share of trials that had it, with its "
      "interval and an upright where fair decks have it. {}",
      chances.values.size(), chances.least ? "a logarithmic" : "an even",
      off.empty() ? "No interval lies off the fair chance."
                  : fmt::format("The interval lies off the fair chance at: {}.", fmt::join(off, ", ")));
}

constexpr double curve_left = 62, curve_right = 614, curve_top = 34, curve_bottom = 240;

// Where points and lines lie. Distances reach from 1 down to 0, or a little below the least of them.
struct Axes {
  double fewest, most, log10_least;
  bool logarithmic;

  double x(std::int64_t times) const {
    const double room = 18;
    if (most <= fewest) return (curve_left + curve_right) / 2;
    return curve_left + room +
           (static_cast<double>(times) - fewest) / (most - fewest) * (curve_right - curve_left - 2 * room);
  }
  double y(double distance) const {
    const double share = logarithmic ? 1 - std::log10(distance) / log10_least : distance;
    return curve_bottom - std::clamp(share, 0.0, 1.0) * (curve_bottom - curve_top);
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
    picture.line(curve_left, axes.y(line), curve_right, axes.y(line), paint::grid);
    picture.text(curve_left - 8, axes.y(line) + 4, Anchor::end, short_number(line, 3), paint::faint);
  }
  // Every value has its word, or every second, fifth, tenth ... where they would touch.
  const double most_words = 24, range = axes.most - axes.fewest + 1;
  std::int64_t every = 1;
  for (const std::int64_t step : {2, 5, 10, 20, 50, 100}) {
    if (range / static_cast<double>(every) > most_words) every = step;
  }
  for (const Curve::Point& point : curve.points) {
    if (point.times % every != 0) continue;
    picture.text(axes.x(point.times), curve_bottom + 18, Anchor::middle, fmt::format("{}", point.times),
                 paint::faint);
  }
}

constexpr double detection_left = 62, detection_right = 622, detection_top = 30, detection_bottom = 210;

constexpr double interval_left = 236, interval_right = 622, interval_top = 36, interval_row_height = 24;
constexpr int lowest_exponent = -5;

Scale distances() {
  return {std::pow(10.0, lowest_exponent), 1, interval_left, interval_right, true};
}

void draw_interval(Picture& picture, const Intervals::Interval& interval, double y) {
  if (!interval.upper && !interval.lower) {
    picture.text(interval_left + 6, y + 16, Anchor::start, "not bounded", paint::faint);
    return;
  }
  const Paint& colour = interval.lower ? paint::alarm : paint::calm;
  const double begin = interval.lower ? distances().at(*interval.lower) : interval_left;
  const double end = interval.upper ? distances().at(*interval.upper) : interval_right;
  picture.rectangle(begin, y + 9, std::max(end - begin, 2.0), 6, colour);
  if (interval.lower) picture.rectangle(begin, y + 4, 2, 16, colour);
  if (interval.upper) picture.rectangle(end - 2, y + 4, 2, 16, colour);
}

}  // namespace

std::string drawing(const Chances& chances, std::string_view id) {
  const auto [scale, lines] = scale_of(chances);
  const double height = chance_row_height(chances),
               bottom = chance_top + height * static_cast<double>(chances.values.size());
  Picture picture(640, bottom + 26, id, chances.title, description_of(chances));
  for (const double line : lines) {
    draw_line(picture, scale.at(line), chance_top, bottom, short_number(100 * line, 3) + " %");
  }
  if (scale.logarithmic) picture.text(due_at, bottom + 16, Anchor::end, "logarithmic scale", paint::faint);
  picture.text(came_at, chance_top - 8, Anchor::end, "% came", paint::faint);
  picture.text(due_at, chance_top - 8, Anchor::end, "% due", paint::faint);
  for (std::size_t row = 0; row < chances.values.size(); ++row) {
    draw_value(picture, scale, chances.values[row], chance_top + height * static_cast<double>(row), height);
  }
  return picture.finish();
}

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
  Picture picture(640, curve_bottom + 44, id, fmt::format("{} by {}", curve.distance_name, curve.times_name),
                  description);
  draw_grid(picture, curve, axes);
  picture.text(curve_left - 8, curve_top - 18, Anchor::start, curve.distance_name, paint::faint);
  picture.text((curve_left + curve_right) / 2, curve_bottom + 36, Anchor::middle, curve.times_name,
               paint::faint);
  picture.line(curve_left, axes.y(curve.goal), curve_right, axes.y(curve.goal), paint::mark, true);
  picture.text(curve_left + 6, axes.y(curve.goal) - 6, Anchor::start, fmt::format("below {}", goal_words),
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
    const bool is_near_left = x < curve_left + 120;
    picture.circle(x, y, 4.5, paint::alarm);
    picture.text(
        x + (is_near_left ? 9 : -9), y + 15, is_near_left ? Anchor::start : Anchor::end,
        fmt::format("{} = {}: {}", curve.times_name, reached->times, short_number(reached->distance, 4)),
        paint::ink, true);
  }
  if (curve.chosen && *curve.chosen >= first.times && *curve.chosen <= last.times) {
    const double x = axes.x(*curve.chosen);
    picture.line(x, curve_top, x, curve_bottom, paint::mark, true);
    const Anchor anchor = x < curve_left + 60    ? Anchor::start
                          : x > curve_right - 60 ? Anchor::end
                                                 : Anchor::middle;
    picture.text(x, curve_top - 4, anchor, fmt::format("here {} = {}", curve.times_name, *curve.chosen),
                 paint::ink);
  }
  return picture.finish();
}

std::string drawing(const Detections& detections, std::string_view id) {
  const std::vector<Detection>& points = detections.points;
  const auto trials = static_cast<double>(detections.trials);
  const int least = static_cast<int>(std::round(std::log10(points.front().tv))), fewest = 2;
  const int most = 2 * static_cast<int>(std::ceil(std::log10(std::max(points.front().trials, trials)) / 2));
  const Scale x{std::pow(10.0, least), 1, detection_left, detection_right, true};
  const Scale y{std::pow(10.0, fewest), std::pow(10.0, most), detection_bottom, detection_top, true};
  Picture picture(
      640, detection_bottom + 44, id, "Trials that find a bias",
      fmt::format(
          "A falling curve: the smaller the bias, the more trials it takes to find it, from {} trials "
          "at {} points to {} at 100. This run had {}.",
          short_number(points.front().trials, 2), short_number(100 * points.front().tv, 2),
          short_number(points.back().trials, 2), with_commas(detections.trials)));
  for (int exponent = least; exponent <= 0; ++exponent) {
    const double tv = std::pow(10.0, exponent);
    draw_line(picture, x.at(tv), detection_top, detection_bottom, short_number(100 * tv, 3));
  }
  for (int exponent = fewest; exponent <= most; exponent += 2) {
    const double at = y.at(std::pow(10.0, exponent));
    picture.line(detection_left, at, detection_right, at, paint::grid);
    picture.text(detection_left - 6, at + 4, Anchor::end, fmt::format("1e{}", exponent), paint::faint);
  }
  std::vector<Dot> dots;
  for (const Detection& point : points) dots.push_back({x.at(point.tv), y.at(point.trials)});
  picture.curve(dots, paint::calm);
  draw_limit(picture, x.at(detections.tolerance), detection_top - 8, detection_bottom,
             tolerance_words(detections.tolerance));
  picture.line(detection_left, y.at(trials), detection_right, y.at(trials), paint::mark, true);
  picture.text(detection_right, y.at(trials) - 6, Anchor::end, "this run", paint::ink);
  picture.text(detection_left - 6, detection_top - 14, Anchor::end, "trials", paint::faint);
  picture.text((detection_left + detection_right) / 2, detection_bottom + 34, Anchor::middle,
               "size of the bias, in points", paint::faint);
  return picture.finish();
}

std::string drawing(const Intervals& all, std::string_view id) {
  const double bottom = interval_top + interval_row_height * static_cast<double>(all.intervals.size());
  const std::string tolerance = tolerance_words(all.tolerance);
  std::string description =
      fmt::format("An interval for each target on a logarithmic scale, with a line at the {}.", tolerance);
  for (const Intervals::Interval& interval : all.intervals) {
    if (all.intervals.size() <= 5) description += fmt::format(" {}: {}.", interval.name, interval.words);
  }
  Picture picture(640, bottom + 26, id, "Size of the bias, in points", description);
  for (int exponent = lowest_exponent; exponent <= 0; ++exponent) {
    const double distance = std::pow(10.0, exponent);
    draw_line(picture, distances().at(distance), interval_top, bottom, short_number(100 * distance, 3));
  }
  for (std::size_t row = 0; row < all.intervals.size(); ++row) {
    const double y = interval_top + interval_row_height * static_cast<double>(row);
    picture.text(interval_left - 8, y + 16, Anchor::end, shortened(all.intervals[row].name, 34), paint::ink);
    draw_interval(picture, all.intervals[row], y);
  }
  draw_limit(picture, distances().at(all.tolerance), interval_top - 8, bottom, tolerance);
  picture.text(interval_left - 26, bottom + 16, Anchor::end, "points", paint::faint);
  return picture.finish();
}

std::string drawing(const ShareBars& shares, std::string_view id) {
  constexpr double left = 256, right = 570, top = 8;
  const ShareBars::Bar& largest = *std::ranges::max_element(shares.bars, {}, &ShareBars::Bar::share);
  const double bottom = top + bar_row_height * static_cast<double>(shares.bars.size());
  Picture picture(640, bottom + 26, id, shares.title,
                  fmt::format("A bar for each of {} components. The largest: {}, {}.", shares.bars.size(),
                              largest.name, percent_text(largest.share)));
  for (int quarter = 0; quarter <= 4; ++quarter) {
    draw_line(picture, left + quarter / 4.0 * (right - left), top, bottom, fmt::format("{} %", 25 * quarter));
  }
  double y = top;
  for (const ShareBars::Bar& bar : shares.bars) {
    // An estimate of nothing may come out a little below it.
    const double share = std::clamp(bar.share, 0.0, 1.0);
    draw_bar(
        picture, y,
        {left, right, share * (right - left), paint::alarm, shortened(bar.name, 36), percent_text(share)});
    y += bar_row_height;
  }
  return picture.finish();
}

std::string drawing(const TestBars& tests, std::string_view id) {
  constexpr double left = 20, right = 620, top = 34, strip = 22;
  constexpr std::size_t most_named = 8;
  std::vector<const TestBars::Bar*> named;
  for (const TestBars::Bar& test : tests.bars) {
    if (test.rejected) named.push_back(&test);
  }
  std::ranges::stable_sort(named, {}, &TestBars::Bar::log10_p);
  const std::size_t rejecting = named.size();
  named.resize(std::min(rejecting, most_named));
  const TestBars::Bar& strongest = *std::ranges::min_element(tests.bars, {}, &TestBars::Bar::log10_p);
  // The strip ends at 1e-30 at the latest: beyond, the line that decides would be lost at the edge.
  const int longest = strongest.log10_p < -15 ? 30 : 15;
  const Scale exponents{0, static_cast<double>(longest), left, right, false};
  const double bottom = top + strip;
  Picture picture(
      650, bottom + 34 + 18 * static_cast<double>(named.size() + (rejecting > most_named)), id,
      "p-values by test",
      fmt::format("A dot for each {} {} tests on a line, the farther right the smaller its p-value. The "
                  "smallest is {} of {}.",
                  tests.tests == tests.bars.size() ? "of" : "hypothesis of", tests.tests, strongest.p,
                  strongest.name));
  for (int exponent = 0; exponent <= longest; exponent += longest / 5) {
    const bool is_edge = exponent == longest && strongest.log10_p < -longest;
    draw_line(picture, exponents.at(exponent), top, bottom,
              (is_edge ? "\u2264 " : "") + short_number(std::pow(10.0, -exponent), 1));
  }
  picture.line(left, top + strip / 2, right, top + strip / 2, paint::grid);
  for (const TestBars::Bar& test : tests.bars) {
    picture.circle(exponents.at(-test.log10_p), top + strip / 2, 5,
                   test.rejected ? paint::alarm : paint::calm);
  }
  if (tests.decisive_log10_p) {
    draw_limit(picture, exponents.at(-*tests.decisive_log10_p), top - 8, bottom,
               "beyond: fairness is rejected");
  }
  double y = bottom + 44;
  for (const TestBars::Bar* test : named) {
    picture.circle(left + 5, y - 4, 5, paint::alarm);
    picture.text(left + 18, y, Anchor::start, shortened(test->name, 60), paint::ink, true);
    picture.text(right, y, Anchor::end, test->p, paint::ink);
    y += 18;
  }
  if (rejecting > most_named) {
    picture.text(left + 18, y, Anchor::start, fmt::format("and {} more", rejecting - most_named),
                 paint::faint);
  }
  return picture.finish();
}

}  // namespace fairshuffle
