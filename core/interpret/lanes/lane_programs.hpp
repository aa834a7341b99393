// A shuffle's draws and steps as data for lanes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/interpret/steps.hpp"
#include "core/random/seeding.hpp"

namespace fairshuffle {

// How the draws of a trial are made in lanes: which words they take and what is multiplied with what.

/// The sources that have a lane form.
enum class LaneSource { xoshiro256pp, msvc_rand, ansi_c_rand, minstd, java_random };

enum class DrawForm {
  batched,            ///< exact: several draws from a part of a 64-bit word
  exact,              ///< exact: one word a draw, words that favour a value drawn again
  modulo,             ///< word % bound
  multiply_shift,     ///< word * bound / words, words of up to 32 bits
  multiply_shift_64,  ///< the same for words of 64 bits
};

/// What the lanes need to know of one draw. Bounds are below 2^32.
struct DrawParameters {
  std::uint32_t bound;
  /// modulo: ceil(2^32 / bound), or 0 for bound 1; then (value * reciprocal mod 2^32) * bound / 2^32 is
  /// value % bound for every value with value * bound <= 2^32 (Lemire, Kaser, Kurz 2019, Faster remainder by
  /// direct computation, theorem 1).
  std::uint32_t reciprocal;
  std::uint32_t threshold;  ///< exact: words % bound, below which a remainder is drawn again
};

/// Draws that are made together of w random bits x, w = 16 or 32: the first is the upper part of x * bound,
/// its lower w bits take the place of x for the next. With a product of the bounds of at most 2^w all of them
/// are exactly uniform and independent once x is drawn again where the last lower part is below 2^w mod
/// (product of the bounds). Brackett-Rozinsky, Lemire 2024, Batched ranged random integer generation,
/// Software: Practice and Experience, theorem 1.
struct DrawBatch {
  std::size_t first;  ///< draw
  std::size_t draws;
  std::uint32_t threshold;
};

struct DrawPlan {
  LaneSource source;
  DrawForm form;
  int cut = 0;        ///< words are shifted right by so much
  int word_bits = 0;  ///< of a word after the cut
  int gap = 0;        ///< there are 2^word_bits - gap words
  int chunks = 1;     ///< modulo: a word is reduced in so many pieces of 16 bits, or at once
  std::vector<DrawParameters> draws;
  std::vector<std::uint64_t> bounds;  ///< of the draws, once more, ready to be multiplied with
  int batch_bits = 32;                ///< of a batch, 16 or 32
  std::vector<DrawBatch> batches;
};

/// The most draws of a batch of 16 bits.
inline constexpr std::size_t longest_batch = 16;

/// The plan for draws below `bounds`, in this order, by a method from a source cut to `bits` (0 for whole
/// words), in batches of `batch_bits` where they are batched; nothing when lanes have no form for them.
/// Batches of 16 bits are for planes, where a draw has a byte: larger bounds throw std::invalid_argument.
std::optional<DrawPlan> plan_draws(std::span<const std::uint64_t> bounds, const SourceEntry& source, int bits,
                                   const DrawEntry& method, int batch_bits = 32);

// The steps of a shuffle that lanes have no kernel for.

/// Of more values of a draw, the permutations of three piles, what a step does is not listed.
inline constexpr std::uint64_t most_values_listed = 6;

/// Lists in Step::sources where the cards come from in each step whose verb lanes have no kernel for: for one
/// value of its draw after the other. False where a step has more than one draw, or more values.
bool list_what_has_no_kernel(Steps& steps);

// The steps of a shuffle for decks of up to 8 cards that are kept in planes: plane p holds the cards at
// position p of many decks, a byte each.

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
    deal_by_itself,   ///< as the verb says
    by_labels,        ///< as `by` says
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
  const VerbInfo* by = nullptr;
  std::vector<StepIndex> labels{};
};

struct PlaneProgram {
  int deck_size;
  std::vector<PlaneStep> steps;
};

/// The program of the steps; nothing for a larger deck, bound or label, or for a step on two drawn positions
/// that is no swap.
std::optional<PlaneProgram> plane_program_of(const Steps& steps);

// The steps of a shuffle for decks of 17 to 64 cards that are kept in planes: more of them than there are
// registers. They lie in memory, so steps that go over the same planes are done together.

inline constexpr int largest_tall_deck = 64;

/// Most swaps that are done together.
inline constexpr std::size_t most_swaps_together = 4;

/// Some steps in a row.
struct TallStep {
  std::size_t first;  ///< of the steps of the shuffle
  std::size_t count;  ///< 1, or that many swaps
  /// Whether they swap the card of a fixed position with that of a drawn one. The fixed positions of several
  /// lie next to each other, one after the other, and no swap reaches that of one before it.
  bool swaps_fixed;
  int lowest, highest;  ///< the positions that they reach; of steps that reach any, all of the deck
};

struct TallProgram {
  std::vector<TallStep> steps;
  /// Whether it is Durstenfeld's shuffle: then its draws are the digits of the permutations that it brings,
  /// the first draw that of the last position.
  bool draws_digits = false;
};

/// The program of the steps; nothing for larger decks, or where a draw or a label does not fit a byte.
std::optional<TallProgram> tall_program_of(const Steps& steps);

/// The fixed position of a swap that has one, and the drawn one.
struct FixedSwap {
  int fixed;
  StepIndex drawn;
};
inline FixedSwap fixed_swap_of(const Step& step) {
  return step.first.is_drawn() ? FixedSwap{step.second.fixed, step.first}
                               : FixedSwap{step.first.fixed, step.second};
}

}  // namespace fairshuffle
