#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "core/record/deviations.hpp"
#include "reports/html/drawings.hpp"
#include "reports/html/pictures.hpp"
#include "reports/html/words.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t most_listed = 120;

std::string tables_of(const TargetRecord& result, const OrderDeviations& all) {
  const auto table_of = [](std::string_view caption, const std::vector<CountedOrder>& orders) {
    HtmlTable table(caption, {"order", "rank", "count", "of fair", "standard errors"});
    for (const CountedOrder& order : orders) {
      table.row({fmt::format("{}", fmt::join(order.order, " ")), with_commas(order.rank),
                 with_commas(order.count), fmt::format("{:.4g}", order.ratio),
                 signed_words(order.standard_errors, 2)});
    }
    return table.finish();
  };
  if (all.ratios.size() <= most_listed) return table_of("All orders, the most frequent first", all.most);
  const std::size_t listed = 20;
  const auto some = [&](const std::vector<CountedOrder>& orders) {
    return std::vector<CountedOrder>(orders.begin(), orders.begin() + listed);
  };
  return table_of(fmt::format("The {} most frequent of {} orders; the JSON report has them all", listed,
                              with_commas(result.evidence.orders.size())),
                  some(all.most)) +
         table_of(fmt::format("The {} rarest", listed), some(all.fewest));
}

}  // namespace

std::string order_bars(const TargetRecord& result, std::string_view id) {
  const auto all = order_deviations(result, most_listed);
  if (!all) return "";
  OrderExcesses orders{
      .deck_size = result.target.deck_size, .excesses = all->ratios, .standard_error = all->standard_error};
  for (double& excess : orders.excesses) excess -= 1;
  std::string remark = fmt::format(
      "How far each of the {} orders is from its fair share of {:.4g} trials. The grey band is three "
      "standard errors wide to either side",
      with_commas(orders.excesses.size()), all->expected);
  // Counts of less than that are too skewed for the normal law.
  remark += all->expected >= 100 ? "; a fair shuffle leaves it with about one order in 370."
                                 : "; where so few trials fall to an order, a single bar says little.";
  return figure("How often every order comes", drawing(orders, id), remark, tables_of(result, *all));
}

}  // namespace fairshuffle
