// The distribution by walking every path of draws.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/exact/distribution.hpp"
#include "core/interpret/sample.hpp"
#include "core/permutation/permutation.hpp"
#include "core/shuffle/deck.hpp"

namespace fairshuffle {

// The enumerator: replays a shuffle over every sequence of choices and adds up the exact distribution.

/// Enumerating would take too long, or a draw has too many values for its distribution to be tabulated.
class EnumerationRefused : public DistributionRefused {
  using DistributionRefused::DistributionRefused;
};

inline constexpr std::uint64_t standard_most_paths = 20'000'000;

/// Draws on one path.
inline constexpr std::uint64_t longest_path_enumerated = 10'000;

/// Draws on all paths together: a bound on the time, whatever the length of a path.
inline constexpr std::uint64_t most_draws_enumerated = 500'000'000;

/// A second's work with a source that is slow to seed.
inline constexpr std::uint64_t most_seeds_enumerated = 1 << 20;

/// The exact distribution of the setup's shuffle with its draw method's exact distribution over independent,
/// uniform words. Any control flow is followed: a path is the list of values drawn, whatever it depends on.
/// The source decides only how many words there are, and the native draw; a seeding is taken as ideal, and so
/// is the carry of decks, since it is the relative order that is counted. But with a seeding per draw from a
/// clock all draws of a trial are made of one uniform word, as they are within a tick; then a path is a set
/// of words. And with a random seed for every shuffle each seed is tried, and makes the words that the source
/// makes of it. Deck sizes 1..10; why_not_enumerated(setup) must be empty, else std::invalid_argument. Throws
/// EnumerationRefused for more than `most_paths` paths.
Distribution enumerate(const SampleSetup& setup, std::uint64_t most_paths = standard_most_paths);

/// The same in doubles, and quicker: the distribution's `error` counts every rounding.
NumericDistribution enumerate_numeric(const SampleSetup& setup,
                                      std::uint64_t most_paths = standard_most_paths);

/// The bounds that the setup's shuffle draws below when every draw gives 0, each once, ascending; empty when
/// it draws its own way.
std::vector<std::uint64_t> bounds_drawn(const SampleSetup& setup);

/// True when the shuffle of this name draws through its deck, choice by choice, so that paths can be
/// followed.
bool enumerate_admits(std::string_view shuffle);

/// One clause that says why the setup has no distribution by enumeration; empty when it has.
std::string why_not_enumerated(const SampleSetup& setup);

// Path arithmetic: whether the equally likely paths of a shuffle can be spread evenly over n! permutations at
// all.

/// A path is one sequence of choices; all paths are equally likely. With exact draws a draw below b is one
/// choice of b; with a draw method that is not uniform for that b it is one choice among all of a source's
/// words.
struct PathArithmetic {
  using Integer = fairshuffle::Integer;

  std::vector<std::uint64_t> bounds;  ///< of the draws, in turn
  std::vector<Integer> choices;       ///< what each draw multiplies the paths by
  Integer paths = 1;                  ///< their product
  Integer permutations = 1;           ///< n!
  Integer per_permutation = 0;        ///< paths / permutations, rounded down
  Integer left_over = 0;              ///< paths mod permutations: where it is not 0, no fair share exists
  /// The primes of n! that divide no draw's choices, ascending: while there are any, left_over is above 0
  /// however often such draws are made.
  std::vector<int> missing_primes;
};

/// Nothing where the draws are not the same on every path (coins decide what is asked next) or not made
/// through the deck, and for more than most_draws_multiplied draws. Throws std::invalid_argument where
/// why_not_sampled has something to say.
inline constexpr std::size_t most_draws_multiplied = 10'000;
std::optional<PathArithmetic> path_arithmetic(const SampleSetup& setup);

// What is the same for every deck of a size, and takes long enough to find it once.

namespace detail {

template <auto find, int deck_size>
const auto& found_of_size() {
  static const auto found = find(deck_size);
  return found;
}

template <auto find, int smallest, int... above>
constexpr auto found_by_size(std::integer_sequence<int, above...>) {
  return std::array{&found_of_size<find, smallest + above>...};
}

}  // namespace detail

/// What `find(deck_size)` gives: found by whoever asks first of a deck size, and waited for by others. Throws
/// std::invalid_argument, in the name of `asked`, where deck_size is outside smallest..largest.
template <auto find, int smallest, int largest>
const auto& found_once(std::string_view asked, int deck_size) {
  static constexpr auto by_size =
      detail::found_by_size<find, smallest>(std::make_integer_sequence<int, largest - smallest + 1>());
  if (deck_size < smallest || deck_size > largest) {
    throw std::invalid_argument(std::string(asked) + ": deck_size must be in " + std::to_string(smallest) +
                                ".." + std::to_string(largest) + ", was " + std::to_string(deck_size));
  }
  return by_size[static_cast<std::size_t>(deck_size - smallest)]();
}

/// The same without bounds, for deck sizes that are many: found once by each thread that asks.
template <auto find>
const auto& found_once_of_any(int deck_size) {
  thread_local std::map<int, decltype(find(deck_size))> found;
  const auto known = found.find(deck_size);
  return (known != found.end() ? known : found.emplace(deck_size, find(deck_size)).first)->second;
}

// Pieces of work that do not depend on each other, and who does them.

/// Calls work(0), work(1) ... work(count - 1), each once, in any order and at the same time as it likes, and
/// returns when all have returned. Throws what one of them threw.
using WorkSharer = void (*)(std::size_t count, const std::function<void(std::size_t)>& work);

/// From here on `share_work` is done by that. Core knows no threads; what uses it may have some to offer.
void share_work_by(WorkSharer sharer);

/// Calls work(0), work(1) ... one after the other, or as share_work_by has it.
void share_work(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace fairshuffle
