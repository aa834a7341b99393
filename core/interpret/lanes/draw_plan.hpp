// How the draws of a trial are made in lanes: which words they take and what is multiplied with what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/draw/method.hpp"
#include "core/random/any_source.hpp"

namespace fairshuffle {

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

}  // namespace fairshuffle
