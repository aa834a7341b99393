#include "core/diagnosis/suspects.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/exact/distribution.hpp"
#include "core/interpret/evolve.hpp"
#include "core/shuffle/by_hand.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/statistics/chi_squared.hpp"

namespace fairshuffle {

SuspectRange range_to_search(const std::vector<std::uint64_t>& counts) {
  const auto trials = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  const auto permutations = static_cast<double>(counts.size());
  double from_fair = 0;
  for (const std::uint64_t count : counts) {
    const double off = static_cast<double>(count) - trials / permutations;
    from_fair += off * off * permutations / trials;
  }
  // P(chi-square >= df + 2 sqrt(df x) + 2 x) <= exp(-x): Laurent and Massart 2000, Annals of Statistics
  // 28(5), lemma 1. From here on Pearson's test rejects.
  const double x = -std::log(level_of_fit);
  const double rejected = permutations - 1 + 2 * std::sqrt((permutations - 1) * x) + 2 * x;
  // No cell of a distribution is larger than (1 + sqrt(n! chi-square distance)) / n!, so its Pearson sum is
  // at least this, by the triangle inequality; nor smaller than (1 - sqrt(n! chi-square distance)) / n!, so
  // that none is pooled.
  const auto too_near = [&](double chi_square_distance) {
    const double most_of_cell = 1 + std::sqrt(permutations * chi_square_distance),
                 least_of_cell = 2 - most_of_cell;
    const double distance = std::sqrt(from_fair) - std::sqrt(trials * chi_square_distance);
    return distance > 0 && distance * distance > rejected * most_of_cell &&
           trials / permutations * least_of_cell >= least_expected_of_fit;
  };
  // With N chi-square distance below 1/n! a distribution can't be told from fairness: where it passes
  // Pearson's test its likelihood ratio over fairness is far below 100.
  SuspectRange range{.least_chi_square_distance = 1 / (permutations * trials),
                     .least_difference = 1 / (permutations * trials)};
  constexpr double factor = 1.01;
  while (too_near(range.least_chi_square_distance * factor)) range.least_chi_square_distance *= factor;
  return range;
}

namespace {

void read_own_distribution(const Symmetry& symmetry, CardSuspect& suspect) {
  std::vector<double>& distribution = suspect.own_distribution;
  if (distribution.empty()) return;
  const bool turned = symmetry.positions_reversed != symmetry.cards_reversed;
  // What is counted of permutations is counted of their inverses where positions and cards are exchanged.
  const auto is_of_permutations = [&](CardView::Of of_permutations, CardView::Of of_inverses) {
    const bool plain = (suspect.own_view == of_permutations) != symmetry.exchanged;
    suspect.own_view = plain ? of_permutations : of_inverses;
    return plain;
  };
  switch (suspect.own_view) {
    case CardView::Of::descents:
    case CardView::Of::rising_sequences:
      // Descents of permutations are the rising sequences of their inverses but one, and turning round either
      // positions or cards makes ascents of them.
      if (suspect.own_view == CardView::Of::rising_sequences) distribution.erase(distribution.begin());
      if (turned) std::ranges::reverse(distribution);
      if (!is_of_permutations(CardView::Of::descents, CardView::Of::rising_sequences))
        distribution.insert(distribution.begin(), 0);
      return;
    case CardView::Of::peaks:
    case CardView::Of::inverse_peaks:
      if (is_of_permutations(CardView::Of::peaks, CardView::Of::inverse_peaks) ? symmetry.cards_reversed
                                                                               : symmetry.positions_reversed)
        distribution.clear();
      return;
    case CardView::Of::follower:
      // The inverse of a cut is a cut; turned round at one end, each card is followed by the one below it.
      if (turned) std::swap(distribution[1], distribution.back());
      return;
    case CardView::Of::card:
    case CardView::Of::position:
      return;
  }
}

// The view of what was in the plain view before.
CardView read_view(const Symmetry& symmetry, const CardView& plain, const CardSuspect& read) {
  if (plain.of != CardView::Of::card && plain.of != CardView::Of::position) return {.of = read.own_view};
  const bool of_card = (plain.of == CardView::Of::card) != symmetry.exchanged;
  const bool reversed = of_card ? symmetry.cards_reversed : symmetry.positions_reversed;
  return {.of = of_card ? CardView::Of::card : CardView::Of::position,
          .index = reversed ? read.cards.deck_size - 1 - plain.index : plain.index};
}

}  // namespace

CardSuspect read_through(const Symmetry& symmetry, const CardSuspect& plain) {
  CardSuspect read = plain;
  read.setup.reading = symmetry;
  const int n = plain.cards.deck_size;
  for (int at = 0; at < n; ++at) {
    for (int card = 0; card < n; ++card) {
      const Place place = place_of(symmetry, {at, card}, n);
      read.cards.probability[static_cast<std::size_t>(place.position * n + place.card)] =
          plain.cards.at(at, card);
    }
  }
  read_own_distribution(symmetry, read);
  if (read.own_distribution.empty() && !plain.own_distribution.empty()) {
    compare_with_fair(read);
  } else {
    read.against_fair = read_view(symmetry, plain.against_fair, read);
  }
  return read;
}

namespace {

/// Distributions over all permutations.
struct PermutationDistributions {
  using Distribution = NumericDistribution;
  using Rounds = Walk;
  static std::string why_none(const SampleSetup& setup) { return why_no_distribution(setup); }
  static Distribution of(const SampleSetup& setup) { return distribution_of_suspect(setup); }
  static bool moves_nothing(const Distribution& distribution) {
    return distribution.probability.front() == 1;
  }
  static bool is_valid(const Distribution& distribution) { return distribution.invalid == 0; }
  static double chi_square_distance(const Distribution& distribution) {
    return fairshuffle::chi_square_distance(distribution);
  }
  static double squared_distance(const Distribution& p, const Distribution& q) {
    return fairshuffle::squared_distance(p, q);
  }
};

}  // namespace

double squared_distance(const NumericDistribution& p, const NumericDistribution& q) {
  double sum = 0;
  for (std::size_t rank = 0; rank < p.probability.size(); ++rank) {
    const double difference = p.probability[rank] - q.probability[rank];
    sum += difference * difference;
  }
  return sum * static_cast<double>(p.probability.size());
}

std::vector<std::string> for_each_suspect(int deck_size, const SuspectRange& range,
                                          const SuspectVisitor& visit) {
  std::vector<std::string> unknown;
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    std::ranges::move(for_each_suspect_of(shuffle, deck_size, range, visit), std::back_inserter(unknown));
  }
  return unknown;
}

