#include "core/diagnosis/e_value.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/diagnosis/diagnosis.hpp"
#include "core/diagnosis/known_laws.hpp"
#include "core/diagnosis/likelihoods.hpp"

namespace fairshuffle {

namespace {

// The logarithm of a sum of exponentials, of which the largest is kept apart.
class LogSum {
 public:
  void add(double log_term) {
    if (log_term <= impossible_log_likelihood / 2) return;
    if (log_term > largest_) {
      sum_ = 1 + sum_ * std::exp(largest_ - log_term);
      largest_ = log_term;
    } else {
      sum_ += std::exp(log_term - largest_);
    }
  }
  double log() const { return largest_ + std::log(sum_); }

 private:
  double largest_ = -std::numeric_limits<double>::infinity();
  double sum_ = 0;
};

// How much a law needs its weight, up to 1: at 2,400 trials its term is about exp(1,200 phi2).
double need_of(const KnownLaw& law) {
  return std::min(1.0, 0.02 / law.phi2);
}

double pearson_of(const std::vector<std::uint64_t>& counts, double trials) {
  const double expected = trials / static_cast<double>(counts.size());
  double sum = 0;
  for (const std::uint64_t count : counts) {
    const double off = static_cast<double>(count) - expected;
    sum += off * off;
  }
  return sum / expected;
}

}  // namespace

TermWeights::TermWeights(const KnownLaws& known) {
  for (const KnownLaw& law : known.laws) (law.exact_draws ? exact_ : other_) += need_of(law);
}

double TermWeights::of(const KnownLaw& law, std::size_t symmetry) const {
  constexpr double plain = 0.75, turned = (1 - plain) / (all_symmetries.size() - 1);
  const double of_law = need_of(law) / (2 * (law.exact_draws ? exact_ : other_));
  return of_law * (symmetry == 0 ? plain : turned);
}

double log10_e_value(const Tally& whole) {
  const Readings readings(whole);
  const auto trials = static_cast<double>(whole.trials);
  const double pearson = pearson_of(readings.by_rank(), trials);
  const double by_chance = static_cast<double>(readings.by_rank().size()) - 1;
  const double explained = pearson - by_chance + 4 * std::sqrt(2 * by_chance);
  const double log_fair = -trials * std::log(static_cast<double>(readings.by_rank().size()));
  const KnownLaws& all = known_laws(whole.deck_size);
  const TermWeights weights(all);
  LogSum sum;
  for (const KnownLaw& known : all.laws) {
    // The logarithm of a term is at most sqrt(X2 N phi2), since ln x <= x - 1, and far below it where chance
    // made X2. A law that explains counts better than fairness does is at least half their deviation from
    // fair, a quarter of its N phi2 then, which X2 has beside its n! - 1 of chance.
    const double noncentrality = trials * known.phi2;
    if (pearson * noncentrality < 16 || noncentrality > 4 * explained + 20) continue;
    const BySymmetry log_likelihoods = readings.log_likelihoods(known.log_law);
    // All readings but the plain one have the same weight.
    const double log_weight = std::log(weights.of(known, 0)), log_turned = std::log(weights.of(known, 1));
    for (std::size_t symmetry = 0; symmetry < all_symmetries.size(); ++symmetry) {
      const double log_ratio = log_likelihoods[symmetry] - log_fair;
      sum.add(log_ratio + (symmetry == 0 ? log_weight : log_turned));
    }
  }
  return sum.log() / std::numbers::ln10;
}

bool can_have_e_value(const Tally& whole) {
  return whole.deck_size >= smallest_deck_diagnosed && whole.deck_size <= largest_deck_diagnosed &&
         whole.orders && whole.trials > 0;
}

TailProbability p_of_e_value(double log10_e) {
  const double log10_p = std::clamp(-log10_e, smallest_log10_p, 0.0);
  return {.p = log10_p < -300 ? 0 : std::pow(10, log10_p), .log10_p = log10_p};
}

}  // namespace fairshuffle
