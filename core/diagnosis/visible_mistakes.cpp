#include "core/diagnosis/visible_mistakes.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnosis/card_suspects.hpp"
#include "core/diagnosis/mistake_runs.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/exact/distribution.hpp"
#include "core/interpret/card_distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/permutation/permutation.hpp"
#include "core/shuffle/by_hand.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/shuffle/sorting.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/positions.hpp"
#include "core/tally/positions.hpp"

namespace fairshuffle {

namespace {

// No run has so many trials, and no test sees a noncentrality of less than one.
constexpr double least_seen_noncentrality = 1e-12;

// By the mean of a number, which sees (difference of means)^2 / variance a trial. The option makes the line.
template <class Difference>
LineOfMistakes line_by_mean(SampleSetup setup, std::size_t option, const char* test, double variance,
                            Difference difference) {
  LineOfMistakes line;
  for (int value = 1;; ++value) {
    const double from_fair = difference(value);
    const double noncentrality = from_fair * from_fair / variance;
    if (noncentrality < least_seen_noncentrality) return line;
    setup.options[option] = value;
    line.push_back({target_text(setup), {{test, 1, noncentrality}}});
  }
}

double variance_of_peaks(int deck_size) {
  return 2 * (deck_size + 1) / 45.;
}

// What the mean of a number per permutation shows of a mistake that has a distribution of it.
Sight seen_by_own_mean(const CardSuspect& suspect) {
  const int n = suspect.cards.deck_size;
  const CardView view{.of = suspect.own_view};
  const double from_fair =
      mean_of_distribution(suspect.own_distribution) - mean_of_distribution(fair_distribution_of(view, n));
  const bool peaks = view.of == CardView::Of::peaks;
  const char* test = peaks                               ? "mean peaks"
                     : view.of == CardView::Of::descents ? "mean descents"
                                                         : "mean rising-sequences";
  return {test, 1, from_fair * from_fair / (peaks ? variance_of_peaks(n) : variance_of_descents(n))};
}

// A filter that is matched to another distribution sees what the two have in common.
void add_seen_by_filters(const DigitDistribution& distribution, VisibleMistake& mistake) {
  for (const DigitMistake& filter : digit_mistakes(static_cast<int>(distribution.probability.size()) + 1)) {
    const double in_common = product_of_digits(filter.distribution, distribution);
    mistake.sights.push_back(
        {"matched Lehmer digits, " + filter.name, 1,
         in_common * in_common / product_of_digits(filter.distribution, filter.distribution)});
  }
}

LineOfMistakes remainders(int deck_size) {
  LineOfMistakes line;
  SampleSetup setup = standard_setup(*find_shuffle("durstenfeld"), deck_size);
  setup.draw = find_draw("modulo");
  const double degrees_of_freedom = deck_size * (deck_size - 1) / 2.;
  // With eight bits every bound has words enough.
  for (setup.bits = 8; setup.bits < setup.source->word_bits; ++setup.bits) {
    const double noncentrality = noncentrality_of_remainders(deck_size, setup.bits);
    if (noncentrality < least_seen_noncentrality) return line;
    VisibleMistake mistake{target_text(setup), {{"lehmer-code", degrees_of_freedom, noncentrality}}};
    add_seen_by_filters(digit_distribution_of(setup), mistake);
    line.push_back(std::move(mistake));
  }
  return line;
}

// What the mistakes of one line have in common: all but the number of rounds, of keys and of bits.
std::string kind_of(const SampleSetup& setup) {
  SampleSetup kind = setup;
  for (std::size_t option = 0; option < kind.options.size(); ++option) {
    const OptionInfo& info = kind.shuffle->options[option];
    const bool is_swept = info.counts_rounds || (info.choices.empty() && !info.suspected.empty());
    if (is_swept) kind.options[option] = standard_value(info, kind.deck_size);
  }
  kind.bits = kind.bits == 0 ? 0 : 1;
  return target_text(kind);
}

// A cell of probability q has about N (q - 1/n)^2 / variance, whichever distribution's variance is the
// larger.
Sight seen_in_strongest_cell(const CardDistribution& distribution) {
  const double share = 1. / distribution.deck_size;
  double most = 0;
  for (const double q : distribution.probability) {
    const double variance = std::max(q * (1 - q), share * (1 - share));
    most = std::max(most, (q - share) * (q - share) / variance);
  }
  return {"strongest-position", 1, most, static_cast<double>(distribution.probability.size())};
}

Sight seen_by_polynomials(const CardDistribution& distribution) {
  return {
      "smooth-positions", smooth_degrees * smooth_degrees,
      (distribution.deck_size - 1) * squared_projections(distribution.probability, distribution.deck_size)};
}

// What a table is multiplied with, by the name of the test that does so.
struct CardFilter {
  std::string test;
  std::vector<double> weights;
};

std::vector<CardFilter> card_filters(int deck_size) {
  std::vector<CardFilter> filters;
  for (const CardMistake& mistake : card_mistakes(deck_size)) {
    filters.push_back({"matched " + mistake.name, filter_of(mistake.distribution)});
  }
  return filters;
}

VisibleMistake seen_by_cards(const CardSuspect& suspect, const std::vector<CardFilter>& filters) {
  const int n = suspect.cards.deck_size;
  double fixed_points = 0;
  for (int card = 0; card < n; ++card) fixed_points += suspect.cards.at(card, card);
  VisibleMistake mistake{target_text(suspect.setup),
                         {{"positions", (n - 1.) * (n - 1.), suspect.chi_square_distance},
                          {"mean fixed-points", 1, (fixed_points - 1) * (fixed_points - 1)},
                          seen_in_strongest_cell(suspect.cards),
                          seen_by_polynomials(suspect.cards)}};
  for (const auto& [test, weights] : filters) {
    const double mean =
        std::inner_product(weights.begin(), weights.end(), suspect.cards.probability.begin(), 0.0);
    mistake.sights.push_back({test, 1, (n - 1) * mean * mean});
  }
  if (suspect.own_view == CardView::Of::follower) {
    const double share = 1. / n, always = suspect.own_distribution[1];
    mistake.sights.push_back({"strongest-neighbour", 1,
                              (always - share) * (always - share) / (share * (1 - share)), n * (n + 1.)});
  } else if (!suspect.own_distribution.empty()) {
    mistake.sights.push_back(seen_by_own_mean(suspect));
  }
  return mistake;
}

void add_seen_by_cards(int deck_size, std::vector<LineOfMistakes>& lines) {
  std::set<std::string> listed;
  for (const LineOfMistakes& line : lines) {
    for (const VisibleMistake& mistake : line) listed.insert(mistake.target);
  }
  const std::vector<CardFilter> filters = card_filters(deck_size);
  std::map<std::string, std::size_t> line_of_kind;
  for (const CardSuspect& suspect : card_suspects(deck_size).suspects) {
    if (listed.contains(target_text(suspect.setup))) continue;
    const auto [found, is_new] = line_of_kind.emplace(kind_of(suspect.setup), lines.size());
    if (is_new) lines.emplace_back();
    lines[found->second].push_back(seen_by_cards(suspect, filters));
  }
}

// Riffles, sorts by random keys and random swaps, each by the mean of the number that tells it: by how much
// it is off after so many riffles, bits of a key or swaps.
template <class FewerRising, class MoreAtHome>
std::vector<LineOfMistakes> lines_by_numbers(int deck_size, FewerRising fewer_rising,
                                             MoreAtHome more_at_home) {
  const double variance = variance_of_descents(deck_size);
  const auto standard = [deck_size](const char* shuffle) {
    return standard_setup(*find_shuffle(shuffle), deck_size);
  };
  return {line_by_mean(standard("riffle"), 0, "mean rising-sequences", variance, fewer_rising),
          line_by_mean(standard("random-key-sort"), 0, "mean descents", variance, fewer_rising),
          line_by_mean(standard("swap-pairs"), 0, "mean fixed-points", 1, more_at_home)};
}

std::vector<LineOfMistakes> lines_by_distributions(int deck_size) {
  std::vector<LineOfMistakes> lines = lines_by_numbers(
      deck_size,
      [deck_size](int riffles) {
        return (deck_size + 1) / 2. -
               mean_of_distribution(rising_sequences_of_riffles(deck_size, std::pow(2., riffles)));
      },
      [deck_size](int swaps) { return to_double(mean_fixed_points_after_swaps(deck_size, swaps) - 1); });
  lines.push_back(remainders(deck_size));
  lines.push_back(
      line_by_mean(standard_setup(*find_shuffle("shelf"), deck_size), 1, "mean peaks",
                   variance_of_peaks(deck_size), [deck_size](int passes) {
                     const Integer shelves = shelves_of_passes(Shelf::options[0].standard, passes);
                     return (deck_size - 2) / 3. - mean_of_distribution(peaks_of_shelves(deck_size, shelves));
                   }));
  add_seen_by_cards(deck_size, lines);
  return lines;
}

// What a chi-square test sees of a mistake at least, going by its statistic of so many trials: its degrees of
// freedom and four standard deviations of a noncentral chi-square less. Nothing where that is not above 0.
std::optional<Sight> seen_at_least(std::string_view test, double statistic, double degrees_of_freedom,
                                   double trials) {
  const double seen = std::max(0.0, statistic - degrees_of_freedom);
  const double at_least = seen - 4 * std::sqrt(2 * degrees_of_freedom + 4 * seen);
  if (at_least <= 0) return std::nullopt;
  return Sight{std::string(test), degrees_of_freedom, at_least / trials};
}

std::uint64_t trials_run(int deck_size) {
  return is_wide_deck(deck_size) ? few_trials_of_wide_deck : 512;
}

std::optional<Sight> seen_by_positions(const Tally& run) {
  const auto [statistic, degrees_of_freedom] = positions_statistic(run);
  return seen_at_least(positions_test.name, statistic, degrees_of_freedom, static_cast<double>(run.trials));
}

std::vector<SampleSetup> sorts_of(int deck_size) {
  if (!is_wide_deck(deck_size)) return card_suspects(deck_size).only_run;
  std::vector<SampleSetup> sorts = standard_mistakes(deck_size);
  std::erase_if(sorts,
                [](const SampleSetup& setup) { return setup.shuffle->name != ComparatorSort::info.name; });
  return sorts;
}

LineOfMistakes found_sorts(int deck_size) {
  LineOfMistakes line;
  for (const SampleSetup& setup : sorts_of(deck_size)) {
    const auto sight = seen_by_positions(run_of(setup, trials_run(deck_size)));
    if (sight) line.push_back({target_text(setup), {*sight}});
  }
  return line;
}

// With the draws that come with the source, or else those that people make of its words.
LineOfMistakes seeds_in_turn(int deck_size, const ClockSeeding& clock, const std::string& told) {
  LineOfMistakes line;
  SampleSetup setup = standard_setup(*find_shuffle("durstenfeld"), deck_size);
  setup.clock = clock;
  for (const SourceEntry& source : all_sources()) {
    setup.source = &source;
    setup.draw = find_draw(source.native_use == WordUse::none ? "modulo" : "native");
    auto sight = seen_by_positions(tally_of_successive(run_of(setup, trials_run(deck_size))));
    if (!sight) continue;
    sight->noncentrality /= 2;
    line.push_back({target_text(setup) + told, {*sight}});
  }
  return line;
}

std::array<LineOfMistakes, 2> found_seeds(int deck_size) {
  const ClockSeeding counter{.seeding = {.kind = SeedingKind::per_shuffle_counter}};
  const ClockSeeding clock{.seeding = {.kind = SeedingKind::per_shuffle_clock,
                                       .clock = ClockUnit::seconds,
                                       .shuffles_per_second = 1},
                           .epoch = 1'600'000'000};
  return {seeds_in_turn(deck_size, counter, ""), seeds_in_turn(deck_size, clock, ",clock=s,rate=1")};
}

// Cards that move together, as in a cut, make sums over cards vary far more than in a fair deck, which the
// bounds below count on. Then two halves of a run differ by more than the chi-square that their difference
// is.
bool varies_as_fair(const Tally& run, const Tally& other) {
  const int n = run.deck_size;
  std::vector<double> difference;
  std::ranges::transform(run.positions.cells(), other.positions.cells(), std::back_inserter(difference),
                         [](std::uint64_t one, std::uint64_t two) {
                           return static_cast<double>(one) - static_cast<double>(two);
                         });
  constexpr double degrees_of_freedom = smooth_degrees * smooth_degrees;
  const auto trials = static_cast<double>(run.trials + other.trials);
  return (n - 1) / trials * squared_projections(difference, n) <=
         degrees_of_freedom + 4 * std::sqrt(2 * degrees_of_freedom);
}

std::optional<Sight> seen_by_fixed_points(const Tally& run) {
  const auto trials = static_cast<double>(run.trials);
  const double mean = mean_of_counts(run.fixed_points.by_value());
  double variance = 0;
  for (std::size_t value = 0; value < run.fixed_points.by_value().size(); ++value) {
    const double off = static_cast<double>(value) - mean;
    variance += off * off * static_cast<double>(run.fixed_points.by_value()[value]) / trials;
  }
  const double at_least = std::abs(mean - 1) - 4 * std::sqrt(std::max(1.0, variance) / trials);
  if (at_least <= 0) return std::nullopt;
  return Sight{"mean fixed-points", 1, at_least * at_least};
}

LineOfMistakes seen_in_a_run(const SampleSetup& setup) {
  const Tally run = run_of(setup, few_trials_of_wide_deck);
  constexpr std::uint64_t another_seed = 2;
  if (!varies_as_fair(run, run_of(setup, few_trials_of_wide_deck, another_seed))) return {};
  const auto [smooth, degrees_of_freedom] = smooth_positions_statistic(run);
  VisibleMistake mistake{target_text(setup), {}};
  for (const auto& sight : {seen_at_least(smooth_positions_test.name, smooth, degrees_of_freedom,
                                          static_cast<double>(run.trials)),
                            seen_by_fixed_points(run)}) {
    if (sight) mistake.sights.push_back(*sight);
  }
  return mistake.sights.empty() ? LineOfMistakes{} : LineOfMistakes{mistake};
}

std::vector<LineOfMistakes> lines_by_runs(int deck_size) {
  std::vector<LineOfMistakes> lines = lines_by_numbers(
      deck_size,
      [deck_size](int riffles) {
        return (deck_size + 1) / 2. - mean_rising_sequences_of_riffles(deck_size, std::ldexp(1, riffles));
      },
      [deck_size](int swaps) { return (deck_size - 1) * std::pow(1 - 2. / deck_size, swaps); });
  std::vector<SampleSetup> others = standard_mistakes(deck_size);
  std::erase_if(others, [](const SampleSetup& setup) {
    return is_told_by_its_number(setup) || setup.shuffle->name == ComparatorSort::info.name;
  });
  std::vector<LineOfMistakes> seen(others.size());
  share_work(others.size(), [&](std::size_t index) { seen[index] = seen_in_a_run(others[index]); });
  for (LineOfMistakes& line : seen) {
    if (!line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

VisibleMistakes found_mistakes(int deck_size) {
  return {.lines = is_wide_deck(deck_size) ? lines_by_runs(deck_size) : lines_by_distributions(deck_size),
          .sorts = found_sorts(deck_size),
          .seeds = found_seeds(deck_size)};
}

}  // namespace

const VisibleMistakes& visible_mistakes(int deck_size) {
  // Once in a process, or once in a thread of one of the many sizes of wide decks.
  if (is_wide_deck(deck_size)) return found_once_of_any<found_mistakes>(deck_size);
  return found_once<found_mistakes, smallest_large_deck, largest_byte_deck>("visible_mistakes", deck_size);
}

}  // namespace fairshuffle
