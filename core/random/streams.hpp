// Which seed each block of a run gets. Fixed forever: reports state run seeds and must be repeatable.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/random/splitmix64.hpp"

namespace fairshuffle {

namespace detail {

/// FNV-1a, 64 bits, over the bytes of `text`: Fowler, Noll, Vo 1991.
constexpr std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char character : text) {
    hash ^= static_cast<unsigned char>(character);
    hash *= 0x100000001b3;
  }
  return hash;
}

}  // namespace detail

/// A 64-bit hash of the bytes of `text`: FNV-1a followed by one step of SplitMix64, which spreads the last
/// characters over all bits.
constexpr std::uint64_t hash_text(std::string_view text) {
  return SplitMix64(detail::fnv1a(text)).next();
}

/// The seed of block `block` of the target that hashes to `target_hash`, in a run with `run_seed`. Three
/// steps of SplitMix64, each seeded with the result of the last one xor the next argument. A step is
/// one-to-one on 64-bit numbers, so no two blocks of a target share a seed, nor does a block in two runs.
constexpr std::uint64_t stream_seed(std::uint64_t run_seed, std::uint64_t target_hash, std::uint64_t block) {
  const std::uint64_t run = SplitMix64(run_seed).next();
  const std::uint64_t target = SplitMix64(run ^ target_hash).next();
  return SplitMix64(target ^ block).next();
}

}  // namespace fairshuffle
