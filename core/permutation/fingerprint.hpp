// Fingerprints: 128 bits that stand for a permutation of a deck too large to count its permutations.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

struct Fingerprint {
  std::uint64_t high = 0, low = 0;

  auto operator<=>(const Fingerprint&) const = default;
};

/// Up to so many cards no two permutations of a deck share a fingerprint.
inline constexpr int largest_deck_without_shared_fingerprints = 25;

/// To so many cards a fingerprint is one word, made of four bits a card.
inline constexpr int largest_deck_of_nibbles = 16;

/// The low word of such a fingerprint: the cards, the first in the lowest four bits, mixed so that low bits
/// are as good as random. One to one.
constexpr std::uint64_t mixed_nibbles(std::uint64_t cards) {
  for (const std::uint64_t factor : {0x9e3779b97f4a7c15U, 0xda942042e4dd58b5U, 0xf39cc0605cedc835U}) {
    cards *= factor;
    cards ^= cards >> 33;
  }
  return cards;
}

/// From so many cards on the low 16 bits of a fingerprint are the sieve of the order.
inline constexpr int smallest_sieved_deck = largest_deck_without_shared_fingerprints + 1;

/// How the sieve of a permutation is made, two cards after two: numbers of 16 bits, so that vectors can do it
/// for many permutations at once. Each step is one to one, with the cards given.
struct Sieve {
  static constexpr std::uint16_t start = 0x9e37;

  /// What two cards more make of it; 0 in the place of a card that is not there.
  static constexpr std::uint16_t after(std::uint16_t sieve, Card first, Card second) {
    return mixed(sieve ^ first ^ static_cast<unsigned>(second) << 8, 0xa3b5, 7);
  }
  /// What all cards made of it in the end.
  static constexpr std::uint16_t ended(std::uint16_t sieve) {
    return mixed(mixed(sieve, 0xb5ad, 8), 0xa3b5, 7);
  }

 private:
  static constexpr std::uint16_t mixed(unsigned sieve, unsigned factor, int shift) {
    const auto product = static_cast<std::uint16_t>(sieve * factor);
    return static_cast<std::uint16_t>(product ^ product >> shift);
  }
};

/// 16 bits that are as good as random. Precondition: is_permutation(order), n <= largest_byte_deck.
std::uint16_t sieve_of(std::span<const Card> permutation);

/// The fingerprint of a permutation: equal for equal permutations, its low bits as good as random. Two
/// permutations of a larger deck share one with probability about 2^-128, so in 1e9 trials with 1.5e-21.
/// Precondition: is_permutation(order), n <= largest_byte_deck.
Fingerprint fingerprint_of(std::span<const Card> permutation);
/// The same of a wide deck.
Fingerprint fingerprint_of(std::span<const WideCard> permutation);

}  // namespace fairshuffle
