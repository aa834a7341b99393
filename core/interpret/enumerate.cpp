#include "core/interpret/enumerate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "core/exact/law.hpp"
#include "core/interpret/draw_weights.hpp"
#include "core/interpret/play.hpp"
#include "core/interpret/scalar_deck.hpp"
#include "core/interpret/scripted_draws.hpp"
#include "core/interpret/shared_word.hpp"
#include "core/shuffle/catalogue.hpp"

namespace fairshuffle {

namespace {

/// Sums of path weights that share a denominator, by rank; one more for results that are no order.
template <class Count>
using SumsByDenominator = std::map<Integer, std::vector<Count>>;

template <class Count>
Law law_of_sums(int deck_size, const SumsByDenominator<Count>& sums) {
  const std::uint64_t orders = order_count(deck_size);
  Law law{.deck_size = deck_size, .denominator = 1, .weight = std::vector<Integer>(orders), .invalid = 0};
  for (const auto& [denominator, counts] : sums) law.denominator = lcm(law.denominator, denominator);
  for (const auto& [denominator, counts] : sums) {
    const Integer share = law.denominator / denominator;
    for (std::uint64_t rank = 0; rank < orders; ++rank) {
      if (counts[rank] != 0) law.weight[rank] += share * counts[rank];
    }
    law.invalid += share * counts[orders];
  }
  return law;
}

using ScriptedDeck = ScalarDeck<ScriptedDraws>;
/// Of any size: what is not followed millions of times shares one kind of deck.
using AskedDeck = ScalarDeck<AskedDraws, WideCard>;

/// The rank of a deck of few cards; where it is no order, the cell behind all ranks.
std::uint64_t cell_of(std::span<const Card> deck) {
  return is_order(deck) ? rank_of(deck) : order_count(static_cast<int>(deck.size()));
}
std::uint64_t cell_of(std::span<const WideCard> deck) {
  std::array<Card, largest_counted_deck_size> cards;
  if (!is_order(deck)) return order_count(static_cast<int>(deck.size()));
  std::ranges::transform(deck, cards.begin(), [](WideCard card) { return static_cast<Card>(card); });
  return rank_of(std::span<const Card>(cards).first(deck.size()));
}

/// Follows every path of `draws`, which the deck draws from as `of_deck`; `add(draws, cell)` is told where
/// each one ends.
template <class Draws, class Deck, class OfDeck, class Add>
void follow_paths(const SampleSetup& setup, const Play<Deck>& play, Draws& draws, OfDeck& of_deck,
                  std::uint64_t most_paths, Add add) {
  Deck deck(setup.deck_size, of_deck);
  std::uint64_t paths = 0, draws_followed = 0;
  do {
    if (++paths > most_paths || draws_followed > most_draws_enumerated) {
      throw EnumerationRefused(detail::too_many_paths);
    }
    draws.rewind();
    deck.begin_trial();
    play(deck);
    draws_followed += draws.draws();
    add(draws, cell_of(deck.end_trial()));
  } while (draws.next());
}

Law enumerate_uniform(const SampleSetup& setup, const Play<ScriptedDeck>& play, std::uint64_t most_paths) {
  // With uniform draws a path weighs 1 / (product of its bounds), so paths are only counted: those that the
  // faces of a coin stand for, too.
  SumsByDenominator<std::uint64_t> sums;
  std::vector<std::uint64_t>* counts = nullptr;
  std::vector<std::uint64_t> bounds_of_last;
  ScriptedDraws script;
  follow_paths(setup, play, script, script, most_paths, [&](const ScriptedDraws& draws, std::uint64_t cell) {
    const std::span<const ScriptedDraws::Choice> path = draws.choices();
    const bool same_bounds =
        counts != nullptr && std::ranges::equal(path, bounds_of_last, {}, &ScriptedDraws::Choice::bound);
    if (!same_bounds) {
      Integer denominator = 1;
      bounds_of_last.clear();
      for (const auto& choice : path) {
        denominator *= choice.bound;
        bounds_of_last.push_back(choice.bound);
      }
      counts = &sums[denominator];
      counts->resize(order_count(setup.deck_size) + 1);
    }
    std::uint64_t paths = 1;
    for (const auto& choice : path) paths *= choice.drawn();
    (*counts)[cell] += paths;
  });
  return law_of_sums(setup.deck_size, sums);
}

Law enumerate_weighted(const SampleSetup& setup, const Play<ScriptedDeck>& play, std::uint64_t most_paths) {
  DrawWeightsByBound laws(setup);
  SumsByDenominator<Integer> sums;
  ScriptedDraws script;
  follow_paths(setup, play, script, script, most_paths, [&](const ScriptedDraws& draws, std::uint64_t cell) {
    Integer weight = 1, denominator = 1;
    for (const auto& choice : draws.choices()) {
      const DrawWeights& law = laws.of(choice.bound);
      // Not all faces of a coin say the same, so their words are fewer than all.
      std::uint64_t drawn = law.weight(choice.first_drawn());
      for (std::uint64_t value = 1; value < choice.drawn(); ++value) {
        drawn += law.weight(choice.first_drawn() + value);
      }
      weight *= drawn;
      denominator *= law.denominator;
    }
    auto& weights = sums[denominator];
    weights.resize(order_count(setup.deck_size) + 1);
    weights[cell] += weight;
  });
  return law_of_sums(setup.deck_size, sums);
}

Law enumerate_shared_word(const SampleSetup& setup, const Play<AskedDeck>& play, std::uint64_t most_paths) {
  SharedWordDraws draws(setup);
  AskedDraws asked = asked_of(draws);
  Law law{.deck_size = setup.deck_size,
          .denominator = draws.all_words(),
          .weight = std::vector<Integer>(order_count(setup.deck_size)),
          .invalid = 0};
  follow_paths(setup, play, draws, asked, most_paths, [&](const SharedWordDraws& path, std::uint64_t cell) {
    (cell < law.weight.size() ? law.weight[cell] : law.invalid) += path.words();
  });
  return law;
}

Law enumerate_seeds(const SampleSetup& setup, const Play<AskedDeck>& play) {
  const std::uint64_t seeds = setup.clock.seeding.seeds;
  AnyDraws draws(setup.source->make(0, setup.bits), *setup.draw, {});
  AskedDraws asked = asked_of(draws);
  AskedDeck deck(setup.deck_size, asked);
  std::vector<std::uint64_t> counts(order_count(setup.deck_size) + 1);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    draws.begin_block(seed);
    deck.begin_trial();
    play(deck);
    ++counts[cell_of(deck.end_trial())];
  }
  return law_of_sums<std::uint64_t>(setup.deck_size, {{Integer(seeds), std::move(counts)}});
}

NumericLaw enumerate_in_doubles(const SampleSetup& setup, const Play<ScriptedDeck>& play,
                                std::uint64_t most_paths) {
  DrawWeightsByBound laws(setup);
  std::vector<std::vector<double>> of_small_bounds(64);
  std::map<std::uint64_t, std::vector<double>> of_large_bounds;
  const auto probabilities_of = [&](std::uint64_t bound) -> const std::vector<double>& {
    std::vector<double>& probabilities =
        bound < of_small_bounds.size() ? of_small_bounds[bound] : of_large_bounds[bound];
    if (probabilities.empty()) {
      const DrawWeights& law = laws.of(bound);
      const double denominator = law.denominator.convert_to<double>();
      for (std::uint64_t value = 0; value < bound; ++value) {
        probabilities.push_back(static_cast<double>(law.weight(value)) / denominator);
      }
    }
    return probabilities;
  };
  std::vector<double> sums(order_count(setup.deck_size) + 1);
  std::vector<std::uint64_t> paths_to(sums.size());
  std::size_t longest = 0;
  ScriptedDraws script;
  follow_paths(setup, play, script, script, most_paths, [&](const ScriptedDraws& draws, std::uint64_t cell) {
    double product = 1;
    for (const auto& choice : draws.choices()) {
      const std::vector<double>& probabilities = probabilities_of(choice.bound);
      double drawn = probabilities[choice.first_drawn()];
      for (std::uint64_t value = 1; value < choice.drawn(); ++value) {
        drawn += probabilities[choice.first_drawn() + value];
      }
      product *= drawn;
    }
    sums[cell] += product;
    ++paths_to[cell];
    longest = std::max(longest, draws.draws());
  });
  // A probability drawn is off by three roundings at most, one of two faces of a coin by one more, its factor
  // in a product by one, and a term of a sum by one; all terms are positive.
  const auto roundings = static_cast<double>(5 * longest + *std::ranges::max_element(paths_to));
  NumericLaw law{.deck_size = setup.deck_size, .probability = {}, .invalid = sums.back(), .error = 0};
  law.error =
      roundings * std::numeric_limits<double>::epsilon() * std::min(1.0, *std::ranges::max_element(sums));
  sums.pop_back();
  law.probability = std::move(sums);
  return law;
}

struct EnumeratorEntry {
  std::string_view shuffle;
  bool admitted;
  Play<ScriptedDeck> (*scripted)(std::span<const std::int64_t> options);
  Play<AskedDeck> (*asked)(std::span<const std::int64_t> options);
};

template <class... S>
constexpr std::array<EnumeratorEntry, sizeof...(S)> enumerators_of(ShuffleList<S...>) {
  return {EnumeratorEntry{S::info.name, std::invocable<const S&, ScriptedDeck&>, &play_of<S, ScriptedDeck>,
                          &play_of<S, AskedDeck>}...};
}

const EnumeratorEntry& enumerator_of(std::string_view shuffle) {
  static constexpr auto entries = enumerators_of(Shuffles{});
  const auto found = std::ranges::find(entries, shuffle, &EnumeratorEntry::shuffle);
  if (found == entries.end()) {
    throw std::invalid_argument("enumerate: shuffle " + std::string(shuffle) + " is in no catalogue");
  }
  return *found;
}

}  // namespace

