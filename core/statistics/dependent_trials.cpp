#include "core/statistics/dependent_trials.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/statistics/tail.hpp"

namespace fairshuffle {

namespace {

// How often the commonest order came at most: as often as the commonest card of any position.
std::uint64_t most_of_one_order(const Tally& whole) {
  std::uint64_t least = whole.trials;
  if (whole.makeup) {
    for (auto sites = whole.makeup->sites(); !sites.empty(); sites = sites.subspan(whole.makeup->symbols())) {
      least = std::min(least, std::ranges::max(sites.first(whole.makeup->symbols())));
    }
    return least;
  }
  for (int position = 0; position < whole.deck_size; ++position) {
    std::uint64_t commonest = 0;
    for (int card = 0; card < whole.deck_size; ++card) {
      commonest = std::max(commonest, whole.positions.at(position, card));
    }
    least = std::min(least, commonest);
  }
  return least;
}

// Independent trials are equal with the probability sum p^2, which is at most that of the commonest order.
double largest_chance_of_equal(const Tally& whole) {
  return static_cast<double>(most_of_one_order(whole)) / static_cast<double>(whole.trials);
}

// The chance that two independent trials are equal, sum p^2, as the pairs of all trials estimate it without
// bias, and three standard errors more (Hoeffding 1948, Ann. Math. Stat. 19, 5.13: the variance of such an
// estimate), or seven pairs, which is Poisson's limit where none is equal.
struct ChanceOfEqual {
  double estimate, at_most;
};

bool counts_outcomes(const Tally& whole) {
  return whole.counts_orders() || (whole.makeup && !whole.makeup->arrangements().empty());
}

template <class Visit>
void for_each_outcome_count(const Tally& whole, Visit visit) {
  if (!whole.makeup) return whole.for_each_order_count(visit);
  for (const std::uint64_t count : whole.makeup->arrangements()) visit(count, std::uint64_t{1});
}

// How often orders came again, and how often one order came at most.
struct OrdersThatCameAgain {
  std::uint64_t repeats, most;
};

// What trials have in common; the second only where all are known.
struct EqualTrials {
  ChanceOfEqual chance;
  std::optional<OrdersThatCameAgain> again;
};

// In one pass: the counts of twelve cards fill gigabytes.
EqualTrials of_counted_outcomes(const Tally& whole) {
  const auto trials = static_cast<double>(whole.trials);
  double equal_pairs = 0, equal_triples = 0;
  std::uint64_t distinct = 0, most = 0;
  for_each_outcome_count(whole, [&](std::uint64_t count, std::uint64_t orders) {
    if (count == 0) return;
    const auto trials_of_order = static_cast<double>(count);
    const double pairs = trials_of_order * (trials_of_order - 1) * static_cast<double>(orders);
    equal_pairs += pairs;
    equal_triples += pairs * (trials_of_order - 2);
    distinct += orders;
    most = std::max(most, count);
  });
  const double pairs = trials * (trials - 1), chance = equal_pairs / pairs;
  const double of_three = trials > 2 ? equal_triples / (pairs * (trials - 2)) : chance;
  const double variance =
      (4 * (trials - 2) * std::max(0.0, of_three - chance * chance) + 2 * chance * (1 - chance)) / pairs;
  return {.chance = {chance, std::min(1.0, chance + 3 * std::sqrt(variance) + 14 / pairs)},
          .again = OrdersThatCameAgain{whole.trials - distinct, most}};
}

// Of orders that are not counted: no less than the chance. Where all trials are kept for whether their order
// comes again, so many repeats are most pairs if all are of one order.
double largest_chance_of_uncounted(const Tally& whole) {
  const double by_cards = largest_chance_of_equal(whole);
  if (whole.birthday.one_in > 1 || whole.birthday.kept < 2) return by_cards;
  const auto kept = static_cast<double>(whole.birthday.kept);
  const auto repeats = static_cast<double>(whole.birthday.repeats());
  const double equal = repeats * (repeats + 1) / 2, pairs = kept * (kept - 1) / 2;
  return std::min(by_cards, (equal + 3 * std::sqrt(equal) + 7) / pairs);
}

std::optional<OrdersThatCameAgain> uncounted_that_came_again(const Tally& whole) {
  const BirthdayCounts& kept = whole.birthday;
  if (kept.one_in > 1 || kept.kept != whole.trials || kept.again == 0) return std::nullopt;
  // Each other order that came again did so once, at least.
  return OrdersThatCameAgain{kept.repeats(),
                             std::min(kept.repeats() - kept.again + 2, most_of_one_order(whole))};
}

EqualTrials equal_trials(const Tally& whole) {
  if (counts_outcomes(whole)) return of_counted_outcomes(whole);
  const double chance = largest_chance_of_uncounted(whole);
  return {.chance = {chance, chance}, .again = uncounted_that_came_again(whole)};
}

double log10_chance_of_sequence(const Tally& whole, const std::optional<OrdersThatCameAgain>& again) {
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
// often; fewer where quotients are not counted by order.
std::uint64_t pairs_of_one_step(const Tally& whole) {
  const QuotientCounts& quotients = whole.quotients;
  if (!quotients.orders.empty()) return *std::ranges::max_element(quotients.orders);
  std::uint64_t missed = 0;
  for (int position = 0; position < whole.deck_size; ++position) {
    std::uint64_t commonest = 0;
    for (int card = 0; card < whole.deck_size; ++card) {
      commonest = std::max(commonest, quotients.positions.at(position, card));
    }
    missed += quotients.pairs - commonest;
  }
  return quotients.pairs - std::min(missed, quotients.pairs);
}

bool is_far_above(std::uint64_t count, std::uint64_t pairs, double deviations, double chance) {
  const double due = static_cast<double>(pairs) * chance;
  return static_cast<double>(count) - due > deviations * std::sqrt(due * (1 - chance) + 1);
}

bool steps_look_dependent(const Tally& whole) {
  // The commonest of 40,320 steps: where one pair is due of each, P(any of them has 18) is below 1e-11.
  constexpr double deviations = 12;
  const std::uint64_t pairs = whole.quotients.pairs, count = pairs > 0 ? pairs_of_one_step(whole) : 0;
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
  // Few pairs have no normal law. Equal pairs of a skewed law come in clusters, which those of one so flat
  // hardly do.
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

}  // namespace fairshuffle
