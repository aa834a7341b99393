// Known mistakes that a run is held to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnosis/card_suspects.hpp"
#include "core/exact/distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/sample.hpp"
#include "core/permutation/permutation.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/shuffle/swaps.hpp"

namespace fairshuffle {

// The known mistakes whose distributions a biased target is held against.

/// Where the sweep of options ends. chi-square distance and differences are n! sum (p - q)^2.
struct SuspectRange {
  double least_chi_square_distance;  ///< distributions nearer to uniform are left out
  double least_difference;           ///< so are draw methods that are nearer to exact draws
};

using SuspectVisitor = std::function<void(const SampleSetup& setup, const NumericDistribution& distribution)>;

/// Calls visit(setup, distribution) for every known mistake at this deck size, in the order of the catalogue:
///   - every biased shuffle with exact draws, with every word of its options and every value of an option
///   that
///     counts rounds, or the values of a number that its registry entry names;
///   - every shuffle that counts no rounds, and has the standard of its tacit options, with every other draw
///     method;
///   - those of them that exact draws make fair also with words cut to 1, 2, 3 ... bits, by the draw methods
///     that whole words make fair, and with one word that is reused for all draws.
/// deck_size in 1..10, both ends of the range above 0. Returns the targets whose distribution takes too long
/// to find, as they can be typed.
std::vector<std::string> for_each_suspect(int deck_size, const SuspectRange& range,
                                          const SuspectVisitor& visit);

/// The same of one shuffle alone. Several threads may ask at once.
std::vector<std::string> for_each_suspect_of(const ShuffleInfo& shuffle, int deck_size,
                                             const SuspectRange& range, const SuspectVisitor& visit);

/// n! sum (p - q)^2 of two distributions of the same decks.
double squared_distance(const NumericDistribution& p, const NumericDistribution& q);

/// Where the setup draws exactly and is all of it a shelf machine: how many shelves do the same in one pass.
std::optional<Integer> shelves_of(const SampleSetup& setup);

/// As numeric_distribution_of; that of riffles and shelf machines by their rising sequences and peaks.
NumericDistribution distribution_of_suspect(const SampleSetup& setup);

/// How many values of an option that counts rounds are tried at most.
inline constexpr std::int64_t most_rounds_suspected = 400;

/// The setup as it can be typed on the command line: its preset's name, or the shuffle with all its options,
/// the deck size, and what else is not the standard: "swap-pairs:k=6,n=5".
std::string target_text(const SampleSetup& setup);

// Which distributions need not be found, because they can't fit.

/// Pearson's test excludes a distribution at this level.
inline constexpr double level_of_fit = 1e-4;

/// Distributions nearer to uniform than the range's least_chi_square_distance can't fit these counts of
/// permutations by rank, by the first rule of core/diagnosis/diagnosis.hpp or the third. At least one trial.
SuspectRange range_to_search(const std::vector<std::uint64_t>& counts);

// The search for known mistakes, whatever is known of their distributions.

/// The values of an option that is a word; of a number the standard alone.
inline std::vector<std::int64_t> words_of(const OptionInfo& option, int deck_size) {
  if (option.choices.empty()) return {standard_value(option, deck_size)};
  std::vector<std::int64_t> words;
  for (std::int64_t value = option.smallest; value <= option.largest; ++value) words.push_back(value);
  return words;
}

/// Every combination of values_of(option), one of each option, of a setup that is standard elsewhere.
template <class ValuesOf>
std::vector<SampleSetup> combined_setups(const ShuffleInfo& shuffle, int deck_size, ValuesOf values_of) {
  std::vector<SampleSetup> setups{standard_setup(shuffle, deck_size)};
  setups.front().options.clear();
  for (const OptionInfo& option : shuffle.options) {
    const std::vector<std::int64_t> values = values_of(option);
    std::vector<SampleSetup> extended;
    for (const SampleSetup& setup : setups) {
      for (const std::int64_t value : values) {
        extended.push_back(setup);
        extended.back().options.push_back(value);
      }
    }
    setups = std::move(extended);
  }
  return setups;
}

/// Whether an option that is not told of where it has its standard value has another one.
inline bool has_tacit_option_set(const SampleSetup& setup) {
  for (std::size_t option = 0; option < setup.options.size(); ++option) {
    const OptionInfo& info = setup.shuffle->options[option];
    if (info.is_tacit && setup.options[option] != info.standard) return true;
  }
  return false;
}

/// Visits the known mistakes of a deck size as for_each_suspect lists them. `Distributions` tells what a
/// distribution is:
///   Distribution, Rounds(Distribution of one round) with step() and distribution(),
///   why_none(setup): one clause that says why there is no distribution; empty where there is,
///   of(setup): the distribution; may throw DistributionRefused,
///   moves_nothing(distribution): whether every card stays at home,
///   is_valid(distribution), chi-square distance(distribution), squared_distance(distribution, distribution).
template <class Distributions>
class SuspectSearch {
 public:
  using Distribution = typename Distributions::Distribution;

