#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "core/record/deviations.hpp"
#include "reports/html/words.hpp"
#include "reports/run/figures.hpp"
#include "reports/words/card_names.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t most_listed = 120;
constexpr std::size_t listed_of_many = 20;
constexpr double fewest_expected = 5;

// The cards from the top down, as the rows have them.
std::string cards_of(const TargetDescription& target, std::span<const Card> order) {
  const std::vector<std::string> names = card_names(target);
  std::vector<std::string> cards;
  for (const Card card : order) cards.push_back(card_called(names, card));
  return fmt::format("{}", fmt::join(cards, " "));
}

Table table_of(const TargetDescription& target, std::span<const CountedOrder> orders) {
  Table table{.columns = {{"order"}, {"rank"}, {"count"}, {"of fair"}, {"standard errors"}}, .rows = {}};
  for (const CountedOrder& order : orders) {
    table.rows.push_back({{cards_of(target, order.order)},
                          {with_commas(order.rank)},
                          {with_commas(order.count)},
                          {short_number(order.ratio, 4)},
                          {signed_words(order.standard_errors, 2)}});
  }
  return table;
}

void add_numbers(Figure& figure, const TargetDescription& target, const OrderDeviations& all) {
  if (all.ratios.size() <= most_listed) {
    figure.caption =
        fmt::format("All orders, the most frequent first; {} trials are fair", short_number(all.expected, 4));
    figure.numbers = table_of(target, all.most);
    return;
  }
  const auto some = [&target](const std::vector<CountedOrder>& orders) {
    return table_of(target, std::span(orders).first(listed_of_many));
  };
  figure.caption =
      fmt::format("The {} most frequent of {} orders; {} trials are fair; the JSON report has them all",
                  listed_of_many, with_commas(all.ratios.size()), short_number(all.expected, 4));
  figure.numbers = some(all.most);
  figure.more_numbers.push_back({fmt::format("The {} rarest", listed_of_many), some(all.fewest)});
}

}  // namespace

std::optional<Figure> order_figure(const TargetRecord& result) {
  const auto all = order_deviations(result, most_listed);
  if (!all || all->expected < fewest_expected) return std::nullopt;
  OrderExcesses orders{.deck_size = result.target.deck_size,
                       .excesses = all->ratios,
                       .standard_error = all->standard_error,
                       .card_names = card_names(result.target)};
  for (double& excess : orders.excesses) excess -= 1;
  Figure figure{.title = "How often every order comes",
                .picture = std::move(orders),
                .remark =
                    "How far each order is from its fair share, all trials over n!. The grey band is three "
                    "standard errors wide to either side: a fair shuffle leaves it with about one order "
                    "in 370, or with more where fewer than 100 trials fall to an order.",
                .caption = {},
                .numbers = {},
                .name = "orders"};
  add_numbers(figure, result.target, *all);
  return figure;
}

}  // namespace fairshuffle
