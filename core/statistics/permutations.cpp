#include "core/statistics/permutations.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

std::uint64_t fewest_trials_for_permutations(int deck_size) {
  return detail::equal_cells_rule(permutation_count(deck_size)).fewest;
}

namespace {

std::uint64_t searched_trials_to_certify(int deck_size, double tolerance, double confidence) {
  const double degrees_of_freedom = static_cast<double>(permutation_count(deck_size)) - 1;
  // No tolerance can be bought with any number of trials that fits 64 bits.
  const double certificate = tolerance > 0 ? trials_for_certificate(degrees_of_freedom, tolerance,
                                                                    split_confidence(confidence).of_statistic)
                                           : 1e19;
  return std::max(fewest_trials_for_permutations(deck_size),
                  static_cast<std::uint64_t>(std::min(certificate, 1e19)));
}

}  // namespace

std::uint64_t fewest_trials_to_certify_permutations(int deck_size, double tolerance, double confidence) {
  // A run asks the same for each of its targets, and a search takes milliseconds.
  constexpr std::size_t most_remembered = 1000;
  thread_local std::map<std::tuple<int, double, double>, std::uint64_t> remembered;
  if (remembered.size() >= most_remembered) remembered.clear();
  const auto [known, is_new] = remembered.try_emplace({deck_size, tolerance, confidence});
  if (is_new) known->second = searched_trials_to_certify(deck_size, tolerance, confidence);
  return known->second;
}

std::optional<PermutationCounting> permutation_counting_for(int deck_size, std::uint64_t max_trials,
                                                            double tolerance, double confidence) {
  if (deck_size > largest_countable_deck_size) return std::nullopt;
  // Below ten cards the first look alone fills more than a list is good for.
  if (deck_size < largest_counted_deck_size) return PermutationCounting{};
  // A list is sorted and unranked trial by trial; from about a trial for 64 permutations on a table is read
  // as fast.
  const std::uint64_t most_listed = permutation_count(deck_size) / 64;
  if (deck_size == largest_counted_deck_size) return PermutationCounting{CounterWidth::wide, most_listed};
  if (max_trials < fewest_trials_to_certify_permutations(deck_size, tolerance, confidence))
    return std::nullopt;
  return PermutationCounting{CounterWidth::narrow, most_listed};
}

ChiSquared permutations_statistic(const Tally& tally) {
  if (!tally.counts_permutations()) {
    detail::refuse_argument("permutations_statistic", "deck_size", "one whose permutations are counted",
                            tally.deck_size);
  }
  detail::CellSums sums{.cells = permutation_count(tally.deck_size)};
  tally.for_each_permutation_count(
      [&sums](std::uint64_t count, std::uint64_t permutations) { sums.add(count, permutations); });
  return detail::equal_cells_statistic("permutations_statistic", sums, tally.trials);
}

Needs detail::needs_permutations(const Tally& tally) {
  if (tally.deck_size > largest_countable_deck_size) {
    return {.lacking = "single permutations are counted for up to 12 cards only"};
  }
  const std::uint64_t permutations = permutation_count(tally.deck_size);
  Needs needs{.rule = equal_cells_rule(permutations), .table = with_commas(permutations) + " permutations"};
  if (!tally.counts_permutations()) {
    needs.lacking =
        "permutations were not counted: " + too_few_trials(needs.rule.fewest, needs.table, tally.trials);
  }
  return needs;
}

std::vector<TestResult> test_parity(const Tally& tally) {
  const std::span<const std::uint64_t> even_odd = tally.parity.by_value();
  detail::check_total("test_parity", even_odd[0] + even_odd[1], tally.trials, tally.trials);
  return {detail::two_cells_result(parity_test.name, even_odd[0], tally.trials, 0.5)};
}