  SuspectSearch(int deck_size, const SuspectRange& range,
                const std::function<void(const SampleSetup&, const Distribution&)>& visit)
      : deck_size_(deck_size), range_(range), visit_(visit) {}

  void shuffle(const ShuffleInfo& shuffle) {
    const std::vector<SampleSetup> setups = with_every_word(shuffle);
    const auto has_distribution = [](const SampleSetup& setup) {
      return Distributions::why_none(setup).empty();
    };
    if (shuffle.truth == Truth::biased && std::ranges::none_of(setups, has_distribution)) {
      unknown_.emplace_back(shuffle.name);
    }
    for (const SampleSetup& setup : setups) {
      if (!has_distribution(setup)) continue;
      const auto rounds = std::ranges::find_if(shuffle.options, &OptionInfo::counts_rounds);
      const bool counts_rounds = rounds != shuffle.options.end();
      if (counts_rounds && rounds->suspected.empty()) {
        every_round(setup, static_cast<std::size_t>(rounds - shuffle.options.begin()));
      } else if (counts_rounds || is_biased_by_number(shuffle) || has_tacit_option_set(setup)) {
        // Two mistakes in one program are not looked for.
        if (const auto distribution = distribution_of_setup(setup)) show(setup, *distribution);
      } else {
        every_draw(setup);
      }
    }
    for (const SampleSetup& setup : setups) every_suspected_number(setup);
  }

  /// What could not be looked for: distributions that take too long to find, biased shuffles without such
  /// distributions, and those whose distributions are fair.
  std::vector<std::string> take_unknown() { return std::move(unknown_); }

 private:
  // Of a word those alone whose distributions differ, where that is known.
  std::vector<SampleSetup> with_every_word(const ShuffleInfo& shuffle) const {
    return combined_setups(shuffle, deck_size_, [this](const OptionInfo& option) {
      if (option.choices.empty() || option.suspected.empty()) return words_of(option, deck_size_);
      return std::vector<std::int64_t>{option.suspected.begin(), option.suspected.end()};
    });
  }

  static bool is_biased_by_number(const ShuffleInfo& shuffle) {
    return shuffle.truth == Truth::biased &&
           std::ranges::any_of(shuffle.options, [](const OptionInfo& option) {
             return option.choices.empty() && !option.suspected.empty();
           });
  }

  // Nothing, and noted as unknown, where it takes too long to find.
  std::optional<Distribution> distribution_of_setup(const SampleSetup& setup) {
    try {
      return Distributions::of(setup);
    } catch (const DistributionRefused&) {
      unknown_.push_back(target_text(setup));
      return std::nullopt;
    }
  }

  void show(const SampleSetup& setup, const Distribution& distribution) {
    if (!Distributions::is_valid(distribution) ||
        Distributions::chi_square_distance(distribution) < range_.least_chi_square_distance)
      return;
    // As many piles as cards, put together in order: what moves nothing is told as that.
    if (!Distributions::moves_nothing(distribution) || setup.shuffle->name == Identity::info.name)
      visit_(setup, distribution);
  }

