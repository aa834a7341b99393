// A draw method: how one bounded draw is made of a source's words.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/draw/law.hpp"
#include "core/random/any_source.hpp"

namespace fairshuffle {

/// What a draw method takes words from: a source, or a cut or type-erased one. Words are 0..max_word().
template <class S>
concept WordSource = requires(S& source) {
  { source.next_word() } -> std::same_as<std::uint64_t>;
  { source.max_word() } -> std::same_as<std::uint64_t>;
};

/// The largest bound that every draw method serves from every source.
inline constexpr std::uint64_t largest_draw_bound = std::uint64_t{1} << 32;

/// What `list draws` tells of a draw method.
struct DrawInfo {
  std::string_view name;
  std::string_view truth;   ///< one line
  std::string_view origin;  ///< where it is seen, or published
};

/// How a draw follows from the words it takes.
enum class WordUse {
  several,    ///< of one word or more: it rejects some
  remainder,  ///< word % bound
  rising,     ///< of one word, and never falls as the word grows
};

/// What the registry knows of one draw method.
struct DrawEntry {
  DrawInfo info;
  /// A draw from 0..bound-1. Precondition: 1 <= bound <= largest_draw_bound.
  std::uint64_t (*below)(AnySource& source, std::uint64_t bound);
  /// Its exact law, were the words of `source`, cut so that they are 0..max_word, uniform and independent.
  /// Throws std::invalid_argument for a bound that is not tabulated.
  DrawLaw (*law)(const SourceEntry& source, std::uint64_t max_word, std::uint64_t bound);
  WordUse (*word_use)(const SourceEntry& source);
  /// The value that one of the words 0..max_word gives. Precondition: word_use(source) is not `several`.
  std::uint64_t (*of_word)(const SourceEntry& source, std::uint64_t word, std::uint64_t max_word,
                           std::uint64_t bound);
};

/// All draw methods, in the order of the registry.
std::span<const DrawEntry> all_draws();

/// The draw method of that name, or null.
const DrawEntry* find_draw(std::string_view name);

inline constexpr std::string_view default_draw = "exact";

}  // namespace fairshuffle
