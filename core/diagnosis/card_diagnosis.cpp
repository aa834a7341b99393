#include "core/diagnosis/card_diagnosis.hpp"

#include <algorithm>
#include <cmath>
#include <list>
#include <numbers>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnosis/card_suspects.hpp"
#include "core/diagnosis/diagnosis.hpp"
#include "core/diagnosis/fitting_runs.hpp"
#include "core/diagnosis/mistake_runs.hpp"
#include "core/diagnosis/read_suspects.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/statistics/goodness_of_fit.hpp"
#include "core/statistics/matched_positions.hpp"
#include "core/statistics/position_deviations.hpp"

namespace fairshuffle {

namespace {

// Of fewer two samples leave hardly a cell to compare, and one of many readings would fit by chance.
constexpr std::uint64_t least_trials_of_card = 10;

// More that are left are not told apart by many trials of each, which take a second or two.
constexpr std::size_t most_run_by_many_trials = 64;

constexpr double least_information = 40, least_noncentrality = 100;

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
// By so many times, the logarithm being `enough`.
bool is_nearer_than_fair(const Tally& whole, const std::vector<double>& deviations, const Compared& compared,
                         double enough) {
  if (compared.log_over_fair >= enough) return true;
  const CardSuspect& suspect = *compared.suspect;
  const double noncentrality = static_cast<double>(whole.trials) * suspect.phi2;
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

// A few trials of each, so that few are left that many trials must tell apart.
void erase_what_comes_otherwise(const Tally& whole, std::vector<Compared>& fits) {
  for (const std::uint64_t trials : {few_trials_run, many_trials_run}) {
    if (trials == many_trials_run && fits.size() > most_run_by_many_trials) break;
    std::erase_if(fits, [&](const Compared& fit) {
      return comes_otherwise(whole, run_of(fit.suspect->setup, trials));
    });
  }
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
  std::ranges::stable_sort(fits, std::ranges::greater{}, &Compared::p_value);
  // Where a number that tells all of a mistake fits, too, more is explained.
  std::ranges::stable_sort(fits, std::ranges::greater{},
                           [](const Compared& fit) { return !fit.suspect->own_law.empty(); });
  // Exact draws are the plainer mistake.
  std::ranges::stable_sort(fits, std::ranges::greater{},
                           [](const Compared& fit) { return draws_exactly(fit.suspect->setup); });
  erase_what_comes_otherwise(whole, fits);
  return fits;
}

Compared held_against(const Tally& whole, const CardSuspect& suspect, const CardView& view) {
  return {.suspect = &suspect,
          .log_over_fair =
              log_ratio(counts_of(view, whole), suspect.law_of(view), fair_law_of(view, whole.deck_size))};
}

std::vector<Compared> fits_by_law(const Tally& whole, const std::vector<double>& deviations,
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
std::vector<Compared> fits_by_law_read(const Tally& whole, const std::vector<double>& deviations,
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

void list_laws(const Tally& whole, const std::vector<Compared>& fits, DiagnosisRecord& record) {
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
    for (const Compared& member : members) {
      const SampleSetup& setup = member.suspect->setup;
      std::string target = target_text(setup);
      // A law that a symmetry leaves as it is has the plainest reading first: the others say nothing new.
      if (std::ranges::find(fit.mistakes, target, &KnownMistake::target) != fit.mistakes.end()) continue;
      fit.mistakes.push_back({std::move(target), std::string(to_text(setup.reading))});
    }
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
      whole.birthday.repeats() > 0 && comes_again_as_often(whole, run_of(first, many_trials_run));
}

}  // namespace

DiagnosisRecord diagnose_cards(const Tally& whole, double confidence) {
  const CardSuspects& known = card_suspects(whole.deck_size);
  DiagnosisRecord record;
  record.confidence = confidence;
  record.not_compared = known.not_found;
  const std::vector<double> deviations = detail::position_deviations("diagnose_cards", whole);
  std::vector<Compared> fits = fits_by_law(whole, deviations, known, record);
  if (!fits.empty()) {
    list_laws(whole, fits, record);
    return record;
  }
  // Of so few, mistakes that have a law are not all compared.
  if (whole.trials < least_trials_of_card * static_cast<std::uint64_t>(whole.deck_size)) return record;
  for (const SampleSetup& setup : known.only_run) std::erase(record.not_compared, setup.shuffle->name);
  record.mistakes_compared += known.only_run.size();
  list_runs(whole, fitting_runs(whole, known.only_run), record);
  if (!record.fits.empty()) return record;
  std::list<CardSuspect> read;
  fits = fits_by_law_read(whole, deviations, known, read);
  if (!fits.empty()) {
    list_laws(whole, fits, record);
  } else {
    list_runs(whole, fitting_runs(whole, read_otherwise(known.only_run)), record);
  }
  return record;
}

}  // namespace fairshuffle
