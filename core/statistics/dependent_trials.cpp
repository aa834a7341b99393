#include "core/statistics/dependent_trials.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/statistics/numbers.hpp"
#include "core/statistics/permutations.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/successive.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

namespace {

// How often the commonest permutation came at most: as often as the commonest card of any position.
std::uint64_t most_of_one_permutation(const Tally& whole) {
  const std::size_t row =
      whole.multiset ? whole.multiset->symbols() : static_cast<std::size_t>(whole.deck_size);
  std::uint64_t least = whole.trials;
  for (auto cells = whole.multiset ? whole.multiset->sites() : whole.positions.cells(); !cells.empty();
       cells = cells.subspan(row)) {
    least = std::min(least, std::ranges::max(cells.first(row)));
  }
  return least;
}

// Independent trials are equal with the probability sum p^2, which is at most that of the commonest
// permutation.
double largest_chance_of_equal(const Tally& whole) {
  return static_cast<double>(most_of_one_permutation(whole)) / static_cast<double>(whole.trials);
}

// The chance that two independent trials are equal, sum p^2, as the pairs of all trials estimate it without
// bias, and three standard errors more (Hoeffding 1948, Ann. Math. Stat. 19, 5.13: the variance of such an
// estimate), or seven pairs, which is Poisson's limit where none is equal.
struct ChanceOfEqual {
  double estimate, at_most;
};

bool counts_outcomes(const Tally& whole) {
  return whole.counts_permutations() || (whole.multiset && !whole.multiset->arrangements().empty());
}

template <class Visit>
void for_each_outcome_count(const Tally& whole, Visit visit) {
  if (!whole.multiset) return whole.for_each_permutation_count(visit);
  for (const std::uint64_t count : whole.multiset->arrangements()) visit(count, std::uint64_t{1});
}

// How often permutations came again, and how often one permutation came at most.
struct PermutationsThatCameAgain {
  std::uint64_t repeats, most;
};

// What trials have in common; the second only where all are known.
struct EqualTrials {
  ChanceOfEqual chance;
  std::optional<PermutationsThatCameAgain> again;
};

// In one pass: the counts of twelve cards fill gigabytes.
EqualTrials of_counted_outcomes(const Tally& whole) {
  const auto trials = static_cast<double>(whole.trials);
  double equal_pairs = 0, equal_triples = 0;
  std::uint64_t distinct = 0, most = 0;
  for_each_outcome_count(whole, [&](std::uint64_t count, std::uint64_t permutations) {
    if (count == 0) return;
    const auto trials_of_permutation = static_cast<double>(count);
    const double pairs =
        trials_of_permutation * (trials_of_permutation - 1) * static_cast<double>(permutations);
    equal_pairs += pairs;
    equal_triples += pairs * (trials_of_permutation - 2);
    distinct += permutations;
    most = std::max(most, count);
  });
  const double pairs = trials * (trials - 1), chance = equal_pairs / pairs;
  const double of_three = trials > 2 ? equal_triples / (pairs * (trials - 2)) : chance;
  const double variance =
      (4 * (trials - 2) * std::max(0.0, of_three - chance * chance) + 2 * chance * (1 - chance)) / pairs;
  return {.chance = {chance, std::min(1.0, chance + 3 * std::sqrt(variance) + 14 / pairs)},
          .again = PermutationsThatCameAgain{whole.trials - distinct, most}};
}

// Of permutations that are not counted: no less than the chance. Where all trials are kept for whether their
// order comes again, so many repeats are most pairs if all are of one permutation.
double largest_chance_of_uncounted(const Tally& whole) {
  const double by_cards = largest_chance_of_equal(whole);
  if (whole.birthday.one_in > 1 || whole.birthday.kept < 2) return by_cards;
  const auto kept = static_cast<double>(whole.birthday.kept);
  const auto repeats = static_cast<double>(whole.birthday.repeats());
  const double equal = repeats * (repeats + 1) / 2, pairs = kept * (kept - 1) / 2;
  return std::min(by_cards, (equal + 3 * std::sqrt(equal) + 7) / pairs);
}

std::optional<PermutationsThatCameAgain> uncounted_that_came_again(const Tally& whole) {
  const BirthdayCounts& kept = whole.birthday;
  if (kept.one_in > 1 || kept.kept != whole.trials || kept.again == 0) return std::nullopt;
  // Each other order that came again did so once, at least.
  return PermutationsThatCameAgain{kept.repeats(),
                                   std::min(kept.repeats() - kept.again + 2, most_of_one_permutation(whole))};
}

EqualTrials equal_trials(const Tally& whole) {
  if (counts_outcomes(whole)) return of_counted_outcomes(whole);
  const double chance = largest_chance_of_uncounted(whole);
  return {.chance = {chance, chance}, .again = uncounted_that_came_again(whole)};
}

double log10_chance_of_sequence(const Tally& whole, const std::optional<PermutationsThatCameAgain>& again) {
  const std::uint64_t equal = whole.repeats.equal;
  if (!again || equal == 0 || equal > again->repeats) return 0;
  const auto log_factorial = [](std::uint64_t n) { return std::lgamma(static_cast<double>(n) + 1); };
  const double log_ways = log_factorial(again->repeats) - log_factorial(equal) -
                          log_factorial(again->repeats - equal) +
                          static_cast<double>(equal) * std::log(static_cast<double>(again->most));
  const double log_each = log_factorial(whole.trials - equal) - log_factorial(whole.trials);
  return std::min(0.0, (log_ways + log_each) / std::numbers::ln10);
}

// The pairs that one and the same order leads from a trial to the next in, of the order that does so most
// often; fewer where relative permutations are not counted by order.
std::uint64_t pairs_of_one_step(const Tally& whole) {
  const SuccessiveCounts& successive = whole.successive;
  if (!successive.permutations.empty()) return *std::ranges::max_element(successive.permutations);
  std::uint64_t missed = 0;
  const auto row = static_cast<std::size_t>(whole.deck_size);
  for (auto cells = successive.positions.cells(); !cells.empty(); cells = cells.subspan(row)) {
    missed += successive.pairs - std::ranges::max(cells.first(row));
  }
  return successive.pairs - std::min(missed, successive.pairs);
}

bool is_far_above(std::uint64_t count, std::uint64_t pairs, double deviations, double chance) {
  const double due = static_cast<double>(pairs) * chance;
  return static_cast<double>(count) - due > deviations * std::sqrt(due * (1 - chance) + 1);
}

bool steps_look_dependent(const Tally& whole) {
  // The commonest of 40,320 steps: where one pair is due of each, P(any of them has 18) is below 1e-11.
  constexpr double deviations = 12;
  const std::uint64_t pairs = whole.successive.pairs, count = pairs > 0 ? pairs_of_one_step(whole) : 0;
  // The standard deviation is at least 1, so so few are never too many, whatever the chance is: it need not
  // be read from a table of gigabytes.
  return static_cast<double>(count) > deviations &&
         is_far_above(count, pairs, deviations, equal_trials(whole).chance.estimate);
}

}  // namespace