namespace {

std::vector<double> counts_of(const Tally& tally) {
  std::vector<double> counts(tally.permutations->size());
  std::uint64_t counted = 0;
  tally.permutations->for_each([&](std::uint64_t rank, std::uint64_t count) {
    counts[rank] = static_cast<double>(count);
    counted += count;
  });
  detail::check_total("counted_parts", counted, tally.trials, tally.trials);
  return counts;
}

// How far the chi-square tail of a component is off depends on its dimension as that of the permutations does
// on their number. The third cumulant of T is that of the chi-square, 8 d^2, times 1 + d g / (2 N) to first
// order, where g is the mean of the cubed character, at most d; for X2 of k permutations it is 1 + k / (2 N).
// So a component needs at most d^2 trials where the permutations need k. Measured by subset simulation,
// within 0.15 or so: at 2,400 trials 1.2 times 1e-6 and 1e-10 for (3,2), 1.1 and 1.2 times for (3,2,1); at
// 6,125 trials 0.9 and 1.1 times for (4,2,1), of 35^2 degrees of freedom.
TestResult chi_squared_test(const Component& component, double statistic, std::uint64_t trials) {
  const std::string name = fmt::format("{} {}", component.name, to_text(component.partition));
  const std::uint64_t degrees_of_freedom = component.dimension * component.dimension;
  const TrialRule rule = detail::equal_cells_rule(degrees_of_freedom);
  if (trials < rule.fewest) {
    return detail::not_applied(
        name,
        detail::too_few_trials(
            rule.fewest, fmt::format("a component of {} degrees of freedom", degrees_of_freedom), trials));
  }
  return detail::chi_squared_result(name, {statistic, static_cast<double>(degrees_of_freedom)}, trials, rule);
}

}  // namespace

std::vector<CountedPart> counted_parts(const Tally& tally) {
  constexpr std::string_view function = "counted_parts";
  const int n = tally.deck_size;
  if (n < 2 || n > largest_deck_of_components || !tally.permutations) {
    detail::refuse_argument(function, "deck_size", "2 to 8, its permutations counted", n);
  }
  if (tally.trials < 2) {
    detail::refuse_argument(function, "trials", "at least 2", static_cast<double>(tally.trials));
  }
  const auto trials = static_cast<double>(tally.trials);
  std::vector<CountedPart> counted;
  for (Component& component : components_of(n, counts_of(tally))) {
    const double statistic = component.chi_square_distance / trials;
    const auto dimension = static_cast<double>(component.dimension);
    component.chi_square_distance =
        chi_square_distance_unbiased(statistic, dimension * dimension, tally.trials);
    const bool is_parity = component.partition.front() == 1;
    const bool is_positions = !is_parity && component.partition.front() == n - 1;
    TestResult result = is_parity      ? result_of(parity_test, tally)
                        : is_positions ? result_of(positions_test, tally)
                                       : chi_squared_test(component, statistic, tally.trials);
    counted.push_back({.component = std::move(component),
                       .has_own_test = !is_parity && !is_positions,
                       .result = std::move(result)});
  }
  return counted;
}

Needs detail::needs_components(const Tally& tally) {
  if (tally.deck_size > largest_deck_of_components)
    return {.lacking = "components are told for up to 8 cards only"};
  if (!tally.permutations) return {.lacking = "permutations were not counted"};
  return {.lacking = tally.trials < 2 ? "there were fewer than two trials" : ""};
}

std::vector<TestResult> test_components(const Tally& tally) {
  std::vector<TestResult> results;
  for (CountedPart& component : counted_parts(tally)) {
    if (component.has_own_test) results.push_back(std::move(component.result));
  }
  return results;
}

std::uint64_t hypotheses_of_components(int deck_size) {
  return partitions_of(deck_size).size() - 3;
}

namespace {

/// Calls visit(i, counts of digit i), 1 <= i < n. Throws std::invalid_argument in the name of `function`
/// where these are not the counts of so many digits, or one does not add up to the trials.
template <class Visit>
void for_each_digit(std::string_view function, int deck_size, std::uint64_t trials,
                    std::span<const std::uint64_t> digits, Visit visit) {
  const auto n = static_cast<std::size_t>(deck_size);
  if (digits.size() != cell_of_digit(n)) {
    detail::refuse_argument(function, "digits", "n (n + 1) / 2 - 1", static_cast<double>(digits.size()));
  }
  for (std::size_t i = 1; i < n; ++i) {
    const std::span<const std::uint64_t> counts = digits.subspan(cell_of_digit(i), i + 1);
    detail::check_total(function, detail::sums_of(counts).counted, trials, trials);
    visit(i, counts);
  }
}

}  // namespace

