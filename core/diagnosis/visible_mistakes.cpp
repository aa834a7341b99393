#include "core/diagnosis/visible_mistakes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/diagnosis/card_suspects.hpp"
#include "core/diagnosis/line_by_mean.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/diagnosis/visible_wide.hpp"
#include "core/exact/closed_forms.hpp"
#include "core/exact/shelf_words.hpp"
#include "core/interpret/card_mistakes.hpp"
#include "core/interpret/digit_mistakes.hpp"
#include "core/interpret/found_once.hpp"
#include "core/order/order.hpp"
#include "core/shuffle/registry.hpp"
#include "core/shuffle/shelf.hpp"
#include "core/statistics/bet_laws.hpp"
#include "core/statistics/matched_positions.hpp"
#include "core/statistics/smooth_positions.hpp"

namespace fairshuffle {

namespace {

double variance_of_peaks(int deck_size) {
  return 2 * (deck_size + 1) / 45.;
}

// What the mean of a number per order shows of a mistake that has a law of it.
Sight seen_by_own_mean(const CardSuspect& suspect) {
  const int n = suspect.cards.deck_size;
  const CardView view{.of = suspect.own_view};
  const double from_fair = mean_of_law(suspect.own_law) - mean_of_law(fair_law_of(view, n));
  const bool peaks = view.of == CardView::Of::peaks;
  const char* test = peaks                               ? "mean peaks"
                     : view.of == CardView::Of::descents ? "mean descents"
                                                         : "mean rising-sequences";
  return {test, 1, from_fair * from_fair / (peaks ? variance_of_peaks(n) : variance_of_descents(n))};
}

// A filter that is matched to another law sees what the two have in common.
void add_seen_by_filters(const DigitLaw& law, VisibleMistake& mistake) {
  for (const DigitMistake& filter : digit_mistakes(static_cast<int>(law.probability.size()) + 1)) {
    const double in_common = product_of_digits(filter.law, law);
    mistake.sights.push_back({"matched digits, " + filter.name, 1,
                              in_common * in_common / product_of_digits(filter.law, filter.law)});
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
    VisibleMistake mistake{target_text(setup), {{"draw-digits", degrees_of_freedom, noncentrality}}};
    add_seen_by_filters(digit_law_of(setup), mistake);
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

// A cell of probability q has about N (q - 1/n)^2 / variance, whichever law's variance is the larger.
Sight seen_in_strongest_cell(const CardLaw& law) {
  const double share = 1. / law.deck_size;
  double most = 0;
  for (const double q : law.probability) {
    const double variance = std::max(q * (1 - q), share * (1 - share));
    most = std::max(most, (q - share) * (q - share) / variance);
  }
  return {"strongest-position", 1, most, static_cast<double>(law.probability.size())};
}

Sight seen_by_polynomials(const CardLaw& law) {
  return {"smooth-positions", smooth_degrees * smooth_degrees,
          (law.deck_size - 1) * squared_projections(law.probability, law.deck_size)};
}

// What a table is multiplied with, by the name of the test that does so.
struct CardFilter {
  std::string test;
  std::vector<double> weights;
};

std::vector<CardFilter> card_filters(int deck_size) {
  std::vector<CardFilter> filters;
  for (const CardMistake& mistake : card_mistakes(deck_size)) {
    filters.push_back({"matched " + mistake.name, filter_of(mistake.law)});
  }
  return filters;
}

VisibleMistake seen_by_cards(const CardSuspect& suspect, const std::vector<CardFilter>& filters) {
  const int n = suspect.cards.deck_size;
  double fixed_points = 0;
  for (int card = 0; card < n; ++card) fixed_points += suspect.cards.at(card, card);
  VisibleMistake mistake{target_text(suspect.setup),
                         {{"positions", (n - 1.) * (n - 1.), suspect.phi2},
                          {"mean fixed-points", 1, (fixed_points - 1) * (fixed_points - 1)},
                          seen_in_strongest_cell(suspect.cards),
                          seen_by_polynomials(suspect.cards)}};
  for (const auto& [test, weights] : filters) {
    const double mean =
        std::inner_product(weights.begin(), weights.end(), suspect.cards.probability.begin(), 0.0);
    mistake.sights.push_back({test, 1, (n - 1) * mean * mean});
  }
  if (suspect.own_view == CardView::Of::follower) {
    const double share = 1. / n, always = suspect.own_law[1];
    mistake.sights.push_back({"strongest-neighbour", 1,
                              (always - share) * (always - share) / (share * (1 - share)), n * (n + 1.)});
  } else if (!suspect.own_law.empty()) {
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

std::vector<LineOfMistakes> found_lines(int deck_size) {
  const double variance = variance_of_descents(deck_size);
  const auto fewer_rising = [deck_size](int riffles) {
    return (deck_size + 1) / 2. - mean_of_law(rising_sequences_of_riffles(deck_size, std::pow(2., riffles)));
  };
  const auto fewer_peaks = [deck_size](int passes) {
    const Integer shelves = shelves_of_passes(Shelf::options[0].standard, passes);
    return (deck_size - 2) / 3. - mean_of_law(peaks_of_shelves(deck_size, shelves));
  };
  std::vector<LineOfMistakes> lines{
      line_by_mean(standard_setup(*find_shuffle("riffle"), deck_size), 0, "mean rising-sequences", variance,
                   fewer_rising),
      line_by_mean(standard_setup(*find_shuffle("random-key-sort"), deck_size), 0, "mean descents", variance,
                   fewer_rising),
      line_by_mean(
          standard_setup(*find_shuffle("swap-pairs"), deck_size), 0, "mean fixed-points", 1,
          [deck_size](int swaps) { return to_double(mean_fixed_points_after_swaps(deck_size, swaps) - 1); }),
      remainders(deck_size),
      line_by_mean(standard_setup(*find_shuffle("shelf"), deck_size), 1, "mean peaks",
                   variance_of_peaks(deck_size), fewer_peaks)};
  add_seen_by_cards(deck_size, lines);
  return lines;
}

}  // namespace

std::span<const LineOfMistakes> visible_mistakes(int deck_size) {
  if (is_wide_deck(deck_size)) return visible_mistakes_of_wide_deck(deck_size);
  return found_once<found_lines, smallest_large_deck, largest_byte_deck>("visible_mistakes", deck_size);
}

}  // namespace fairshuffle
