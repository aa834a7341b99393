#include "core/diagnosis/wide_suspects.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "core/diagnosis/suspect_search.hpp"
#include "core/exact/closed_forms.hpp"
#include "core/shuffle/random_key_sort.hpp"
#include "core/shuffle/registry.hpp"
#include "core/shuffle/riffle.hpp"
#include "core/shuffle/swap_pairs.hpp"
#include "core/tally/mean_of_counts.hpp"
#include "core/tally/tables/numbers.hpp"

namespace fairshuffle {

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
// packets or keys are so many that they are not what shows (their laws have no more in them:
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

// Whether even whole words, of which every value could have as many but for one, are shared out unevenly.
bool is_uneven(const DrawLaw& law) {
  if (law.uniform) return false;
  const auto [least, most] = std::ranges::minmax(law.words);
  return most - least > most / 1000;
}

void add_by_draws(SampleSetup setup, std::uint64_t trials, Suspects& suspects) {
  // Nobody sees less at one in a million.
  constexpr double least_seen = 25;
  for (const DrawEntry& draw : all_draws()) {
    setup.draw = &draw;
    setup.bits = 0;
    if (!why_not_sampled(setup).empty()) continue;
    if (is_uneven(draw.law(*setup.source, setup.source->max_word, 3))) {
      suspects.add(setup);
      continue;
    }
    for (setup.bits = fewest_bits_suspected; setup.bits <= most_bits_suspected; ++setup.bits) {
      if (static_cast<double>(trials) * noncentrality_of_remainders(setup.deck_size, setup.bits) < least_seen)
        break;
      const std::uint64_t max_word = (std::uint64_t{1} << setup.bits) - 1;
      if (!draw.law(*setup.source, max_word, 3).uniform) suspects.add(setup);
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
