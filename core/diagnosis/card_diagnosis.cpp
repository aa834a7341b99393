#include "core/diagnosis/card_diagnosis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/diagnosis/card_suspects.hpp"
#include "core/diagnosis/diagnosis.hpp"
#include "core/diagnosis/mistake_runs.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/statistics/goodness_of_fit.hpp"
#include "core/statistics/homogeneity.hpp"
#include "core/statistics/matched_positions.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/tables/numbers.hpp"

namespace fairshuffle {

namespace {

constexpr double least_information = 40, least_noncentrality = 100;

// log of how many times as likely p makes the counts as q. What neither can give tells nothing.
double log_ratio(const std::vector<std::uint64_t>& counts, const std::vector<double>& p,
                 const std::vector<double>& q) {
  double sum = 0;
  for (std::size_t cell = 0; cell < counts.size(); ++cell) {
    if (counts[cell] == 0 || p[cell] == q[cell]) continue;
    if (p[cell] <= 0) return -std::numeric_limits<double>::infinity();
    if (q[cell] <= 0) return std::numeric_limits<double>::infinity();
    sum += static_cast<double>(counts[cell]) * std::log(p[cell] / q[cell]);
  }
  return sum;
}

struct Compared {
  const CardSuspect* suspect;
  double log_over_fair = 0;
  double statistic = 0, degrees_of_freedom = 0, p_value = 1;  ///< of its worst view
  bool is_held = false;  ///< some view of so few trials could have rejected it
};

// A chi-square needs some degrees of freedom, which few trials leave none; else the law must exclude what
// fairness brings some five times in so many.
bool could_reject(const GoodnessOfFit& fit, const std::vector<double>& law, const CardView& view,
                  const Tally& whole) {
  if (fit.pearson.degrees_of_freedom > 0) return true;
  const std::vector<double> fair = fair_law_of(view, whole.deck_size);
  double excluded = 0;
  for (std::size_t cell = 0; cell < law.size(); ++cell) {
    if (law[cell] <= 0) excluded += fair[cell];
  }
  return static_cast<double>(whole.trials) * excluded >= 5;
}

// By the view that tells it best from fair, or by the positions, projected on its law: there the mean is
// sqrt(N phi2) standard deviations under the law and 0 under fairness.
bool is_nearer_than_fair(const Tally& whole, const Compared& compared) {
  const double enough = std::log(100);
  if (compared.log_over_fair >= enough) return true;
  const CardSuspect& suspect = *compared.suspect;
  const double noncentrality = static_cast<double>(whole.trials) * suspect.phi2;
  if (noncentrality / 2 < enough) return false;
  const double projected = matched_statistic(whole, filter_of(suspect.cards));
  return std::sqrt(noncentrality) * projected - noncentrality / 2 >= enough;
}

TellingView most_telling_counted(const CardSuspect& suspect, const Tally& whole) {
  if (is_counted(suspect.against_fair, whole)) return {suspect.against_fair, suspect.information};
  return most_telling(suspect, [&whole](const CardView& view) { return is_counted(view, whole); });
}

// Whether the suspect, were it the truth, would hardly ever be no nearer than fairness.
bool must_show(const CardSuspect& suspect, double information, const Tally& whole) {
  const bool has_own = !suspect.own_law.empty() && is_counted({.of = suspect.own_view}, whole);
  const auto trials = static_cast<double>(whole.trials);
  return has_own || trials * information >= least_information || trials * suspect.phi2 >= least_noncentrality;
}

// False where a view rejects the suspect's law.
bool passes(const Tally& whole, Compared& compared) {
  std::vector<CardView> views = compared.suspect->views();
  std::erase_if(views, [&whole](const CardView& view) { return !is_counted(view, whole); });
  const auto count = static_cast<double>(views.size());
  for (const CardView& view : views) {
    const std::vector<double> law = compared.suspect->law_of(view);
    const GoodnessOfFit fit = goodness_of_fit(counts_of(view, whole), law, 1e-15);
    const double p = fit.possible ? std::min(1.0, count * fit.upper_tail.p) : 0;
    if (p < level_of_exclusion) return false;
    compared.is_held = compared.is_held || could_reject(fit, law, view, whole);
    if (p < compared.p_value || compared.degrees_of_freedom == 0) {
      compared.p_value = p;
      compared.statistic = fit.pearson.statistic;
      compared.degrees_of_freedom = fit.pearson.degrees_of_freedom;
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
    const std::vector<double> p = one.law_of(view), q = other.law_of(view);
    if (const double apart = std::min(divergence(p, q), divergence(q, p)); apart > most) {
      most = apart;
      best = view;
    }
  }
  return log_ratio(counts_of(best, whole), one.law_of(best), other.law_of(best));
}

bool equal_laws(const CardSuspect& one, const CardSuspect& other) {
  constexpr double slack = 1e-9;
  return one.own_view == other.own_view &&
         std::ranges::equal(one.cards.probability, other.cards.probability,
                            [](double p, double q) { return std::abs(p - q) <= slack; }) &&
         std::ranges::equal(one.own_law, other.own_law,
                            [](double p, double q) { return std::abs(p - q) <= slack; });
}

constexpr std::uint64_t few_trials = 512, many_trials = 4096;

// How much likelier than fairness the shares of a run, none of them 0, make the counts of the view that tells
// them best apart.
double log_ratio_of_run(const Tally& whole, const Tally& run) {
  double most = -std::numeric_limits<double>::infinity();
  for (const auto of : {CardView::Of::card, CardView::Of::position}) {
    for (int index = 0; index < whole.deck_size; ++index) {
      const CardView view{.of = of, .index = index};
      std::vector<double> shares;
      for (const std::uint64_t count : counts_of(view, run)) {
        shares.push_back(static_cast<double>(count + 1) /
                         static_cast<double>(run.trials + static_cast<std::uint64_t>(run.deck_size)));
      }
      most = std::max(most, log_ratio(counts_of(view, whole), shares, fair_law_of(view, whole.deck_size)));
    }
  }
  return most;
}

// A mistake of which no law is known, and what it came to.
struct FittingRun {
  FittingLaw fit;
  Tally run;
};

// Such mistakes are held against what they come to when they are run.
void compare_by_running(const Tally& whole, const CardSuspects& known, DiagnosisRecord& record) {
  // Of fewer two samples leave hardly a cell to compare, and mistakes that have a law are not all compared.
  constexpr std::uint64_t least_trials_of_card = 10;
  if (whole.trials < least_trials_of_card * static_cast<std::uint64_t>(whole.deck_size)) return;
  std::vector<FittingRun> fits;
  for (const SampleSetup& setup : known.only_run) {
    std::erase(record.not_compared, setup.shuffle->name);
    ++record.mistakes_compared;
    if (comes_otherwise(whole, run_of(setup, few_trials))) continue;
    Tally run = run_of(setup, many_trials);
    const auto same =
        std::ranges::find_if(fits, [&run](const FittingRun& fitting) { return same_run(fitting.run, run); });
    const KnownMistake mistake{target_text(setup), ""};
    if (same != fits.end()) {
      same->fit.mistakes.push_back(mistake);
      continue;
    }
    const HomogeneityOfPositions places =
        homogeneity_of_positions(whole.positions.by_position(), run.positions.by_position());
    if (places.upper_tail.p < level_of_exclusion || comes_otherwise(whole, run)) continue;
    FittingLaw fit;
    fit.mistakes.push_back(mistake);
    fit.statistic = places.strongest.pearson.statistic;
    fit.degrees_of_freedom = places.strongest.pearson.degrees_of_freedom;
    fit.p_value = places.upper_tail.p;
    fit.log10_over_fair = log_ratio_of_run(whole, run) / std::numbers::ln10;
    fits.push_back({std::move(fit), std::move(run)});
  }
  std::ranges::stable_sort(fits, std::ranges::greater{},
                           [](const FittingRun& fitting) { return fitting.fit.log10_over_fair; });
  record.laws_fitting = fits.size();
  if (!fits.empty()) record.explains_repeats = comes_again_as_often(whole, fits.front().run);
  for (std::size_t index = 0; index < std::min(fits.size(), most_fits_listed); ++index) {
    FittingLaw& fit = record.fits.emplace_back(std::move(fits[index].fit));
    fit.log10_over_best = fit.log10_over_fair - record.fits.front().log10_over_fair;
  }
}

}  // namespace

DiagnosisRecord diagnose_cards(const Tally& whole, double confidence) {
  const CardSuspects& known = card_suspects(whole.deck_size);
  DiagnosisRecord record;
  record.confidence = confidence;
  record.not_compared = known.not_found;
  std::vector<Compared> passing;
  for (const CardSuspect& suspect : known.suspects) {
    const auto [view, information] = most_telling_counted(suspect, whole);
    Compared next{.suspect = &suspect,
                  .log_over_fair = log_ratio(counts_of(view, whole), suspect.law_of(view),
                                             fair_law_of(view, whole.deck_size))};
    const bool is_nearer = is_nearer_than_fair(whole, next);
    // What need not have shown is not excluded where it does not; but it may have shown.
    if (!is_nearer && !must_show(suspect, information, whole)) continue;
    const bool fits = is_nearer && passes(whole, next);
    if (fits && !next.is_held) continue;
    ++record.mistakes_compared;
    if (fits) passing.push_back(next);
  }
  const double far_less = std::log(static_cast<double>(record.mistakes_compared) / level_of_exclusion);
  std::vector<Compared> fits;
  for (const Compared& one : passing) {
    if (std::ranges::none_of(passing, [&](const Compared& other) {
          return log_ratio_of(whole, *other.suspect, *one.suspect) > far_less;
        })) {
      fits.push_back(one);
    }
  }
  std::ranges::stable_sort(fits, std::ranges::greater{}, &Compared::p_value);
  // Exact draws are the plainer mistake.
  std::ranges::stable_sort(fits, std::ranges::greater{},
                           [](const Compared& fit) { return draws_exactly(fit.suspect->setup); });
  // A few trials of each, so that few are left that many trials must tell apart.
  for (const std::uint64_t trials : {few_trials, many_trials}) {
    if (trials == many_trials && fits.size() > most_mistakes_run) break;
    std::erase_if(fits, [&](const Compared& fit) {
      return comes_otherwise(whole, run_of(fit.suspect->setup, trials));
    });
  }
  if (fits.empty()) {
    compare_by_running(whole, known, record);
    return record;
  }
  std::vector<std::vector<Compared>> laws;
  for (const Compared& fit : fits) {
    const auto same = std::ranges::find_if(
        laws, [&](const auto& members) { return equal_laws(*members.front().suspect, *fit.suspect); });
    (same == laws.end() ? laws.emplace_back() : *same).push_back(fit);
  }
  record.laws_fitting = laws.size();
  for (std::size_t index = 0; index < std::min(laws.size(), most_fits_listed); ++index) {
    const std::vector<Compared>& members = laws[index];
    const Compared& first = members.front();
    FittingLaw& fit = record.fits.emplace_back();
    for (const Compared& member : members) fit.mistakes.push_back({target_text(member.suspect->setup), ""});
    fit.statistic = first.statistic;
    fit.degrees_of_freedom = first.degrees_of_freedom;
    fit.p_value = first.p_value;
    fit.log10_over_fair = first.log_over_fair / std::numbers::ln10;
    fit.log10_over_best =
        index == 0 ? 0
                   : std::min(0.0, log_ratio_of(whole, *first.suspect, *laws.front().front().suspect) /
                                       std::numbers::ln10);
  }
  const SampleSetup& first = laws.front().front().suspect->setup;
  record.explains_repeats =
      whole.birthday.repeats() > 0 && comes_again_as_often(whole, run_of(first, many_trials));
  return record;
}

}  // namespace fairshuffle
