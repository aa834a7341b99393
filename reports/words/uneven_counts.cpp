#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "core/record/deviations.hpp"
#include "core/record/evidence.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/seed_space.hpp"
#include "core/statistics/tail.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/tables/tables.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

// "2.4 times as often as it should" from twice on, "250 times as rarely as it should" below half a percent,
// which as a share of what is due would be 100 %: never. Empty between them.
std::string how_many_times(const WorstCell& cell) {
  if (cell.ratio >= 2) return short_number(cell.ratio, 3) + " times as often as it should";
  return cell.ratio < 0.005 ? short_number(1 / cell.ratio, 3) + " times as rarely as it should" : "";
}

std::string share_off(const WorstCell& cell) {
  return percent_text(std::abs(cell.ratio - 1));
}

using Counts = std::span<const std::uint64_t>;

std::uint64_t sum_of(Counts counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

// A count and what was due.
WorstCell counted(std::uint64_t count, double expected) {
  return {.count = count, .expected = expected, .ratio = static_cast<double>(count) / expected};
}

// A cell that chance does not bring.
struct ClearCell {
  std::size_t index;
  std::uint64_t count, trials;
  double due;  // the share of the trials

  // "in 31.2 % of the decks, where 23.5 % are due"
  std::string share_beside_due() const {
    if (count == 0)
      return fmt::format("in none of the decks, where {} % are due", short_number(100 * due, 2));
    const ToldMeans told =
        told_apart(100 * static_cast<double>(count) / static_cast<double>(trials), 100 * due);
    return fmt::format("in {} % of the decks, where {} % are due", told.mean, told.due);
  }
};

// The cell that is farthest from its share of the trials, due_of(cell), in standard errors, unless chance may
// have brought it in one of so many `cells`.
template <class DueOf>
std::optional<ClearCell> clear_cell(Counts counts, std::uint64_t trials, DueOf due_of, std::size_t cells) {
  const auto all = static_cast<double>(trials);
  std::optional<ClearCell> farthest;
  double most = 0;
  for (std::size_t cell = 0; cell < counts.size(); ++cell) {
    const double due = due_of(cell), expected = all * due;
    if (due <= 0 || due >= 1) continue;
    const double off =
        std::abs(static_cast<double>(counts[cell]) - expected) / std::sqrt(expected * (1 - due));
    if (off > most) most = off, farthest = {cell, counts[cell], trials, due};
  }
  if (farthest && is_clear(farthest->count, trials, farthest->due, static_cast<double>(cells)))
    return farthest;
  return std::nullopt;
}

// The same where each is due as often.
std::optional<ClearCell> clear_cell(Counts counts, std::uint64_t trials, double due) {
  return clear_cell(
      counts, trials, [due](std::size_t) { return due; }, counts.size());
}

// "permutation 0 2 1 never comes", "permutation 0 2 1 comes 22 % too often"
std::string happening(std::string_view who, std::string_view does, const WorstCell& cell) {
  if (cell.count == 0) return fmt::format("{} never {}", who, does);
  const std::string times = how_many_times(cell);
  if (!times.empty()) return fmt::format("{} {} {}", who, does, times);
  return fmt::format("{} {} {} too {}", who, does, share_off(cell), cell.ratio > 1 ? "often" : "rarely");
}

// "card 0 never lands at position 3", "card 0 is 22 % too frequent at position 3"
std::string landing(std::string_view who, std::size_t position, const WorstCell& cell) {
  if (cell.count == 0) return fmt::format("{} never lands at position {}", who, position);
  const std::string times = how_many_times(cell);
  if (!times.empty()) return fmt::format("{} comes {} at position {}", who, times, position);
  return fmt::format("{} is {} too {} at position {}", who, share_off(cell),
                     cell.ratio > 1 ? "frequent" : "rare", position);
}

constexpr std::string_view none_stays =
    "no card ever stays in its place, where one does in the mean of fair decks";

// What is true of all cards is not told of one.
bool no_card_stays(const TargetRecord& result) {
  const auto& counts = result.position_counts;
  for (std::size_t position = 0; position < counts.size(); ++position) {
    if (counts[position].size() != counts.size() || counts[position][position] > 0) return false;
  }
  return !counts.empty() && result.target.multiset.is_plain();
}

std::string worst_card(const TargetRecord& result) {
  if (result.worst.empty() || !is_clear(result.worst.front(), result.target.deck_size)) return "";
  const WorstCell& cell = result.worst.front();
  if (cell.count == 0 && cell.card == cell.position && no_card_stays(result)) return std::string(none_stays);
  return landing(card_text(result.target, static_cast<std::size_t>(cell.card)),
                 static_cast<std::size_t>(cell.position), cell);
}

std::string uneven_bet(const TargetRecord& result, const TestRecord& test) {
  // "bet-mean opening hand", "bet-shape opening hand"
  const auto bet =
      std::ranges::find(result.bet_records, test.name.substr(test.name.find(' ') + 1), &BetRecord::name);
  const BetValue* value = bet == result.bet_records.end() ? nullptr : farthest_value(*bet);
  if (value == nullptr) return "";
  const std::string came = value->count == 0
                               ? "never came"
                               : fmt::format("came {} % of the time", share_text(*value, trials_of(result)));
  return fmt::format("{}: {} {}, where {} % are due", bet->name, value->value, came,
                     chance_text(value->fair));
}

// The cards, or kinds, as they lie: of few arrangements, which are ranked as the symbols of their sites are.
std::vector<std::size_t> cards_of_rank(const TargetDescription& target, std::uint64_t rank) {
  std::vector<std::size_t> cards;
  if (target.multiset.is_plain()) {
    for (const Card card : permutation_of_rank(rank, target.deck_size)) cards.push_back(card);
    return cards;
  }
  std::vector<std::size_t> symbols;
  const std::vector<int> sizes = symbol_sizes(target.multiset, target.deck_size);
  for (std::size_t symbol = 0; symbol < sizes.size(); ++symbol) {
    symbols.insert(symbols.end(), static_cast<std::size_t>(sizes[symbol]), symbol);
  }
  for (std::uint64_t before = 0; before < rank; ++before) std::ranges::next_permutation(symbols);
  if (!target.multiset.is_deal()) return symbols;
  // The sites are cards, and the symbols their places, the last one that of cards which are not dealt.
  for (std::size_t place = 0; place + 1 < sizes.size(); ++place) {
    for (std::size_t card = 0; card < symbols.size(); ++card) {
      if (symbols[card] == place) cards.push_back(card);
    }
  }
  return cards;
}

std::string name_of_rank(const TargetDescription& target, std::uint64_t rank) {
  const std::vector<std::string> names = card_names(target);
  std::vector<std::string> words;
  for (const std::size_t card : cards_of_rank(target, rank)) {
    words.push_back(card < names.size() ? names[card] : std::to_string(card));
  }
  return fmt::format("{} {}",
                     target.multiset.is_deal()           ? "deal"
                     : target.multiset.has_equal_cards() ? "arrangement"
                                                         : "permutation",
                     fmt::join(words, " "));
}

// [card * (n + 1) + next], the boundary before the first card and after the last having the number after
// theirs; empty where they are not counted.
std::vector<std::uint64_t> neighbours_of(const TargetRecord& result) {
  const auto size = static_cast<std::size_t>(result.target.deck_size) + 1;
  const Evidence tables = with_tables(result.evidence, result.target.deck_size);
  const std::vector<std::vector<std::uint64_t>>& rows = tables.neighbours;
  const auto is_other = [size](const auto& row) { return row.size() != size; };
  if (rows.size() != size || std::ranges::any_of(rows, is_other)) return {};
  std::vector<std::uint64_t> cells;
  for (const std::vector<std::uint64_t>& row : rows) cells.insert(cells.end(), row.begin(), row.end());
  return cells;
}

std::string coming(const TargetDescription& target, std::size_t card, std::size_t next, const char* how) {
  const auto boundary = static_cast<std::size_t>(target.deck_size);
  if (card == boundary) return fmt::format("{} {}comes first", card_text(target, next), how);
  if (next == boundary) return fmt::format("{} {}comes last", card_text(target, card), how);
  return fmt::format("{} {}comes right after {}", card_text(target, next), how, card_text(target, card));
}

// A card, or a position, of the target's deck.
std::string one_of(const TargetDescription& target, std::size_t index, bool of_cards) {
  return of_cards ? card_text(target, index) : fmt::format("position {}", index);
}

std::string farthest_pair(const TargetDescription& target, Counts pairs, std::uint64_t trials,
                          bool of_cards) {
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
std::vector<double> means_of_pairs(std::size_t n, Counts pairs, std::uint64_t trials) {
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

Counts table_of(const TargetRecord& result, const TableInfo& table) {
  const auto found = result.evidence.tables.find(std::string(table.name));
  return found == result.evidence.tables.end() ? Counts{} : Counts(found->second);
}

// Which of two comes first, and where single ones lie in the mean: cards, or of inverse permutations
// positions.
std::string pair_words(const TargetRecord& result, bool of_cards, bool of_means) {
  const auto n = static_cast<std::size_t>(result.target.deck_size);
  const std::uint64_t trials = trials_of(result);
  const Counts pairs = table_of(result, of_cards ? relative_order_table : inverse_relative_order_table);
  if (!pairs.empty() && pairs.size() == pairs_of(n)) {
    return of_means ? farthest_mean(result.target, means_of_pairs(n, pairs, trials), of_cards)
                    : farthest_pair(result.target, pairs, trials, of_cards);
  }
  // Wide decks have no pairs.
  if (!of_means || result.evidence.positions.size() != n) return "";
  return farthest_mean(result.target, means_of_positions(result.evidence.positions, trials, of_cards),
                       of_cards);
}

std::string parity_words(Counts even_odd) {
  const std::uint64_t trials = sum_of(even_odd);
  if (even_odd.size() != 2 || trials == 0) return "";
  if (even_odd[0] == trials || even_odd[1] == trials) {
    return fmt::format("every permutation is {}, where half are due", even_odd[1] == 0 ? "even" : "odd");
  }
  const ToldMeans told = told_apart(100 * static_cast<double>(even_odd[0]) / static_cast<double>(trials), 50);
  return fmt::format("{} % of the permutations are even, where {} % are due", told.mean, told.due);
}

// By its only value where each permutation has it, by its mean where that is clearly off, else by one of its
// values.
std::string number_of_permutation_words(Counts by_value, const std::vector<double>& distribution,
                                        std::string_view one, std::string_view many) {
  const std::uint64_t trials = sum_of(by_value);
  if (by_value.size() != distribution.size() || trials == 0) return "";
  double mean = 0, due = 0, square = 0;
  for (std::size_t value = 0; value < distribution.size(); ++value) {
    const auto number = static_cast<double>(value);
    mean += number * static_cast<double>(by_value[value]) / static_cast<double>(trials);
    due += number * distribution[value];
    square += number * number * distribution[value];
  }
  const auto only = std::ranges::find(by_value, trials);
  if (only == by_value.begin()) return std::string(none_stays);
  if (only != by_value.end()) {
    const auto number = only - by_value.begin();
    return fmt::format("every permutation has {} {}, where {} are due in the mean", number,
                       number == 1 ? one : many, short_number(due, 3));
  }
  constexpr double standard_errors = 4;
  if (std::abs(mean - due) >
      standard_errors * std::sqrt((square - due * due) / static_cast<double>(trials))) {
    const ToldMeans told = told_apart(mean, due);
    return fmt::format("a permutation has {} {} in the mean, where {} are due", told.mean, many, told.due);
  }
  const auto value = clear_cell(
      by_value, trials, [&distribution](std::size_t each) { return distribution[each]; }, by_value.size());
  return value ? fmt::format("a permutation has {} {} {}", value->index, value->index == 1 ? one : many,
                             value->share_beside_due())
               : "";
}

std::string hand_words(const TargetRecord& result) {
  const Counts together = table_of(result, hand_mates_table);
  const int n = result.target.deck_size, hands = hands_of(n);
  if (together.empty() || hands == 0 || n < 4) return "";
  const double due = (static_cast<double>(n) / hands - 1) / (n - 1);
  const auto pair = clear_cell(together, trials_of(result), due);
  if (!pair) return "";
  const auto [first, second] = pair_of_cell(static_cast<std::size_t>(n), pair->index);
  return fmt::format("{} and {} are dealt into one of {} hands {}", card_text(result.target, first),
                     card_text(result.target, second), hands, pair->share_beside_due());
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

// Of sets of so many, each as likely, the one that stands out: words(its members) and how often it came.
template <class Words>
std::string set_words(const TargetRecord& result, Counts sets, int size, Words words) {
  const auto set = clear_cell(sets, trials_of(result), 1 / static_cast<double>(sets.size()));
  return set ? fmt::format("{} {}", words(set_of_rank(set->index, size)), set->share_beside_due()) : "";
}

std::string top_words(const TargetRecord& result, const TableInfo& table, int size) {
  return set_words(result, table_of(result, table), size, [&result](const std::vector<std::size_t>& set) {
    std::vector<std::string> cards;
    for (const std::size_t card : set) cards.push_back(card_text(result.target, card));
    return fmt::format("{} lie on top", told(std::move(cards)));
  });
}

std::string marked_words(const TargetRecord& result) {
  return set_words(
      result, result.evidence.subsets, result.target.marked, [](const std::vector<std::size_t>& set) {
        std::vector<std::string> positions;
        for (const std::size_t at : set) positions.push_back(std::to_string(at));
        const char* plural = positions.size() == 1 ? "" : "s";
        return fmt::format("the marked cards lie at position{} {}", plural, told(std::move(positions)));
      });
}

std::string pair_position_words(const TargetRecord& result) {
  const auto family = std::ranges::find(result.families, "pairs", &FamilyRecord::family);
  if (family == result.families.end() || family->farthest.empty()) return "";
  const TailProbability p = chi_squared_upper_tail(family->statistic, family->degrees_of_freedom);
  if (times(p, static_cast<double>(family->members)).p > clear_cell_level) return "";
  const std::string member = farthest_text(result.target, *family);
  return member.starts_with("positions")
             ? fmt::format("{} hold some two cards more often than others", member)
             : fmt::format("{} lie in some two positions more often than in others", member);
}

// Of these cells nothing is told but of plain decks of which there were trials.
bool is_of_plain_decks(UnevenCell cell) {
  return cell >= UnevenCell::parity && cell <= UnevenCell::pair_positions;
}

std::string words_of_cell(const TargetRecord& result, const TestRecord& test, UnevenCell cell) {
  const int n = result.target.deck_size;
  const Evidence& evidence = result.evidence;
  const bool is_plain = !evidence.multiset && trials_of(result) > 0 && n >= 2 && n <= largest_deck_size;
  if (is_of_plain_decks(cell) && !is_plain) return "";
  switch (cell) {
    case UnevenCell::none:
    case UnevenCell::number:
      return "";
    case UnevenCell::card_at_position:
      return worst_card(result);
    case UnevenCell::neighbours:
      return neighbour_words(result);
    case UnevenCell::card_at_site:
      return farthest_site(result);
    case UnevenCell::arrangement:
      return farthest_permutation(result);
    case UnevenCell::first_of_cards:
    case UnevenCell::first_of_positions:
      return pair_words(result, cell == UnevenCell::first_of_cards, false);
    case UnevenCell::mean_position:
    case UnevenCell::mean_card:
      return pair_words(result, cell == UnevenCell::mean_position, true);
    case UnevenCell::parity:
      return parity_words(with_tables(evidence, n).parity);
    case UnevenCell::cycles:
      return number_of_permutation_words(with_tables(evidence, n).cycles, cycles_distribution(n), "cycle",
                                         "cycles");
    case UnevenCell::fixed_points:
      return number_of_permutation_words(with_tables(evidence, n).fixed_points, fixed_points_distribution(n),
                                         "fixed point", "fixed points");
    case UnevenCell::hand_mates:
      return hand_words(result);
    case UnevenCell::top_two:
      return top_words(result, top_two_table, 2);
    case UnevenCell::top_three:
      return top_words(result, top_three_table, 3);
    case UnevenCell::top_five:
      return top_words(result, top_five_table, 5);
    case UnevenCell::marked_set:
      return marked_words(result);
    case UnevenCell::pair_positions:
      return pair_position_words(result);
    case UnevenCell::bet_value:
      return uneven_bet(result, test);
  }
  return "";
}

// Whether what rejects most is that decks come again: then cells are uneven because of them.
bool repeats_reject_most(const TargetRecord& result) {
  const TestRecord* birthday = test_named(result.tests, birthday_test.name);
  return birthday != nullptr && birthday->rejected &&
         std::ranges::none_of(result.tests, [birthday](const TestRecord& test) {
           return test.rejected && test.name != birthday->name && test.log10_p <= birthday->log10_p;
         });
}

}  // namespace

ToldMeans told_apart(double mean, double due) {
  const int decimals =
      std::clamp(1 - static_cast<int>(std::floor(std::log10(std::max(std::abs(mean - due), 1e-9)))), 1, 9);
  return {.mean = fmt::format("{:.{}f}", mean, decimals), .due = fmt::format("{:.{}f}", due, decimals)};
}

std::string farthest_permutation(const TargetRecord& result) {
  const Evidence& evidence = result.evidence;
  const Counts counts = evidence.multiset ? evidence.multiset->arrangements : evidence.permutations;
  const std::uint64_t trials = trials_of(result);
  if (counts.empty() || trials == 0) return "";
  const auto all = static_cast<double>(counts.size());
  const double due = static_cast<double>(trials) / all;
  const auto farthest = std::ranges::max_element(
      counts, {}, [due](std::uint64_t count) { return std::abs(static_cast<double>(count) - due); });
  if (!is_clear(*farthest, trials, 1 / all, all)) return "";
  return happening(name_of_rank(result.target, static_cast<std::uint64_t>(farthest - counts.begin())),
                   "comes", counted(*farthest, due));
}

std::string farthest_site(const TargetRecord& result) {
  const std::uint64_t trials = trials_of(result);
  if (!result.evidence.multiset || trials == 0) return "";
  const Multiset& multiset = result.target.multiset;
  const std::vector<int> sizes = symbol_sizes(multiset, result.target.deck_size);
  // That a card is not dealt needs no saying beside where it is.
  const std::size_t symbols = multiset.is_deal() ? sizes.size() - 1 : sizes.size();
  std::vector<std::uint64_t> counts;
  for (std::size_t site = 0; site < static_cast<std::size_t>(result.target.deck_size); ++site) {
    const auto& of_site = result.evidence.multiset->sites[site];
    counts.insert(counts.end(), of_site.begin(), of_site.begin() + static_cast<std::ptrdiff_t>(symbols));
  }
  const auto farthest = clear_cell(
      counts, trials,
      [&](std::size_t cell) { return static_cast<double>(sizes[cell % symbols]) / result.target.deck_size; },
      counts.size());
  if (!farthest) return "";
  const std::size_t site = farthest->index / symbols, symbol = farthest->index % symbols;
  const WorstCell cell = counted(farthest->count, static_cast<double>(trials) * farthest->due);
  if (multiset.is_deal()) {
    return happening(card_text(result.target, site) + " is",
                     multiset.unordered ? "dealt" : fmt::format("dealt at place {}", symbol), cell);
  }
  const std::vector<std::string> names = card_names(result.target);
  return landing(symbol < names.size() ? names[symbol] : card_text(result.target, symbol), site, cell);
}

std::string neighbour_words(const TargetRecord& result) {
  const std::vector<std::uint64_t> neighbours = neighbours_of(result);
  const std::uint64_t trials = trials_of(result);
  if (neighbours.empty() || trials == 0) return "";
  const auto n = static_cast<std::size_t>(result.target.deck_size);
  // None follows itself.
  const auto due_of = [n](std::size_t cell) { return cell % (n + 2) == 0 ? 0 : 1 / static_cast<double>(n); };
  const auto cell = clear_cell(neighbours, trials, due_of, n * (n + 1));
  if (!cell) return "";
  const std::size_t card = cell->index / (n + 1), next = cell->index % (n + 1);
  const std::uint64_t count = cell->count;
  if (count == 0 || count == trials)
    return coming(result.target, card, next, count == 0 ? "never " : "always ");
  const double due = static_cast<double>(trials) / static_cast<double>(n);
  return fmt::format(
      "{} in {} of {} decks, where {} are due", coming(result.target, card, next, ""), with_commas(count),
      with_commas(trials),
      due < 1000 ? short_number(due, 3) : with_commas(static_cast<std::uint64_t>(std::llround(due))));
}

std::string uneven_counts(const TargetRecord& result, const TestRecord& test) {
  const TestInfo* info = find_test(test.test);
  if (info == nullptr) return "";
  std::string words = words_of_cell(result, test, info->cell);
  if (!words.empty() || !test.mean || info->counted.empty()) return words;
  const ToldMeans told = told_apart(test.mean->mean, test.mean->mean_fair);
  return fmt::format("{} has {} {} in the mean, where {} are due", info->counted_in, told.mean, info->counted,
                     told.due);
}

std::string looked_at(const TargetRecord& result) {
  // Those that reject and look at single decks, the smallest p first.
  std::vector<const TestRecord*> tests;
  for (const TestRecord& test : result.tests) {
    if (single_decks_are_uneven({&test, 1})) tests.push_back(&test);
  }
  if (tests.empty()) return "";
  std::ranges::stable_sort(tests, {}, &TestRecord::log10_p);
  for (const TestRecord* test : tests) {
    if (std::string counts = uneven_counts(result, *test); !counts.empty()) return counts;
  }
  if (std::string card = worst_card(result); !card.empty()) return card;
  if (std::string permutation = farthest_permutation(result); !permutation.empty()) return permutation;
  for (const TestRecord* test : tests) {
    const TestInfo* info = find_test(test->test);
    if (info != nullptr && !info->uneven.empty()) return std::string(info->uneven);
  }
  return "";
}

std::vector<std::string> places(const TargetRecord& result) {
  std::vector<std::string> places = {came_words(result), constant_cards(result)};
  if (places.back().empty() && !repeats_reject_most(result)) places.back() = looked_at(result);
  std::erase(places, "");
  return places;
}

}  // namespace fairshuffle
