// The evolver: its deck is the whole law over n! orders, and each step of a shuffle mixes it.
//
// It admits the shuffles that never look into a drawn index, when no draw is used in two steps: then each
// step is a random rearrangement of the positions, independent of the deck, and the law after it is a
// weighted sum of rearranged laws. Any number of swaps costs no more than so many sums; paths are never
// followed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/exact/numeric_law.hpp"
#include "core/interpret/sample.hpp"

namespace fairshuffle {

struct Law;

/// Most weights moved, each counted by its 64-bit words: about a minute.
inline constexpr double most_words_evolved = 1e10;

/// Most bytes that a law and the steps to it may take.
inline constexpr double most_bytes_evolved = 1.5e9;

/// The law with the draw method's exact law over independent, uniform words. The source decides only how many
/// words there are, and the native draw; a seeding is taken as ideal, and so is the carry of decks. Deck
/// sizes 1..10; why_not_evolved(setup) must be empty, else std::invalid_argument. Throws LawRefused beyond
/// the limits above.
Law evolve(const SampleSetup& setup);

/// The same, told after every step, from 1 on; a step is one swap, move, deal, cut, sort or merge. Nothing is
/// told of a shuffle without steps. The reference is good during the call.
void evolve(const SampleSetup& setup,
            const std::function<void(std::size_t step, const Law& law)>& after_step);

/// The same in doubles. All terms are positive, so rounding adds up to a relative error only: a step that
/// sums m weights adds at most m + 9 units of 2^-53, and the law's `error` is that sum times the largest
/// probability.
NumericLaw evolve_numeric(const SampleSetup& setup);
/// The same, or nothing, and why_not_evolved(setup) in `why_not`: without asking twice what the steps are.
std::optional<NumericLaw> evolve_numeric(const SampleSetup& setup, std::string& why_not);
void evolve_numeric(const SampleSetup& setup,
                    const std::function<void(std::size_t step, const NumericLaw& law)>& after_step);

/// True when the shuffle of this name never looks into a drawn index.
bool evolve_admits(std::string_view shuffle);

/// One clause that says why the setup has no law by steps; empty when it has.
std::string why_not_evolved(const SampleSetup& setup);

}  // namespace fairshuffle
