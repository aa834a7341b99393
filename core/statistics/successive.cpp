#include "core/statistics/successive.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numbers>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/statistics/neighbours.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/permutations.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/successive.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

namespace {

// Of tests that are the same at a deck size one is enough.
std::vector<TestInfo> tests_of(int deck_size) {
  const CountedDeck deck{.size = deck_size,
                         .marked = 0,
                         .permutations_counted = deck_size <= largest_deck_of_successive_permutations};
  std::vector<TestInfo> tests;
  for (TestInfo test : all_tests()) {
    test.smallest_deck = test.smallest_of_successive;
    if (fits(test, deck) && undisguised(test, deck_size) == test.name) tests.push_back(test);
  }
  return tests;
}

// A trial of theirs is a pair.
std::string of_pairs(std::string reason) {
  constexpr std::string_view trials = "trials";
  for (std::size_t at = 0; (at = reason.find(trials, at)) != std::string::npos;) {
    reason.replace(at, trials.size(), "pairs");
  }
  return reason;
}

}  // namespace

Tally tally_of_successive(const Tally& tally) {
  const SuccessiveCounts& counts = tally.successive;
  Tally successive(tally.deck_size, 0);
  successive.trials = counts.pairs;
  if (counts.permutations.empty()) {
    successive.positions = counts.positions;
    successive.fixed_points = counts.fixed_points;
    successive.cycles = counts.cycles;
    successive.parity = counts.parity;
    successive.tables = counts.tables;
    return successive;
  }
  const auto permutations = std::make_shared<PermutationCounts>(tally.deck_size);
  for (std::uint64_t rank = 0; rank < counts.permutations.size(); ++rank)
    permutations->add(rank, counts.permutations[rank]);
  successive.permutations.emplace(permutations);
  derive_from_permutations(*permutations, successive);
  return successive;
}

std::vector<TestResult> test_successive(const Tally& tally) {
  const Tally successive = tally_of_successive(tally);
  std::vector<TestResult> results;
  for (const TestInfo& test : tests_of(tally.deck_size)) {
    for (TestResult& result : results_of(test, successive)) {
      result.name = "successive-" + result.name;
      result.reason = of_pairs(std::move(result.reason));
      results.push_back(std::move(result));
    }
  }
  return results;
}

std::uint64_t hypotheses_of_successive(int deck_size) {
  std::uint64_t hypotheses = 0;
  for (const TestInfo& test : tests_of(deck_size)) {
    hypotheses += test.hypotheses(deck_size);
  }
  return hypotheses;
}

SuccessiveFixedPoints successive_fixed_points(const Tally& whole) {
  const auto trials = static_cast<double>(whole.trials), pairs = static_cast<double>(whole.successive.pairs);
  if (whole.deck_size < 2 || pairs < 1) return {};
  double squared_cells = 0;
  for (const std::uint64_t cell : whole.positions.cells()) {
    squared_cells += static_cast<double>(cell) * static_cast<double>(cell);
  }
  const NumberCounts fixed_points = tally_of_successive(whole).fixed_points;
  SuccessiveFixedPoints result{.mean = mean_of_counts(fixed_points.by_value()),
                               .mean_of_all = (squared_cells / trials - whole.deck_size) / (trials - 1)};
  const double difference = result.mean - result.mean_of_all;
  constexpr double rounding = 1e-9;  // where all decks are alike
  if (difference < rounding) return result;
  double squares_above = 0;
  for (std::size_t value = 0; value < fixed_points.by_value().size(); ++value) {
    const double above = std::max(0., static_cast<double>(value) - result.mean_of_all);
    squares_above += static_cast<double>(fixed_points.by_value()[value]) * above * above;
  }
  const double below = result.mean_of_all * result.mean_of_all * (1 - result.mean_of_all / whole.deck_size);
  const double variance = (2 - pairs / trials) * (squares_above / pairs + below);
  result.log10_p = -pairs * difference * difference / (2 * variance) * std::numbers::log10e;
  return result;
}

namespace {

// Above it nothing is proven, whatever the spread.
constexpr double log10_p_worth_a_spread = -2;

/// The counts of trials by their rank, and the relative permutations of these ranks.
class PermutationsAndSuccessive {
 public:
  explicit PermutationsAndSuccessive(const Tally& tally)
      : ranks_(SuccessiveRanks::of_deck(tally.deck_size)),
        trials_(static_cast<double>(tally.trials)),
        counts_(permutation_count(tally.deck_size)) {
    tally.permutations->for_each(
        [this](std::uint64_t rank, std::uint64_t count) { counts_[rank] = static_cast<double>(count); });
  }

  std::size_t permutations() const { return counts_.size(); }

  /// Of each relative permutation its share among all pairs of trials.
  std::vector<double> shares() const {
    std::vector<double> shares(permutations());
    for (std::size_t before = 0; before < permutations(); ++before) {
      for (std::size_t after = 0; after < permutations(); ++after) {
        shares[relative(before, after)] += counts_[before] * (counts_[after] - (before == after ? 1 : 0));
      }
    }
    for (double& share : shares) share /= trials_ * (trials_ - 1);
    return shares;
  }

