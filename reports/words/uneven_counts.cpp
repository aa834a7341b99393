#include "reports/words/uneven_counts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "core/order/order.hpp"
#include "core/record/worst_cells.hpp"
#include "core/statistics/null_laws.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/subsets.hpp"
#include "core/tally/tables/hand_mates.hpp"
#include "core/tally/tables/relative_order.hpp"
#include "core/tally/tables/top_cards.hpp"
#include "reports/words/card_names.hpp"
#include "reports/words/mistake_words.hpp"
#include "reports/words/number_words.hpp"

namespace fairshuffle {

namespace {

using Counts = std::span<const std::uint64_t>;

std::uint64_t trials_of(const TargetRecord& result) {
  return result.evidence.trials - result.evidence.invalid_trials;
}

// "in 31.2 % of the decks, where 23.5 % are due"
std::string share_beside_due(std::uint64_t count, std::uint64_t trials, double due) {
  const ToldMeans told =
      told_apart(100 * static_cast<double>(count) / static_cast<double>(trials), 100 * due);
  return fmt::format("in {} % of the decks, where {} % are due", told.mean, told.due);
}

// The cell that is farthest from its share of the trials, in standard errors, unless chance may have brought
// it in one of so many.
std::optional<std::size_t> clear_cell(Counts counts, std::span<const double> due, std::uint64_t trials) {
  const auto all = static_cast<double>(trials);
  std::optional<std::size_t> farthest;
  double most = 0;
  for (std::size_t cell = 0; cell < counts.size(); ++cell) {
    const double expected = all * due[cell];
    if (due[cell] <= 0 || due[cell] >= 1) continue;
    const double off =
        std::abs(static_cast<double>(counts[cell]) - expected) / std::sqrt(expected * (1 - due[cell]));
    if (off > most) most = off, farthest = cell;
  }
  if (!farthest) return std::nullopt;
  const TailProbability p = binomial_two_sided(counts[*farthest], trials, due[*farthest]);
  return times(p, static_cast<double>(counts.size())).p <= clear_cell_level ? farthest : std::nullopt;
}

// Small decks have their orders counted, from which all else follows; of so many it takes no time.
constexpr int largest_deck_walked = 8;

struct NumbersOfOrders {
  std::vector<std::uint64_t> parity, fixed_points, cycles;
};

NumbersOfOrders numbers_of(const TargetRecord& result) {
  const Evidence& evidence = result.evidence;
  NumbersOfOrders numbers{evidence.parity, evidence.fixed_points, evidence.cycles};
  const int n = result.target.deck_size;
  if (evidence.orders.empty() || n > largest_deck_walked || evidence.orders.size() != order_count(n)) {
    return numbers;
  }
  const auto size = static_cast<std::size_t>(n);
  numbers = {std::vector<std::uint64_t>(2), std::vector<std::uint64_t>(size + 1),
             std::vector<std::uint64_t>(size + 1)};
  std::vector<Card> order = order_of_rank(0, n);
  for (const std::uint64_t count : evidence.orders) {
    numbers.parity[is_even(order) ? 0 : 1] += count;
    numbers.fixed_points[static_cast<std::size_t>(fixed_points(order))] += count;
    numbers.cycles[static_cast<std::size_t>(cycle_count(order))] += count;
    to_next_order(order);
  }
  return numbers;
}

std::string parity_words(Counts even_odd) {
  const std::uint64_t trials = std::accumulate(even_odd.begin(), even_odd.end(), std::uint64_t{0});
  if (even_odd.size() != 2 || trials == 0) return "";
  const ToldMeans told = told_apart(100 * static_cast<double>(even_odd[0]) / static_cast<double>(trials), 50);
  return fmt::format("{} % of the orders are even, where {} % are due", told.mean, told.due);
}

// By its mean where that is clearly off, else by one of its values.
std::string number_of_order_words(Counts by_value, const std::vector<double>& law, std::string_view one,
                                  std::string_view many) {
  const std::uint64_t trials = std::accumulate(by_value.begin(), by_value.end(), std::uint64_t{0});
  if (by_value.size() != law.size() || trials == 0) return "";
  double mean = 0, due = 0, square = 0;
  for (std::size_t value = 0; value < law.size(); ++value) {
    const auto number = static_cast<double>(value);
    mean += number * static_cast<double>(by_value[value]) / static_cast<double>(trials);
    due += number * law[value];
    square += number * number * law[value];
  }
  constexpr double standard_errors = 4;
  if (std::abs(mean - due) >
      standard_errors * std::sqrt((square - due * due) / static_cast<double>(trials))) {
    const ToldMeans told = told_apart(mean, due);
    return fmt::format("an order has {} {} in the mean, where {} are due", told.mean, many, told.due);
  }
  const auto value = clear_cell(by_value, law, trials);
  if (!value) return "";
  return fmt::format("an order has {} {} {}", *value, *value == 1 ? one : many,
                     share_beside_due(by_value[*value], trials, law[*value]));
}

std::string hand_words(const TargetRecord& result) {
  const auto table = result.evidence.tables.find(std::string(hand_mates_table.name));
  const int n = result.target.deck_size, hands = hands_of(n);
  if (table == result.evidence.tables.end() || hands == 0 || n < 4) return "";
  const std::vector<std::uint64_t>& together = table->second;
  const double due = (static_cast<double>(n) / hands - 1) / (n - 1);
  const auto pair = clear_cell(together, std::vector<double>(together.size(), due), trials_of(result));
  if (!pair) return "";
  const auto [first, second] = pair_of_cell(static_cast<std::size_t>(n), *pair);
  return fmt::format("{} and {} are dealt into one of {} hands {}", card_text(result.target, first),
                     card_text(result.target, second), hands,
                     share_beside_due(together[*pair], trials_of(result), due));
}

// The members of a set by its colexicographic rank: the largest that fits, from the last one down.
std::vector<std::size_t> set_of_rank(std::uint64_t rank, int size) {
  std::vector<std::size_t> members(static_cast<std::size_t>(size));
  for (int last = size; last > 0; --last) {
    int member = last - 1;
    while (subset_count(member + 1, last) <= rank) ++member;
    rank -= member < last ? 0 : subset_count(member, last);
    members[static_cast<std::size_t>(last) - 1] = static_cast<std::size_t>(member);
  }
  return members;
}

std::optional<std::size_t> clear_set(Counts sets, std::uint64_t trials) {
  return clear_cell(sets, std::vector<double>(sets.size(), 1 / static_cast<double>(sets.size())), trials);
}

std::string top_words(const TargetRecord& result, const TableInfo& table, int size) {
  const auto found = result.evidence.tables.find(std::string(table.name));
  if (found == result.evidence.tables.end()) return "";
  const std::vector<std::uint64_t>& sets = found->second;
  const auto set = clear_set(sets, trials_of(result));
  if (!set) return "";
  std::vector<std::string> cards;
  for (const std::size_t card : set_of_rank(*set, size)) cards.push_back(card_text(result.target, card));
  return fmt::format("{} lie on top {}", told(cards, cards.size(), "and"),
                     share_beside_due(sets[*set], trials_of(result), 1 / static_cast<double>(sets.size())));
}

std::string marked_words(const TargetRecord& result) {
  const Counts sets = result.evidence.subsets;
  const auto set = clear_set(sets, trials_of(result));
  if (!set) return "";
  std::vector<std::string> positions;
  for (const std::size_t at : set_of_rank(*set, result.target.marked))
    positions.push_back(std::to_string(at));
  return fmt::format("the marked cards lie at position{} {} {}", positions.size() == 1 ? "" : "s",
                     told(positions, positions.size(), "and"),
                     share_beside_due(sets[*set], trials_of(result), 1 / static_cast<double>(sets.size())));
}

std::string pairs_words(const TargetRecord& result) {
  const auto family = std::ranges::find(result.families, "pairs", &FamilyRecord::family);
  if (family == result.families.end() || family->farthest.empty()) return "";
  const TailProbability p = chi_squared_upper_tail(family->statistic, family->degrees_of_freedom);
  if (times(p, static_cast<double>(family->members)).p > clear_cell_level) return "";
  const std::string member = farthest_text(result.target, *family);
  return member.starts_with("positions")
             ? fmt::format("{} hold some two cards more often than others", member)
             : fmt::format("{} lie in some two positions more often than in others", member);
}

}  // namespace

std::string uneven_counts(const TargetRecord& result, std::string_view test) {
  const int n = result.target.deck_size;
  if (result.evidence.makeup || trials_of(result) == 0 || n < 2 || n > largest_deck_size) return "";
  if (test == "parity") return parity_words(numbers_of(result).parity);
  if (test == "cycles") {
    return number_of_order_words(numbers_of(result).cycles, cycles_law(n), "cycle", "cycles");
  }
  if (test == "fixed-points") {
    return number_of_order_words(numbers_of(result).fixed_points, fixed_points_law(n), "fixed point",
                                 "fixed points");
  }
  if (test == "hand-mates") return hand_words(result);
  if (test == "hole-cards") return top_words(result, top_two_table, 2);
  if (test == "flop") return top_words(result, top_three_table, 3);
  if (test == "top-five") return top_words(result, top_five_table, 5);
  if (test == "subsets") return marked_words(result);
  return test == "pairs" ? pairs_words(result) : "";
}

}  // namespace fairshuffle