ChiSquared lehmer_code_statistic(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> digits) {
  constexpr std::string_view function = "lehmer_code_statistic";
  detail::check_deck(function, deck_size, 2, trials);
  // sum (C - N/k)^2 k/N = (k sum C^2 - N^2) / N; over all digits at most 2,079 N^2 < 2^118.
  Wide numerator = 0;
  for_each_digit(function, deck_size, trials, digits, [&](std::size_t i, auto counts) {
    numerator += (i + 1) * detail::sums_of(counts).sum_of_squares - static_cast<Wide>(trials) * trials;
  });
  return {detail::quotient(numerator, trials), deck_size * (deck_size - 1.) / 2};
}

StrongestCell strongest_lehmer_digit(const Tally& tally) {
  StrongestCell strongest(tally.trials);
  for_each_digit(
      strongest_lehmer_digit_test.name, tally.deck_size, tally.trials, tally.tables.of(lehmer_code_table),
      [&](std::size_t i, auto counts) { strongest.look_at(counts, 1 / (static_cast<double>(i) + 1)); });
  return strongest;
}

std::vector<std::vector<double>> filter_of(const DigitDistribution& distribution) {
  const double length = std::sqrt(product_of_digits(distribution, distribution));
  if (!(length > 0)) detail::refuse_argument("filter_of", "distribution", "uneven", 0);
  std::vector<std::vector<double>> filter;
  for (const std::vector<double>& digit : distribution.probability) {
    std::vector<double>& weights = filter.emplace_back();
    for (const double p : digit) weights.push_back((static_cast<double>(digit.size()) * p - 1) / length);
  }
  return filter;
}

double matched_lehmer_digits_statistic(int deck_size, std::uint64_t trials,
                                       std::span<const std::uint64_t> digits,
                                       const std::vector<std::vector<double>>& filter) {
  constexpr std::string_view function = "matched_lehmer_digits_statistic";
  if (trials == 0) detail::refuse_argument(function, "trials", "at least 1", 0);
  if (filter.size() + 1 != static_cast<std::size_t>(deck_size)) {
    detail::refuse_argument(function, "filter", "of as many draws", static_cast<double>(filter.size()));
  }
  double sum = 0;
  for_each_digit(
      function, deck_size, trials, digits, [&](std::size_t i, std::span<const std::uint64_t> counts) {
        // The weights of a digit add up to 0, so that what is due changes nothing but the rounding.
        const long double due = static_cast<long double>(trials) / static_cast<long double>(counts.size());
        for (std::size_t value = 0; value < counts.size(); ++value) {
          sum += filter[i - 1][value] * static_cast<double>(static_cast<long double>(counts[value]) - due);
        }
      });
  return sum / std::sqrt(static_cast<double>(trials));
}

std::vector<TestResult> test_matched_lehmer_digits(const Tally& tally) {
  const std::span<const std::uint64_t> digits = tally.tables.of(lehmer_code_table);
  std::vector<TestResult> results;
  for (const DigitMistake& mistake : digit_mistakes(tally.deck_size)) {
    const double z = matched_lehmer_digits_statistic(tally.deck_size, tally.trials, digits,
                                                     filter_of(mistake.distribution));
    results.push_back(detail::filtered_result("matched Lehmer digits, " + mistake.name, z, tally.trials));
  }
  return results;
}

Needs detail::needs_marked_cards(const Tally& tally) {
  if (!tally.subsets) return {.lacking = "no cards are marked"};
  const std::uint64_t sets = tally.subsets->by_rank().size();
  return {.rule = equal_cells_rule(sets), .table = with_commas(sets) + " sets of positions"};
}

namespace {

const MultisetCounts& counts_of(std::string_view function, const Tally& tally) {
  if (!tally.multiset) {
    detail::refuse_argument(function, "multiset", "a deck with equal cards or a deal", tally.deck_size);
  }
  if (tally.trials == 0) detail::refuse_argument(function, "trials", "at least 1", 0);
  return *tally.multiset;
}

// Which kind may follow which, the ends of the deck being one more kind of one card, in how many ways.
class PairsOfKinds {
 public:
  explicit PairsOfKinds(std::span<const int> sizes) : sizes_(sizes.begin(), sizes.end()) {
    sizes_.push_back(1);
    for (std::size_t kind = 0; kind < sizes_.size(); ++kind) {
      for (std::size_t next = 0; next < sizes_.size(); ++next) {
        const double here = ways(kind, next);
        if (here == 0) continue;
        ++possible_;
        sum_of_inverses_ += 1 / here;
      }
    }
  }

