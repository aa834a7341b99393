#include "core/permutation/fingerprint.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

namespace {

constexpr Wide wide(std::uint64_t high, std::uint64_t low) {
  return Wide{high} << 64 | low;
}

// Multiplying by an odd number and adding to the lower half the upper one are both one to one, so this is,
// too. A product carries each bit upwards only; the sums bring what is above down again.
Wide mixed(Wide value) {
  value *= wide(0x9e3779b97f4a7c15, 0xf39cc0605cedc835);
  value ^= value >> 67;
  value *= wide(0xda942042e4dd58b5, 0x2360ed051fc65da5);
  value ^= value >> 71;
  return value;
}

// Eight cards below 32, five bits each, in the low 40 bits: pairs of neighbours are brought together thrice.
std::uint64_t packed(std::uint64_t cards) {
  cards = (cards & 0x001f'001f'001f'001f) | (cards >> 3 & 0x03e0'03e0'03e0'03e0);
  cards = (cards & 0x0000'03ff'0000'03ff) | (cards >> 6 & 0x000f'fc00'000f'fc00);
  return (cards & 0x000f'ffff) | (cards >> 12 & 0xff'fff0'0000);
}

// Runs are to bring the same counts on any machine.
static_assert(std::endian::native == std::endian::little,
              "the first card is to be the lowest byte of a word");

// The cards from there on, as far as they fit. A copy of a length that is not known is a call; the last eight
// cards and a shift are not.
std::uint64_t word_at(std::span<const Card> permutation, std::size_t from) {
  const std::size_t size = permutation.size(), cards = std::min<std::size_t>(8, size - from);
  std::uint64_t word = 0;
  if (size < 8) {
    std::memcpy(&word, permutation.data(), size);
    return word;
  }
  std::memcpy(&word, permutation.data() + (from + cards - 8), 8);
  return word >> (8 * (8 - cards));
}

// Eight cards below 16, four bits each, in the low 32 bits.
std::uint64_t nibbles(std::uint64_t cards) {
  cards = (cards | cards >> 4) & 0x00ff'00ff'00ff'00ff;
  cards = (cards | cards >> 8) & 0x0000'ffff'0000'ffff;
  return (cards | cards >> 16) & 0xffff'ffff;
}

Fingerprint halves_of(Wide value) {
  return {static_cast<std::uint64_t>(value >> 64), static_cast<std::uint64_t>(value)};
}

}  // namespace

std::uint16_t sieve_of(std::span<const Card> permutation) {
  std::uint16_t sieve = Sieve::start;
  std::size_t position = 0;
  for (; position + 2 <= permutation.size(); position += 2) {
    sieve = Sieve::after(sieve, permutation[position], permutation[position + 1]);
  }
  if (position < permutation.size()) sieve = Sieve::after(sieve, permutation[position], 0);
  return Sieve::ended(sieve);
}

Fingerprint fingerprint_of(std::span<const Card> permutation) {
  const std::size_t cards = permutation.size();
  if (cards <= static_cast<std::size_t>(largest_deck_of_nibbles)) {
    const std::uint64_t after = cards > 8 ? nibbles(word_at(permutation, 8)) << 32 : 0;
    return {0, mixed_nibbles(nibbles(word_at(permutation, 0)) | after)};
  }
  Wide value = 0;
  if (cards <= static_cast<std::size_t>(largest_deck_without_shared_fingerprints)) {
    // 25 cards of five bits fit 128.
    for (std::size_t from = 0; from < cards; from += 8) {
      value = value << (5 * std::min<std::size_t>(8, cards - from)) | packed(word_at(permutation, from));
    }
    value = mixed(value);
  } else {
    for (std::size_t from = 0; from < cards; from += 16) {
      const std::uint64_t second = from + 8 < cards ? word_at(permutation, from + 8) : 0;
      value = mixed(value ^ wide(second, word_at(permutation, from)));
    }
  }
  Fingerprint fingerprint = halves_of(value);
  if (cards >= static_cast<std::size_t>(smallest_sieved_deck)) {
    fingerprint.low = (fingerprint.low & ~std::uint64_t{0xffff}) | sieve_of(permutation);
  }
  return fingerprint;
}

Fingerprint fingerprint_of(std::span<const WideCard> permutation) {
  constexpr std::size_t together = sizeof(Wide) / sizeof(WideCard);
  Wide value = 0;
  for (std::size_t from = 0; from < permutation.size(); from += together) {
    Wide cards = 0;
    const std::span<const WideCard> next =
        permutation.subspan(from, std::min(together, permutation.size() - from));
    std::memcpy(&cards, next.data(), next.size_bytes());
    value = mixed(value ^ cards);
  }
  return halves_of(value);
}

}  // namespace fairshuffle
