// The steps of a shuffle on decks of up to 64 cards in planes, for as many decks at a time as a register has
// bytes: those next to each other from one deck on. Compiled once for each vector instruction set, and where
// there is none.
#if defined(FAIRSHUFFLE_LANES_TALL_STEPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_TALL_STEPS_INL
#undef FAIRSHUFFLE_LANES_TALL_STEPS_INL
#else
#define FAIRSHUFFLE_LANES_TALL_STEPS_INL
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/interpret/lanes/lane_programs.hpp"
#include "core/tally/planes/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE DeckBytes EitherOf(DeckBytes a, DeckBytes b) {
  return a | b;
}
HWY_INLINE DeckMask HaveBit(DeckBytes bytes, std::size_t bit) {
  return reinterpret_cast<DeckMask>((bytes & AllOf(bit)) != AllOf(0));
}
HWY_INLINE DeckBytes TakeOneWhere(DeckMask mask, DeckBytes counts) {
  return counts + mask;
}

#else

HWY_INLINE DeckBytes EitherOf(DeckBytes a, DeckBytes b) {
  return hn::Or(a, b);
}
HWY_INLINE DeckMask HaveBit(DeckBytes bytes, std::size_t bit) {
  return hn::TestBit(bytes, AllOf(bit));
}
HWY_INLINE DeckBytes TakeOneWhere(DeckMask mask, DeckBytes counts) {
  return hn::Add(counts, hn::VecFromMask(deck_tag, mask));
}

#endif

/// The planes of some decks, and what these drew.
class TallDecks {
 public:
  /// Decks first..first+decks_of_vector-1 of planes; `values` has a register of them for each draw.
  TallDecks(Plane* planes, std::size_t deck_size, std::size_t first, const std::uint8_t* values)
      : cards_(planes->data() + first), deck_size_(deck_size), values_(values) {}

  void Sort() {
    for (std::size_t p = 0; p < deck_size_; ++p) Store(p, AllOf(p));
  }

  void Do(const TallStep& tall, const Steps& steps) {
    const Step& step = steps.steps[tall.first];
    if (tall.swaps_fixed) return SwapFixed(tall, &step);
    if (step.is_by_labels()) return MoveByLabels(step);
    if (step.verb == &fairshuffle::Swap::info) return SwapDrawn(step);
    if (step.verb == &fairshuffle::Move::info) {
      return Move(Index(step.first), Index(step.second), Position(tall.lowest), Position(tall.highest));
    }
    if (step.verb == &fairshuffle::Cut::info) return Cut(Index(step.first));
    if (step.verb == &fairshuffle::DealByItself::info) return DealByItself();
    Listed(step);
  }

 private:
  /// A register for each position.
  struct alignas(64) Copied {
    std::uint8_t at[largest_tall_deck][decks_of_vector];
  };

  static HWY_INLINE std::size_t Position(int position) { return static_cast<std::size_t>(position); }
  HWY_INLINE std::uint8_t* At(std::size_t p) const { return cards_ + p * decks_of_planes; }
  HWY_INLINE DeckBytes Load(std::size_t p) const { return LoadDecks(At(p)); }
  HWY_INLINE void Store(std::size_t p, DeckBytes cards) const { StoreDecks(cards, At(p)); }

  HWY_INLINE const std::uint8_t* ValuesOf(const StepIndex& drawn) const {
    return values_ + static_cast<std::size_t>(drawn.draw) * decks_of_vector;
  }
  HWY_INLINE DeckBytes Index(const StepIndex& index) const {
    const DeckBytes fixed = AllOf(Position(index.fixed));
    return index.is_drawn() ? Sum(fixed, LoadDecks(ValuesOf(index))) : fixed;
  }

  HWY_INLINE void CopyInto(Copied& copied) const {
    for (std::size_t p = 0; p < deck_size_; ++p) StoreDecks(Load(p), copied.at[p]);
  }

#if HWY_TARGET == HWY_SCALAR

  // Card by card: fewer bytes are touched than would be compared.
  HWY_INLINE void SwapFixed(const TallStep& tall, const Step* swaps) {
    for (std::size_t k = 0; k < tall.count; ++k) {
      const FixedSwap swap = fixed_swap_of(swaps[k]);
      SwapWithDrawn(At(Position(swap.fixed)), ValuesOf(swap.drawn), At(Position(swap.drawn.fixed)));
    }
  }
  static HWY_INLINE void SwapWithDrawn(std::uint8_t* fixed, const std::uint8_t* values, std::uint8_t* from) {
    for (std::size_t deck = 0; deck < decks_of_vector; ++deck) {
      std::swap(fixed[deck], from[values[deck] * decks_of_planes + deck]);
    }
  }

#else