bool equal_too_often(const Tally& whole) {
  const auto [pairs, equal] = whole.repeats;
  if (equal < 2) return false;
  const EqualTrials trials = equal_trials(whole);
  const auto [chance, at_most] = trials.chance;
  // Eight standard deviations: a description for the sentence and a guard of the bounds, not a test of its
  // own.
  if (is_far_above(equal, pairs, 8, chance)) return true;
  // Few pairs have no normal distribution. Equal pairs of a skewed distribution come in clusters, which those
  // of one so flat hardly do.
  constexpr double rarely_equal = 1e-3, hardly = 1e-9;
  if (at_most <= rarely_equal && binomial_upper_tail(equal, pairs, at_most).p < hardly) return true;
  return log10_chance_of_sequence(whole, trials.again) < std::log10(hardly);
}

double log10_chance_of_this_sequence(const Tally& whole) {
  return log10_chance_of_sequence(whole, equal_trials(whole).again);
}

bool trials_look_dependent(const Tally& whole) {
  return whole.trials >= 2 && (equal_too_often(whole) || steps_look_dependent(whole));
}

namespace {

// P(at least so many hits among `drawn` of `trials`, of which `all_hits` are hits).
double hypergeometric_upper_tail(double hits, double drawn, double all_hits, double trials) {
  if (hits * trials <= drawn * all_hits) return 1;
  const double misses = trials - all_hits;
  double term =
      std::exp(log_choose(all_hits, hits) + log_choose(misses, drawn - hits) - log_choose(trials, drawn));
  double tail = 0;
  // Above the mean each term is smaller than the last one.
  for (double k = hits; term > tail * 1e-17; ++k) {
    tail += term;
    term *= (all_hits - k) * (drawn - k) / ((k + 1) * (misses - drawn + k + 1));
  }
  return std::min(1.0, tail);
}

// The distance of each trial from the nearest one that is none of them, on the sides where one is known.
std::vector<std::uint64_t> distances_from_others(std::span<const std::uint64_t> trials) {
  constexpr std::uint64_t none = std::uint64_t{1} << 60;
  std::vector<std::uint64_t> distances;
  for (std::size_t begin = 0, end = 0; begin < trials.size(); begin = end) {
    while (end < trials.size() && trials[end] - trials[begin] == end - begin) ++end;
    for (std::size_t index = begin; index < end; ++index) {
      distances.push_back(
          std::min(trials[begin] > 0 ? index - begin + 1 : none, end < trials.size() ? end - index : none));
    }
  }
  return distances;
}

HitPlaces::Blocks in_blocks_of(std::uint64_t size, const std::vector<bool>& hits) {
  HitPlaces::Blocks all;
  std::uint64_t trials = 0, in_block = 0;
  for (const bool hit : hits) {
    in_block += hit ? 1 : 0;
    if (++trials < size) continue;
    ++all.blocks;
    all.hits += in_block;
    all.squares += in_block * in_block;
    trials = in_block = 0;
  }
  return all;
}

double uneven_p(const HitPlaces::Blocks& counted, std::uint64_t block_size) {
  constexpr double fewest_due = 5;
  const auto blocks = static_cast<double>(counted.blocks), size = static_cast<double>(block_size);
  const double trials = blocks * size, hits = static_cast<double>(counted.hits);
  const double due = blocks > 0 ? hits / blocks : 0;
  if (blocks < 2 || due < fewest_due || size - due < fewest_due) return 1;
  const double deviations = static_cast<double>(counted.squares) - hits * due;
  const double of_one = due * (1 - due / size) * trials / (trials - 1);
  return chi_squared_upper_tail(std::max(0.0, deviations / of_one), blocks - 1).p;
}

}  // namespace