  std::size_t kinds() const { return sizes_.size(); }
  double ways(std::size_t kind, std::size_t next) const {
    return static_cast<double>(sizes_[kind]) * (sizes_[next] - (kind == next ? 1 : 0));
  }
  double degrees_of_freedom() const { return possible_ - 2.0 * static_cast<double>(kinds()) + 1; }

  /// Rare pairs come in some trials and not in others, which adds n S / N to the variance 2 df of the
  /// statistic, S being the sum of 1 / w: no more than a hundredth of it from 50 n S / df trials on.
  TrialRule rule(int deck_size) const {
    const auto full =
        static_cast<std::uint64_t>(std::ceil(50 * deck_size * sum_of_inverses_ / degrees_of_freedom()));
    const TrialRule of_table = detail::table_rule(deck_size);
    return {std::max(of_table.fewest, full), std::max(of_table.fewest_for_any_level, 5 * full)};
  }

 private:
  std::vector<int> sizes_;
  int possible_ = 0;
  double sum_of_inverses_ = 0;
};

// One trial in which two cards are both dealt.
double chance_together(int deck_size, int dealt) {
  return static_cast<double>(dealt) * (dealt - 1) / (static_cast<double>(deck_size) * (deck_size - 1));
}

}  // namespace

ChiSquared sites_statistic(const Tally& tally) {
  constexpr std::string_view function = "sites_statistic";
  const MultisetCounts& counts = counts_of(function, tally);
  const auto n = static_cast<std::uint64_t>(tally.deck_size);
  detail::check_total(function, detail::sums_of(counts.sites()).counted, n * tally.trials, tally.trials);
  long double sum = 0;
  for (std::size_t symbol = 0; symbol < counts.symbols(); ++symbol) {
    const auto size = static_cast<std::uint64_t>(counts.sizes()[symbol]);
    Wide squares = 0;
    for (std::size_t site = 0; site < n; ++site) {
      // n times as far from what is due as the count is, which is a whole number.
      const std::uint64_t count = n * counts.at(site, symbol), due = size * tally.trials;
      const std::uint64_t off = count > due ? count - due : due - count;
      squares += static_cast<Wide>(off) * off;
    }
    sum += static_cast<long double>(squares) / static_cast<long double>(size);
  }
  const long double statistic =
      static_cast<long double>(n - 1) * sum /
      (static_cast<long double>(n) * static_cast<long double>(n) * static_cast<long double>(tally.trials));
  return {static_cast<double>(statistic), static_cast<double>((counts.symbols() - 1) * (n - 1))};
}

ChiSquared kind_neighbours_statistic(const Tally& tally) {
  constexpr std::string_view function = "kind_neighbours_statistic";
  const MultisetCounts& counts = counts_of(function, tally);
  if (counts.neighbours().empty()) {
    detail::refuse_argument(function, "multiset", "a deck with equal cards", tally.deck_size);
  }
  const PairsOfKinds pairs(counts.sizes());
  const auto trials = static_cast<long double>(tally.trials), n = static_cast<long double>(tally.deck_size);
  const auto off = [&](std::size_t kind, std::size_t next) {
    return static_cast<long double>(counts.neighbours()[kind * pairs.kinds() + next]) -
           trials * static_cast<long double>(pairs.ways(kind, next)) / n;
  };
  detail::check_total(function, detail::sums_of(counts.neighbours()).counted,
                      (static_cast<std::uint64_t>(tally.deck_size) + 1) * tally.trials, tally.trials);
  long double symmetric = 0, antisymmetric = 0;
  for (std::size_t kind = 0; kind < pairs.kinds(); ++kind) {
    for (std::size_t next = 0; next < pairs.kinds(); ++next) {
      const long double cells = pairs.ways(kind, next);
      if (cells == 0) continue;
      const long double there = off(kind, next), back = off(next, kind);
      symmetric += (there + back) * (there + back) / (4 * cells);
      antisymmetric += (there - back) * (there - back) / (4 * cells);
    }
  }
  const long double statistic = n / trials * (symmetric + (n - 1) / (n + 1) * antisymmetric);
  return {static_cast<double>(statistic), pairs.degrees_of_freedom()};
}

