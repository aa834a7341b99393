#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/record/bound_text.hpp"
#include "reports/html/pictures.hpp"
#include "reports/html/svg.hpp"
#include "reports/html/words.hpp"
#include "reports/verdict_words.hpp"

namespace fairshuffle {

namespace {

constexpr double left = 236, right = 622, top = 36, row_height = 24;
constexpr int lowest_exponent = -5;

double x_of(double distance) {
  const double log10 = std::log10(std::max(distance, std::pow(10.0, lowest_exponent)));
  return left + (log10 - lowest_exponent) / -lowest_exponent * (right - left);
}

void draw_interval(Picture& picture, const TargetRecord& result, double y) {
  const BiasRecord& bias = result.bias;
  const bool above_zero = bias.tv_lower && *bias.tv_lower > 0;
  if (!bias.tv_upper && !above_zero) {
    picture.text(left + 6, y + 16, Anchor::start, "not bounded", paint::faint);
    return;
  }
  const Paint& colour = above_zero ? paint::alarm : paint::calm;
  // An upper bound on one card's place says nothing of bets on the order, which the lower bound is about.
  const bool closed = bias.tv_upper && (bias.covers == "orders" || !above_zero);
  const double begin = above_zero ? x_of(*bias.tv_lower) : left;
  const double end = closed ? x_of(*bias.tv_upper) : right;
  picture.rectangle(begin, y + 9, std::max(end - begin, 2.0), 6, colour);
  if (above_zero) picture.rectangle(begin, y + 4, 2, 16, colour);
  if (closed) picture.rectangle(end - 2, y + 4, 2, 16, colour);
}

std::string tables_of(std::span<const TargetRecord> results) {
  HtmlTable table(
      "Bounds on the total variation distance from fair",
      {"target", "at least", "at most", "is about", "confidence of each bound", "estimated phi2"});
  for (const TargetRecord& result : results) {
    const BiasRecord& bias = result.bias;
    table.row({result.name, bias.tv_lower ? rounded_down(*bias.tv_lower) : "",
               bias.tv_upper ? rounded_up(*bias.tv_upper) : "",
               bias.covers == "orders"      ? "bets on the order"
               : bias.covers == "positions" ? "bets on one card"
                                            : "",
               fmt::format("{:.7g}", bias.confidence), bias.phi2 ? fmt::format("{:.4g}", *bias.phi2) : ""});
  }
  return table.finish();
}

}  // namespace

std::string tv_intervals(std::span<const TargetRecord> results, double tolerance, std::string_view id) {
  const bool any = std::ranges::any_of(
      results, [](const TargetRecord& result) { return result.bias.tv_upper || result.bias.tv_lower; });
  if (!any) return "";
  const double bottom = top + row_height * static_cast<double>(results.size());
  std::string description = fmt::format(
      "An interval for each target on a logarithmic scale, with a line at the tolerance {:.4g}.", tolerance);
  for (const TargetRecord& result : results) {
    if (results.size() <= 5) description += fmt::format(" {}: {}.", result.name, bias_text(result.bias));
  }
  Picture picture(640, bottom + 26, id, "Size of the bias", description);
  for (int exponent = lowest_exponent; exponent <= 0; ++exponent) {
    const double x = x_of(std::pow(10.0, exponent));
    picture.line(x, top, x, bottom, paint::grid);
    picture.text(
        x, bottom + 16, Anchor::middle,
        exponent < -3 ? fmt::format("1e{}", exponent) : fmt::format("{:g}", std::pow(10.0, exponent)),
        paint::faint);
  }
  for (std::size_t row = 0; row < results.size(); ++row) {
    const double y = top + row_height * static_cast<double>(row);
    picture.text(left - 8, y + 16, Anchor::end, shortened(results[row].name, 34), paint::ink);
    draw_interval(picture, results[row], y);
  }
  picture.line(x_of(tolerance), top - 8, x_of(tolerance), bottom, paint::mark, true);
  picture.text(x_of(tolerance), top - 14, Anchor::middle, fmt::format("tolerance {:.4g}", tolerance),
               paint::ink);
  return figure(
      results.size() == 1 ? "How large the bias is" : "How large each bias is", picture.finish(),
      "Total variation distance from a fair shuffle: what the best bet gains. Blue reaches down to zero, "
      "which is not excluded; orange has a lower end above zero. A bar that ends left of the line is "
      "within the tolerance.",
      tables_of(results));
}

}  // namespace fairshuffle
