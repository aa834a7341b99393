#include "core/statistics/seed_space.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/special_functions/gamma.hpp>

#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

std::vector<TestResult> test_birthday(const Tally& tally) {
  const BirthdayCounts& counts = tally.birthday;
  if (counts.kept > tally.trials || counts.distinct > counts.kept) {
    detail::refuse_argument("birthday", "distinct", "at most the kept trials, and these at most all",
                            static_cast<double>(counts.distinct));
  }
  const double permutations = number_of_outcomes(tally), one_in = static_cast<double>(counts.one_in);
  // One permutation in so many has a fingerprint that is kept; how many exactly nobody counted: as many as
  // chance gives, within six standard deviations.
  const double kept_permutations = permutations / one_in;
  const double uncertain = counts.one_in == 1 ? 0 : 6 * std::sqrt(kept_permutations);
  const double most_due = mean_repeats(counts.kept, std::max(1.0, kept_permutations - uncertain));
  const double fewest_due = mean_repeats(counts.kept, kept_permutations + uncertain);
  const auto repeats = static_cast<double>(counts.repeats());

  TailProbability upper{}, lower{};
  if (repeats >= most_due + 1) upper = poisson_upper_tail(repeats, most_due);
  if (repeats <= fewest_due - 1) lower = poisson_lower_tail(repeats, fewest_due);
  TestResult result = detail::two_sided_result(birthday_test.name, repeats, two_sided(upper, lower),
                                               lower.log10_p < upper.log10_p ? Tail::lower : Tail::upper);
  result.lower_tail = lower;
  return {result};
}

double chance_of_equal_trials(const Multiset& multiset, int deck_size) {
  // 1/128! is 3e-216, well within double; more cards than 170 are taken for so many.
  long double permutations = 1;
  if (multiset.is_plain()) {
    for (int card = 2; card <= std::min(deck_size, 170); ++card) permutations *= card;
  } else {
    permutations = number_of_arrangements(multiset, deck_size);
  }
  return static_cast<double>(1 / permutations);
}

std::vector<TestResult> test_repeats(const Tally& tally) {
  const auto [pairs, equal] = tally.repeats;
  const double chance = chance_of_equal_trials(tally.deck_multiset(), tally.deck_size);
  const auto count = static_cast<double>(equal), due = static_cast<double>(pairs) * chance;
  TestResult result =
      detail::two_sided_result(repeats_test.name, count, binomial_two_sided(equal, pairs, chance),
                               count < due ? Tail::lower : Tail::upper);
  result.lower_tail = binomial_lower_tail(equal, pairs, chance);
  return {result};
}

namespace {

// An error, split where a part of the permutations stands for all of them.
struct Errors {
  Errors(const BirthdayCounts& counts, double confidence)
      : of_repeats((1 - confidence) * (counts.one_in == 1 ? 1 : 0.9)),
        of_choice(counts.one_in == 1 ? 0 : (1 - confidence) * 0.1) {}
  double of_repeats, of_choice;
};

// The number of cells between `fewest` and `most` at which `falling(cells)` comes down to 0, by their
// logarithm.
template <class Falling>
double root(double fewest, double most, Falling falling) {
  double low = std::log(fewest), high = std::log(most);
  if (falling(fewest) <= 0) return fewest;
  if (falling(most) >= 0) return most;
  for (int step = 0; step < 200 && high - low > 1e-12; ++step) {
    const double middle = (low + high) / 2;
    (falling(std::exp(middle)) > 0 ? low : high) = middle;
  }
  return std::exp(low);
}

// Bounds of the tails of the repeats, for a number of equally likely cells. Their number is a sum of
// independent indicators, and so is that of the empty cells, which is the repeats - trials + cells: each is
// within the tails of a Poisson number of its mean, from one beyond the mean on: the smaller mean has the
// smaller tails. And both are within Bennett's bound, which knows their variance and is the least where about
// as many cells are empty as not.
class Repeats {
 public:
  Repeats(const BirthdayCounts& counts, double cells)
      : repeats_(static_cast<double>(counts.repeats())),
        mean_(mean_repeats(counts.kept, cells)),
        variance_(variance_of_repeats(counts.kept, cells)),
        moved_(cells - static_cast<double>(counts.kept)) {}

  double at_least() const {
    if (repeats_ < mean_) return 1;
    return std::min(bennett(),
                    moved_ < 0 ? at_least(repeats_ + moved_, mean_ + moved_) : at_least(repeats_, mean_));
  }
  double at_most() const {
    if (repeats_ > mean_) return 1;
    return std::min(bennett(),
                    moved_ < 0 ? at_most(repeats_ + moved_, mean_ + moved_) : at_most(repeats_, mean_));
  }

 private:
  static double at_least(double value, double mean) {
    return value < mean + 1 ? 1 : mean <= 0 ? 0 : poisson_upper_tail(value, mean).p;
  }
  static double at_most(double value, double mean) {
    if (value < 0) return 0;
    return value > mean - 1 ? 1 : poisson_lower_tail(value, mean).p;
  }
  double bennett() const {
    const double distance = std::abs(repeats_ - mean_);
    if (variance_ <= 0) return distance == 0 ? 1 : 0;
    const double u = distance / variance_;
    return std::exp(-variance_ * ((1 + u) * std::log1p(u) - u));
  }

