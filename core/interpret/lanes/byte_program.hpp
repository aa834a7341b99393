// The steps of a shuffle for decks of up to 8 cards, packed one card a byte into 64 bits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/interpret/steps.hpp"

namespace fairshuffle {

inline constexpr int largest_byte_deck = 8;

/// A deck packed into 64 bits: byte p is the card at position p. Bytes beyond the deck hold their own index.
inline constexpr std::uint64_t sorted_byte_deck = 0x0706050403020100;

struct ByteStep {
  enum class Kind {
    select,          ///< byte p becomes byte controls[value of the draw].p of the deck
    constant,        ///< byte p becomes byte controls[0].p
    swap_drawn,      ///< the cards at two drawn positions
    deal_by_itself,  ///< as StepKind says
    sort_by_labels,
    merge_by_labels,
  };

  Kind kind;
  int draw = 0;
  int second_draw = 0;
  alignas(64) std::array<std::uint64_t, 8> controls{};
  std::vector<StepIndex> labels{};
};

struct ByteProgram {
  int deck_size;
  std::vector<ByteStep> steps;
};

/// The program of the steps; nothing for a larger deck, or for a step on two drawn positions that is no swap.
std::optional<ByteProgram> byte_program_of(const Steps& steps);

}  // namespace fairshuffle
