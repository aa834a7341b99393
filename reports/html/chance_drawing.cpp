#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "reports/html/drawings.hpp"
#include "reports/html/svg.hpp"

namespace fairshuffle {

namespace {

constexpr double left = 150, right = 478, top = 26, row_height = 26;
constexpr double came_at = 550, due_at = 632;

// Of probabilities, with its lines: even from 0, or in decades.
struct Scale {
  double begin, end;
  std::vector<double> lines;
  bool logarithmic;

  double x(double chance) const {
    // Nothing is infinitely far to the left, and ends at the edge.
    const double share = logarithmic ? std::log10(chance / begin) / std::log10(end / begin) : chance / end;
    return left + std::clamp(share, 0.0, 1.0) * (right - left);
  }
};

Scale even_scale(double largest) {
  // Steps of 1, 2 or 5 in the last digit, at most five of them.
  double step = std::pow(10, std::floor(std::log10(largest)) - 1);
  for (const double factor : {2.0, 2.5, 2.0, 2.0}) {
    if (largest / step > 5) step *= factor;
  }
  const double steps = std::ceil(largest / step);
  Scale scale{.begin = 0, .end = step * steps, .lines = {}, .logarithmic = false};
  for (int line = 0; line <= static_cast<int>(steps); ++line) scale.lines.push_back(step * line);
  return scale;
}

Scale decades(double least, double largest) {
  constexpr double rounding = 1e-9;
  const int last = static_cast<int>(std::ceil(std::log10(largest) - rounding)),
            first = static_cast<int>(std::ceil(std::log10(least) - rounding));
  // From the right, so that the largest chances have their line: at most six words fit.
  const int every = (last - first + 4) / 5;
  Scale scale{.begin = least, .end = std::pow(10.0, last), .lines = {}, .logarithmic = true};
  for (int exponent = last; exponent >= first; exponent -= every) {
    scale.lines.push_back(std::pow(10.0, exponent));
  }
  return scale;
}

Scale scale_of(const Chances& chances) {
  double largest = 0;
  for (const Chances::Value& value : chances.values) {
    largest = std::max({largest, value.fair, value.came, value.upper.value_or(0)});
  }
  return chances.least ? decades(*chances.least, largest) : even_scale(largest);
}

bool is_off(const Chances::Value& value) {
  return value.lower && value.upper && (value.fair < *value.lower || value.fair > *value.upper);
}

void draw_value(Picture& picture, const Scale& scale, const Chances::Value& value, double y) {
  const double middle = y + row_height / 2, fair = scale.x(value.fair);
  picture.text(left - 8, middle + 4, Anchor::end, shortened(value.name, 20), paint::ink);
  picture.rectangle(left, y + 3, fair - left, row_height - 6, paint::panel);
  if (value.came > 0) {
    picture.rectangle(left, middle - 5, std::max(scale.x(value.came) - left, 1.0), 10,
                      is_off(value) ? paint::alarm : paint::calm);
  }
  picture.rectangle(fair - 1, y + 3, 2, row_height - 6, paint::mark);
  if (value.lower && value.upper) {
    const double begin = scale.x(*value.lower), end = scale.x(*value.upper);
    picture.line(begin, middle, end, middle, paint::mark);
    for (const double x : {begin, end}) picture.line(x, middle - 4, x, middle + 4, paint::mark);
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
      "interval "
      "and an upright where fair decks have it. {}",
      chances.values.size(), chances.least ? "a logarithmic" : "an even",
      off.empty() ? "No interval lies off the fair chance."
                  : fmt::format("The interval lies off the fair chance at: {}.", fmt::join(off, ", ")));
}

}  // namespace

std::string drawing(const Chances& chances, std::string_view id) {
  const Scale scale = scale_of(chances);
  const double bottom = top + row_height * static_cast<double>(chances.values.size());
  Picture picture(640, bottom + 26, id, chances.title, description_of(chances));
  for (const double line : scale.lines) {
    picture.line(scale.x(line), top, scale.x(line), bottom, paint::grid);
    picture.text(scale.x(line), bottom + 16, Anchor::middle, short_number(100 * line, 3) + " %",
                 paint::faint);
  }
  if (scale.logarithmic) picture.text(due_at, bottom + 16, Anchor::end, "logarithmic scale", paint::faint);
  picture.text(came_at, top - 8, Anchor::end, "% came", paint::faint);
  picture.text(due_at, top - 8, Anchor::end, "% due", paint::faint);
  for (std::size_t row = 0; row < chances.values.size(); ++row) {
    draw_value(picture, scale, chances.values[row], top + row_height * static_cast<double>(row));
  }
  return picture.finish();
}

}  // namespace fairshuffle
