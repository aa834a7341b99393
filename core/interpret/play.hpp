// A shuffle with its options, as what a deck is handed to.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <span>

#include "core/shuffle/info.hpp"

namespace fairshuffle {

/// Shuffles a deck once. Only this is compiled for every shuffle: what is done with the decks is the same for
/// all.
template <class Deck>
using Play = std::function<void(Deck&)>;

/// Empty where such decks do not offer what the shuffle asks for. `options` in the order of its list.
template <class Shuffle, class Deck>
Play<Deck> play_of(std::span<const std::int64_t> options) {
  if constexpr (std::invocable<const Shuffle&, Deck&>) {
    return Shuffle{OptionValues(options)};
  } else {
    return {};
  }
}

}  // namespace fairshuffle