ChiSquared together_statistic(const Tally& tally) {
  constexpr std::string_view function = "together_statistic";
  const MultisetCounts& counts = counts_of(function, tally);
  if (counts.together().empty()) {
    detail::refuse_argument(function, "multiset", "a deal that can leave pairs out", tally.deck_size);
  }
  const int n = tally.deck_size, dealt = counts.multiset().dealt;
  const auto cards = static_cast<std::size_t>(n);
  const auto trials = static_cast<long double>(tally.trials);
  const long double due = trials * chance_together(n, dealt);
  detail::check_total(function, detail::sums_of(counts.together()).counted,
                      static_cast<std::uint64_t>(dealt * (dealt - 1) / 2) * tally.trials, tally.trials);
  std::vector<long double> of_card(cards);
  std::size_t pair = 0;
  for (std::size_t card = 0; card < cards; ++card) {
    for (std::size_t other = card + 1; other < cards; ++other, ++pair) {
      const long double off = static_cast<long double>(counts.together()[pair]) - due;
      of_card[card] += off;
      of_card[other] += off;
    }
  }
  long double squares = 0;
  pair = 0;
  for (std::size_t card = 0; card < cards; ++card) {
    for (std::size_t other = card + 1; other < cards; ++other, ++pair) {
      const long double left = static_cast<long double>(counts.together()[pair]) - due -
                               (of_card[card] + of_card[other]) / (n - 2);
      squares += left * left;
    }
  }
  const int rest = n - dealt;
  const long double variance = due * rest * (rest - 1) / (static_cast<long double>(n - 2) * (n - 3));
  return {static_cast<double>(squares / variance), n * (n - 3) / 2.0};
}

StrongestCell strongest_site(const Tally& tally) {
  constexpr std::string_view function = "strongest_site";
  const MultisetCounts& counts = counts_of(function, tally);
  const std::size_t symbols = counts.symbols();
  StrongestCell strongest(tally.trials);
  for (std::size_t symbol = 0; symbol < symbols; ++symbol) {
    strongest.look_at(counts.sites(), static_cast<double>(counts.sizes()[symbol]) / tally.deck_size,
                      [&](std::size_t cell) { return cell % symbols == symbol; });
  }
  detail::check_total(function, strongest.counted(),
                      static_cast<std::uint64_t>(tally.deck_size) * tally.trials, tally.trials);
  return strongest;
}

Needs detail::needs_arrangements(const Tally& tally) {
  Needs needs = needs_trials(tally);
  if (!needs.lacking.empty()) return needs;
  const std::uint64_t arrangements = tally.multiset->arrangements().size();
  if (arrangements == 0) return {.lacking = "there are too many arrangements to count"};
  return {.rule = equal_cells_rule(arrangements), .table = with_commas(arrangements) + " arrangements"};
}

Needs detail::needs_kind_neighbours(const Tally& tally) {
  Needs needs = needs_table_of_trials(tally);
  if (!needs.lacking.empty()) return needs;
  if (tally.multiset->neighbours().empty()) return {.lacking = "all cards differ"};
  needs.rule = PairsOfKinds(tally.multiset->sizes()).rule(tally.deck_size);
  return needs;
}

Needs detail::needs_dealt_together(const Tally& tally) {
  Needs needs = needs_table_of_trials(tally);
  if (!needs.lacking.empty()) return needs;
  if (tally.multiset->together().empty()) {
    return {.lacking =
                has_pairs(tally.deck_multiset(), tally.deck_size)
                    ? "pairs are counted of deals of up to " + std::to_string(most_dealt_together) + " cards"
                    : "no two cards can be dealt together, or left out"};
  }
  const int dealt = tally.multiset->multiset().dealt;
  // Five trials are due of every pair, of those that are dealt and of those that are left.
  const double rarer = std::min(chance_together(tally.deck_size, dealt),
                                chance_together(tally.deck_size, tally.deck_size - dealt));
  needs.rule = trial_rule(static_cast<std::uint64_t>(std::ceil(5 / rarer)));
  return needs;
}

}  // namespace fairshuffle
