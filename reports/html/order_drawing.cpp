#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
#include "reports/document/width.hpp"
#include "reports/html/drawings.hpp"
#include "reports/html/markup.hpp"
#include "reports/html/svg.hpp"

namespace fairshuffle {

namespace {

constexpr double left = 72, right = 630, top = 28, bottom = 232, label_line = 252;
constexpr std::size_t most_columns = static_cast<std::size_t>(right - left);

std::string percent_off(double off) {
  if (off >= 999)
    return fmt::format("\u00d7{}", with_commas(static_cast<std::uint64_t>(std::llround(1 + off))));
  if (off >= 9) return "\u00d7" + short_number(1 + off, 3);
  return fmt::format("{}{} %", off < 0 ? "\u2212" : "+", short_number(100 * std::abs(off), 3));
}

// Under a bar, and ten of them in a line, longer names have no room.
constexpr std::size_t longest_name = 3;

std::vector<std::string> cards_from_top(const OrderExcesses& orders, std::size_t rank) {
  const bool fit = std::ranges::all_of(
      orders.card_names, [](const std::string& name) { return width_of(name) <= longest_name; });
  std::vector<std::string> cards;
  for (const Card card : order_of_rank(rank, orders.deck_size)) {
    cards.push_back(fit ? card_called(orders.card_names, card) : std::to_string(card));
  }
  return cards;
}

std::string cards_of(const OrderExcesses& orders, std::size_t rank) {
  return fmt::format("{}", fmt::join(cards_from_top(orders, rank), " "));
}

// The excesses at the lowest and the highest line of the picture: the noise of a fair shuffle always shows.
struct Scale {
  double lowest, highest;
  double y(double excess) const { return bottom - (excess - lowest) / (highest - lowest) * (bottom - top); }
};

Scale scale_of(const OrderExcesses& orders) {
  const double noise = 4.5 * orders.standard_error;
  const auto [least, most] = std::ranges::minmax(orders.excesses);
  const double highest = std::max({most, noise, 0.0}), lowest = std::min({least, -noise, 0.0});
  if (highest <= lowest) return {-1, 1};
  const double margin = 0.04 * (highest - lowest);
  return {lowest - margin, highest + margin};
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
  const auto first = static_cast<long>(std::ceil(scale.lowest / step));
  const auto last = static_cast<long>(std::floor(scale.highest / step));
  for (long line = first; line <= last; ++line) {
    // Where words count in multiples of the fair share, so do the lines.
    const double off = static_cast<double>(line) * step - (step >= 10 && line > 0 ? 1 : 0);
    picture.line(left, scale.y(off), right, scale.y(off), line == 0 ? paint::faint : paint::grid);
    picture.text(left - 6, scale.y(off) + 4, Anchor::end, line == 0 ? "fair" : percent_off(off),
                 line == 0 ? paint::ink : paint::faint);
  }
}

// Up from fair to the most frequent order of a column and down to its rarest.
void draw_bars(Picture& picture, const std::vector<double>& excesses, const Scale& scale) {
  const std::size_t orders = excesses.size();
  const std::size_t columns = std::min(orders, most_columns);
  const double pitch = (right - left) / static_cast<double>(columns);
  const double width = pitch >= 3 ? 0.8 * pitch : pitch;
  std::string above, below;
  for (std::size_t column = 0; column < columns; ++column) {
    const auto begin = excesses.begin() + static_cast<std::ptrdiff_t>(column * orders / columns);
    const auto end = excesses.begin() + static_cast<std::ptrdiff_t>((column + 1) * orders / columns);
    const auto [least, most] = std::minmax_element(begin, end);
    const double x = left + static_cast<double>(column) * pitch + (pitch - width) / 2;
    const auto bar = [&](double excess) {
      return fmt::format("M{} {}h{}V{}h-{}z", coordinate(x), coordinate(scale.y(0)), coordinate(width),
                         coordinate(scale.y(excess)), coordinate(width));
    };
    if (*most > 0) above += bar(*most);
    if (*least < 0) below += bar(*least);
  }
  picture.path(above, paint::alarm);
  picture.path(below, paint::calm);
}

void name_order(Picture& picture, const OrderExcesses& orders, std::size_t rank, double y) {
  const double share = (static_cast<double>(rank) + 0.5) / static_cast<double>(orders.excesses.size());
  const Anchor anchor = share < 0.25 ? Anchor::start : share > 0.75 ? Anchor::end : Anchor::middle;
  picture.text(left + share * (right - left), y, anchor,
               fmt::format("{}: {}", cards_of(orders, rank), percent_off(orders.excesses[rank])), paint::ink,
               true);
}

// Under each bar the cards of its order, from the top down: 24 orders side by side leave no room for more.
constexpr int most_labelled_cards = 4;
constexpr double card_height = 13;

void label_orders(Picture& picture, const OrderExcesses& orders) {
  const double pitch = (right - left) / static_cast<double>(orders.excesses.size());
  for (std::size_t rank = 0; rank < orders.excesses.size(); ++rank) {
    double y = label_line + card_height;
    for (const std::string& card : cards_from_top(orders, rank)) {
      picture.text(left + (static_cast<double>(rank) + 0.5) * pitch, y, Anchor::middle, card, paint::ink);
      y += card_height;
    }
  }
}

}  // namespace

std::string drawing(const OrderExcesses& orders, std::string_view id) {
  const std::size_t count = orders.excesses.size();
  const auto begin = orders.excesses.begin();
  const auto most = static_cast<std::size_t>(std::ranges::max_element(orders.excesses) - begin);
  const auto fewest = static_cast<std::size_t>(std::ranges::min_element(orders.excesses) - begin);
  const Scale scale = scale_of(orders);
  const bool labelled = orders.deck_size <= most_labelled_cards;
  const double below = labelled ? card_height * orders.deck_size : 0;
  Picture picture(640, 270 + below, id, "All orders by rank",
                  fmt::format("A bar for each of {} orders, up where it comes too often and down where too "
                              "rarely. Against its fair share the most frequent, {}, has {}, and the rarest, "
                              "{}, has {}.",
                              with_commas(count), cards_of(orders, most), percent_off(orders.excesses[most]),
                              cards_of(orders, fewest), percent_off(orders.excesses[fewest])));
  if (const double noise = 3 * orders.standard_error; noise > 0) {
    picture.rectangle(left, scale.y(noise), right - left, scale.y(-noise) - scale.y(noise), paint::panel);
  }
  draw_grid(picture, scale);
  draw_bars(picture, orders.excesses, scale);
  name_order(picture, orders, most, scale.y(orders.excesses[most]) - 6);
  name_order(picture, orders, fewest, scale.y(orders.excesses[fewest]) + 15);
  if (labelled) label_orders(picture, orders);
  const double last_line = label_line + 14 + below;
  picture.text(left, last_line, Anchor::start, "rank 0", paint::faint);
  picture.text((left + right) / 2, last_line, Anchor::middle,
               count <= most_columns ? "orders in lexicographic order"
                                     : "orders in lexicographic order, the farthest of each column of pixels",
               paint::faint);
  picture.text(right, last_line, Anchor::end, fmt::format("rank {}", with_commas(count - 1)), paint::faint);
  return picture.finish();
}

}  // namespace fairshuffle