std::vector<std::uint64_t> bounds_drawn(const SampleSetup& setup) {
  std::set<std::uint64_t> bounds;
  AskedDraws draws{[&bounds](std::uint64_t bound) {
    bounds.insert(bound);
    return std::uint64_t{0};
  }};
  if (const auto play = enumerator_of(setup.shuffle->name).asked(setup.options)) {
    AskedDeck deck(setup.deck_size, draws);
    deck.begin_trial();
    play(deck);
  }
  return {bounds.begin(), bounds.end()};
}

bool enumerate_admits(std::string_view shuffle) {
  return enumerator_of(shuffle).admitted;
}

std::string why_not_enumerated(const SampleSetup& setup) {
  if (std::string reason = why_not_sampled(setup); !reason.empty()) return reason;
  if (setup.deck_size > largest_counted_deck_size) {
    return "orders are enumerated for decks of up to " + std::to_string(largest_counted_deck_size) + " cards";
  }
  if (!enumerator_of(setup.shuffle->name).admitted) {
    return std::string(setup.shuffle->name) + " draws its own way, which can't be replayed choice by choice";
  }
  switch (setup.clock.seeding.kind) {
    case SeedingKind::per_shuffle_clock:
      return "a shuffle seeded from the clock is a function of its reading, not of independent draws";
    case SeedingKind::per_shuffle_counter:
      return "a shuffle seeded with its number is a function of it, and no draw is left to chance";
    case SeedingKind::per_shuffle_random:
      if (setup.clock.seeding.seeds <= most_seeds_enumerated) return "";
      return "seeds are tried one by one, and no more than " + std::to_string(most_seeds_enumerated);
    case SeedingKind::per_draw_clock:
    case SeedingKind::per_block:
    case SeedingKind::per_run:
      break;
  }
  if (setup.clock.seeding.kind == SeedingKind::per_draw_clock &&
      setup.draw->word_use(*setup.source) == WordUse::several) {
    return "draw=" + std::string(setup.draw->info.name) +
           " may take several words, and only draws of one word each all reuse the same one; try draw=modulo";
  }
  return "";
}