  void every_round(SampleSetup setup, std::size_t option) {
    const OptionInfo& info = setup.shuffle->options[option];
    std::int64_t& value = setup.options[option];
    value = 1;
    const auto round = distribution_of_setup(setup);
    if (!round) return;
    typename Distributions::Rounds rounds(*round);
    const std::int64_t last = std::min(info.largest, most_rounds_suspected);
    // No round at all is what identity does.
    for (rounds.step(); value <= last; ++value, rounds.step()) {
      if (Distributions::chi_square_distance(rounds.distribution()) < range_.least_chi_square_distance) break;
      show(setup, rounds.distribution());
    }
  }

  void every_suspected_number(const SampleSetup& setup) {
    const std::span<const OptionInfo> options = setup.shuffle->options;
    for (std::size_t option = 0; option < options.size(); ++option) {
      if (!options[option].choices.empty()) continue;
      for (const std::int64_t value : options[option].suspected) {
        SampleSetup suspected = setup;
        suspected.options[option] = value;
        const auto distribution = distribution_of_setup(suspected);
        if (!distribution ||
            Distributions::chi_square_distance(*distribution) < range_.least_chi_square_distance)
          break;
        show(suspected, *distribution);
      }
    }
  }

  // All draw methods that make a difference, the exact one among them.
  void every_draw(SampleSetup setup) {
    const auto exact = distribution_of_setup(setup);
    if (!exact) return;
    // A mistake of which such distributions show nothing.
    if (setup.shuffle->truth == Truth::biased && Distributions::is_valid(*exact) &&
        Distributions::chi_square_distance(*exact) < range_.least_chi_square_distance) {
      unknown_.push_back(target_text(setup));
    }
    show(setup, *exact);
    const bool fair = setup.shuffle->truth == Truth::uniform;
    for (const DrawEntry& draw : all_draws()) {
      setup.draw = &draw;
      if (!Distributions::why_none(setup).empty()) continue;
      if (fair) one_word(setup);
      if (draw.distribution(*setup.source, setup.source->max_word, 3).uniform ||
          (!fair && draws_evenly(setup)))
        continue;
      const auto distribution = distribution_of_setup(setup);
      if (!distribution) continue;
      if (Distributions::squared_distance(*distribution, *exact) >= range_.least_difference) {
        // A draw that is wrong with whole words is one mistake, and words of few bits are another.
        show(setup, *distribution);
      } else if (fair) {
        cut_words(setup, *distribution);
      }
    }
  }

  // The words divide by all bounds, which are the same on all paths: this draw method is as good as the
  // exact.
  static bool draws_evenly(const SampleSetup& setup) {
    return std::ranges::all_of(bounds_drawn(setup), [&setup](std::uint64_t bound) {
      const DrawDistribution distribution =
          setup.draw->distribution(*setup.source, setup.source->max_word, bound);
      return distribution.uniform ||
             std::ranges::adjacent_find(distribution.words, std::not_equal_to{}) == distribution.words.end();
    });
  }

  void one_word(SampleSetup setup) {
    setup.clock.seeding.kind = SeedingKind::per_draw_clock;
    if (!Distributions::why_none(setup).empty()) return;
    if (const auto distribution = distribution_of_setup(setup)) show(setup, *distribution);
  }

  // A bit more makes the remainders of a division at least half as uneven: r (m - r) / 4^b of 2^b = r mod m.
  void cut_words(SampleSetup setup, const Distribution& of_whole_words) {
    for (setup.bits = 1; setup.bits < setup.source->word_bits; ++setup.bits) {
      const auto distribution = distribution_of_setup(setup);
      if (!distribution ||
          Distributions::squared_distance(*distribution, of_whole_words) < range_.least_chi_square_distance)
        break;
      show(setup, *distribution);
    }
  }

  int deck_size_;
  SuspectRange range_;
  const std::function<void(const SampleSetup&, const Distribution&)>& visit_;
  std::vector<std::string> unknown_;
};

// Known mistakes whose permutations are written down otherwise than plainly: the position of each card in
// place of the card at each position, or counted from the other end.

/// The same mistake with its permutations read through the symmetry: its distributions, and its setup, which
/// samples so. Reversing cards or positions turns peaks into valleys, which are not counted: a distribution
/// of them is left out.
CardSuspect read_through(const Symmetry& symmetry, const CardSuspect& plain);

}  // namespace fairshuffle
