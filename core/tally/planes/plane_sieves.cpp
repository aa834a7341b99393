#include "core/tally/planes/plane_sieves.hpp"

#include "core/order/compiled_targets.hpp"
#include "core/order/fingerprint.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/tally/planes/plane_sieves.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

// A loop of a fixed length, which the compiler makes vectors of: by itself, or g++ turns it inside out.
HWY_NOINLINE void TakeTwo(const Card* HWY_RESTRICT first, const Card* HWY_RESTRICT second,
                          std::uint16_t* HWY_RESTRICT sieves) {
  for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
    sieves[deck] = Sieve::after(sieves[deck], first[deck], second[deck]);
  }
}

DeckNumbers SievesOf(std::span<const Plane> cards) {
  const Plane nothing{};
  DeckNumbers sieves;
  sieves.fill(Sieve::start);
  for (std::size_t p = 0; p < cards.size(); p += 2) {
    TakeTwo(cards[p].data(), (p + 1 < cards.size() ? cards[p + 1] : nothing).data(), sieves.data());
  }
  for (std::uint16_t& sieve : sieves) sieve = Sieve::ended(sieve);
  return sieves;
}

using DeckWords = std::array<std::uint64_t, decks_of_planes>;

// Loops of a fixed length, too.
HWY_NOINLINE void PairCards(const Card* HWY_RESTRICT first, const Card* HWY_RESTRICT second,
                            std::uint8_t* HWY_RESTRICT pairs) {
  for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
    pairs[deck] = static_cast<std::uint8_t>(first[deck] | second[deck] << 4);
  }
}
HWY_NOINLINE void TakePair(const std::uint8_t* HWY_RESTRICT pairs, std::size_t from_bit,
                           std::uint64_t* HWY_RESTRICT words) {
  for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
    words[deck] |= static_cast<std::uint64_t>(pairs[deck]) << from_bit;
  }
}
HWY_NOINLINE void Mix(std::uint64_t* words) {
  for (std::size_t deck = 0; deck < decks_of_planes; ++deck) words[deck] = mixed_nibbles(words[deck]);
}

DeckWords NibbleFingerprintsOf(std::span<const Plane> cards) {
  const Plane nothing{};
  Plane pairs;
  DeckWords words{};
  for (std::size_t p = 0; p < cards.size(); p += 2) {
    PairCards(cards[p].data(), (p + 1 < cards.size() ? cards[p + 1] : nothing).data(), pairs.data());
    TakePair(pairs.data(), 4 * p, words.data());
  }
  Mix(words.data());
  return words;
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshuffle {

HWY_EXPORT(SievesOf);
HWY_EXPORT(NibbleFingerprintsOf);

DeckNumbers sieves_of(std::span<const Plane> cards) {
  return HWY_DYNAMIC_DISPATCH(SievesOf)(cards);
}

std::array<std::uint64_t, decks_of_planes> nibble_fingerprints_of(std::span<const Plane> cards) {
  return HWY_DYNAMIC_DISPATCH(NibbleFingerprintsOf)(cards);
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
