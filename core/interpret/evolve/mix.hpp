// One step of a shuffle as what it does to a law: a random rearrangement of the positions.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/exact/law.hpp"
#include "core/interpret/draw_weights.hpp"
#include "core/interpret/steps.hpp"
#include "core/order/order.hpp"

namespace fairshuffle {

/// Position p gets the card of position sources[p]; of what lies beyond the deck each stays where it is.
using PositionSources = std::array<Card, largest_counted_deck_size>;

/// The law of the rearrangement: each possible one once, with its probability times `denominator`, which has
/// no factor in common with all weights.
struct Mix {
  struct Rearrangement {
    PositionSources sources;
    Integer weight;
  };
  Integer denominator = 1;
  std::vector<Rearrangement> rearrangements;
};

/// One clause that says why `steps` are not independent rearrangements, step by step; empty when they are.
std::string why_no_mixes(const Steps& steps);

/// Most values of a label, times the orders of the deck, that the law of a sort is added up over.
inline constexpr std::uint64_t most_label_values = 50'000'000;

/// Most values of a draw that is no label.
inline constexpr std::uint64_t most_values_of_step = 400'000;

/// What step number `step` does, over all values of its draws. Decks of up to 10 cards. Preconditions:
/// why_no_mixes(steps) is empty, and the step is no deal_by_itself. Throws LawRefused where most_label_values
/// or most_values_of_step do not suffice.
Mix mix_of(const Steps& steps, std::size_t step, DrawWeightsByBound& draws);

/// The law of a step by labels that are drawn independently (label_mix.cpp).
Mix label_mix_of(const Steps& steps, const Step& step, DrawWeightsByBound& draws);

/// What tells the mixes of two steps apart: steps that are the same but for which draws they take, of equal
/// bounds, have equal signatures.
std::vector<std::int64_t> mix_signature(const Steps& steps, const Step& step);

/// The draws that a step takes, each once, in the order of their use.
std::vector<std::size_t> draws_of(const Step& step);

}  // namespace fairshuffle
