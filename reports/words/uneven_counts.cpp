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

// "2.4 times as often as expected" from twice on, "250 times as rarely as expected" below half a percent,
// which as a share of what is due would be 100 %: never. Empty between them.
std::string how_many_times(const WorstCell& cell) {
  if (cell.ratio >= 2) return short_number(cell.ratio, 3) + " times as often as expected";
  return cell.ratio < 0.005 ? short_number(1 / cell.ratio, 3) + " times as rarely as expected" : "";
}

using Counts = std::span<const std::uint64_t>;

// A count and what was due.
WorstCell counted(std::uint64_t count, double expected) {
  return {.count = count, .expected = expected, .ratio = static_cast<double>(count) / expected};
}

// A cell that chance does not bring.
struct ClearCell {
  std::size_t index;
  std::uint64_t count, trials;
  double due;  // the share of the trials

  // "in 31.2 % of the decks (expected: 23.5 %)"
  std::string share_beside_due() const {
    if (count == 0 || count == trials)
      return fmt::format("in {} of the decks (expected: {} %)", count == 0 ? "none" : "all",
                         short_number(100 * due, 2));
    const ToldMeans told =
        told_apart(100 * static_cast<double>(count) / static_cast<double>(trials), 100 * due);
    return fmt::format("in {} % of the decks (expected: {} %)", told.mean, told.due);
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
  return fmt::format("{} {} {} too {}", who, does, percent_text(std::abs(cell.ratio - 1)),
                     cell.ratio > 1 ? "often" : "rarely");
}

// "card 0 never lands at position 3", "card 0 is 22 % too frequent at position 3"
std::string landing(std::string_view who, std::size_t position, const WorstCell& cell) {
  if (cell.count == 0) return fmt::format("{} never lands at position {}", who, position);
  const std::string times = how_many_times(cell);
  if (!times.empty()) return fmt::format("{} comes {} at position {}", who, times, position);
  return fmt::format("{} is {} too {} at position {}", who, percent_text(std::abs(cell.ratio - 1)),
                     cell.ratio > 1 ? "frequent" : "rare", position);
}

constexpr std::string_view none_stays =
    "no card ever stays in its place, where a fair deck has one that does on average";

std::string worst_card(const TargetRecord& result) {
  if (result.worst.empty() || !is_clear(result.worst.front(), result.target.deck_size)) return "";
  const WorstCell& cell = result.worst.front();
  // What is true of all cards is not told of one.
  if (cell.count == 0 && diagonal_is(result, 0) && result.target.multiset.is_plain())
    return std::string(none_stays);
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
  return fmt::format("{}: {} {} (expected: {} %)", bet->name, value->value, came, chance_text(value->fair));
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

// The boundary before the first card and after the last has the number after theirs.
std::string neighbour_words(const TargetRecord& result) {
  const TargetDescription& target = result.target;
  const auto n = static_cast<std::size_t>(target.deck_size);
  std::vector<std::uint64_t> cells;  // [card * (n + 1) + next]
  const Evidence tables = with_tables(result.evidence, target.deck_size);
  for (const auto& row : tables.neighbours) cells.insert(cells.end(), row.begin(), row.end());
  if (cells.size() != (n + 1) * (n + 1)) return "";
  // None follows itself.
  const auto due_of = [n](std::size_t cell) { return cell % (n + 2) == 0 ? 0 : 1 / static_cast<double>(n); };
  const auto cell = clear_cell(cells, trials_of(result), due_of, n * (n + 1));
  if (!cell) return "";
  const std::size_t card = cell->index / (n + 1), next = cell->index % (n + 1);
  return fmt::format("{} comes {} {}", card_text(target, next == n ? card : next),
                     card == n   ? "first"
                     : next == n ? "last"
                                 : "right after " + card_text(target, card),
                     cell->share_beside_due());
}

// A card, or a position, of the target's deck.
std::string one_of(const TargetDescription& target, std::size_t index, bool of_cards) {
  return of_cards ? card_text(target, index) : fmt::format("position {}", index);
}

std::string mean_words(const TargetRecord& result, bool of_cards) {
  const TargetDescription& target = result.target;
  const std::size_t n = result.position_counts.size();
  if (n < 2) return "";
  std::vector<double> means(n);
  for (std::size_t position = 0; position < n; ++position) {
    for (std::size_t card = 0; card < n; ++card) {
      const double share = static_cast<double>(result.position_counts[position][card]) /
                           static_cast<double>(trials_of(result));
      means[of_cards ? card : position] += share * static_cast<double>(of_cards ? position : card);
    }
  }
  const double due = (static_cast<double>(n) - 1) / 2;
  const auto farthest =
      std::ranges::max_element(means, {}, [due](double mean) { return std::abs(mean - due); });
  const ToldMeans told = told_apart(*farthest, due);
  // Names have no mean.
  const char* held = of_cards                     ? "lies at position"
                     : card_names(target).empty() ? "holds card"
                                                  : "holds the card that the sorted deck has at position";
  return fmt::format("{} {} {} on average (expected: {})",
                     one_of(target, static_cast<std::size_t>(farthest - means.begin()), of_cards), held,
                     told.mean, told.due);
}

Counts table_of(const TargetRecord& result, const TableInfo& table) {
  const auto found = result.evidence.tables.find(std::string(table.name));
  return found == result.evidence.tables.end() ? Counts{} : Counts(found->second);
}

// Which of two comes first: cards, or of inverse permutations positions.
std::string pair_words(const TargetRecord& result, bool of_cards) {
  const auto n = static_cast<std::size_t>(result.target.deck_size);
  const std::uint64_t trials = trials_of(result);
  const Counts pairs = table_of(result, of_cards ? relative_order_table : inverse_relative_order_table);
  if (pairs.size() != pairs_of(n)) return "";
  const auto farthest = std::ranges::max_element(
      pairs, {}, [trials](std::uint64_t count) { return std::max(count, trials - count); });
  auto [first, second] = pair_of_cell(n, static_cast<std::size_t>(farthest - pairs.begin()));
  if (2 * *farthest < trials) std::swap(first, second);
  const std::uint64_t count = std::max(*farthest, trials - *farthest);
  return fmt::format(
      "{} {}{} {}{}", one_of(result.target, first, of_cards), count == trials ? "always " : "",
      of_cards ? "comes before" : "holds a lower card than", one_of(result.target, second, of_cards),
      count == trials ? "" : fmt::format(" in {} of {} decks", with_commas(count), with_commas(trials)));
}

std::string parity_words(Counts even_odd) {
  const std::uint64_t trials = std::accumulate(even_odd.begin(), even_odd.end(), std::uint64_t{0});
  if (even_odd.size() != 2 || trials == 0) return "";
  if (even_odd[0] == 0 || even_odd[1] == 0)
    return fmt::format("every permutation is {} (expected: half)", even_odd[0] == 0 ? "odd" : "even");
  const ToldMeans told = told_apart(100 * static_cast<double>(even_odd[0]) / static_cast<double>(trials), 50);
  return fmt::format("{} % of the permutations are even (expected: {} %)", told.mean, told.due);
}

// One of the numbers that permutations have.
std::string number_words(const TargetRecord& result, Counts by_value, const std::vector<double>& distribution,
                         std::string_view counted) {
  if (by_value.size() != distribution.size()) return "";
  const auto value = clear_cell(
      by_value, trials_of(result), [&distribution](std::size_t each) { return distribution[each]; },
      by_value.size());
  if (value && value->index == 0 && value->count == value->trials) return std::string(none_stays);
  return value ? fmt::format("the number of {} is {} {}", counted, value->index, value->share_beside_due())
               : "";
}

std::string hand_words(const TargetRecord& result) {
  const Counts together = table_of(result, hand_mates_table);
  const int n = result.target.deck_size, hands = hands_of(n);
  if (together.empty() || hands == 0 || n < 4) return "";
  const auto pair = clear_cell(together, trials_of(result), (static_cast<double>(n) / hands - 1) / (n - 1));
  if (!pair) return "";
  const auto [first, second] = pair_of_cell(static_cast<std::size_t>(n), pair->index);
  return fmt::format("{} and {} are dealt into one of {} hands {}", card_text(result.target, first),
                     card_text(result.target, second), hands, pair->share_beside_due());
}

// Of sets of so many, each as likely, the one that stands out; `pattern` takes its members and a plural's s.
std::string set_words(const TargetRecord& result, Counts sets, int size, const char* pattern, bool of_cards) {
  const auto set = clear_cell(sets, trials_of(result), 1 / static_cast<double>(sets.size()));
  if (!set) return "";
  std::vector<std::size_t> members(static_cast<std::size_t>(size));
  std::iota(members.begin(), members.end(), std::size_t{0});
  for (std::size_t before = 0; before < set->index; ++before) to_next_subset(members);
  std::vector<std::string> names;
  for (const std::size_t member : members)
    names.push_back(of_cards ? card_text(result.target, member) : std::to_string(member));
  return fmt::format("{} {}",
                     fmt::format(fmt::runtime(pattern), told(std::move(names)), size == 1 ? "" : "s"),
                     set->share_beside_due());
}

std::string top_words(const TargetRecord& result, const TableInfo& table, int size) {
  return set_words(result, table_of(result, table), size, "{0} lie on top", true);
}

std::string pair_position_words(const TargetRecord& result) {
  const auto family = std::ranges::find(result.families, "pairs", &FamilyRecord::family);
  if (family == result.families.end() || family->farthest.empty()) return "";
  const TailProbability p = chi_squared_upper_tail(family->statistic, family->degrees_of_freedom);
  if (times(p, static_cast<double>(family->members)).p > clear_cell_level) return "";
  return fmt::format("the joint counts of {} are uneven", farthest_text(result.target, *family));
}

// Of these cells nothing is told but of plain decks of which there were trials.
bool is_of_plain_decks(UnevenCell cell) {
  return cell >= UnevenCell::parity && cell <= UnevenCell::pair_positions;
}

std::string words_of_cell(const TargetRecord& result, const TestRecord& test, const TestInfo& info) {
  const UnevenCell cell = info.cell;
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
      return pair_words(result, cell == UnevenCell::first_of_cards);
    case UnevenCell::mean_position:
    case UnevenCell::mean_card:
      return mean_words(result, cell == UnevenCell::mean_position);
    case UnevenCell::parity:
      return parity_words(with_tables(evidence, n).parity);
    case UnevenCell::cycles:
      return number_words(result, with_tables(evidence, n).cycles, cycles_distribution(n), info.counted);
    case UnevenCell::fixed_points:
      return number_words(result, with_tables(evidence, n).fixed_points, fixed_points_distribution(n),
                          info.counted);
    case UnevenCell::hand_mates:
      return hand_words(result);
    case UnevenCell::top_two:
      return top_words(result, top_two_table, 2);
    case UnevenCell::top_three:
      return top_words(result, top_three_table, 3);
    case UnevenCell::top_five:
      return top_words(result, top_five_table, 5);
    case UnevenCell::marked_set:
      return set_words(result, evidence.subsets, result.target.marked,
                       "the marked cards lie at position{1} {0}", false);
    case UnevenCell::pair_positions:
      return pair_position_words(result);
    case UnevenCell::bet_value:
      return uneven_bet(result, test);
  }
  return "";
}

}  // namespace

ToldMeans told_apart(double mean, double due) {
  const int decimals =
      std::clamp(1 - static_cast<int>(std::floor(std::log10(std::max(std::abs(mean - due), 1e-9)))), 1, 9);
  return {.mean = fmt::format("{:.{}f}", mean, decimals), .due = fmt::format("{:.{}f}", due, decimals)};
}

std::string farthest_permutation(const TargetRecord& result) {
  const Evidence& evidence = result.evidence;
  const Counts& counts = evidence.multiset ? evidence.multiset->arrangements : evidence.permutations;
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

std::string uneven_counts(const TargetRecord& result, const TestRecord& test) {
  const TestInfo* info = find_test(test.test);
  if (info == nullptr) return "";
  std::string words = words_of_cell(result, test, *info);
  if (!words.empty() || !test.mean || info->counted.empty()) return words;
  const ToldMeans told = told_apart(test.mean->mean, test.mean->mean_fair);
  return fmt::format("{} has {} {} on average (expected: {})", info->counted_in, told.mean, info->counted,
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

}  // namespace fairshuffle
