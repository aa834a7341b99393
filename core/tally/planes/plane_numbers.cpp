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

// Numbers below 256 of each deck; count(first) tells those of the vector of decks from there on.
template <class Count>
HWY_INLINE DeckNumbers CountBytes(const Count& count) {
  Plane bytes;
  DeckNumbers numbers;
  for (std::size_t first = 0; first < decks_of_planes; first += decks_of_vector) {
    StoreDecks(count(first), bytes.data() + first);
  }
  for (std::size_t deck = 0; deck < decks_of_planes; ++deck) numbers[deck] = bytes[deck];
  return numbers;
}

DeckNumbers DescentsOf(std::span<const Plane> cards) {
  return CountBytes([cards](std::size_t first) HWY_ATTR {
    DeckBytes counts = AllOf(0);
    for (std::size_t place = 1; place < cards.size(); ++place) {
      const DeckBytes before = LoadDecks(cards[place - 1].data() + first);
      counts = AddOneWhere(AreBelow(LoadDecks(cards[place].data() + first), before), counts);
    }
    return counts;
  });
}

DeckNumbers PeaksOf(std::span<const Plane> cards) {
  return CountBytes([cards](std::size_t first) HWY_ATTR {
    DeckBytes counts = AllOf(0);
    for (std::size_t place = 1; place + 1 < cards.size(); ++place) {
      const DeckBytes before = LoadDecks(cards[place - 1].data() + first);
      const DeckBytes beside = HigherOf(before, LoadDecks(cards[place + 1].data() + first));
      counts = AddOneWhere(AreBelow(beside, LoadDecks(cards[place].data() + first)), counts);
    }
    return counts;
  });
}

DeckNumbers SuccessionsOf(std::span<const Plane> cards) {
  return CountBytes([cards](std::size_t first) HWY_ATTR {
    DeckBytes counts = AllOf(0);
    for (std::size_t place = 1; place < cards.size(); ++place) {
      const DeckBytes next = Sum(LoadDecks(cards[place - 1].data() + first), AllOf(1));
      counts = AddOneWhere(AreEqual(LoadDecks(cards[place].data() + first), next), counts);
    }
    return counts;
  });
}

DeckNumbers FixedValuesOf(std::span<const Plane> planes) {
  return CountBytes([planes](std::size_t first) HWY_ATTR {
    DeckBytes counts = AllOf(0);
    for (std::size_t plane = 0; plane < planes.size(); ++plane) {
      counts = AddOneWhere(AreEqual(LoadDecks(planes[plane].data() + first), AllOf(plane)), counts);
    }
    return counts;
  });
}

DeckNumbers InversionsOf(std::span<const Plane> cards) {
  DeckNumbers numbers{};
  Plane above;
  // At most 127 cards are above one.
  for (std::size_t place = 1; place < cards.size(); ++place) {
    for (std::size_t first = 0; first < decks_of_planes; first += decks_of_vector) {
      const DeckBytes here = LoadDecks(cards[place].data() + first);
      DeckBytes counts = AllOf(0);
      for (std::size_t before = 0; before < place; ++before) {
        counts = AddOneWhere(AreBelow(here, LoadDecks(cards[before].data() + first)), counts);
      }
      StoreDecks(counts, above.data() + first);
    }
    for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
      numbers[deck] = static_cast<std::uint16_t>(numbers[deck] + above[deck]);
    }
  }
  return numbers;
}

// No card is there twice: it is a record where it is the best so far.
template <class Better>
HWY_INLINE DeckNumbers CountRecords(std::span<const Plane> cards, From from, const Better& better) {
  return CountBytes([=](std::size_t first) HWY_ATTR {
    const std::size_t size = cards.size();
    DeckBytes counts = AllOf(1), best = LoadDecks(cards[from == From::start ? 0 : size - 1].data() + first);
    for (std::size_t step = 1; step < size; ++step) {
      const DeckBytes next = LoadDecks(cards[from == From::start ? step : size - 1 - step].data() + first);
      best = better(best, next);
      counts = AddOneWhere(AreEqual(best, next), counts);
    }
    return counts;
  });
}

DeckNumbers RecordsOf(std::span<const Plane> cards, Record record, From from) {
  if (record == Record::maximum) {
    return CountRecords(cards, from, [](DeckBytes a, DeckBytes b) HWY_ATTR { return HigherOf(a, b); });
  }
  return CountRecords(cards, from, [](DeckBytes a, DeckBytes b) HWY_ATTR { return LowerOf(a, b); });
}

void TellHandsApart(std::span<const Plane> places, std::size_t width, std::span<Plane> hands) {
  for (std::size_t card = 0; card < places.size(); ++card) {
    for (std::size_t first = 0; first < decks_of_planes; first += decks_of_vector) {
      const DeckBytes place = LoadDecks(places[card].data() + first);
      DeckBytes hands_behind = AllOf(0);
      for (std::size_t begin = width; begin < places.size(); begin += width) {
        hands_behind = AddOneWhere(AreBelow(place, AllOf(begin)), hands_behind);
      }
      StoreDecks(hands_behind, hands[card].data() + first);
    }
  }
}

#if HWY_TARGET == HWY_SCALAR

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

HWY_EXPORT(DescentsOf);
HWY_EXPORT(PeaksOf);
HWY_EXPORT(SuccessionsOf);
HWY_EXPORT(FixedValuesOf);
HWY_EXPORT(InversionsOf);
HWY_EXPORT(RecordsOf);
HWY_EXPORT(TellHandsApart);
HWY_EXPORT(ReadDigits);

DeckNumbers descents_of(std::span<const Plane> cards) {
  return HWY_DYNAMIC_DISPATCH(DescentsOf)(cards);
}

DeckNumbers peaks_of(std::span<const Plane> cards) {
  return HWY_DYNAMIC_DISPATCH(PeaksOf)(cards);
}

DeckNumbers successions_of(std::span<const Plane> cards) {
  return HWY_DYNAMIC_DISPATCH(SuccessionsOf)(cards);
}

DeckNumbers fixed_values_of(std::span<const Plane> planes) {
  return HWY_DYNAMIC_DISPATCH(FixedValuesOf)(planes);
}

DeckNumbers inversions_of(std::span<const Plane> cards) {
  return HWY_DYNAMIC_DISPATCH(InversionsOf)(cards);
}

DeckNumbers records_of(std::span<const Plane> cards, Record record, From from) {
  return HWY_DYNAMIC_DISPATCH(RecordsOf)(cards, record, from);
}

void tell_hands_apart(std::span<const Plane> places, std::size_t width, std::span<Plane> hands) {
  HWY_DYNAMIC_DISPATCH(TellHandsApart)(places, width, hands);
}

void read_digits(std::span<const Plane> cards, std::size_t decks, std::span<Plane> digits) {
  HWY_DYNAMIC_DISPATCH(ReadDigits)(cards, decks, digits);
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
