// The steps of a shuffle for decks of up to 8 cards that are kept in planes: plane p holds the cards at
// position p of many decks, a byte each.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/interpret/steps.hpp"

namespace fairshuffle {

inline constexpr int largest_plane_deck = 8;

/// Every draw has a byte: the largest bound there is.
inline constexpr std::uint64_t largest_plane_bound = 256;

struct PlaneStep {
  enum class Kind {
    swap_lower,  ///< the cards at `position` and at offset + value of the draw, which is `position` or lower
    swap_upper,  ///< the same where it is `position` or higher
    swap_any,    ///< the same where it may be either
    swap_drawn,  ///< the cards at offset + value of the draw and second_offset + value of the second draw
    move_lower,  ///< the card at `position` goes to offset + value, which is `position` or lower
    move_from_upper,  ///< the card at offset + value, which is `position` or higher, goes to `position`
    cut,              ///< the first offset + value cards go below the others
    rearrange,        ///< plane p gets the card of plane source[p][value of the draw]
    constant,         ///< plane p gets the card of plane source[p][0]
    deal_by_itself,   ///< as StepKind says
    sort_by_labels,
    merge_by_labels,
    shelve_by_labels,
    throw_by_labels,
  };

  Kind kind;
  int draw = 0;
  int offset = 0;
  int second_draw = 0;
  int second_offset = 0;
  int position = 0;
  /// Aligned as vectors load it.
  alignas(16) std::array<std::array<std::uint8_t, 16>, largest_plane_deck> source{};
  /// Bit s of sources[p]: whether source[p] has an s.
  std::array<std::uint8_t, largest_plane_deck> sources{};
  std::vector<StepIndex> labels{};
};

struct PlaneProgram {
  int deck_size;
  std::vector<PlaneStep> steps;
};

/// The program of the steps; nothing for a larger deck, bound or label, or for a step on two drawn positions
/// that is no swap.
std::optional<PlaneProgram> plane_program_of(const Steps& steps);

}  // namespace fairshuffle
