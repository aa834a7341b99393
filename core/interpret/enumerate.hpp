// The enumerator: replays a shuffle over every sequence of choices and adds up the exact law.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/exact/law_refused.hpp"
#include "core/exact/numeric_law.hpp"
#include "core/interpret/sample.hpp"

namespace fairshuffle {

struct Law;

/// Enumerating would take too long, or a draw has too many values for its law to be tabulated.
class EnumerationRefused : public LawRefused {
  using LawRefused::LawRefused;
};

inline constexpr std::uint64_t standard_most_paths = 20'000'000;

/// Draws on one path.
inline constexpr std::uint64_t longest_path_enumerated = 10'000;

/// Draws on all paths together: a bound on the time, whatever the length of a path.
inline constexpr std::uint64_t most_draws_enumerated = 500'000'000;

/// A second's work with a source that is slow to seed.
inline constexpr std::uint64_t most_seeds_enumerated = 1 << 20;

/// The exact law of the setup's shuffle with its draw method's exact law over independent, uniform words. Any
/// control flow is followed: a path is the list of values drawn, whatever it depends on. The source decides
/// only how many words there are, and the native draw; a seeding is taken as ideal, and so is the carry of
/// decks, since it is the relative order that is counted. But with a seeding per draw from a clock all draws
/// of a trial are made of one uniform word, as they are within a tick; then a path is a set of words. And
/// with a random seed for every shuffle each seed is tried, and makes the words that the source makes of it.
/// Deck sizes 1..10; why_not_enumerated(setup) must be empty, else std::invalid_argument. Throws
/// EnumerationRefused for more than `most_paths` paths.
Law enumerate(const SampleSetup& setup, std::uint64_t most_paths = standard_most_paths);

/// The same in doubles, and quicker: the law's `error` counts every rounding.
NumericLaw enumerate_numeric(const SampleSetup& setup, std::uint64_t most_paths = standard_most_paths);

/// The bounds that the setup's shuffle draws below when every draw gives 0, each once, ascending; empty when
/// it draws its own way.
std::vector<std::uint64_t> bounds_drawn(const SampleSetup& setup);

/// True when the shuffle of this name draws through its deck, choice by choice, so that paths can be
/// followed.
bool enumerate_admits(std::string_view shuffle);

/// One clause that says why the setup has no law by enumeration; empty when it has.
std::string why_not_enumerated(const SampleSetup& setup);

}  // namespace fairshuffle
