#include "core/diagnosis/card_suspects.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "core/diagnosis/suspects.hpp"
#include "core/exact/distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/shuffle/by_hand.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/shuffle/sorting.hpp"
#include "core/shuffle/swaps.hpp"
#include "core/statistics/numbers.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/tables/tables.hpp"

namespace fairshuffle {

namespace {

/// Distributions of single cards.
struct DistributionsOfCards {
  using Distribution = CardDistribution;
  class Rounds {
   public:
    explicit Rounds(const CardDistribution& round) : round_(round) {}
    void step() { distribution_ = distribution_.deck_size == 0 ? round_ : after(round_, distribution_); }
    const CardDistribution& distribution() const { return distribution_; }

   private:
    const CardDistribution& round_;
    CardDistribution distribution_;
  };
  static std::string why_none(const SampleSetup& setup) {
    // One word for all draws of a shuffle is no ideal seeding.
    if (setup.clock.seeding.kind == SeedingKind::per_draw_clock) return "its draws are not independent";
    return why_no_card_distribution(setup);
  }
  static Distribution of(const SampleSetup& setup) { return card_distribution_of(setup); }
  static bool moves_nothing(const Distribution& distribution) {
    for (int card = 0; card < distribution.deck_size; ++card) {
      if (distribution.at(card, card) != 1) return false;
    }
    return true;
  }
  static bool is_valid(const Distribution&) { return true; }
  static double chi_square_distance(const Distribution& distribution) {
    return chi_square_distance_of_positions(distribution);
  }
  static double squared_distance(const Distribution& p, const Distribution& q) {
    double sum = 0;
    for (std::size_t cell = 0; cell < p.probability.size(); ++cell) {
      sum += (p.probability[cell] - q.probability[cell]) * (p.probability[cell] - q.probability[cell]);
    }
    return sum * (p.deck_size - 1);
  }
};

void add_number(CardSuspect& suspect) {
  const SampleSetup& setup = suspect.setup;
  if (!draws_exactly(setup)) return;
  if (setup.shuffle->name == Riffle::info.name) {
    suspect.own_view = CardView::Of::rising_sequences;
    suspect.own_distribution =
        rising_sequences_of_riffles(setup.deck_size, std::pow(2.0, static_cast<double>(setup.options[0])));
  } else if (setup.shuffle->name == RandomKeySort::info.name) {
    suspect.own_view = CardView::Of::descents;
    const RandomKeySort sort(setup.options);
    suspect.own_distribution = rising_sequences_of_riffles(setup.deck_size, static_cast<double>(sort.keys));
    suspect.own_distribution.erase(suspect.own_distribution.begin());
  } else if (const auto shelves = shelves_of(setup)) {
    suspect.own_view = CardView::Of::peaks;
    suspect.own_distribution = peaks_of_shelves(setup.deck_size, *shelves);
  }
}

// Single cards come fairly from a cut, but each is followed by the next one, or lies at the end.
CardSuspect random_cut_suspect(int deck_size) {
  const auto n = static_cast<std::size_t>(deck_size);
  CardSuspect cut{
      .setup = standard_setup(*find_shuffle(RandomCut::info.name), deck_size),
      .cards = {.deck_size = deck_size, .probability = std::vector<double>(n * n, 1. / deck_size)},
      .own_distribution = std::vector<double>(n),
      .own_view = CardView::Of::follower};
  cut.own_distribution[0] = 1. / deck_size;
  cut.own_distribution[1] = 1 - cut.own_distribution[0];
  return cut;
}

CardSuspects found_suspects(int deck_size) {
  CardSuspects found;
  // Distributions whose positions differ less from fair ones end the sweep of options.
  constexpr SuspectRange range{.least_chi_square_distance = 1e-9, .least_difference = 1e-9};
  const std::function<void(const SampleSetup&, const CardDistribution&)> visit =
      [&found](const SampleSetup& setup, const CardDistribution& distribution) {
        CardSuspect& added = found.suspects.emplace_back();
        added.setup = setup;
        added.cards = distribution;
        if (setup.deck_size >= smallest_large_deck) add_number(added);
        compare_with_fair(added);
      };
  SuspectSearch<DistributionsOfCards> search(deck_size, range, visit);
  for (const ShuffleInfo& shuffle : all_shuffles()) search.shuffle(shuffle);
  found.not_found = search.take_unknown();
  for (const std::string& name : found.not_found) {
    const ShuffleInfo* shuffle = find_shuffle(name);
    if (shuffle == nullptr) continue;
    for (SampleSetup& setup : combined_setups(*shuffle, deck_size, [deck_size](const OptionInfo& option) {
           return words_of(option, deck_size);
         })) {
      found.only_run.push_back(std::move(setup));
    }
  }
  CardSuspect cut = random_cut_suspect(deck_size);
  std::erase(found.not_found, target_text(cut.setup));
  compare_with_fair(cut);
  found.suspects.push_back(std::move(cut));
  return found;
}

bool is_own_view(CardView::Of of) {
  return of != CardView::Of::card && of != CardView::Of::position;
}

/// A view of a number per permutation: where it is counted, and its distribution under fairness.
struct NumberView {
  CardView::Of of;
  const TableInfo* table;
  std::vector<double> (*fair_distribution)(int deck_size);
};
constexpr std::array number_views{
    NumberView{CardView::Of::descents, &descents_table, &descents_distribution},
    NumberView{CardView::Of::rising_sequences, &rising_sequences_table, &rising_sequences_distribution},
    NumberView{CardView::Of::peaks, &peaks_table, &peaks_distribution},
    NumberView{CardView::Of::inverse_peaks, &inverse_peaks_table, &peaks_distribution},
};

/// Null of single cards, places and followers.
const NumberView* number_view(const CardView& view) {
  const auto found = std::ranges::find(number_views, view.of, &NumberView::of);
  return found == number_views.end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::uint64_t> counts_of(const CardView& view, const Tally& whole) {
  if (view.of == CardView::Of::follower) {
    std::vector<std::uint64_t> followers;
    for (int next = 0; next < whole.deck_size; ++next) {
      followers.push_back(whole.neighbours.at(view.index, next == view.index ? whole.deck_size : next));
    }
    return followers;
  }
  if (const NumberView* number = number_view(view)) {
    const auto cells = whole.tables.of(*number->table);
    return {cells.begin(), cells.end()};
  }
  std::vector<std::uint64_t> counts;
  for (int other = 0; other < whole.deck_size; ++other) {
    counts.push_back(view.of == CardView::Of::card ? whole.positions.at(other, view.index)
                                                   : whole.positions.at(view.index, other));
  }
  return counts;
}

bool is_counted(const CardView& view, const Tally& whole) {
  if (const NumberView* number = number_view(view)) return whole.tables.has(*number->table);
  if (view.of != CardView::Of::follower) return true;
  return std::ranges::any_of(counts_of(view, whole), [](std::uint64_t count) { return count > 0; });
}

std::vector<double> fair_distribution_of(const CardView& view, int deck_size) {
  if (const NumberView* number = number_view(view)) return number->fair_distribution(deck_size);
  return std::vector<double>(static_cast<std::size_t>(deck_size), 1.0 / deck_size);
}

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

// Positive terms that lose no digits: p ln(p/q) - p + q.
double divergence(const std::vector<double>& p, const std::vector<double>& q) {
  double sum = 0;
  for (std::size_t cell = 0; cell < p.size(); ++cell) {
    if (p[cell] == q[cell]) continue;
    if (p[cell] <= 0) {
      sum += q[cell];
    } else if (q[cell] <= 0) {
      return std::numeric_limits<double>::infinity();
    } else {
      const double excess = (q[cell] - p[cell]) / p[cell];
      sum += p[cell] * (excess - std::log1p(excess));
    }
  }
  return sum;
}

bool CardSuspect::has(const CardView& view) const {
  return !is_own_view(view.of) || (!own_distribution.empty() && own_view == view.of);
}

std::vector<double> CardSuspect::distribution_of(const CardView& view) const {
  if (is_own_view(view.of)) return own_distribution;
  std::vector<double> distribution;
  distribution.reserve(static_cast<std::size_t>(cards.deck_size));
  for (int other = 0; other < cards.deck_size; ++other) {
    distribution.push_back(view.of == CardView::Of::card ? cards.at(other, view.index)
                                                         : cards.at(view.index, other));
  }
  return distribution;
}

std::vector<CardView> CardSuspect::views() const {
  std::vector<CardView> views;
  if (!own_distribution.empty()) views.push_back({.of = own_view});
  for (int index = 0; index < cards.deck_size; ++index) {
    views.push_back({.of = CardView::Of::card, .index = index});
    views.push_back({.of = CardView::Of::position, .index = index});
  }
  return views;
}

TellingView most_telling(const CardSuspect& suspect, const std::function<bool(const CardView&)>& is_usable) {
  TellingView most;
  const int deck_size = suspect.cards.deck_size;
  const std::vector<double> fair = fair_distribution_of({.of = CardView::Of::card}, deck_size);
  for (const CardView& view : suspect.views()) {
    if (!is_usable(view)) continue;
    const double information = divergence(
        suspect.distribution_of(view), is_own_view(view.of) ? fair_distribution_of(view, deck_size) : fair);
    if (information > most.information) most = {view, information};
  }
  return most;
}

void compare_with_fair(CardSuspect& suspect) {
  const auto [view, information] = most_telling(suspect, [](const CardView&) { return true; });
  suspect.against_fair = view;
  suspect.information = information;
  suspect.chi_square_distance = chi_square_distance_of_positions(suspect.cards);
}

const CardSuspects& card_suspects(int deck_size) {
  return found_once<found_suspects, 0, largest_byte_deck>("card_suspects", deck_size);
}

std::vector<double> peaks_of_shelves(int deck_size, const Integer& shelves) {
  std::vector<double> distribution = peaks_distribution(deck_size);
  const std::vector<Integer> words = shelf_words(deck_size, shelves);
  const Integer fair_share = pow(Integer(2 * shelves), static_cast<unsigned>(deck_size));
  Integer permutations = 1;
  for (int cards = 2; cards <= deck_size; ++cards) permutations *= cards;
  for (std::size_t peaks = 0; peaks < distribution.size(); ++peaks) {
    distribution[peaks] *= to_double(Fraction(permutations * words[peaks], fair_share));
  }
  return distribution;
}

std::vector<double> rising_sequences_of_riffles(int deck_size, double packets) {
  std::vector<double> distribution = rising_sequences_distribution(deck_size);
  for (int rising = 1; rising <= deck_size; ++rising) {
    // n! C(a + n - r, n) / a^n, times the share of permutations with r rising sequences.
    double ratio = 1;
    for (int factor = 1; factor <= deck_size; ++factor) {
      ratio *= std::max(0.0, (packets - rising + factor) / packets);
    }
    distribution[static_cast<std::size_t>(rising)] *= ratio;
  }
  return distribution;
}

namespace {

constexpr double deviations_to_either_side = 4;  // of a mean

// After k swaps 1 + (n - 1) (1 - 2/n)^k cards are at home on average (mean_fixed_points_after_swaps). How
// many are varies no more than a Poisson number of that mean. Where the mean is that of fair decks, swaps are
// so many that they are not what shows.
std::vector<std::int64_t> swaps_that_fit(const Tally& whole) {
  const double n = whole.deck_size;
  const double mean = mean_of_counts(whole.fixed_points.by_value());
  const double off =
      deviations_to_either_side * std::sqrt(std::max(1.0, mean) / static_cast<double>(whole.trials));
  if (mean - off <= 1) return {};
  const double swaps = std::log((mean - 1) / (n - 1)) / std::log1p(-2 / n);
  return {static_cast<std::int64_t>(std::max(1.0, std::round(swaps)))};
}

// The smallest number of packets that leaves so many rising sequences on average, fewer than of fair decks.
// More than these differ from fair decks by less than rounding does.
double packets_that_leave(int deck_size, double rising_sequences) {
  constexpr double most_packets = 0x1p50;
  double below = 0, enough = 1;
  while (enough < most_packets && mean_rising_sequences_of_riffles(deck_size, enough) < rising_sequences) {
    below = enough;
    enough *= 2;
  }
  while (enough - below > 1) {
    const double middle = std::floor((below + enough) / 2);
    (mean_rising_sequences_of_riffles(deck_size, middle) < rising_sequences ? below : enough) = middle;
  }
  return enough;
}

/// How many packets the counts leave, and how many fit best; none where `last` is 0.
struct Packets {
  double first = 0, best = 0, last = 0;

  std::vector<std::int64_t> the_best() const {
    if (last == 0 || best < 2) return {};  // one key moves nothing
    return {static_cast<std::int64_t>(best)};
  }
  std::vector<std::int64_t> powers_of_two() const {
    std::vector<std::int64_t> exponents;
    for (int exponent = 1; std::ldexp(1, exponent) <= last; ++exponent) {
      if (std::ldexp(1, exponent) >= first) exponents.push_back(exponent);
    }
    return exponents;
  }
};

// By the rising sequences of riffles, which a sort by as many keys has as descents, and one more: it is the
// inverse. They vary no more than of fair decks, by (n + 1) / 12. Where the mean is that of fair decks,
// packets or keys are so many that they are not what shows (their distributions have no more in them:
// card_suspects.hpp).
Packets packets_that_fit(double mean_rising_sequences, const Tally& whole) {
  const double n = whole.deck_size;
  const double off = deviations_to_either_side *
                     std::sqrt(variance_of_descents(whole.deck_size) / static_cast<double>(whole.trials));
  if (mean_rising_sequences + off >= (n + 1) / 2) return {};
  return {.first = packets_that_leave(whole.deck_size, mean_rising_sequences - off),
          .best = packets_that_leave(whole.deck_size, mean_rising_sequences),
          .last = packets_that_leave(whole.deck_size, mean_rising_sequences + off)};
}

std::vector<std::int64_t> first_rounds() {
  std::vector<std::int64_t> rounds(16);
  std::iota(rounds.begin(), rounds.end(), std::int64_t{1});
  return rounds;
}

std::vector<std::int64_t> values_tried(const Tally& whole, const ShuffleInfo& shuffle,
                                       const OptionInfo& option) {
  const auto mean_of = [&whole](const TableInfo& table) { return mean_of_counts(whole.tables.of(table)); };
  if (shuffle.name == SwapPairs::info.name) return swaps_that_fit(whole);
  if (shuffle.name == Riffle::info.name) {
    return packets_that_fit(mean_of(rising_sequences_table), whole).powers_of_two();
  }
  if (shuffle.name == RandomKeySort::info.name) {
    const Packets keys = packets_that_fit(mean_of(descents_table) + 1, whole);
    return option.counts_rounds ? keys.powers_of_two() : keys.the_best();
  }
  if (option.counts_rounds && option.suspected.empty()) return first_rounds();
  return {option.suspected.begin(), option.suspected.end()};
}

/// The setups, each once.
class Suspects {
 public:
  void add(const SampleSetup& setup) {
    if (why_not_sampled(setup).empty() && listed_.insert(target_text(setup)).second) setups_.push_back(setup);
  }
  std::vector<SampleSetup> take() { return std::move(setups_); }

 private:
  std::vector<SampleSetup> setups_;
  std::set<std::string> listed_;
};

bool is_mistake(const SampleSetup& setup) {
  return setup.shuffle->truth == Truth::biased || has_tacit_option_set(setup);
}

void add_by_exact_draws(const Tally& whole, const SampleSetup& setup, Suspects& suspects) {
  const ShuffleInfo& shuffle = *setup.shuffle;
  suspects.add(setup);
  for (std::size_t option = 0; option < shuffle.options.size(); ++option) {
    if (!shuffle.options[option].choices.empty()) continue;
    SampleSetup moved = setup;
    for (const std::int64_t value : values_tried(whole, shuffle, shuffle.options[option])) {
      if (value > shuffle.options[option].largest) continue;
      moved.options[option] = value;
      suspects.add(moved);
    }
  }
}

// Whether the values get uneven numbers of whole words. A difference of a thousandth counts as even.
bool is_uneven(const DrawDistribution& distribution) {
  if (distribution.uniform) return false;
  const auto [least, most] = std::ranges::minmax(distribution.words);
  return most - least > most / 1000;
}

void add_by_draws(SampleSetup setup, std::uint64_t trials, Suspects& suspects) {
  // Nobody sees less at one in a million.
  constexpr double least_seen = 25;
  for (const DrawEntry& draw : all_draws()) {
    setup.draw = &draw;
    setup.bits = 0;
    if (!why_not_sampled(setup).empty()) continue;
    if (is_uneven(draw.distribution(*setup.source, setup.source->max_word, 3))) {
      suspects.add(setup);
      continue;
    }
    for (setup.bits = 8; setup.bits <= 16; ++setup.bits) {
      if (static_cast<double>(trials) * noncentrality_of_remainders(setup.deck_size, setup.bits) < least_seen)
        break;
      const std::uint64_t max_word = (std::uint64_t{1} << setup.bits) - 1;
      if (!draw.distribution(*setup.source, max_word, 3).uniform) suspects.add(setup);
    }
  }
}

template <class Visit>
void for_each_word_of_options(int deck_size, Visit visit) {
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    for (const SampleSetup& setup :
         combined_setups(shuffle, deck_size,
                         [deck_size](const OptionInfo& option) { return words_of(option, deck_size); })) {
      visit(setup);
    }
  }
}

}  // namespace

bool is_told_by_its_number(const SampleSetup& setup) {
  const std::string_view shuffle = setup.shuffle->name;
  return shuffle == SwapPairs::info.name || shuffle == Riffle::info.name ||
         shuffle == RandomKeySort::info.name;
}

std::vector<SampleSetup> standard_mistakes(int deck_size) {
  Suspects suspects;
  for_each_word_of_options(deck_size, [&suspects](const SampleSetup& setup) {
    if (is_mistake(setup)) suspects.add(setup);
  });
  return suspects.take();
}

std::vector<SampleSetup> wide_suspects(const Tally& whole) {
  Suspects suspects;
  for (const SampleSetup& setup : standard_mistakes(whole.deck_size))
    add_by_exact_draws(whole, setup, suspects);
  return suspects.take();
}

std::vector<SampleSetup> wide_suspects_by_draws(const Tally& whole) {
  Suspects suspects;
  for_each_word_of_options(whole.deck_size, [&](const SampleSetup& setup) {
    if (!is_mistake(setup)) add_by_draws(setup, whole.trials, suspects);
  });
  return suspects.take();
}

}  // namespace fairshuffle
