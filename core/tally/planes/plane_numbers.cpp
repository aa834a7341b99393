#include "core/permutation/compiled_targets.hpp"
#include "core/permutation/permutation.hpp"
#include "core/tally/planes/planes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/tally/planes/plane_numbers.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/tally/planes/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

// What stands for a card that was found nowhere: no place, and the lowest signed byte there is.
inline constexpr std::size_t nowhere = 128;

// Each card is looked for at every position: n^2 comparisons for as many decks as a register holds.
HWY_INLINE void FindCards(std::span<const Plane> cards, std::span<Plane> places, std::size_t first) {
  constexpr std::size_t together = 4;
  for (std::size_t card = 0; card < cards.size(); card += together) {
    DeckBytes at[together], wanted[together];
    for (std::size_t k = 0; k < together; ++k) {
      at[k] = AllOf(nowhere);
      wanted[k] = AllOf(card + k);
    }
    DeckBytes position = AllOf(0);
    for (const Plane& plane : cards) {
      const DeckBytes here = LoadDecks(plane.data() + first);
      for (std::size_t k = 0; k < together; ++k) at[k] = Choose(AreEqual(here, wanted[k]), position, at[k]);
      position = Sum(position, AllOf(1));
    }
    for (std::size_t k = 0; k < together && card + k < cards.size(); ++k) {
      StoreDecks(at[k], places[card + k].data() + first);
    }
  }
}

// Each card is sent to its place: n bytes written for each deck.
HWY_INLINE void SendCards(std::span<const Plane> cards, std::span<Plane> places) {
  for (Plane& plane : places) plane.fill(static_cast<Card>(nowhere));
  Card* const to = places.front().data();
  for (std::size_t position = 0; position < cards.size(); ++position) {
    const Card* const from = cards[position].data();
#pragma GCC unroll 16
    for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
      to[from[deck] * decks_of_planes + deck] = static_cast<Card>(position);
    }
  }
}

bool LayOutPlaces(std::span<const Plane> cards, std::span<Plane> places) {
  // So many comparisons cost less than the bytes that are written otherwise, one at a time.
#if HWY_TARGET == HWY_SCALAR
  constexpr std::size_t most_compared = 0;
#else
  constexpr std::size_t most_compared = decks_of_vector > 16 ? 64 : 32;
#endif
  const bool by_comparing = cards.size() <= most_compared;
  if (!by_comparing) SendCards(cards, places);
  Plane lowest;
  for (std::size_t first = 0; first < decks_of_planes; first += decks_of_vector) {
    if (by_comparing) FindCards(cards, places, first);
    DeckBytes least = AllOf(0);
    for (const Plane& plane : places) least = LowerOf(least, LoadDecks(plane.data() + first));
    StoreDecks(least, lowest.data() + first);
  }
  return lowest == Plane{};
}

void LayOutDecks(std::span<const Plane> cards, std::span<Plane, decks_of_planes> decks) {
  std::array<Plane, tile_side> last{};
  for (std::size_t first = 0; first < cards.size(); first += tile_side) {
    const std::size_t left = cards.size() - first;
    // Beyond the last card there is no plane to read.
    if (left < tile_side) std::copy_n(cards.begin() + static_cast<std::ptrdiff_t>(first), left, last.begin());
    const Card* const rows = left < tile_side ? last.front().data() : cards[first].data();
    for (std::size_t deck = 0; deck < decks_of_planes; deck += tile_side) {
      LayOutTile(rows + deck, sizeof(Plane), tile_side, decks.data() + deck, first);
    }
  }
}

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

// Descents and peaks, card by card: a peak is a descent after none.
struct DescentCounter {
  DeckBytes descents, peaks;
  DeckBytes is_peak;  // 1 where the last card is one, should the next one be lower

  HWY_INLINE DescentCounter() : descents(AllOf(0)), peaks(AllOf(0)), is_peak(AllOf(0)) {}
  HWY_INLINE void Next(DeckBytes before, DeckBytes here) {
    const DeckMask descends = AreBelow(here, before);
    descents = AddOneWhere(descends, descents);
    peaks = AddWhere(descends, is_peak, peaks);
    is_peak = Choose(descends, AllOf(0), AllOf(1));
  }
};

// No card is there twice: it is a record where it is the best so far.
struct RecordCounter {
  DeckBytes highest, lowest, maxima, minima;

  HWY_INLINE explicit RecordCounter(DeckBytes first)
      : highest(first), lowest(first), maxima(AllOf(1)), minima(AllOf(1)) {}
  HWY_INLINE void Next(DeckBytes card) {
    highest = HigherOf(highest, card);
    lowest = LowerOf(lowest, card);
    maxima = AddOneWhere(AreEqual(highest, card), maxima);
    minima = AddOneWhere(AreEqual(lowest, card), minima);
  }
};

