#include "core/tally/planes/plane_numbers.hpp"

#include <array>

#include "core/order/compiled_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/tally/planes/plane_numbers.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/tally/planes/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

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

OrderNumbers NumbersOf(std::span<const Plane> cards) {
  OrderNumbers numbers;
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

#if HWY_TARGET == HWY_SCALAR

void CountNumbers(const NumberBatches& numbers, std::span<std::uint64_t> cells) {
  for (std::size_t deck = 0; deck < numbers.decks(); ++deck) {
    ++cells[numbers.of(deck / decks_of_planes)[deck % decks_of_planes]];
  }
}

// A deck a row. Digit by digit, deck by deck: a digit of one deck must wait for the one before it, those of
// different decks wait for no one.
void ReadDigits(std::span<const Plane> cards, std::size_t decks, std::span<Plane> digits) {
  struct Deck {
    std::array<Card, largest_byte_deck> cards, places;
  };
  std::array<Deck, decks_of_planes> rows;
  for (std::size_t deck = 0; deck < decks; ++deck) {
    for (std::size_t card = 0; card < cards.size(); ++card) {
      rows[deck].cards[card] = rows[deck].places[card] = static_cast<Card>(card);
    }
  }
  for (std::size_t i = cards.size(); i-- > 0;) {
    for (std::size_t deck = 0; deck < decks; ++deck) {
      auto& [at, places] = rows[deck];
      // Position i takes its card from where it lies now. The swap leaves there what lay at i, which no one
      // asks for again.
      const Card drawn = places[cards[i][deck]];
      digits[i][deck] = drawn;
      const Card swapped = at[i];
      at[drawn] = swapped;
      places[swapped] = drawn;
    }
  }
}

#else

// Between which numbers all are. Those of decks that are not there may be any, and are not to be counted.
struct NumberRange {
  std::size_t lowest, highest;
};
HWY_INLINE NumberRange Range(const NumberBatches& numbers, std::size_t values) {
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
  return {least, std::min<std::size_t>(most, values - 1)};
}

// Of as many decks as there can be, which all stay in registers, or nearly.
HWY_INLINE void CountNumbersOfAll(const NumberBatches& numbers, NumberRange range,
                                  std::span<std::uint64_t> cells) {
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

// Few numbers are there: looking for each of them does not wait, as one counter does that is stepped again
// and again.
void CountNumbers(const NumberBatches& numbers, std::span<std::uint64_t> cells) {
  const auto [lowest, highest] = Range(numbers, cells.size());
  if (numbers.decks() == PlaneBatches::most_batches * decks_of_planes)
    return CountNumbersOfAll(numbers, {lowest, highest}, cells);
  for (std::size_t number = lowest; number <= highest; ++number) {
    const DeckBytes sought = AllOf(number);
    std::uint64_t count = 0;
    for (std::size_t begin = 0; begin < numbers.decks(); begin += decks_of_vector) {
      const Plane& plane = numbers.of(begin / decks_of_planes);
      const DeckMask found = AreEqual(LoadDecks(plane.data() + begin % decks_of_planes), sought);
      const std::size_t left = numbers.decks() - begin;
      count += hn::CountTrue(deck_tag,
                             left >= decks_of_vector ? found : hn::And(found, hn::FirstN(deck_tag, left)));
    }
    cells[number] += count;
  }
}

// The digit of a place is where its card lay when its turn came. It lay at its own index to begin with; each
// draw for a place `i` above moved what lay at i to where that draw's card had lain. So card by card:
// wherever the last digits say that what lay at i went away, follow it.
void ReadDigits(std::span<const Plane> cards, std::size_t, std::span<Plane> digits) {
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

#endif

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshuffle {

HWY_EXPORT(NumbersOf);
HWY_EXPORT(DescentsOf);
HWY_EXPORT(FixedValuesOf);
HWY_EXPORT(ReadDigits);
HWY_EXPORT(CountNumbers);

OrderNumbers numbers_of(std::span<const Plane> cards) {
  return HWY_DYNAMIC_DISPATCH(NumbersOf)(cards);
}

Descents descents_of(std::span<const Plane> cards) {
  return HWY_DYNAMIC_DISPATCH(DescentsOf)(cards);
}

Plane fixed_values_of(std::span<const Plane> planes) {
  return HWY_DYNAMIC_DISPATCH(FixedValuesOf)(planes);
}

void read_digits(std::span<const Plane> cards, std::size_t decks, std::span<Plane> digits) {
  HWY_DYNAMIC_DISPATCH(ReadDigits)(cards, decks, digits);
}

void count_numbers(const NumberBatches& numbers, std::span<std::uint64_t> cells) {
  HWY_DYNAMIC_DISPATCH(CountNumbers)(numbers, cells);
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
