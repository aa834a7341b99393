#include "core/diagnosis/diagnosis.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <list>
#include <numbers>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnosis/card_suspects.hpp"
#include "core/diagnosis/likelihoods.hpp"
#include "core/diagnosis/mistake_runs.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/permutation/permutation.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/shuffle/swaps.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/positions.hpp"

namespace fairshuffle {

namespace {

// Of fewer two samples leave hardly a cell to compare, and one of many readings would fit by chance.
constexpr std::uint64_t least_trials_of_card = 10;

// More that are left are not told apart by many trials of each, which take a second or two.
constexpr std::size_t most_run_by_many_trials = 64;

constexpr double least_information = 40, least_noncentrality = 100;

// Of larger decks a distribution over all permutations takes longer than a run.
constexpr int largest_known_exactly = 8;

// How many fitting distributions a record lists.
constexpr std::size_t most_fits_listed = 8;

struct Compared {
  const CardSuspect* suspect;
  double log_over_fair = 0;
  FittingDistribution fit{};  ///< of its worst view the statistic, its degrees of freedom and the p-value
  bool is_held = false;       ///< some view of so few trials could have rejected it
  std::optional<double> distance = {};  ///< exactly, from fair, where it was found
};

// A chi-square needs some degrees of freedom, which few trials leave none; else the distribution must exclude
// what fairness brings some five times in so many.
bool could_reject(const GoodnessOfFit& fit, const std::vector<double>& distribution, const CardView& view,
                  const Tally& whole) {
  if (fit.pearson.degrees_of_freedom > 0) return true;
  const std::vector<double> fair = fair_distribution_of(view, whole.deck_size);
  double excluded = 0;
  for (std::size_t cell = 0; cell < distribution.size(); ++cell) {
    if (distribution[cell] <= 0) excluded += fair[cell];
  }
  return static_cast<double>(whole.trials) * excluded >= 5;
}

// By the view that tells it best from fair, or by the positions, projected on its distribution: there the
// mean is sqrt(N chi-square distance) standard deviations under the distribution and 0 under fairness. By so
// many times, the logarithm being `enough`.
bool is_nearer_than_fair(const Tally& whole, const std::vector<double>& deviations, const Compared& compared,
                         double enough) {
  if (compared.log_over_fair >= enough) return true;
  const CardSuspect& suspect = *compared.suspect;
  const double noncentrality = static_cast<double>(whole.trials) * suspect.chi_square_distance;
  if (noncentrality / 2 < enough) return false;
  const double projected = matched_statistic(deviations, filter_of(suspect.cards));
  return std::sqrt(noncentrality) * projected - noncentrality / 2 >= enough;
}

TellingView most_telling_counted(const CardSuspect& suspect, const Tally& whole) {
  if (is_counted(suspect.against_fair, whole)) return {suspect.against_fair, suspect.information};
  return most_telling(suspect, [&whole](const CardView& view) { return is_counted(view, whole); });
}

// Whether the suspect, were it the truth, would hardly ever be no nearer than fairness.
bool must_show(const CardSuspect& suspect, double information, const Tally& whole) {
  const bool has_own = !suspect.own_distribution.empty() && is_counted({.of = suspect.own_view}, whole);
  const auto trials = static_cast<double>(whole.trials);
  return has_own || trials * information >= least_information ||
         trials * suspect.chi_square_distance >= least_noncentrality;
}

// False where a view rejects the suspect's distribution.
bool passes(const Tally& whole, Compared& compared) {
  std::vector<CardView> views = compared.suspect->views();
  std::erase_if(views, [&whole](const CardView& view) { return !is_counted(view, whole); });
  const auto count = static_cast<double>(views.size());
  for (const CardView& view : views) {
    const std::vector<double> distribution = compared.suspect->distribution_of(view);
    const GoodnessOfFit fit = goodness_of_fit(counts_of(view, whole), distribution, 1e-15);
    const double p = fit.possible ? std::min(1.0, count * fit.upper_tail.p) : 0;
    if (p < level_of_exclusion) return false;
    compared.is_held = compared.is_held || could_reject(fit, distribution, view, whole);
    if (p < compared.fit.p_value || compared.fit.degrees_of_freedom == 0) {
      compared.fit.p_value = p;
      compared.fit.statistic = fit.pearson.statistic;
      compared.fit.degrees_of_freedom = fit.pearson.degrees_of_freedom;
    }
  }
  return true;
}

// By the view that tells them best apart, be it this or that which is true.
double log_ratio_of(const Tally& whole, const CardSuspect& one, const CardSuspect& other) {
  double most = -1;
  CardView best{};
  for (const CardView& view : one.views()) {
    if (!other.has(view) || !is_counted(view, whole)) continue;
    const std::vector<double> p = one.distribution_of(view), q = other.distribution_of(view);
    if (const double apart = std::min(divergence(p, q), divergence(q, p)); apart > most) {
      most = apart;
      best = view;
    }
  }
  return log_ratio(counts_of(best, whole), one.distribution_of(best), other.distribution_of(best));
}

bool equal_distributions(const CardSuspect& one, const CardSuspect& other) {
  constexpr double slack = 1e-9;
  return one.own_view == other.own_view &&
         std::ranges::equal(one.cards.probability, other.cards.probability,
                            [](double p, double q) { return std::abs(p - q) <= slack; }) &&
         std::ranges::equal(one.own_distribution, other.own_distribution,
                            [](double p, double q) { return std::abs(p - q) <= slack; });
}

// A few trials of each, so that few are left that many trials must tell apart.
void erase_what_comes_otherwise(const Tally& whole, std::vector<Compared>& fits) {
  for (const std::uint64_t trials : {few_trials_run, many_trials_run}) {
    if (trials == many_trials_run && fits.size() > most_run_by_many_trials) break;
    std::erase_if(fits, [&](const Compared& fit) {
      return comes_otherwise(whole, run_of(fit.suspect->setup, trials));
    });
  }
  std::vector<Compared> left;
  for (Compared& fit : fits) {
    if (!is_excluded_by_permutations(fit.suspect->setup, whole, fit.distance)) left.push_back(std::move(fit));
  }
  fits = std::move(left);
}

// Of those that pass, which no other one and no run excludes. `compared`: how many were.
std::vector<Compared> not_excluded(const Tally& whole, const std::vector<Compared>& passing,
                                   std::size_t compared) {
  const double far_less = std::log(static_cast<double>(compared) / level_of_exclusion);
  std::vector<Compared> fits;
  for (const Compared& one : passing) {
    if (std::ranges::none_of(passing, [&](const Compared& other) {
          return log_ratio_of(whole, *other.suspect, *one.suspect) > far_less;
        })) {
      fits.push_back(one);
    }
  }
  std::ranges::stable_sort(fits, std::ranges::greater{}, [](const Compared& fit) { return fit.fit.p_value; });
  // Where a number that tells all of a mistake fits, too, more is explained.
  std::ranges::stable_sort(fits, std::ranges::greater{},
                           [](const Compared& fit) { return !fit.suspect->own_distribution.empty(); });
  // Exact draws are the plainer mistake.
  std::ranges::stable_sort(fits, std::ranges::greater{},
                           [](const Compared& fit) { return draws_exactly(fit.suspect->setup); });
  erase_what_comes_otherwise(whole, fits);
  return fits;
}

Compared held_against(const Tally& whole, const CardSuspect& suspect, const CardView& view) {
  return {.suspect = &suspect,
          .log_over_fair = log_ratio(counts_of(view, whole), suspect.distribution_of(view),
                                     fair_distribution_of(view, whole.deck_size))};
}

std::vector<Compared> fits_by_distribution(const Tally& whole, const std::vector<double>& deviations,
                                           const CardSuspects& known, DiagnosisRecord& record) {
  std::vector<Compared> passing;
  for (const CardSuspect& suspect : known.suspects) {
    const auto [view, information] = most_telling_counted(suspect, whole);
    Compared next = held_against(whole, suspect, view);
    const bool is_nearer = is_nearer_than_fair(whole, deviations, next, std::log(100));
    // What need not have shown is not excluded where it does not; but it may have shown.
    if (!is_nearer && !must_show(suspect, information, whole)) continue;
    const bool fits = is_nearer && passes(whole, next);
    if (fits && !next.is_held) continue;
    ++record.mistakes_compared;
    if (fits) passing.push_back(next);
  }
  return not_excluded(whole, passing, record.mistakes_compared);
}

constexpr std::size_t other_readings = all_symmetries.size() - 1;

// Those that are written down otherwise than plainly; `read` keeps them.
std::vector<Compared> fits_by_distribution_read(const Tally& whole, const std::vector<double>& deviations,
                                                const CardSuspects& known, std::list<CardSuspect>& read) {
  std::vector<Compared> passing;
  const std::size_t readings = other_readings * known.suspects.size();
  // Where something else than single cards is off, one of so many would often be 100 times as likely by
  // chance.
  const double enough = std::log(100 * static_cast<double>(readings));
  for (const Symmetry& symmetry : std::span(all_symmetries).last<other_readings>()) {
    for (const CardSuspect& suspect : known.suspects) {
      read.push_back(read_through(symmetry, suspect));
      Compared next = held_against(whole, read.back(), most_telling_counted(read.back(), whole).view);
      if (is_nearer_than_fair(whole, deviations, next, enough) && passes(whole, next) && next.is_held) {
        passing.push_back(next);
      } else {
        read.pop_back();
      }
    }
  }
  return not_excluded(whole, passing, readings);
}

void list_distributions(const Tally& whole, const std::vector<Compared>& fits, DiagnosisRecord& record) {
  std::vector<std::vector<Compared>> distributions;
  for (const Compared& fit : fits) {
    const auto same = std::ranges::find_if(distributions, [&](const auto& members) {
      return equal_distributions(*members.front().suspect, *fit.suspect);
    });
    (same == distributions.end() ? distributions.emplace_back() : *same).push_back(fit);
  }
  record.distributions_fitting = distributions.size();
  for (std::size_t index = 0; index < std::min(distributions.size(), most_fits_listed); ++index) {
    const std::vector<Compared>& members = distributions[index];
    const Compared& first = members.front();
    FittingDistribution& fit = record.fits.emplace_back(first.fit);
    for (const Compared& member : members) {
      const SampleSetup& setup = member.suspect->setup;
      std::string target = target_text(setup);
      // Several readings may have one distribution. The plainest comes first, and the others say nothing new.
      if (std::ranges::find(fit.mistakes, target, &KnownMistake::target) != fit.mistakes.end()) continue;
      fit.mistakes.push_back({std::move(target), std::string(to_text(setup.reading))});
    }
    fit.log10_over_fair = first.log_over_fair / std::numbers::ln10;
    fit.log10_over_best =
        index == 0
            ? 0
            : std::min(0.0, log_ratio_of(whole, *first.suspect, *distributions.front().front().suspect) /
                                std::numbers::ln10);
  }
  const SampleSetup& first = distributions.front().front().suspect->setup;
  if (distributions.size() == 1 && distributions.front().size() == 1 &&
      whole.deck_size <= largest_known_exactly) {
    try {
      const std::optional<double>& distance = distributions.front().front().distance;
      record.fits.front().total_variation =
          distance ? distance : total_variation(distribution_of_suspect(first));
    } catch (const DistributionRefused&) {
      // It is known of single cards alone.
    }
  }
  record.explains_repeats =
      whole.birthday.repeats() > 0 && comes_again_as_often(whole, run_of(first, many_trials_run));
}

// The same mistakes with their permutations written down in the seven other ways.
std::vector<SampleSetup> read_otherwise(const std::vector<SampleSetup>& setups) {
  std::vector<SampleSetup> read;
  for (const Symmetry& symmetry : std::span(all_symmetries).last<other_readings>()) {
    for (const SampleSetup& setup : setups) read.emplace_back(setup).reading = symmetry;
  }
  return read;
}

// Whether some of them fit when they are run; these are listed.
bool list_fitting_runs(const Tally& whole, const std::vector<SampleSetup>& setups, DiagnosisRecord& record) {
  std::vector<FittingRun> fits = fitting_runs(whole, setups);
  record.distributions_fitting = fits.size();
  if (fits.empty()) return false;
  record.explains_repeats = comes_again_as_often(whole, fits.front().run);
  for (FittingRun& run : std::span(fits).first(std::min(fits.size(), most_fits_listed))) {
    FittingDistribution& fit = record.fits.emplace_back(std::move(run.fit));
    fit.log10_over_best = fit.log10_over_fair - record.fits.front().log10_over_fair;
  }
  return true;
}

DiagnosisRecord diagnose_cards(const Tally& whole, double confidence) {
  const CardSuspects& known = card_suspects(whole.deck_size);
  DiagnosisRecord record;
  record.confidence = confidence;
  record.not_compared = known.not_found;
  const std::vector<double> deviations = detail::position_deviations("diagnose_cards", whole);
  std::vector<Compared> fits = fits_by_distribution(whole, deviations, known, record);
  if (!fits.empty()) {
    list_distributions(whole, fits, record);
    return record;
  }
  // Of so few, mistakes that have a distribution are not all compared.
  if (whole.trials < least_trials_of_card * static_cast<std::uint64_t>(whole.deck_size)) return record;
  for (const SampleSetup& setup : known.only_run) std::erase(record.not_compared, setup.shuffle->name);
  record.mistakes_compared += known.only_run.size();
  if (list_fitting_runs(whole, known.only_run, record)) return record;
  std::list<CardSuspect> read;
  fits = fits_by_distribution_read(whole, deviations, known, read);
  if (!fits.empty()) {
    list_distributions(whole, fits, record);
  } else {
    list_fitting_runs(whole, read_otherwise(known.only_run), record);
  }
  return record;
}

DiagnosisRecord diagnose_wide(const Tally& whole, double confidence) {
  DiagnosisRecord record;
  record.confidence = confidence;
  const SampleSetup fair = standard_setup(*find_shuffle(Durstenfeld::info.name), whole.deck_size);
  const bool is_far = fitting_runs(whole, {fair}).empty();
  const auto hold_against = [&whole, &record](const std::vector<SampleSetup>& suspects) {
    record.mistakes_compared += suspects.size();
    return list_fitting_runs(whole, suspects, record);
  };
  std::vector<SampleSetup> suspects = wide_suspects(whole);
  if (!is_far) {
    std::erase_if(suspects, std::not_fn(is_told_by_its_number));
    if (!hold_against(suspects)) record.mistakes_compared = 0;
    return record;
  }
  if (hold_against(suspects) || hold_against(wide_suspects_by_draws(whole))) return record;
  list_fitting_runs(whole, read_otherwise(suspects), record);
  return record;
}

/// One distribution with everything known that has it.
struct Group {
  std::vector<double> distribution;
  double least = 0;  ///< probabilities up to here count as 0
  double log_likelihood = 0;
  std::vector<Survivor> members;
  GoodnessOfFit outcome;
};

bool equal_distributions(const Group& group, const std::vector<double>& distribution, double least) {
  const double slack = group.least + least;
  return std::ranges::equal(group.distribution, distribution,
                            [slack](double a, double b) { return std::abs(a - b) <= slack; });
}

std::vector<Group> grouped(std::vector<Survivor> survivors, const Readings& readings) {
  std::vector<Group> groups;
  for (Survivor& survivor : survivors) {
    std::vector<double> distribution =
        readings.read_through(survivor.symmetry, survivor.distribution->probability);
    const double least = counts_as_zero(*survivor.distribution);
    const auto found = std::ranges::find_if(
        groups, [&](const Group& group) { return equal_distributions(group, distribution, least); });
    Group& group = found == groups.end() ? groups.emplace_back() : *found;
    if (group.members.empty()) {
      group.distribution = std::move(distribution);
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
    // A symmetry may leave a distribution as it is. The plainest reading comes first, and the others say
    // nothing new.
    if (members.empty() || member.suspect != members.back()->suspect) members.push_back(&member);
  }
  std::ranges::stable_sort(members, {}, [](const Survivor* member) { return oddity(*member); });
  std::vector<KnownMistake> mistakes;
  for (const Survivor* member : members) {
    mistakes.push_back({target_text(member->setup), std::string(to_text(all_symmetries[member->symmetry]))});
  }
  return mistakes;
}

// How far the target's distribution can be from one that the counts fit. On permutations that the
// distribution can't give, and that never came, the target may have a little probability yet: half of the
// error is for that.
std::optional<double> distance_at_most(const Group& group, std::uint64_t trials, double confidence) {
  const GoodnessOfFit& fit = group.outcome;
  if (fit.pooled) return std::nullopt;
  const bool all_can_come =
      std::ranges::none_of(group.distribution, [&group](double p) { return p <= group.least; });
  const double error = all_can_come ? 1 - confidence : (1 - confidence) / 2;
  const double never_seen = all_can_come ? 0 : -std::log(error) / static_cast<double>(trials);
  if (fit.pearson.degrees_of_freedom == 0) return std::min(1.0, never_seen);
  const double seen =
      tv_upper_bound(fit.pearson.statistic, fit.pearson.degrees_of_freedom, trials, 1 - error);
  return std::min(1.0, seen + never_seen);
}

// About how many trials of `truth` exclude `other`, with probability 0.999: by a permutation that `other`
// can't give, or by a likelihood ratio whose logarithm grows by the divergence KL(truth, other) a trial, with
// a variance of about twice that for distributions so alike.
double trials_to_exclude(const Group& truth, const Group& other, double log_ratio) {
  double divergence = 0, only_in_truth = 0;
  for (std::size_t rank = 0; rank < truth.distribution.size(); ++rank) {
    const double p = truth.distribution[rank], q = other.distribution[rank];
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

// Those of the range, from among the distributions that are known already where it does not go beyond them.
// Returns the targets whose distribution takes too long to find.
std::vector<std::string> add_suspects(int deck_size, const SuspectRange& range, Likelihoods& likelihoods) {
  if (range.least_chi_square_distance < range_known.least_chi_square_distance ||
      range.least_difference < range_known.least_difference) {
    return for_each_suspect(
        deck_size, range, [&likelihoods](const SampleSetup& setup, const NumericDistribution& distribution) {
          likelihoods.add(known_distribution(setup, distribution));
        });
  }
  const KnownDistributions& known = known_distributions(deck_size);
  for (const KnownDistribution& each : known.distributions) {
    if (each.chi_square_distance < range.least_chi_square_distance ||
        each.from_exact_draws < range.least_difference)
      continue;
    likelihoods.add(each);
  }
  return known.not_found;
}

}  // namespace

bool can_be_diagnosed(const Tally& whole) {
  const bool by_permutation = whole.deck_size <= largest_deck_diagnosed;
  return !whole.multiset && whole.deck_size >= smallest_deck_diagnosed &&
         (!by_permutation || whole.permutations) && whole.trials > 0 && !trials_look_dependent(whole);
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

  // Of permutations too few to be counted one by one: all even ones, say, fit what brings as many odd ones.
  std::optional<PermutationMarginals> marginals;
  std::vector<Group> fits = grouped(likelihoods.take_survivors(), readings);
  std::ranges::stable_sort(fits, std::ranges::greater{}, &Group::log_likelihood);
  for (Group& group : fits)
    group.outcome = goodness_of_fit(readings.by_rank(), group.distribution, group.least);
  std::erase_if(fits, [&](const Group& group) {
    const double level = group.outcome.pooled ? level_of_fit / 2 : level_of_fit;
    if (!group.outcome.possible || group.outcome.upper_tail.p < level) return true;
    if (!group.outcome.pooled) return false;
    if (!marginals) marginals.emplace(whole.deck_size, readings.by_rank());
    return marginals->reject(group.distribution, group.least, level);
  });

  record.distributions_fitting = fits.size();
  for (const Group& group : std::span(fits).first(std::min(fits.size(), most_fits_listed))) {
    record.fits.push_back(
        {.mistakes = mistakes_of(group),
         .statistic = group.outcome.pearson.statistic,
         .degrees_of_freedom = group.outcome.pearson.degrees_of_freedom,
         .p_value = group.outcome.upper_tail.p,
         .log10_over_fair = (group.log_likelihood - likelihoods.fair()) / std::numbers::ln10,
         .log10_over_best = (group.log_likelihood - fits[0].log_likelihood) / std::numbers::ln10,
         .tv_upper = distance_at_most(group, readings.trials(), confidence),
         // No reading changes it.
         .total_variation = total_variation(*group.members.front().distribution)});
  }
  if (fits.empty()) return record;
  std::vector<std::size_t> fitting;
  for (const Group& group : fits) {
    std::ranges::transform(group.members, std::back_inserter(fitting), &Likelihoods::index_of);
  }
  if (const auto excluded = likelihoods.greatest_excluded(std::move(fitting))) {
    record.log10_excluded_over_best = (*excluded - fits[0].log_likelihood) / std::numbers::ln10;
  }
  record.trials_to_tell_apart = trials_to_tell_apart(fits, likelihoods.suspects());
  return record;
}

}  // namespace fairshuffle
