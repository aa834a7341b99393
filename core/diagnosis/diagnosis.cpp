#include "core/diagnosis/diagnosis.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/diagnosis/card_diagnosis.hpp"
#include "core/diagnosis/known_laws.hpp"
#include "core/diagnosis/likelihoods.hpp"
#include "core/diagnosis/order_marginals.hpp"
#include "core/diagnosis/search_range.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/diagnosis/wide_diagnosis.hpp"
#include "core/order/symmetries.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/goodness_of_fit.hpp"

namespace fairshuffle {

namespace {

/// One law with everything known that has it.
struct Group {
  std::vector<double> law;
  double least = 0;  ///< probabilities up to here count as 0
  double log_likelihood = 0;
  std::vector<Survivor> members;
};

bool equal_laws(const Group& group, const std::vector<double>& law, double least) {
  const double slack = group.least + least;
  return std::ranges::equal(group.law, law, [slack](double a, double b) { return std::abs(a - b) <= slack; });
}

std::vector<Group> grouped(std::vector<Survivor> survivors, const Readings& readings) {
  std::vector<Group> groups;
  for (Survivor& survivor : survivors) {
    std::vector<double> law = readings.read_through(survivor.symmetry, survivor.law->probability);
    const double least = counts_as_zero(*survivor.law);
    const auto found =
        std::ranges::find_if(groups, [&](const Group& group) { return equal_laws(group, law, least); });
    Group& group = found == groups.end() ? groups.emplace_back() : *found;
    if (group.members.empty()) {
      group.law = std::move(law);
      group.least = least;
      group.log_likelihood = survivor.log_likelihood;
    }
    group.members.push_back(std::move(survivor));
  }
  return groups;
}

// How far-fetched it is that a target is this one: read otherwise than plainly is more so than draws that are
// not exact, and these more than any option.
int oddity(const Survivor& member) {
  return (member.symmetry == 0 ? 0 : 2) + (draws_exactly(member.setup) ? 0 : 1);
}

std::vector<KnownMistake> mistakes_of(const Group& group) {
  std::vector<const Survivor*> members;
  for (const Survivor& member : group.members) {
    // A law that a symmetry leaves as it is has the plainest reading first: the others say nothing new.
    if (members.empty() || member.suspect != members.back()->suspect) members.push_back(&member);
  }
  std::ranges::stable_sort(members, {}, [](const Survivor* member) { return oddity(*member); });
  std::vector<KnownMistake> mistakes;
  for (const Survivor* member : members) {
    mistakes.push_back({target_text(member->setup), std::string(to_text(all_symmetries[member->symmetry]))});
  }
  return mistakes;
}

// How far the target's law can be from one that the counts fit. On orders that the law can't give, and that
// never came, the target may have a little probability yet: half of the error is for that.
std::optional<double> distance_at_most(const GoodnessOfFit& fit, const Group& group, std::uint64_t trials,
                                       double confidence) {
  if (fit.pooled) return std::nullopt;
  const bool all_can_come = std::ranges::none_of(group.law, [&group](double p) { return p <= group.least; });
  const double error = all_can_come ? 1 - confidence : (1 - confidence) / 2;
  const double never_seen = all_can_come ? 0 : -std::log(error) / static_cast<double>(trials);
  if (fit.pearson.degrees_of_freedom == 0) return std::min(1.0, never_seen);
  const double seen =
      tv_upper_bound(fit.pearson.statistic, fit.pearson.degrees_of_freedom, trials, 1 - error);
  return std::min(1.0, seen + never_seen);
}

// About how many trials of `truth` exclude `other`, with probability 0.999: by an order that `other` can't
// give, or by a likelihood ratio whose logarithm grows by the divergence KL(truth, other) a trial, with a
// variance of about twice that for laws so alike.
double trials_to_exclude(const Group& truth, const Group& other, double log_ratio) {
  double divergence = 0, only_in_truth = 0;
  for (std::size_t rank = 0; rank < truth.law.size(); ++rank) {
    const double p = truth.law[rank], q = other.law[rank];
    if (p <= truth.least) continue;
    if (q <= other.least) {
      only_in_truth += p;
    } else {
      // p ln(p/q) - p + q: the same sum, of terms that are never negative and lose no digits.
      const double excess = (q - p) / p;
      divergence += p * (excess - std::log1p(excess));
    }
  }
  // With x^2 = N KL, three standard deviations below its mean the ratio is still enough: x^2 - 3.09 sqrt(2) x
  // = log_ratio_of_exclusion.
  const double half = 3.09 * std::numbers::sqrt2 / 2;
  const double root = half + std::sqrt(half * half + log_ratio);
  if (only_in_truth > 0) return std::log(1000) / only_in_truth;
  return root * root / divergence;
}

std::optional<double> trials_to_tell_apart(const std::vector<Group>& fits, std::size_t suspects) {
  const double log_ratio = log_ratio_to_exclude(suspects, false);
  double most = 0;
  for (std::size_t other = 1; other < fits.size(); ++other) {
    most = std::max({most, trials_to_exclude(fits[0], fits[other], log_ratio),
                     trials_to_exclude(fits[other], fits[0], log_ratio)});
  }
  return most > 0 ? std::optional(most) : std::nullopt;
}

// Those of the range, from among the laws that are known already where it does not go beyond them. Returns
// the targets whose law takes too long to find.
std::vector<std::string> add_suspects(int deck_size, const SuspectRange& range, Likelihoods& likelihoods) {
  if (range.least_phi2 < range_known.least_phi2 || range.least_difference < range_known.least_difference) {
    return for_each_suspect(deck_size, range,
                            [&likelihoods](const SampleSetup& setup, const NumericLaw& law) {
                              likelihoods.add(known_law(setup, law));
                            });
  }
  const KnownLaws& known = known_laws(deck_size);
  for (const KnownLaw& each : known.laws) {
    if (each.phi2 < range.least_phi2 || each.from_exact_draws < range.least_difference) continue;
    likelihoods.add(each);
  }
  return known.not_found;
}

}  // namespace

bool can_be_diagnosed(const Tally& whole) {
  const bool by_order = whole.deck_size <= largest_deck_diagnosed;
  return !whole.makeup && whole.deck_size >= smallest_deck_diagnosed && (!by_order || whole.orders) &&
         whole.trials > 0 && !trials_look_dependent(whole);
}

DiagnosisRecord diagnose(const Tally& whole, double confidence) {
  if (is_wide_deck(whole.deck_size)) return diagnose_wide(whole, confidence);
  if (whole.deck_size > largest_deck_diagnosed) return diagnose_cards(whole, confidence);
  const Readings readings(whole);
  Likelihoods likelihoods(readings);
  DiagnosisRecord record;
  record.confidence = confidence;
  record.not_compared = add_suspects(whole.deck_size, range_to_search(readings.by_rank()), likelihoods);
  record.mistakes_compared = likelihoods.suspects();

  std::vector<Group> fits;
  std::vector<GoodnessOfFit> outcomes;
  std::vector<std::size_t> fitting;
  // Of orders too few to be counted one by one: all even ones, say, fit what brings as many odd ones.
  std::optional<OrderMarginals> marginals;
  std::vector<Group> groups = grouped(likelihoods.take_survivors(), readings);
  std::ranges::stable_sort(groups, std::ranges::greater{}, &Group::log_likelihood);
  for (Group& group : groups) {
    const GoodnessOfFit outcome = goodness_of_fit(readings.by_rank(), group.law, group.least);
    const double level = outcome.pooled ? level_of_fit / 2 : level_of_fit;
    if (!outcome.possible || outcome.upper_tail.p < level) continue;
    if (outcome.pooled) {
      if (!marginals) marginals.emplace(whole.deck_size, readings.by_rank());
      if (marginals->reject(group.law, group.least, level)) continue;
    }
    for (const Survivor& member : group.members) fitting.push_back(Likelihoods::index_of(member));
    outcomes.push_back(outcome);
    fits.push_back(std::move(group));
  }

  record.laws_fitting = fits.size();
  for (std::size_t index = 0; index < std::min(fits.size(), most_fits_listed); ++index) {
    const Group& group = fits[index];
    const GoodnessOfFit& outcome = outcomes[index];
    record.fits.push_back(
        {.mistakes = mistakes_of(group),
         .statistic = outcome.pearson.statistic,
         .degrees_of_freedom = outcome.pearson.degrees_of_freedom,
         .p_value = outcome.upper_tail.p,
         .log10_over_fair = (group.log_likelihood - likelihoods.fair()) / std::numbers::ln10,
         .log10_over_best = (group.log_likelihood - fits[0].log_likelihood) / std::numbers::ln10,
         .tv_upper = distance_at_most(outcome, group, readings.trials(), confidence)});
  }
  if (!fits.empty()) {
    if (const auto excluded = likelihoods.greatest_excluded(std::move(fitting))) {
      record.log10_excluded_over_best = (*excluded - fits[0].log_likelihood) / std::numbers::ln10;
    }
    record.trials_to_tell_apart = trials_to_tell_apart(fits, likelihoods.suspects());
  }
  return record;
}

}  // namespace fairshuffle