PermutationNumbers NumbersOf(std::span<const Plane> cards) {
  PermutationNumbers numbers;
  for (std::size_t first = 0; first < decks_of_planes; first += decks_of_vector) {
    DeckBytes before = LoadDecks(cards.front().data() + first), successions = AllOf(0);
    DescentCounter descents;
    RecordCounter from_left(before);
    for (const Plane& plane : cards.subspan(1)) {
      const DeckBytes here = LoadDecks(plane.data() + first);
      descents.Next(before, here);
      successions = AddOneWhere(AreEqual(here, Sum(before, AllOf(1))), successions);
      from_left.Next(here);
      before = here;
    }
    RecordCounter from_right(before);
    for (std::size_t place = cards.size() - 1; place-- > 0;) {
      from_right.Next(LoadDecks(cards[place].data() + first));
    }
    StoreDecks(descents.descents, numbers.descents.data() + first);
    StoreDecks(descents.peaks, numbers.peaks.data() + first);
    StoreDecks(successions, numbers.successions.data() + first);
    StoreDecks(from_left.maxima, numbers.left_maxima.data() + first);
    StoreDecks(from_left.minima, numbers.left_minima.data() + first);
    StoreDecks(from_right.maxima, numbers.right_maxima.data() + first);
    StoreDecks(from_right.minima, numbers.right_minima.data() + first);
  }
  return numbers;
}

Descents DescentsOf(std::span<const Plane> cards) {
  Descents numbers;
  for (std::size_t first = 0; first < decks_of_planes; first += decks_of_vector) {
    DeckBytes before = LoadDecks(cards.front().data() + first);
    DescentCounter descents;
    for (const Plane& plane : cards.subspan(1)) {
      const DeckBytes here = LoadDecks(plane.data() + first);
      descents.Next(before, here);
      before = here;
    }
    StoreDecks(descents.descents, numbers.descents.data() + first);
    StoreDecks(descents.peaks, numbers.peaks.data() + first);
    StoreDecks(Sum(descents.descents, AllOf(1)), numbers.runs.data() + first);
  }
  return numbers;
}

Plane FixedValuesOf(std::span<const Plane> planes) {
  Plane numbers;
  for (std::size_t first = 0; first < decks_of_planes; first += decks_of_vector) {
    DeckBytes counts = AllOf(0);
    for (std::size_t plane = 0; plane < planes.size(); ++plane) {
      counts = AddOneWhere(AreEqual(LoadDecks(planes[plane].data() + first), AllOf(plane)), counts);
    }
    StoreDecks(counts, numbers.data() + first);
  }
  return numbers;
}

#if HWY_TARGET != HWY_SCALAR

// Between which numbers those of as many decks as there can be all are.
struct NumberRange {
  std::size_t lowest, highest;
};
HWY_INLINE NumberRange RangeOfAll(const NumberBatches& numbers) {
  constexpr std::uint8_t half = 128;  // numbers are below 256, and vectors compare signed bytes
  DeckBytes lowest = AllOf(half - 1), highest = AllOf(half);
  for (std::size_t begin = 0; begin < numbers.decks(); begin += decks_of_vector) {
    const Plane& plane = numbers.of(begin / decks_of_planes);
    const DeckBytes less_half = Sum(LoadDecks(plane.data() + begin % decks_of_planes), AllOf(half));
    lowest = LowerOf(lowest, less_half);
    highest = HigherOf(highest, less_half);
  }
  Plane low, high;
  StoreDecks(lowest, low.data());
  StoreDecks(highest, high.data());
  std::uint8_t least = 255, most = 0;
  for (std::size_t deck = 0; deck < decks_of_vector; ++deck) {
    least = std::min(least, static_cast<std::uint8_t>(low[deck] + half));
    most = std::max(most, static_cast<std::uint8_t>(high[deck] + half));
  }
  return {least, most};
}

