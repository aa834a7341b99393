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

// Loops of a fixed length, too, in which numbers of each deck get twice as many bits: the second one above
// the first.
template <class Half, class Whole>
HWY_NOINLINE void JoinHalves(const Half* HWY_RESTRICT lower, const Half* HWY_RESTRICT upper,
                             Whole* HWY_RESTRICT joined) {
  for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
    joined[deck] = static_cast<Whole>(lower[deck] | static_cast<Whole>(upper[deck]) << (8 * sizeof(Half)));
  }
}
HWY_NOINLINE void PairCards(const Card* HWY_RESTRICT first, const Card* HWY_RESTRICT second,
                            std::uint8_t* HWY_RESTRICT pairs) {
  for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
    pairs[deck] = static_cast<std::uint8_t>(first[deck] | second[deck] << 4);
  }
}
HWY_NOINLINE void Mix(std::uint64_t* words) {
  for (std::size_t deck = 0; deck < decks_of_planes; ++deck) words[deck] = mixed_nibbles(words[deck]);
}

DeckWords NibbleFingerprintsOf(std::span<const Plane> cards) {
  const Plane nothing{};
  const auto plane = [&](std::size_t p) { return (p < cards.size() ? cards[p] : nothing).data(); };
  Plane pairs[8];
  std::array<std::uint16_t, decks_of_planes> fours[4];
  std::array<std::uint32_t, decks_of_planes> eights[2];
  DeckWords words;
  for (std::size_t at = 0; at < 8; ++at) PairCards(plane(2 * at), plane(2 * at + 1), pairs[at].data());
  for (std::size_t at = 0; at < 4; ++at)
    JoinHalves(pairs[2 * at].data(), pairs[2 * at + 1].data(), fours[at].data());
  for (std::size_t at = 0; at < 2; ++at)
    JoinHalves(fours[2 * at].data(), fours[2 * at + 1].data(), eights[at].data());
  JoinHalves(eights[0].data(), eights[1].data(), words.data());
  Mix(words.data());
  return words;
}

#if HWY_TARGET == HWY_SCALAR

std::uint64_t DecksWithout(std::uint64_t bits, const DeckWords& words) {
  std::uint64_t decks = 0;
  for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
    decks |= std::uint64_t{(words[deck] & bits) == 0} << deck;
  }
  return decks;
}

#else

std::uint64_t DecksWithout(std::uint64_t bits, const DeckWords& words) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::CappedTag<std::uint64_t, decks_of_planes> tag;
  const auto sought = hn::Set(tag, bits), none = hn::Zero(tag);
  std::uint64_t decks = 0;
  for (std::size_t deck = 0; deck < decks_of_planes; deck += hn::MaxLanes(tag)) {
    const auto without = hn::Eq(hn::And(hn::LoadU(tag, words.data() + deck), sought), none);
    std::uint8_t stored[sizeof(std::uint64_t)] = {};
    hn::StoreMaskBits(tag, without, stored);
    decks |= std::uint64_t{stored[0]} << deck;
  }
  return decks;
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshuffle {

HWY_EXPORT(SievesOf);
HWY_EXPORT(NibbleFingerprintsOf);
HWY_EXPORT(DecksWithout);

DeckNumbers sieves_of(std::span<const Plane> cards) {
  return HWY_DYNAMIC_DISPATCH(SievesOf)(cards);
}

DeckWords nibble_fingerprints_of(std::span<const Plane> cards) {
  return HWY_DYNAMIC_DISPATCH(NibbleFingerprintsOf)(cards);
}

std::uint64_t decks_without(std::uint64_t bits, const DeckWords& words) {
  return HWY_DYNAMIC_DISPATCH(DecksWithout)(bits, words);
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
