#include "core/statistics/families/family_bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/permutations.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/tables/tables.hpp"

namespace fairshuffle {

// The one table of bet families.

namespace {

FamilySize equal_answers(std::uint64_t members, std::uint64_t cells) {
  return {.members = members, .cells = cells, .degrees_of_freedom = static_cast<double>(cells) - 1};
}
std::uint64_t pairs_of_deck(int deck_size) {
  return pairs_of(static_cast<std::size_t>(deck_size));
}

// The columns of a square table and then its rows, or first its rows, with or without their cells on the
// diagonal.
void visit_lines(std::span<const std::uint64_t> cells, std::size_t side, bool columns_first,
                 bool with_diagonal, const BetFamily::Visit& visit) {
  std::vector<std::uint64_t> counts;
  for (const bool columns : {columns_first, !columns_first}) {
    for (std::size_t line = 0; line < side; ++line) {
      counts.clear();
      for (std::size_t at = 0; at < side; ++at) {
        if (at == line && !with_diagonal) continue;
        counts.push_back(columns ? cells[at * side + line] : cells[line * side + at]);
      }
      visit(counts);
    }
  }
}

// The places of a card, card by card, and then the cards at a place.
void visit_cards(const Tally& tally, const BetFamily::Visit& visit) {
  visit_lines(tally.positions.cells(), static_cast<std::size_t>(tally.deck_size), true, true, visit);
}

std::string name_of_card_or_place(int deck_size, std::uint64_t member) {
  const auto n = static_cast<std::uint64_t>(deck_size);
  return member < n ? fmt::format("card {}", member) : fmt::format("position {}", member - n);
}

// What follows a card, the boundary as the last of them, and then what precedes it.
void visit_neighbours(const Tally& tally, const BetFamily::Visit& visit) {
  visit_lines(tally.neighbours.cells(), static_cast<std::size_t>(tally.deck_size) + 1, false, false, visit);
}

std::string name_of_neighbour(int deck_size, std::uint64_t member) {
  const auto boundary = static_cast<std::uint64_t>(deck_size);
  const bool follows = member <= boundary;
  const std::uint64_t card = follows ? member : member - boundary - 1;
  if (card == boundary) return follows ? "what lies first" : "what lies last";
  return fmt::format("what {} card {}", follows ? "follows" : "precedes", card);
}

// Every two cards, in the order of cell_of_pair, and then every two places.
void visit_pairs(const Tally& tally, const BetFamily::VisitDeviation& visit) {
  if (!tally.pair_positions) throw std::invalid_argument("visit_pairs: pair positions were not counted");
  const std::uint64_t ways = 2 * pairs_of_deck(tally.deck_size);
  const auto cells = static_cast<long double>(ways), trials = static_cast<long double>(tally.trials);
  for (const std::vector<PairSums>* pairs : {&tally.pair_positions->cards, &tally.pair_positions->places}) {
    for (const PairSums& pair : *pairs) {
      // Of at most 2^32 trials k sum O^2 and N^2 are exact to the last bit but few of a long double.
      const long double statistic =
          (cells * static_cast<long double>(pair.squares) - trials * trials) / trials;
      visit({.statistic = static_cast<double>(statistic),
             .distance = static_cast<double>(static_cast<long double>(pair.above) / (cells * trials))});
    }
  }
}

std::string name_of_two(int deck_size, std::uint64_t member) {
  const auto n = static_cast<std::size_t>(deck_size);
  const bool of_cards = member < pairs_of(n);
  const auto [first, second] = pair_of_cell(n, of_cards ? member : member - pairs_of(n));
  return fmt::format("{} {} and {}", of_cards ? "cards" : "positions", first, second);
}

// Pairs in the order of relative_order_table: how often the lower card came first, and how often the other.
void visit_pairs_order(const Tally& tally, const BetFamily::Visit& visit) {
  for (const std::uint64_t lower_first : tally.tables.of(relative_order_table)) {
    visit(std::array{lower_first, tally.trials - lower_first});
  }
}

// Which cards lie on top: one member, whose answers are sets of cards, by rank as in the table.
template <const TableInfo& table>
constexpr BetFamily top_family(std::string_view name, std::string_view bets_on, std::string_view asks,
                               std::string (*member_name)(int, std::uint64_t)) {
  return {.name = name,
          .bets_on = bets_on,
          .asks = asks,
          .size = [](const Multiset&, int deck_size) { return equal_answers(1, table.cells(deck_size)); },
          .visit = [](const Tally& tally, const BetFamily::Visit& visit) { visit(tally.tables.of(table)); },
          .member_name = member_name,
          .on_request = table.on_request ? &table : nullptr};
}

// The rarest symbol is one of so many cells as if all were as rare.
FamilySize size_of_sites(const Multiset& multiset, int deck_size) {
  const std::vector<int> sizes = symbol_sizes(multiset, deck_size);
  const int rarest = *std::ranges::min_element(sizes);
  return {.members = static_cast<std::uint64_t>(deck_size),
          .cells = static_cast<std::uint64_t>((deck_size + rarest - 1) / rarest),
          .degrees_of_freedom = static_cast<double>(sizes.size()) - 1};
}

void visit_sites(const Tally& tally, const BetFamily::VisitDeviation& visit) {
  const MultisetCounts& counts = *tally.multiset;
  const auto trials = static_cast<double>(tally.trials);
  for (std::size_t site = 0; site < static_cast<std::size_t>(tally.deck_size); ++site) {
    BetFamily::Deviation deviation{.statistic = 0, .distance = 0};
    for (std::size_t symbol = 0; symbol < counts.symbols(); ++symbol) {
      const double due = trials * counts.sizes()[symbol] / tally.deck_size;
      const double off = static_cast<double>(counts.at(site, symbol)) - due;
      deviation.statistic += off * off / due;
      deviation.distance += std::abs(off) / (2 * trials);
    }
    visit(deviation);
  }
}

constexpr std::array registered{
    BetFamily{.name = "cards",
              .bets_on = "where any one card lies",
              .asks = "of every card where it lies, and of every position which card lies there",
              .size =
                  [](const Multiset&, int deck_size) {
                    const auto cards = static_cast<std::uint64_t>(deck_size);
                    return equal_answers(2 * cards, cards);
                  },
              .visit = visit_cards,
              .member_name = name_of_card_or_place,
              .largest_deck = largest_deck_size},
    BetFamily{
        .name = "pairs-order",
        .bets_on = "which of any two cards comes first",
        .asks = "of every two cards which one comes first",
        .size = [](const Multiset&, int deck_size) { return equal_answers(pairs_of_deck(deck_size), 2); },
        .visit = visit_pairs_order,
        .member_name = name_of_two},
    BetFamily{.name = "pairs",
              .bets_on = "where any two cards lie",
              .asks = "of every two cards where they lie, and of every two positions which cards lie there; "
                      "counted with --pairs or where it is asked for",
              .size =
                  [](const Multiset&, int deck_size) {
                    return equal_answers(2 * pairs_of_deck(deck_size), 2 * pairs_of_deck(deck_size));
                  },
              .visit_deviations = visit_pairs,
              .member_name = name_of_two},
    // The boundary counts as one card more: what follows it lies first, what precedes it last.
    BetFamily{
        .name = "neighbours",
        .bets_on = "what lies beside any one card",
        .asks = "of every card which one directly follows it, and which one it follows, the ends included",
        .size =
            [](const Multiset&, int deck_size) {
              const auto cards = static_cast<std::uint64_t>(deck_size);
              return equal_answers(2 * (cards + 1), cards);
            },
        .visit = visit_neighbours,
        .member_name = name_of_neighbour,
        .largest_deck = largest_deck_size},
    top_family<top_two_table>("hole-cards", "the two hole cards",
                              "which two cards lie on top, in either order",
                              [](int, std::uint64_t) -> std::string { return "the top two cards"; }),
    top_family<top_three_table>("flop", "the three cards of a flop",
                                "which three cards lie on top, in any order; counted where it is asked for",
                                [](int, std::uint64_t) -> std::string { return "the top three cards"; }),
    top_family<top_five_table>("top-five", "the five cards of a poker hand",
                               "which five cards lie on top, in any order; counted where it is asked for",
                               [](int, std::uint64_t) -> std::string { return "the top five cards"; }),
    BetFamily{
        .name = "parity",
        .bets_on = "whether the permutation is even",
        .asks = "whether the permutation is even or odd",
        .size = [](const Multiset&, int) { return equal_answers(1, 2); },
        .visit = [](const Tally& tally, const BetFamily::Visit& visit) { visit(tally.parity.by_value()); },
        .member_name = [](int, std::uint64_t) -> std::string { return "the parity"; },
        .largest_deck = largest_deck_size},
    named_bets_family};

constexpr std::array families_of_multisets{
    BetFamily{
        .name = "arrangements",
        .bets_on = "all that can be told apart",
        .asks = "which arrangement came",
        .size =
            [](const Multiset& multiset, int deck_size) {
              return equal_answers(
                  1, count_arrangements(multiset, deck_size, MultisetCounts::most_arrangements).value_or(2));
            },
        .visit = [](const Tally& tally,
                    const BetFamily::Visit& visit) { visit(tally.multiset->arrangements()); },
        .member_name = [](int, std::uint64_t) -> std::string { return "the arrangement"; },
        .of_multiset = detail::has_counted_arrangements},
    BetFamily{.name = "kinds",
              .bets_on = "what kind of card lies at any one position",
              .asks = "of every position which kind lies there",
              .size = size_of_sites,
              .visit_deviations = visit_sites,
              .member_name = [](int, std::uint64_t member) { return fmt::format("position {}", member); },
              .of_multiset = detail::has_equal_cards},
    BetFamily{.name = "dealt-cards",
              .bets_on = "whether and where any one card is dealt",
              .asks = "of every card whether it was dealt, and to which place where that counts",
              .size = size_of_sites,
              .visit_deviations = visit_sites,
              .member_name = [](int, std::uint64_t member) { return fmt::format("card {}", member); },
              .of_multiset = detail::is_deal}};

}  // namespace

std::span<const BetFamily> families_to_certify() {
  return registered;
}

std::span<const BetFamily> all_families() {
  return families_to_certify().first(registered.size() - 1);
}

std::span<const BetFamily> multiset_families() {
  return families_of_multisets;
}

std::vector<const BetFamily*> multiset_families_of(const Multiset& multiset, int deck_size) {
  std::vector<const BetFamily*> families;
  for (const BetFamily& family : families_of_multisets) {
    if (family.of_multiset(multiset, deck_size)) families.push_back(&family);
  }
  return families;
}

OnRequest asked_by(std::span<const std::string> families) {
  OnRequest asked;
  for (const std::string& name : families) {
    const BetFamily* family = find_family(name);
    if (family == nullptr) continue;
    if (family->on_request != nullptr) asked.tables.push_back(family->on_request);
    if (family->visit_deviations != nullptr) asked.pairs = true;
  }
  return asked;
}

bool is_counted(const BetFamily& family, const Tally& tally) {
  if (tally.deck_size > family.largest_deck) return false;
  if (family.visit_deviations != nullptr) return tally.pair_positions.has_value();
  return family.on_request == nullptr || tally.tables.has(*family.on_request);
}

namespace {

// What of the error one bet has for either form of its bound.
struct Errors {
  double of_distance, of_intervals;
};

Errors errors_of_bet(std::string_view function, const Tally& tally, double confidence) {
  detail::require_inside_unit(function, "confidence", confidence);
  if (tally.bets.empty()) {
    throw std::invalid_argument(std::string(function) + ": the tally has no named bets");
  }
  const double error = (1 - confidence) / static_cast<double>(tally.bets.all().size());
  return {0.9 * error, 0.1 * error};
}

double bound_of_bet(const BetCounts::Counted& counted, const std::vector<double>& distribution,
                    std::uint64_t trials, const Errors& errors) {
  const double error_of_value = errors.of_intervals / static_cast<double>(values_possible(distribution));
  double distance = 0, above = 0, below = 0;
  for (std::size_t value = 0; value < distribution.size(); ++value) {
    if (distribution[value] == 0) continue;
    const double share = static_cast<double>(counted.by_value[value]) / static_cast<double>(trials);
    distance += std::abs(share - distribution[value]) / 2;
    const Interval interval = clopper_pearson(counted.by_value[value], trials, error_of_value);
    above += std::max(0.0, interval.upper - distribution[value]);
    below += std::max(0.0, distribution[value] - interval.lower);
  }
  return std::min(
      {tv_upper_bound_of_distance(std::min(1.0, distance), 1, trials, 1 - errors.of_distance), above, below});
}

}  // namespace

FamilyBound bound_named_bets(const Tally& tally, double confidence) {
  const Errors errors = errors_of_bet("bound_named_bets", tally, confidence);
  FamilyBound bound;
  if (tally.trials == 0) return bound;
  const auto trials = static_cast<double>(tally.trials);
  for (std::size_t bet = 0; bet < tally.bets.all().size(); ++bet) {
    const BetCounts::Counted& counted = tally.bets.all()[bet];
    const std::vector<double> distribution = bet_distribution(counted.bet, tally.deck_size);
    const double of_bet = bound_of_bet(counted, distribution, tally.trials, errors);
    if (bound.tv_upper && of_bet <= *bound.tv_upper) continue;
    bound = {.farthest = bet,
             .degrees_of_freedom = static_cast<double>(values_possible(distribution)) - 1,
             .tv_upper = of_bet};
    for (std::size_t value = 0; value < distribution.size(); ++value) {
      if (distribution[value] == 0) continue;
      const double expected = trials * distribution[value],
                   off = static_cast<double>(counted.by_value[value]) - expected;
      bound.statistic += off * off / expected;
    }
  }
  return bound;
}

double trials_for_named_bets(const Tally& tally, double tolerance, double confidence) {
  detail::require_share("trials_for_named_bets", "tolerance", tolerance);
  const Errors errors = errors_of_bet("trials_for_named_bets", tally, confidence);
  double most = 0;
  for (const BetCounts::Counted& counted : tally.bets.all()) {
    const std::vector<double> distribution = bet_distribution(counted.bet, tally.deck_size);
    // Half the mean deviations of the shares are sqrt(p (1 - p) / (2 pi N)).
    double deviations = 0;
    for (const double p : distribution) deviations += std::sqrt(p * (1 - p));
    const double root_of_distance =
        (deviations / std::sqrt(2 * std::numbers::pi) + std::sqrt(-std::log(errors.of_distance) / 2)) /
        tolerance;
    // An end of the interval lies about z sqrt(p (1 - p) / N) + z^2 / (3 N) away: a quadratic in sqrt(N).
    const auto values = static_cast<double>(values_possible(distribution));
    const double z = normal_upper_quantile(errors.of_intervals / values / 2);
    const double linear = z * deviations, constant = values * z * z / 3;
    const double root_of_intervals =
        (linear + std::sqrt(linear * linear + 4 * tolerance * constant)) / (2 * tolerance);
    const double root = std::min(root_of_distance, root_of_intervals);
    most = std::max(most, root * root);
  }
  return most;
}

namespace {

std::uint64_t fewest_trials(std::uint64_t cells, double error_of_member) {
  const TrialRule rule = detail::equal_cells_rule(cells);
  return error_of_member < detail::honest_level_of_few_trials ? rule.fewest_for_any_level : rule.fewest;
}

}  // namespace

void for_each_deviation(const BetFamily& family, const Tally& tally, const BetFamily::VisitDeviation& visit) {
  if (family.visit_deviations != nullptr) return family.visit_deviations(tally, visit);
  family.visit(tally, [&](std::span<const std::uint64_t> counts) {
    DistanceOfCounts distance(counts.size(), tally.trials);
    for (const std::uint64_t count : counts) distance.add(count);
    visit({.statistic = detail::equal_cells_statistic(family.name, counts, tally.trials).statistic,
           .distance = distance.distance()});
  });
}

FamilyBound bound_family(const BetFamily& family, const Tally& tally, double confidence) {
  detail::require_inside_unit("bound_family", "confidence", confidence);
  const FamilySize size = family.size(tally.deck_multiset(), tally.deck_size);
  FamilyBound bound{.degrees_of_freedom = size.degrees_of_freedom, .tv_upper = {}};
  const std::uint64_t trials = tally.trials;
  if (trials == 0) return bound;
  double largest_distance = 0;
  std::uint64_t member = 0;
  for_each_deviation(family, tally, [&](const BetFamily::Deviation& deviation) {
    if (deviation.statistic > bound.statistic) {
      bound.statistic = deviation.statistic;
      bound.farthest = member;
    }
    largest_distance = std::max(largest_distance, deviation.distance);
    ++member;
  });
  const SplitConfidence split = split_confidence(confidence);
  const double of_member = shared_confidence(split.of_statistic, size.members);
  bound.tv_upper = tv_upper_bound_of_distance(largest_distance, size.members, trials, split.of_distance);
  // Of fewer the statistic has no tail of chi-square.
  if (trials >= fewest_trials(size.cells, 1 - of_member)) {
    bound.tv_upper = std::min(*bound.tv_upper,
                              tv_upper_bound(bound.statistic, bound.degrees_of_freedom, trials, of_member));
  }
  if (*bound.tv_upper >= 1) bound.tv_upper.reset();
  return bound;
}

double trials_for_family(const BetFamily& family, int deck_size, double tolerance, double confidence,
                         const Multiset& multiset) {
  constexpr std::string_view function = "trials_for_family";
  detail::require_share(function, "tolerance", tolerance);
  detail::require_inside_unit(function, "confidence", confidence);
  const auto [members, cells, degrees_of_freedom] = family.size(multiset, deck_size);
  const SplitConfidence split = split_confidence(confidence);
  const double of_member = shared_confidence(split.of_statistic, members);
  const double by_distance = trials_for_certificate_of_distance(cells, members, tolerance, split.of_distance);
  const double noncentrality = noncentrality_upper_limit(median_of_largest(degrees_of_freedom, members),
                                                         degrees_of_freedom, of_member);
  const double by_statistic = noncentrality / (4 * tolerance * tolerance);
  return std::max(static_cast<double>(fewest_trials(cells, 1 - of_member)),
                  std::min(by_statistic, by_distance));
}

// Source: P(largest of m <= x) = P(one <= x)^m.
double median_of_largest(double degrees_of_freedom, std::uint64_t members) {
  const double above = -std::expm1(-std::log(2.0) / static_cast<double>(members));
  return chi_squared_upper_quantile(above, degrees_of_freedom);
}

double trials_for_counts(double degrees_of_freedom, std::uint64_t members, double chi_square_distance,
                         double tolerance, double confidence) {
  constexpr std::string_view function = "trials_for_counts";
  detail::require_share(function, "tolerance", tolerance);
  detail::require_inside_unit(function, "confidence", confidence);
  detail::require_not_negative(function, "chi_square_distance", chi_square_distance);
  const double never = std::numeric_limits<double>::infinity(), tolerated = 4 * tolerance * tolerance;
  if (chi_square_distance >= tolerated) return never;
  const double of_member = shared_confidence(split_confidence(confidence).of_statistic, members);
  const double by_chance = median_of_largest(degrees_of_freedom, members);
  const auto limit = [&](double trials) {
    return noncentrality_upper_limit(by_chance + trials * chi_square_distance, degrees_of_freedom, of_member);
  };
  double fewer = limit(0) / tolerated;
  if (chi_square_distance == 0) return fewer;
  // The bound comes down as trials grow: between twice as few and enough they are halved to a thousandth.
  double enough = fewer;
  while (limit(enough) > tolerated * enough) {
    fewer = enough;
    enough *= 2;
    if (enough > static_cast<double>(largest_trial_count)) return never;
  }
  while (enough > fewer * 1.001) {
    const double middle = (fewer + enough) / 2;
    (limit(middle) > tolerated * middle ? fewer : enough) = middle;
  }
  return enough;
}

}  // namespace fairshuffle
