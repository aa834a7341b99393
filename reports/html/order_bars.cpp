#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "core/verdict/deviations.hpp"
#include "reports/html/markup.hpp"
#include "reports/html/pictures.hpp"
#include "reports/html/svg.hpp"
#include "reports/html/words.hpp"

namespace fairshuffle {

namespace {

constexpr double left = 62, right = 630, top = 28, bottom = 232, label_line = 252;
constexpr std::size_t most_columns = static_cast<std::size_t>(right - left);
constexpr std::size_t most_listed = 120;
constexpr Paint often{"alarm", "#c2570c"}, rare{"calm", "#3b7dbd"};

std::string percent_off(double off) {
  if (off >= 9.5) return fmt::format("\u00d7{:.3g}", 1 + off);
  return fmt::format("{}{:.3g} %", off < 0 ? "\u2212" : "+", 100 * std::abs(off));
}

std::string cards_of(const CountedOrder& order) {
  return fmt::format("{}", fmt::join(order.order, " "));
}

// The ratios between the lowest and the highest line of the picture: the noise of a fair shuffle always
// shows.
struct Scale {
  double lowest, highest;
  double y(double ratio) const { return bottom - (ratio - lowest) / (highest - lowest) * (bottom - top); }
};

Scale scale_of(const OrderDeviations& all) {
  const double noise = 4.5 * all.standard_error;
  const double highest = std::max(all.most.front().ratio - 1, noise);
  const double lowest = std::min(all.fewest.front().ratio - 1, -noise);
  const double margin = 0.04 * (highest - lowest);
  return {1 + lowest - margin, 1 + highest + margin};
}

// The step of 1, 2 or 5 times a power of ten that gives three to seven lines.
double grid_step(const Scale& scale) {
  const double raw = (scale.highest - scale.lowest) / 5;
  const double decade = std::pow(10, std::floor(std::log10(raw)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * decade >= raw) return digit * decade;
  }
  return 10 * decade;
}

void draw_grid(Picture& picture, const Scale& scale) {
  const double step = grid_step(scale);
  const auto first = static_cast<long>(std::ceil((scale.lowest - 1) / step));
  const auto last = static_cast<long>(std::floor((scale.highest - 1) / step));
  for (long line = first; line <= last; ++line) {
    const double off = static_cast<double>(line) * step;
    picture.line(left, scale.y(1 + off), right, scale.y(1 + off), line == 0 ? paint::faint : paint::grid);
    picture.text(left - 6, scale.y(1 + off) + 4, Anchor::end, line == 0 ? "fair" : percent_off(off),
                 line == 0 ? paint::ink : paint::faint);
  }
}

// Up from fair to the most frequent order of a column and down to its rarest.
void draw_bars(Picture& picture, const OrderDeviations& all, const Scale& scale) {
  const std::size_t orders = all.ratios.size();
  const std::size_t columns = std::min(orders, most_columns);
  const double pitch = (right - left) / static_cast<double>(columns);
  const double width = pitch >= 3 ? 0.8 * pitch : pitch;
  std::string above, below;
  for (std::size_t column = 0; column < columns; ++column) {
    const auto begin = all.ratios.begin() + static_cast<std::ptrdiff_t>(column * orders / columns);
    const auto end = all.ratios.begin() + static_cast<std::ptrdiff_t>((column + 1) * orders / columns);
    const auto [least, most] = std::minmax_element(begin, end);
    const double x = left + static_cast<double>(column) * pitch + (pitch - width) / 2;
    const auto bar = [&](double ratio) {
      return fmt::format("M{} {}h{}V{}h-{}z", coordinate(x), coordinate(scale.y(1)), coordinate(width),
                         coordinate(scale.y(ratio)), coordinate(width));
    };
    if (*most > 1) above += bar(*most);
    if (*least < 1) below += bar(*least);
  }
  picture.path(above, often);
  picture.path(below, rare);
}

void name_order(Picture& picture, const OrderDeviations& all, const CountedOrder& order, double y) {
  const double x = left + (static_cast<double>(order.rank) + 0.5) / static_cast<double>(all.ratios.size()) *
                              (right - left);
  const double share = (x - left) / (right - left);
  const Anchor anchor = share < 0.25 ? Anchor::start : share > 0.75 ? Anchor::end : Anchor::middle;
  picture.text(x, y, anchor, fmt::format("{}: {}", cards_of(order), percent_off(order.ratio - 1)), paint::ink,
               true);
}

std::string tables_of(const TargetRecord& result, const OrderDeviations& all) {
  const auto table_of = [](std::string_view caption, const std::vector<CountedOrder>& orders) {
    HtmlTable table(caption, {"order", "rank", "count", "of fair", "standard errors"});
    for (const CountedOrder& order : orders) {
      table.row({cards_of(order), with_commas(order.rank), with_commas(order.count),
                 fmt::format("{:.4g}", order.ratio), signed_words(order.standard_errors, 2)});
    }
    return table.finish();
  };
  if (all.ratios.size() <= most_listed) return table_of("All orders, the most frequent first", all.most);
  const std::size_t listed = 20;
  const auto some = [&](const std::vector<CountedOrder>& orders) {
    return std::vector<CountedOrder>(orders.begin(), orders.begin() + listed);
  };
  return table_of(fmt::format("The {} most frequent of {} orders; the JSON report has them all", listed,
                              with_commas(result.order_counts.size())),
                  some(all.most)) +
         table_of(fmt::format("The {} rarest", listed), some(all.fewest));
}

}  // namespace

std::string order_bars(const TargetRecord& result, std::string_view id) {
  const auto all = order_deviations(result, most_listed);
  if (!all) return "";
  const std::size_t orders = all->ratios.size();
  const CountedOrder& most = all->most.front();
  const CountedOrder& fewest = all->fewest.front();
  const Scale scale = scale_of(*all);
  Picture picture(
      640, 270, id, "All orders by rank",
      fmt::format(
          "A bar for each of {} orders, up where it came too often and down where too rarely. "
          "The most frequent is {} with {:.4g} times its fair share, the rarest {} with {:.4g} times.",
          with_commas(orders), cards_of(most), most.ratio, cards_of(fewest), fewest.ratio));
  const double noise = 3 * all->standard_error;
  picture.rectangle(left, scale.y(1 + noise), right - left, scale.y(1 - noise) - scale.y(1 + noise),
                    paint::panel);
  draw_grid(picture, scale);
  draw_bars(picture, *all, scale);
  name_order(picture, *all, most, scale.y(most.ratio) - 6);
  name_order(picture, *all, fewest, scale.y(fewest.ratio) + 15);
  picture.text(left, label_line + 14, Anchor::start, "rank 0", paint::faint);
  picture.text((left + right) / 2, label_line + 14, Anchor::middle, "orders in lexicographic order",
               paint::faint);
  picture.text(right, label_line + 14, Anchor::end, fmt::format("rank {}", with_commas(orders - 1)),
               paint::faint);
  std::string remark = fmt::format(
      "How far each of the {} orders is from its fair share of {:.4g} trials. The grey band is three "
      "standard errors wide to either side",
      with_commas(orders), all->expected);
  // Counts of less than that are too skewed for the normal law.
  remark += all->expected >= 100 ? "; a fair shuffle leaves it with about one order in 370."
                                 : "; where so few trials fall to an order, a single bar says little.";
  if (orders > most_columns) {
    remark += " Several orders share a column of pixels; it reaches to the farthest of them.";
  }
  return figure("How often every order comes", picture.finish(), remark, tables_of(result, *all));
}

}  // namespace fairshuffle