  double repeats_, mean_, variance_;
  double moved_;  // from the repeats to the empty cells
};

// Above that many cells the limits of their Poisson number are Chernoff's, which are as near and always
// found: Boost's search gives up from some 3e10 on. P(X >= k) <= exp(-(k - m)^2 / (2 k)) of a mean m below k,
// and P(X <= k) <= exp(-(m - k)^2 / (2 m)) of one above it.
constexpr double most_searched_cells = 1e9;

// Of kept cells the number of all: one in so many is kept, a Poisson number of them.
double fewest_of(double kept_cells, double one_in, double error) {
  if (error == 0) return kept_cells;
  if (kept_cells <= most_searched_cells) return one_in * boost::math::gamma_p_inv(kept_cells, error);
  return one_in * (kept_cells - std::sqrt(-2 * kept_cells * std::log(error)));
}
double most_of(double kept_cells, double one_in, double error) {
  if (error == 0) return kept_cells;
  if (kept_cells <= most_searched_cells) return one_in * boost::math::gamma_q_inv(kept_cells + 1, error);
  const double log_error = -std::log(error);
  return one_in * (kept_cells + log_error + std::sqrt(log_error * log_error + 2 * kept_cells * log_error));
}

// The states whose own permutations are equal with that chance beside those of fair permutations.
double without_fair_pairs(double cells, double permutations) {
  const double chance = 1 / cells - 1 / permutations;
  return chance * permutations <= 1 ? permutations : std::max(1.0, 1 / chance);
}

}  // namespace

std::optional<StartingStates> starting_states(const BirthdayCounts& counts, int deck_size,
                                              double confidence) {
  detail::require_inside_unit("starting_states", "confidence", confidence);
  if (counts.repeats() == 0) return std::nullopt;
  const double permutations = number_of_permutations(deck_size), one_in = static_cast<double>(counts.one_in);
  const auto repeats = static_cast<double>(counts.repeats());
  const auto fewest = static_cast<double>(counts.distinct);
  const double most = std::max(fewest, permutations / one_in);
  const double cells =
      root(fewest, most, [&](double states) { return mean_repeats(counts.kept, states) - repeats; });
  if (!(cells < most)) return std::nullopt;
  const Errors errors(counts, confidence);
  // Fewer cells than the lower limit make so few repeats improbable, more than the upper one so many.
  const double lower = root(
      fewest, most, [&](double states) { return errors.of_repeats / 2 - Repeats(counts, states).at_most(); });
  const double upper = root(fewest, most, [&](double states) {
    return Repeats(counts, states).at_least() - errors.of_repeats / 2;
  });
  return StartingStates{
      .states = without_fair_pairs(one_in * cells, permutations),
      .lower =
          without_fair_pairs(std::max(1.0, fewest_of(lower, one_in, errors.of_choice / 2)), permutations),
      .upper = without_fair_pairs(most_of(upper, one_in, errors.of_choice / 2), permutations),
      .trials_a_state = static_cast<double>(counts.kept) / cells};
}

std::optional<double> first_repeat_p(const BirthdayCounts& counts, std::uint64_t trials) {
  if (counts.repeats() == 0 || counts.first_repeat == 0) return std::nullopt;
  const auto all = static_cast<double>(trials), again = static_cast<double>(counts.again);
  const auto before = static_cast<double>(counts.first_repeat);
  const double repeating = again + static_cast<double>(counts.repeats()), single = all - repeating;
  const double log_often = std::log(repeating / again);
  // By how many of the permutations that came again came before the repeat, once each.
  double p = 0;
  for (double came = std::max(0.0, before - single); came <= std::min(again, before); ++came) {
    p += std::exp(log_choose(again, came) + came * log_often + log_choose(single, before - came) -
                  log_choose(all, before));
  }
  return std::min(1.0, p);
}

double fewest_permutations(const BirthdayCounts& counts, int deck_size, double confidence) {
  detail::require_inside_unit("fewest_permutations", "confidence", confidence);
  if (counts.kept == 0) return 1;
  const Errors errors(counts, confidence);
  const double permutations = number_of_permutations(deck_size);
  // The mean at which a Poisson number is so small with the probability of the error; above the repeats.
  const double mean = boost::math::gamma_q_inv(static_cast<double>(counts.repeats()) + 1, errors.of_repeats);
  const double most = std::max(1e30, permutations) * static_cast<double>(counts.kept);
  const double kept = root(1, most, [&](double cells) { return mean_repeats(counts.kept, cells) - mean; });
  const double all = fewest_of(std::max(kept, static_cast<double>(counts.distinct)),
                               static_cast<double>(counts.one_in), errors.of_choice);
  return std::clamp(all, 1.0, permutations);
}

}  // namespace fairshuffle
