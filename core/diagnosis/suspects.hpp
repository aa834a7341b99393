// The known mistakes whose laws a biased target is held against.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/exact/law.hpp"
#include "core/exact/numeric_law.hpp"
#include "core/interpret/sample.hpp"

namespace fairshuffle {

/// Where the sweep of options ends. phi2 and differences are n! sum (p - q)^2.
struct SuspectRange {
  double least_phi2;        ///< laws nearer to uniform are left out
  double least_difference;  ///< so are draw methods that are nearer to exact draws
};

using SuspectVisitor = std::function<void(const SampleSetup& setup, const NumericLaw& law)>;

/// Calls visit(setup, law) for every known mistake at this deck size, in the order of the catalogue:
///   - every biased shuffle with exact draws, with every word of its options and every value of an option
///   that
///     counts rounds, or the values of a number that its registry entry names;
///   - every shuffle that counts no rounds, and has the standard of its tacit options, with every other draw
///     method;
///   - those of them that exact draws make fair also with words cut to 1, 2, 3 ... bits, by the draw methods
///     that whole words make fair, and with one word that is reused for all draws.
/// deck_size in 1..10, both ends of the range above 0. Returns the targets whose law takes too long to find,
/// as they can be typed.
std::vector<std::string> for_each_suspect(int deck_size, const SuspectRange& range,
                                          const SuspectVisitor& visit);

/// The same of one shuffle alone. Several threads may ask at once.
std::vector<std::string> for_each_suspect_of(const ShuffleInfo& shuffle, int deck_size,
                                             const SuspectRange& range, const SuspectVisitor& visit);

/// n! sum (p - q)^2 of two laws of the same decks.
double squared_distance(const NumericLaw& p, const NumericLaw& q);

/// Where the setup draws exactly and is all of it a shelf machine: how many shelves do the same in one pass.
std::optional<Integer> shelves_of(const SampleSetup& setup);

/// How many values of an option that counts rounds are tried at most.
inline constexpr std::int64_t most_rounds_suspected = 400;

/// The setup as it can be typed on the command line: its preset's name, or the shuffle with all its options,
/// the deck size, and what else is not the standard: "swap-pairs:k=6,n=5".
std::string target_text(const SampleSetup& setup);

}  // namespace fairshuffle