// They all stay in registers, or nearly. Few numbers are there: looking for each of them does not wait, as
// one counter does that is stepped again and again.
HWY_INLINE void CountNumbersOfAll(const NumberBatches& numbers, std::span<std::uint64_t> cells) {
  const NumberRange range = RangeOfAll(numbers);
  constexpr std::size_t of_plane = decks_of_planes / decks_of_vector;
  DeckBytes all[PlaneBatches::most_batches * of_plane];
  static_assert(std::size(all) < 256, "a byte holds the counts of one lane");
  for (std::size_t at = 0; at < std::size(all); ++at) {
    all[at] = LoadDecks(numbers.of(at / of_plane).data() + at % of_plane * decks_of_vector);
  }
  for (std::size_t number = range.lowest; number <= range.highest; ++number) {
    const DeckBytes sought = AllOf(number);
#if HWY_TARGET == HWY_AVX3
    // A mask is a word of its own, whose bits are counted beside what vectors do.
    std::uint64_t count = 0;
    for (const DeckBytes& here : all) count += hn::CountTrue(deck_tag, AreEqual(here, sought));
    cells[number] += count;
#else
    DeckBytes counts = AllOf(0);
    for (const DeckBytes& here : all) counts = AddOneWhere(AreEqual(here, sought), counts);
    cells[number] += SumOfBytes(counts);
#endif
  }
}

#endif

void CountNumbers(const NumberBatches& numbers, std::span<std::uint64_t> cells) {
#if HWY_TARGET != HWY_SCALAR
  if (numbers.decks() == PlaneBatches::most_batches * decks_of_planes)
    return CountNumbersOfAll(numbers, cells);
#endif
  for (std::size_t deck = 0; deck < numbers.decks(); ++deck) {
    ++cells[numbers.of(deck / decks_of_planes)[deck % decks_of_planes]];
  }
}

// The digit of a place is where its card lay when its turn came. It lay at its own index to begin with; each
// draw for a place `i` above moved what lay at i to where that draw's card had lain. So card by card:
// wherever the last digits say that what lay at i went away, follow it.
void ReadDigits(std::span<const Plane> cards, std::span<Plane> digits) {
  constexpr std::size_t together = 4;
  for (std::size_t first = 0; first < decks_of_planes; first += decks_of_vector) {
    const auto follow = [&](DeckBytes at, DeckBytes i, std::size_t above) HWY_ATTR {
      return Choose(AreEqual(at, i), LoadDecks(digits[above].data() + first), at);
    };
    for (std::size_t end = cards.size(); end > 0;) {
      const std::size_t begin = end > together ? end - together : 0;
      DeckBytes at[together];
      for (std::size_t k = 0; k < end - begin; ++k) at[k] = LoadDecks(cards[begin + k].data() + first);
      for (std::size_t k = end - begin; k < together; ++k) at[k] = AllOf(0);
      for (std::size_t above = cards.size(); above-- > end;) {
        const DeckBytes i = AllOf(above);
        for (std::size_t k = 0; k < together; ++k) at[k] = follow(at[k], i, above);
      }
      for (std::size_t k = end - begin; k-- > 0;) {
        for (std::size_t above = end; --above > begin + k;) at[k] = follow(at[k], AllOf(above), above);
        StoreDecks(at[k], digits[begin + k].data() + first);
      }
      end = begin;
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshuffle {

HWY_EXPORT(LayOutPlaces);
HWY_EXPORT(LayOutDecks);
HWY_EXPORT(SievesOf);
HWY_EXPORT(NibbleFingerprintsOf);
HWY_EXPORT(NumbersOf);
HWY_EXPORT(DescentsOf);
HWY_EXPORT(FixedValuesOf);
HWY_EXPORT(ReadDigits);
HWY_EXPORT(CountNumbers);

bool lay_out_places(std::span<const Plane> cards, std::span<Plane> places) {
  return HWY_DYNAMIC_DISPATCH(LayOutPlaces)(cards, places);
}

void lay_out_decks(std::span<const Plane> cards, std::span<Plane, decks_of_planes> decks) {
  HWY_DYNAMIC_DISPATCH(LayOutDecks)(cards, decks);
}

DeckNumbers sieves_of(std::span<const Plane> cards) {
  return HWY_DYNAMIC_DISPATCH(SievesOf)(cards);
}

DeckWords nibble_fingerprints_of(std::span<const Plane> cards) {
  return HWY_DYNAMIC_DISPATCH(NibbleFingerprintsOf)(cards);
}

PermutationNumbers numbers_of(std::span<const Plane> cards) {
  return HWY_DYNAMIC_DISPATCH(NumbersOf)(cards);
}

Descents descents_of(std::span<const Plane> cards) {
  return HWY_DYNAMIC_DISPATCH(DescentsOf)(cards);
}

Plane fixed_values_of(std::span<const Plane> planes) {
  return HWY_DYNAMIC_DISPATCH(FixedValuesOf)(planes);
}

void read_digits(std::span<const Plane> cards, std::span<Plane> digits) {
  HWY_DYNAMIC_DISPATCH(ReadDigits)(cards, digits);
}

void count_numbers(const NumberBatches& numbers, std::span<std::uint64_t> cells) {
  HWY_DYNAMIC_DISPATCH(CountNumbers)(numbers, cells);
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