  HWY_INLINE void SwapFixed(const TallStep& tall, const Step* swaps) {
    switch (tall.count) {
      case 1:
        return SwapTogether<1>(tall, swaps);
      case 2:
        return SwapTogether<2>(tall, swaps);
      case 3:
        return SwapTogether<3>(tall, swaps);
      default:
        return SwapTogether<most_swaps_together>(tall, swaps);
    }
  }

  template <std::size_t count>
  struct Swaps {
    DeckBytes index[count], given[count], taken[count];
  };

  // What the swaps from k on do to the card at a position. By recursion: g++ keeps in registers what is known
  // by constant indexes from the start.
  template <std::size_t k, std::size_t count>
  static HWY_INLINE DeckBytes SwapFrom(DeckBytes position, DeckBytes card, Swaps<count>& swaps) {
    if constexpr (k < count) {
      const DeckMask here = AreEqual(swaps.index[k], position);
      swaps.taken[k] = Choose(here, card, swaps.taken[k]);
      return SwapFrom<k + 1>(position, Choose(here, swaps.given[k], card), swaps);
    } else {
      return card;
    }
  }

  template <std::size_t count>
  HWY_INLINE void SwapBetween(std::size_t begin, std::size_t end, Swaps<count>& swaps) const {
    // What is local and never handed out can stay in registers.
    Swaps<count> local = swaps;
    DeckBytes position = AllOf(begin);
    for (std::size_t p = begin; p < end; ++p) {
      Store(p, SwapFrom<0>(position, Load(p), local));
      position = Sum(position, AllOf(1));
    }
    swaps = local;
  }

  // Several swaps in one pass over the planes. What swap k gives to the position that it drew is known before
  // the pass: no later swap reaches its own position, and those of the swaps after it are looked at first.
  template <std::size_t count>
  HWY_NOINLINE void SwapTogether(const TallStep& tall, const Step* steps) {
    Swaps<count> swaps;
    DeckBytes held[count];
    std::size_t fixed[count];
    for (std::size_t k = 0; k < count; ++k) {
      const FixedSwap swap = fixed_swap_of(steps[k]);
      swaps.index[k] = Index(swap.drawn);
      fixed[k] = Position(swap.fixed);
      held[k] = Load(fixed[k]);
    }
    for (std::size_t k = 0; k < count; ++k) {
      swaps.given[k] = swaps.taken[k] = held[k];
      for (std::size_t later = k + 1; later < count; ++later) {
        const DeckMask here = AreEqual(swaps.index[k], AllOf(fixed[later]));
        swaps.taken[k] = Choose(here, held[later], swaps.taken[k]);
        held[later] = Choose(here, swaps.given[k], held[later]);
      }
    }
    const std::size_t first = std::min(fixed[0], fixed[count - 1]);
    SwapBetween(Position(tall.lowest), first, swaps);
    SwapBetween(first + count, Position(tall.highest) + 1, swaps);
    for (std::size_t k = 0; k < count; ++k) Store(fixed[k], swaps.taken[k]);
  }

#endif

  HWY_NOINLINE void SwapDrawn(const Step& step) {
    alignas(64) std::uint8_t first[decks_of_vector], second[decks_of_vector];
    StoreDecks(Index(step.first), first);
    StoreDecks(Index(step.second), second);
    for (std::size_t deck = 0; deck < decks_of_vector; ++deck) {
      std::swap(At(first[deck])[deck], At(second[deck])[deck]);
    }
  }

  // Between the two positions each card moves by one towards `from`. No position beyond lowest..highest is
  // reached.
  HWY_NOINLINE void Move(DeckBytes from, DeckBytes to, std::size_t lowest, std::size_t highest) {
    DeckBytes moved = Load(lowest);
    for (std::size_t p = lowest + 1; p <= highest; ++p)
      moved = Choose(AreEqual(from, AllOf(p)), Load(p), moved);
    DeckBytes before = Load(lowest);
    for (std::size_t p = lowest; p <= highest; ++p) {
      const DeckBytes number = AllOf(p), here = Load(p), next = Load(std::min(p + 1, highest));
      const DeckBytes up = Choose(AreBelow(number, from), here, next);
      const DeckBytes down = Choose(AreBelow(from, number), here, before);
      DeckBytes card = Choose(AreBelow(number, to), up, Choose(AreBelow(to, number), down, moved));
      Store(p, card);
      before = here;
    }
  }

