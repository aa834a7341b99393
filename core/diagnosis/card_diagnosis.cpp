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
#include "core/diagnosis/suspects.hpp"
#include "core/interpret/make_sampler.hpp"
#include "core/statistics/goodness_of_fit.hpp"
#include "core/statistics/homogeneity.hpp"
#include "core/statistics/matched_positions.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/tables/numbers.hpp"

namespace fairshuffle {

namespace {

constexpr double level = 1e-4, least_information = 40, least_noncentrality = 100;

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
};

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

// Whether the suspect, were it the truth, would hardly ever be no nearer than fairness.
bool must_show(const CardSuspect& suspect, double trials) {
  return !suspect.number.empty() || trials * suspect.information >= least_information ||
         trials * suspect.phi2 >= least_noncentrality;
}

// False where a view rejects the suspect's law.
bool passes(const Tally& whole, Compared& compared) {
  const std::vector<CardView> views = compared.suspect->views();
  const auto count = static_cast<double>(views.size());
  for (const CardView& view : views) {
    const GoodnessOfFit fit = goodness_of_fit(counts_of(view, whole), compared.suspect->law_of(view), 1e-15);
    const double p = fit.possible ? std::min(1.0, count * fit.upper_tail.p) : 0;
    if (p < level) return false;
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
    if (!other.has(view)) continue;
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
  return one.number_of == other.number_of &&
         std::ranges::equal(one.cards.probability, other.cards.probability,
                            [](double p, double q) { return std::abs(p - q) <= slack; }) &&
         std::ranges::equal(one.number, other.number,
                            [](double p, double q) { return std::abs(p - q) <= slack; });
}

constexpr std::array numbers{&descents_table,      &rising_sequences_table, &peaks_table,
                             &inverse_peaks_table, &inversions_table,       &successions_table,
                             &left_maxima_table,   &left_minima_table,      &right_maxima_table,
                             &right_minima_table};

// Whether few trials all have one value that it is unlikely to have so often, going by those of another
// sample: four standard deviations above them, and ten trials.
bool is_hardly_always(std::span<const std::uint64_t> counts, std::span<const std::uint64_t> others,
                      double level_of_test) {
  const auto values = std::ranges::count_if(counts, [](std::uint64_t count) { return count > 0; });
  if (values != 1) return false;
  const auto value = static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin());
  const auto had = static_cast<double>(others[value]),
             of = std::accumulate(others.begin(), others.end(), 0.0);
  const double share = std::min(1.0, (had + 4 * std::sqrt(had) + 10) / of);
  return static_cast<double>(counts[value]) * std::log(share) < std::log(level_of_test);
}

// One of many cells, as two samples have it.
struct SharedCell {
  std::uint64_t count, trials, others, of;
};

// Whether the first sample has it far more or far less often than the second one has it, taken four standard
// deviations nearer, and ten trials.
bool is_apart(const SharedCell& cell, double level_of_test) {
  const auto had = static_cast<double>(cell.others), of = static_cast<double>(cell.of);
  const double slack = 4 * std::sqrt(had) + 10;
  return binomial_upper_tail(cell.count, cell.trials, std::min(1.0, (had + slack) / of)).p < level_of_test ||
         binomial_lower_tail(cell.count, cell.trials, std::max(0.0, (had - slack) / of)).p < level_of_test;
}

// Of the cells of a table the one that is farthest from what a fair shuffle has in each, which is one trial
// in n.
template <class CountAt>
bool farthest_cell_is_apart(const Tally& whole, const Tally& other, std::size_t rows, CountAt count_at,
                            double level_of_test) {
  const double due = static_cast<double>(whole.trials) / whole.deck_size;
  SharedCell farthest{.count = 0, .trials = whole.trials, .others = 0, .of = other.trials};
  double most = -1;
  bool is_counted = false;  // of quotients neighbours are not
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < rows; ++column) {
      const std::uint64_t count = count_at(whole, row, column);
      is_counted = is_counted || count > 0;
      const double off = std::abs(static_cast<double>(count) - due);
      if (off <= most || (count == 0 && count_at(other, row, column) == 0)) continue;
      most = off;
      farthest.count = count;
      farthest.others = count_at(other, row, column);
    }
  }
  return is_counted && is_apart(farthest, level_of_test / static_cast<double>(rows * rows));
}

// Whether so many trials of the suspect, run here, have other numbers per order, or other cells of positions
// and neighbours where these are farthest from fair.
bool runs_otherwise(const Tally& whole, const CardSuspect& suspect, std::uint64_t trials) {
  constexpr std::uint64_t seed = 1;
  constexpr std::size_t rounds = 2;
  RunningTally run(whole.deck_size, 0, std::nullopt);
  const auto sampler = make_sampler(suspect.setup);
  sampler->begin_block(seed);
  sampler->run(0, trials, run);
  const Tally other = run.complete();
  constexpr double each = level / (rounds * (std::size(numbers) + 5));
  const auto differ = [](std::span<const std::uint64_t> counts, std::span<const std::uint64_t> others) {
    return homogeneity(counts, others).upper_tail.p < each || is_hardly_always(counts, others, each);
  };
  const auto n = static_cast<std::size_t>(whole.deck_size);
  const auto position = [](const Tally& tally, std::size_t row, std::size_t column) {
    return tally.positions.at(static_cast<int>(row), static_cast<int>(column));
  };
  const auto neighbour = [](const Tally& tally, std::size_t row, std::size_t column) {
    return tally.neighbours.at(static_cast<int>(row), static_cast<int>(column));
  };
  return farthest_cell_is_apart(whole, other, n, position, each) ||
         farthest_cell_is_apart(whole, other, n + 1, neighbour, each) ||
         differ(whole.parity.by_value(), other.parity.by_value()) ||
         differ(whole.fixed_points.by_value(), other.fixed_points.by_value()) ||
         differ(whole.cycles.by_value(), other.cycles.by_value()) ||
         std::ranges::any_of(numbers, [&](const TableInfo* number) {
           return whole.tables.has(*number) && other.tables.has(*number) &&
                  differ(whole.tables.of(*number), other.tables.of(*number));
         });
}

}  // namespace

DiagnosisRecord diagnose_cards(const Tally& whole, double confidence) {
  const CardSuspects& known = card_suspects(whole.deck_size);
  DiagnosisRecord record;
  record.confidence = confidence;
  record.not_compared = known.not_found;
  std::vector<Compared> passing;
  for (const CardSuspect& suspect : known.suspects) {
    const CardView& view = suspect.against_fair;
    Compared next{.suspect = &suspect,
                  .log_over_fair = log_ratio(counts_of(view, whole), suspect.law_of(view),
                                             fair_law_of(view, whole.deck_size))};
    const bool is_nearer = is_nearer_than_fair(whole, next);
    // What need not have shown is not excluded where it does not; but it may have shown.
    if (!is_nearer && !must_show(suspect, static_cast<double>(whole.trials))) continue;
    ++record.mistakes_compared;
    if (is_nearer && passes(whole, next)) passing.push_back(next);
  }
  const double far_less = std::log(static_cast<double>(record.mistakes_compared) / level);
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
  constexpr std::uint64_t few_trials = 512, many_trials = 4096;
  for (const std::uint64_t trials : {few_trials, many_trials}) {
    if (trials == many_trials && fits.size() > most_mistakes_run) break;
    std::erase_if(fits, [&](const Compared& fit) { return runs_otherwise(whole, *fit.suspect, trials); });
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
  return record;
}

}  // namespace fairshuffle
