#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
#include "core/record/deviations.hpp"
#include "reports/html/pictures.hpp"
#include "reports/html/svg.hpp"
#include "reports/html/words.hpp"

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
    picture.text(at, bottom + 16, Anchor::middle, fmt::format("{:g}", std::pow(10.0, exponent)),
                 paint::faint);
  }
  for (int exponent = static_cast<int>(y.lowest); exponent <= static_cast<int>(y.highest); exponent += 2) {
    const double at = y.at(std::pow(10.0, exponent));
    picture.line(left, at, right, at, paint::grid);
    picture.text(left - 6, at + 4, Anchor::end, fmt::format("1e{}", exponent), paint::faint);
  }
}

std::string tables_of(const std::vector<Detection>& points) {
  HtmlTable table("Trials that find a bias", {"total variation", "trials"});
  for (const Detection& point : points) {
    table.row({fmt::format("{:.2g}", point.tv), fmt::format("{:.3g}", point.trials)});
  }
  return table.finish();
}

// A bias may move orders and leave every card at every position as often as is fair.
std::string no_curve() {
  return fmt::format(
      "<section class=\"figure\">\n<h3>What so many trials can find</h3>\n<p class=\"remark\">No curve is "
      "drawn "
      "for more than {} cards: their orders are seldom counted one by one, and no number of trials is enough "
      "for the other tests to find every bias of a size.</p>\n</section>\n",
      largest_counted_deck_size);
}

}  // namespace

std::string detection_curve(const TargetRecord& result, double tolerance, std::string_view id) {
  const std::vector<Detection> points = trials_that_detect(result);
  if (result.evidence.trials == 0 || result.verdict == Verdict::invalid) return "";
  if (points.empty() && result.target.deck_size > largest_counted_deck_size) return no_curve();
  if (points.empty()) return "";
  const auto trials = static_cast<double>(result.evidence.trials);
  const LogScale x{std::round(std::log10(points.front().tv)), 0, left, right};
  const LogScale y{2, std::ceil(std::log10(std::max(points.front().trials, trials)) / 2) * 2, bottom, top};
  Picture picture(
      640, bottom + 44, id, "Trials that find a bias",
      fmt::format("A falling curve: the smaller the bias, the more trials it takes to find it, from "
                  "{:.2g} trials at a total variation of {:.2g} to {:.2g} at 1. This run had {}.",
                  points.front().trials, points.front().tv, points.back().trials,
                  with_commas(result.evidence.trials)));
  draw_grid(picture, x, y);
  std::vector<Dot> dots;
  for (const Detection& point : points) dots.push_back({x.at(point.tv), y.at(point.trials)});
  picture.curve(dots, paint::calm);
  picture.line(x.at(tolerance), top - 8, x.at(tolerance), bottom, paint::mark, true);
  picture.text(x.at(tolerance), top - 14, Anchor::middle, fmt::format("tolerance {:.4g}", tolerance),
               paint::ink);
  picture.line(left, y.at(trials), right, y.at(trials), paint::mark, true);
  picture.text(right, y.at(trials) - 6, Anchor::end, "this run", paint::ink);
  picture.text(left - 6, top - 14, Anchor::end, "trials", paint::faint);
  picture.text((left + right) / 2, bottom + 34, Anchor::middle, "size of the bias, in total variation",
               paint::faint);
  return figure(
      "What so many trials can find", picture.finish(),
      "The test of orders finds every bias on or above the curve with 99.9 % probability, at the level "
      "of the look that decided; many are found sooner.",
      tables_of(points));
}

}  // namespace fairshuffle