std::vector<std::string> for_each_suspect_of(const ShuffleInfo& shuffle, int deck_size,
                                             const SuspectRange& range, const SuspectVisitor& visit) {
  SuspectSearch<PermutationDistributions> search(deck_size, range, visit);
  search.shuffle(shuffle);
  return search.take_unknown();
}

std::optional<Integer> shelves_of(const SampleSetup& setup) {
  if (setup.shuffle->name != Shelf::info.name || !draws_exactly(setup)) return std::nullopt;
  const Shelf shelf(setup.options);
  return shelves_of_passes(shelf.shelves, shelf.passes);
}

NumericDistribution distribution_of_suspect(const SampleSetup& setup) {
  if (const auto shelves = shelves_of(setup)) return shelf_distribution(setup.deck_size, *shelves);
  if (setup.shuffle->name == Riffle::info.name && draws_exactly(setup))
    return riffle_distribution(setup.deck_size, static_cast<int>(setup.options[0]));
  return numeric_distribution_of(setup);
}

std::string target_text(const SampleSetup& setup) {
  std::vector<std::string> settings;
  for (std::size_t option = 0; option < setup.options.size(); ++option) {
    if (!is_told(*setup.shuffle, setup.options, option)) continue;
    const OptionInfo& info = setup.shuffle->options[option];
    settings.push_back(fmt::format("{}={}", info.name, option_text(info, setup.options[option])));
  }
  const auto after_options = static_cast<std::ptrdiff_t>(settings.size());
  if (setup.source->info.name != default_source) {
    settings.push_back(fmt::format("source={}", setup.source->info.name));
  }
  if (setup.bits != 0) settings.push_back(fmt::format("bits={}", setup.bits));
  if (setup.draw->info.name != default_draw)
    settings.push_back(fmt::format("draw={}", setup.draw->info.name));
  for (const SeedingInfo& seeding : all_seedings()) {
    if (seeding.kind == setup.clock.seeding.kind && seeding.kind != SeedingKind::per_block) {
      settings.push_back(fmt::format("seeding={}", seeding.name));
    }
  }
  for (const Preset& preset : all_presets()) {
    if (preset.shuffle == setup.shuffle->name &&
        preset.settings == fmt::format("{}", fmt::join(settings, ","))) {
      return fmt::format("{}:n={}", preset.name, setup.deck_size);
    }
  }
  settings.insert(settings.begin() + after_options, fmt::format("n={}", setup.deck_size));
  return fmt::format("{}:{}", setup.shuffle->name, fmt::join(settings, ","));
}

}  // namespace fairshuffle
