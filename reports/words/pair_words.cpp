#include "reports/words/pair_words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/statistics/relative_order.hpp"
#include "reports/words/card_names.hpp"
#include "reports/words/number_words.hpp"

namespace fairshuffle {

namespace {

using Pairs = std::span<const std::uint64_t>;

struct PairTest {
  const TestInfo* test;
  const TableInfo* table;
  bool of_means;
};
constexpr std::array pair_tests{PairTest{&relative_order_test, &relative_order_table, false},
                                PairTest{&mean_positions_test, &relative_order_table, true},
                                PairTest{&strongest_pair_test, &relative_order_table, false},
                                PairTest{&inverse_relative_order_test, &inverse_relative_order_table, false},
                                PairTest{&mean_cards_test, &inverse_relative_order_table, true},
                                PairTest{&strongest_inverse_pair_test, &inverse_relative_order_table, false}};

const PairTest* pair_test_named(std::string_view name) {
  const auto found =
      std::ranges::find_if(pair_tests, [name](const PairTest& test) { return test.test->name == name; });
  return found == pair_tests.end() ? nullptr : &*found;
}

const PairTest* sharpest(const TargetRecord& result) {
  const TestRecord* smallest = nullptr;
  for (const TestRecord& test : result.tests) {
    if (!rejects_as_uneven(test) || pair_test_named(test.name) == nullptr) continue;
    if (smallest == nullptr || test.log10_p < smallest->log10_p) smallest = &test;
  }
  return smallest == nullptr ? nullptr : pair_test_named(smallest->name);
}

// A card, or a position, of the target's deck.
std::string one_of(const TargetDescription& target, std::size_t index, bool of_cards) {
  return of_cards ? card_text(target, index) : fmt::format("position {}", index);
}

std::string farthest_pair(const TargetDescription& target, Pairs pairs, std::uint64_t trials, bool of_cards) {
  const auto n = static_cast<std::size_t>(target.deck_size);
  const auto distance = [trials](std::uint64_t count) {
    return std::max(count, trials - count) * 2 - trials;
  };
  std::size_t first = 0, second = 1;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      if (distance(pairs[cell_of_pair(n, i, j)]) > distance(pairs[cell_of_pair(n, first, second)])) {
        first = i, second = j;
      }
    }
  }
  std::uint64_t count = pairs[cell_of_pair(n, first, second)];
  if (2 * count < trials) {
    std::swap(first, second);
    count = trials - count;
  }
  const std::string one = one_of(target, first, of_cards), other = one_of(target, second, of_cards);
  const char* comes_before = of_cards ? "comes before" : "holds a lower card than";
  if (count == trials) return fmt::format("{} always {} {}", one, comes_before, other);
  return fmt::format("{} {} {} in {} of {} decks", one, comes_before, other, with_commas(count),
                     with_commas(trials));
}

// How many came before: the position of a card.
std::vector<double> means_of_pairs(std::size_t n, Pairs pairs, std::uint64_t trials) {
  std::vector<double> before(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const std::uint64_t count = pairs[cell_of_pair(n, i, j)];
      before[i] += static_cast<double>(trials - count) / static_cast<double>(trials);
      before[j] += static_cast<double>(count) / static_cast<double>(trials);
    }
  }
  return before;
}

std::vector<double> means_of_positions(std::span<const std::vector<std::uint64_t>> positions,
                                       std::uint64_t trials, bool of_cards) {
  std::vector<double> means(positions.size());
  for (std::size_t position = 0; position < positions.size(); ++position) {
    for (std::size_t card = 0; card < positions.size(); ++card) {
      const double share = static_cast<double>(positions[position][card]) / static_cast<double>(trials);
      means[of_cards ? card : position] += share * static_cast<double>(of_cards ? position : card);
    }
  }
  return means;
}

std::string farthest_mean(const TargetDescription& target, const std::vector<double>& before, bool of_cards) {
  const auto n = before.size();
  const double due = (static_cast<double>(n) - 1) / 2;
  const auto farthest =
      std::ranges::max_element(before, {}, [due](double mean) { return std::abs(mean - due); });
  const std::string one = one_of(target, static_cast<std::size_t>(farthest - before.begin()), of_cards);
  const ToldMeans told = told_apart(*farthest, due);
  // Names have no mean.
  const char* held = of_cards                     ? "lies at position"
                     : card_names(target).empty() ? "holds card"
                                                  : "holds the card that the sorted deck has at position";
  return fmt::format("{} {} {} in the mean, where {} is due", one, held, told.mean, told.due);
}

}  // namespace

std::string pair_words(const TargetRecord& result) {
  const PairTest* test = sharpest(result);
  const bool tells_most = result.worst.empty() || pair_test_named(result.found_by) != nullptr;
  if (test == nullptr || !tells_most) return "";
  const auto n = static_cast<std::size_t>(result.target.deck_size);
  const std::uint64_t trials = result.evidence.trials - result.evidence.invalid_trials;
  const bool of_cards = test->table == &relative_order_table;
  const auto table = result.evidence.tables.find(std::string(test->table->name));
  if (table != result.evidence.tables.end() && table->second.size() == pairs_of(n)) {
    return test->of_means ? farthest_mean(result.target, means_of_pairs(n, table->second, trials), of_cards)
                          : farthest_pair(result.target, table->second, trials, of_cards);
  }
  // Wide decks have no pairs.
  if (!test->of_means || result.evidence.positions.size() != n) return "";
  return farthest_mean(result.target, means_of_positions(result.evidence.positions, trials, of_cards),
                       of_cards);
}

}  // namespace fairshuffle