Law enumerate(const SampleSetup& setup, std::uint64_t most_paths) {
  if (const std::string reason = why_not_enumerated(setup); !reason.empty()) {
    throw std::invalid_argument("enumerate: " + reason);
  }
  const EnumeratorEntry& entry = enumerator_of(setup.shuffle->name);
  if (setup.clock.seeding.kind == SeedingKind::per_draw_clock) {
    return enumerate_shared_word(setup, entry.asked(setup.options), most_paths);
  }
  if (setup.clock.seeding.kind == SeedingKind::per_shuffle_random) {
    return enumerate_seeds(setup, entry.asked(setup.options));
  }
  const Play<ScriptedDeck> play = entry.scripted(setup.options);
  // The exact draw is uniform for every bound: a law without words says so.
  const bool uniform = setup.draw->law(*setup.source, setup.source->max_word, 3).uniform;
  return uniform ? enumerate_uniform(setup, play, most_paths) : enumerate_weighted(setup, play, most_paths);
}

NumericLaw enumerate_numeric(const SampleSetup& setup, std::uint64_t most_paths) {
  if (const std::string reason = why_not_enumerated(setup); !reason.empty()) {
    throw std::invalid_argument("enumerate: " + reason);
  }
  const EnumeratorEntry& entry = enumerator_of(setup.shuffle->name);
  if (setup.clock.seeding.kind == SeedingKind::per_draw_clock) {
    return numeric(enumerate_shared_word(setup, entry.asked(setup.options), most_paths));
  }
  if (setup.clock.seeding.kind == SeedingKind::per_shuffle_random) {
    return numeric(enumerate_seeds(setup, entry.asked(setup.options)));
  }
  return enumerate_in_doubles(setup, entry.scripted(setup.options), most_paths);
}

}  // namespace fairshuffle