  /// Frobenius's norm of S, over the cells.
  double norm_of_shared_trials(const std::vector<double>& shares,
                               const std::vector<std::size_t>& cells) const {
    // [relative permutation][trial]: how often the relative permutation leads to the trial's order, and from
    // it.
    std::vector<double> to(permutations() * permutations()), from(permutations() * permutations());
    for (std::size_t before = 0; before < permutations(); ++before) {
      for (std::size_t after = 0; after < permutations(); ++after) {
        const std::size_t by = relative(before, after) * permutations();
        to[by + after] = counts_[before] / trials_ * counts_[after] / trials_;
        from[by + before] = counts_[after] / trials_;
      }
    }
    const auto shared = [&](std::size_t first, std::size_t second) {
      double both = 0;
      for (std::size_t trial = 0; trial < permutations(); ++trial) {
        both += to[first * permutations() + trial] * from[second * permutations() + trial];
      }
      return both - shares[first] * shares[second];
    };
    double squares = 0;
    for (const std::size_t first : cells) {
      for (const std::size_t second : cells) {
        const double sum = shared(first, second) + shared(second, first);
        squares += sum * sum / (shares[first] * shares[second]);
      }
    }
    return std::sqrt(squares);
  }

 private:
  std::size_t relative(std::size_t before, std::size_t after) const {
    return ranks_.of_pair(before | after << SuccessiveRanks::rank_bits);
  }

  const SuccessiveRanks& ranks_;
  double trials_;
  std::vector<double> counts_;
};

}  // namespace

SuccessivePermutations successive_permutations(const Tally& whole) {
  SuccessivePermutations result;
  if (whole.deck_size > SuccessiveRanks::largest_deck || !whole.permutations || whole.trials < 2)
    return result;
  const auto pairs = static_cast<double>(whole.successive.pairs);
  const PermutationsAndSuccessive counted(whole);
  const std::vector<double> shares = counted.shares();
  std::vector<std::size_t> cells;
  for (std::size_t relative = 0; relative < shares.size(); ++relative) {
    const double due = shares[relative] * pairs;
    if (due < least_pairs_of_cell) continue;
    const double difference = static_cast<double>(whole.successive.permutations[relative]) - due;
    result.statistic += difference * difference / due;
    cells.push_back(relative);
  }
  result.cells = static_cast<int>(cells.size());
  if (cells.empty()) return result;
  if (chi_squared_upper_tail(result.statistic, result.cells).log10_p > log10_p_worth_a_spread) return result;
  const double without_successive = 1 - pairs / static_cast<double>(whole.trials);
  result.spread = 1 + without_successive * std::min(1., counted.norm_of_shared_trials(shares, cells));
  result.log10_p = chi_squared_upper_tail(result.statistic / result.spread, result.cells).log10_p;
  return result;
}

namespace {

struct FollowingCell {
  std::uint64_t count;
  double share;     // that is due
  double deviance;  // half of it
};

// No two pairs of a class share a trial, and one of the classes is at least as far off as all together.
double log10_p_of_cells(const FollowingCell& above, const FollowingCell& below, std::uint64_t pairs,
                        std::uint64_t classes, double cells) {
  const double alike = 2 * static_cast<double>(classes) * cells;
  const TailProbability often = binomial_upper_tail((above.count + classes - 1) / classes,
                                                    (pairs + classes - 1) / classes, above.share);
  const TailProbability seldom = binomial_lower_tail(below.count / classes, pairs / classes, below.share);
  return std::min(times(often, alike).log10_p, times(seldom, alike).log10_p);
}

}  // namespace

SuccessivePositions successive_positions(const Tally& whole) {
  const auto n = static_cast<std::size_t>(whole.deck_size);
  const std::uint64_t pairs = whole.successive.pairs;
  if (n < 2 || whole.trials < 2 || pairs < 2) return {};
  const Tally successive = tally_of_successive(whole);
  const auto trials = static_cast<double>(whole.trials), of_pairs = static_cast<double>(pairs);
  std::vector<double> counts(n * n);  // [card][position]
  for (std::size_t cell = 0; cell < n * n; ++cell) {
    counts[cell % n * n + cell / n] = static_cast<double>(whole.positions.cells()[cell]);
  }
  FollowingCell above{.count = 0, .share = 0, .deviance = 0},
      below{.count = pairs, .share = 1, .deviance = 0};
  double squares = 0, least_due = of_pairs;
  std::vector<double> together(n);
  for (std::size_t to = 0; to < n; ++to) {
    std::ranges::fill(together, 0);
    for (std::size_t card = 0; card < n; ++card) {
      const double* const at = &counts[card * n];
      for (std::size_t from = 0; from < n; ++from) together[from] += at[to] * at[from];
    }
    together[to] -= trials;
    for (std::size_t from = 0; from < n; ++from) {
      const double share = together[from] / (trials * (trials - 1)), due = share * of_pairs;
      const std::uint64_t count = successive.positions.cells()[to * n + from];
      least_due = std::min(least_due, due);
      if (due <= 0) continue;  // and then the count is 0
      const auto came = static_cast<double>(count);
      squares += (came - due) * (came - due) / due;
      const double deviance = (count > 0 ? came * std::log(came / due) : 0) - (came - due);
      FollowingCell& farthest = came > due ? above : below;
      if (deviance > farthest.deviance) farthest = {.count = count, .share = share, .deviance = deviance};
    }
  }
  // In lanes later relative permutations are three of each four trials.
  const std::uint64_t classes = of_pairs > trials / 2 ? 2 : 3;
  SuccessivePositions result;
  result.log10_p_of_cell = log10_p_of_cells(above, below, pairs, classes, static_cast<double>(n * n));
  if (n > 2 && least_due >= least_pairs_of_cell) {
    const double spread = static_cast<double>(n) * (2 - of_pairs / trials);
    result.log10_p_of_table = chi_squared_upper_tail(squares / spread, static_cast<double>(n - 1)).log10_p;
  }
  return result;
}

}  // namespace fairshuffle
