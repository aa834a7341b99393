// What is left of a shuffle when all its draws read one and the same word: the source reseeded in the loop.
#pragma once

#include <cstdint>
#include <optional>

#include "core/exact/law.hpp"
#include "core/interpret/sample.hpp"

namespace fairshuffle {

/// The law of a shuffle whose draws below b are all made of one word R, uniform: R mod b for modulo,
/// floor(u b) with u = R / words for the draws that scale, round(u (b - 1)) for rounded-double.
struct OneWordLaw {
  std::uint64_t cells = 0;   ///< what R can be told apart by: so many equally likely classes of words
  std::uint64_t orders = 0;  ///< that come out at all
  Fraction total_variation = 0;
  Fraction likeliest = 0;  ///< the largest probability of an order
};

/// Nothing where the draw method is none of these, where the library draws its own way, where there are more
/// than a million cells, and for more than ten cards. Throws as trace does.
std::optional<OneWordLaw> one_word_law(const SampleSetup& setup);

}  // namespace fairshuffle
