// A source: a random bit generator that hands out words.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

namespace fairshuffle {

/// What `list sources` tells of a source.
struct SourceInfo {
  std::string_view name;    ///< as typed on the command line
  std::string_view truth;   ///< one line: what it is and how good
  std::string_view origin;  ///< the publication or program that defines it
  int seed_bits = 64;       ///< of a seed so many of the low bits count, as its original takes them
  /// Its words are as good as independent and uniform to anything that is counted of decks; elsewhere their
  /// own structure may show there.
  bool ideal = false;
};

/// How a source's own bounded draw (C# Next, Unity Range, Java nextInt) spreads over its values.
enum class NativeLaw {
  none,      ///< the source has no bounded draw of its own
  uniform,   ///< exactly uniform (it rejects)
  modulo,    ///< word % bound
  monotone,  ///< one word, through native_of_word, which never falls as the word grows
};

/// A source yields words that are meant to be uniform on 0..max_word() and are a function of the 64-bit seed,
/// of which it uses as many bits as its original does.
template <class S>
concept Source = std::copyable<S> && std::constructible_from<S, std::uint64_t> && requires(S source) {
  { source.next_word() } -> std::same_as<std::uint64_t>;
  { S::max_word() } -> std::same_as<std::uint64_t>;
  { S::info } -> std::convertible_to<SourceInfo>;
  { S::native_law } -> std::convertible_to<NativeLaw>;
};

/// A source with a bounded draw of its own: native_below(bound) is in 0..bound-1, 1 <= bound < 2^31.
template <class S>
concept NativeSource = Source<S> &&
                       S::native_law != NativeLaw::none&& requires(S source, std::uint64_t bound) {
  { source.native_below(bound) } -> std::same_as<std::uint64_t>;
};

}  // namespace fairshuffle
