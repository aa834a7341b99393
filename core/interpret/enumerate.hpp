// The enumerator: replays a shuffle over every sequence of choices and adds up the exact law.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/exact/law.hpp"
#include "core/interpret/sample.hpp"

namespace fairshuffle {

/// Enumerating would take more paths than allowed.
class TooManyPaths : public std::runtime_error {
 public:
  explicit TooManyPaths(std::uint64_t most_paths);
};

inline constexpr std::uint64_t standard_most_paths = 50'000'000;

/// The exact law of the setup's shuffle with its draw method's exact law over independent, uniform words. Any
/// control flow is followed: a path is the list of values drawn, whatever it depends on. The source decides
/// only how many words there are, and the native draw; a seeding is taken as ideal, and so is the carry of
/// decks, since it is the relative order that is counted. Deck sizes 1..10; why_not_enumerated(setup) must be
/// empty, else std::invalid_argument. Throws TooManyPaths when there are more than `most_paths` paths.
Law enumerate(const SampleSetup& setup, std::uint64_t most_paths = standard_most_paths);

/// True when the shuffle of this name draws through its deck, choice by choice, so that paths can be
/// followed.
bool enumerate_admits(std::string_view shuffle);

/// One clause that says why the setup has no law by enumeration; empty when it has.
std::string why_not_enumerated(const SampleSetup& setup);

}  // namespace fairshuffle