  // Turns by one position, by two, by four and so on, as the bits of the cut say.
  HWY_NOINLINE void Cut(DeckBytes first) {
    Copied before;
    for (std::size_t shift = 1; shift < deck_size_; shift *= 2) {
      CopyInto(before);
      const DeckMask turns = HaveBit(first, shift);
      for (std::size_t p = 0; p < deck_size_; ++p) {
        const std::size_t from = p + shift < deck_size_ ? p + shift : p + shift - deck_size_;
        Store(p, Choose(turns, LoadDecks(before.at[from]), LoadDecks(before.at[p])));
      }
    }
  }

  /// Position p of each deck gets the card that was at source(p, deck).
  template <class Source>
  HWY_INLINE void Gather(const Source& source) {
    Copied before;
    CopyInto(before);
    for (std::size_t p = 0; p < deck_size_; ++p) {
      for (std::size_t deck = 0; deck < decks_of_vector; ++deck) {
        At(p)[deck] = before.at[source(p, deck)][deck];
      }
    }
  }

  // Position p is read before it is written, and after that no more.
  HWY_NOINLINE void DealByItself() {
    Gather([this](std::size_t p, std::size_t deck) HWY_ATTR { return At(p)[deck]; });
  }

  // sources[value * deck_size + p]: where the card of position p comes from by the value of the draw.
  HWY_NOINLINE void Listed(const Step& step) {
    const StepIndex& drawn = step.drawn();
    if (!drawn.is_drawn()) {
      Copied before;
      CopyInto(before);
      for (std::size_t p = 0; p < deck_size_; ++p) Store(p, LoadDecks(before.at[step.sources[p]]));
      return;
    }
    const std::uint8_t* const values = ValuesOf(drawn);
    Gather([&](std::size_t p, std::size_t deck)
               HWY_ATTR { return step.sources[values[deck] * deck_size_ + p]; });
  }

  /// Throwing packets is a sort by how many begin behind a card.
  HWY_INLINE void ToPacketsBehind(Copied& labels) const {
    DeckBytes behind = AllOf(0);
    for (std::size_t p = deck_size_; p-- > 0;) {
      const DeckMask begins = AreEqual(LoadDecks(labels.at[p]), AllOf(0));
      StoreDecks(behind, labels.at[p]);
      behind = AddOneWhere(begins, behind);
    }
  }

  /// Sorts by labels, turns the even ones round, throws packets, or undoes sorting. Position p comes at
  /// places.at[p] of the labels in stable order: at p, but for those that pass each other.
  HWY_NOINLINE void MoveByLabels(const Step& step) {
    Copied labels, places;
    for (std::size_t p = 0; p < deck_size_; ++p) {
      StoreDecks(Index(step.labels[p]), labels.at[p]);
      StoreDecks(AllOf(p), places.at[p]);
    }
    if (step.verb->labels == LabelUse::packets) ToPacketsBehind(labels);
    const DeckBytes turned = AllOf(step.verb->turns_even ? 1 : 0);
    // Bytes are compared with their signs.
    const DeckBytes lowest = AllOf(128);
    for (std::size_t p = 0; p < deck_size_; ++p) {
      const DeckBytes bound = Sum(EitherOf(LoadDecks(labels.at[p]), turned), lowest);
      DeckBytes place = LoadDecks(places.at[p]);
      for (std::size_t q = p + 1; q < deck_size_; ++q) {
        const DeckMask later_first = AreBelow(Sum(LoadDecks(labels.at[q]), lowest), bound);
        place = AddOneWhere(later_first, place);
        StoreDecks(TakeOneWhere(later_first, LoadDecks(places.at[q])), places.at[q]);
      }
      StoreDecks(place, places.at[p]);
    }
    if (step.verb->is_inverse) {
      return Gather([&](std::size_t p, std::size_t deck) HWY_ATTR { return places.at[p][deck]; });
    }
    CopyInto(labels);
    for (std::size_t p = 0; p < deck_size_; ++p) {
      for (std::size_t deck = 0; deck < decks_of_vector; ++deck) {
        At(places.at[p][deck])[deck] = labels.at[p][deck];
      }
    }
  }

  std::uint8_t* cards_;
  std::size_t deck_size_;
  const std::uint8_t* values_;
};

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#endif  // toggled include guard