HitPlaces hit_places(std::span<const std::uint64_t> trials, const std::vector<bool>& hits) {
  HitPlaces places;
  const std::vector<std::uint64_t> distances = distances_from_others(trials);
  for (std::size_t index = 0; index < trials.size(); ++index) {
    const auto within = std::ranges::lower_bound(HitPlaces::distances, distances[index]);
    auto& [near, of_these] =
        places.by_distance[static_cast<std::size_t>(within - HitPlaces::distances.begin())];
    ++near;
    of_these += hits[index] ? 1 : 0;
  }
  for (std::size_t size = 0; size < HitPlaces::block_sizes.size(); ++size)
    places.by_block[size] = in_blocks_of(HitPlaces::block_sizes[size], hits);
  return places;
}

double clinging_p(const HitPlaces& places) {
  double trials = 0, hits = 0;
  for (const HitPlaces::Trials& part : places.by_distance) {
    trials += static_cast<double>(part.trials);
    hits += static_cast<double>(part.hits);
  }
  double smallest = 1, near = 0, of_these = 0;
  for (std::size_t within = 0; within < HitPlaces::distances.size(); ++within) {
    near += static_cast<double>(places.by_distance[within].trials);
    of_these += static_cast<double>(places.by_distance[within].hits);
    smallest = std::min(smallest, hypergeometric_upper_tail(of_these, near, hits, trials));
  }
  return std::min(1.0, smallest * static_cast<double>(HitPlaces::distances.size()));
}

double uneven_p(const HitPlaces& places) {
  double smallest = 1;
  for (std::size_t size = 0; size < HitPlaces::block_sizes.size(); ++size)
    smallest = std::min(smallest, uneven_p(places.by_block[size], HitPlaces::block_sizes[size]));
  return std::min(1.0, smallest * static_cast<double>(HitPlaces::block_sizes.size()));
}

std::optional<HitFault> hit_fault(const HitPlaces& places) {
  constexpr double level = 0.001;
  if (clinging_p(places) < level) return HitFault::clinging;
  if (uneven_p(places) < level) return HitFault::uneven;
  return std::nullopt;
}

const char* to_text(HitFault fault) {
  return fault == HitFault::clinging ? "clinging" : "uneven";
}

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
