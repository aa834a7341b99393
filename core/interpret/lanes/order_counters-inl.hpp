// Counters for each order of few cards, that of a trial found by no jump. Compiled once for each vector
// instruction set.
#if defined(FAIRSHUFFLE_LANES_ORDER_COUNTERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_ORDER_COUNTERS_INL
#undef FAIRSHUFFLE_LANES_ORDER_COUNTERS_INL
#else
#define FAIRSHUFFLE_LANES_ORDER_COUNTERS_INL
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/interpret/lanes/plane_ranks-inl.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

/// A register of counters for each order of up to 4 cards: that of rank r is one more in the bytes where a
/// trial has rank r.
template <int deck_size>
class OrderCounters {
 public:
  static constexpr int orders = OrderCountOf(deck_size);

  /// `registers` of zeros, one for each order.
  explicit OrderCounters(std::uint8_t* registers) : registers_(registers) {}

  /// A byte is counted in once a tile, so that none reaches 256.
  HWY_INLINE bool HasRoomFor(std::size_t tiles) const { return tiles_ + tiles <= 255; }

  /// Counts tiles of ranks, a byte each; those from `orders` on are no order's.
  HWY_INLINE void Count(const std::uint8_t* ranks, std::size_t tiles) {
    tiles_ += tiles;
    CountFrom<0>(ranks, tiles);
  }

  /// Gives how many trials had each rank to `add`, and counts from 0 again.
  template <class Add>
  HWY_INLINE void Empty(Add add) {
    for (int order = 0; order < orders; ++order) {
      std::uint8_t* const at = Register(order);
      const std::uint64_t trials = hn::GetLane(hn::SumOfLanes(d64, hn::SumsOf8(hn::Load(d8, at))));
      if (trials > 0) add(static_cast<std::uint64_t>(order), trials);
      hn::Store(hn::Zero(d8), d8, at);
    }
    tiles_ = 0;
  }

 private:
  std::uint8_t* Register(int order) const {
    return registers_ + static_cast<std::size_t>(order) * plane_decks;
  }

  // As many counters as there are registers for, all tiles through: to take them up for one tile or one order
  // at a time costs twice as much.
  template <int first>
  HWY_INLINE void CountFrom(const std::uint8_t* ranks, std::size_t tiles) {
    constexpr int count = std::min(6, orders - first);
    Planes<count> counters;
    LoadFrom<first, 0>(counters);
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      AddFrom<first, 0>(hn::Load(d8, ranks + tile * plane_decks), counters);
    }
    StoreFrom<first, 0>(counters);
    if constexpr (first + count < orders) CountFrom<first + count>(ranks, tiles);
  }

  // By recursion, so that the counters stay in registers.
  template <int first, int i, int count>
  HWY_INLINE void LoadFrom(Planes<count>& counters) const {
    if constexpr (i < count) {
      counters.card[i] = hn::Load(d8, Register(first + i));
      LoadFrom<first, i + 1>(counters);
    }
  }
  template <int first, int i, int count>
  static HWY_INLINE void AddFrom(V8 ranks, Planes<count>& counters) {
    if constexpr (i < count) {
      const auto here = hn::Eq(ranks, Number(first + i));
#if HWY_TARGET <= HWY_AVX3
      counters.card[i] = hn::IfThenElse(here, hn::Add(counters.card[i], Number(1)), counters.card[i]);
#else
      counters.card[i] = hn::Sub(counters.card[i], hn::VecFromMask(d8, here));
#endif
      AddFrom<first, i + 1>(ranks, counters);
    }
  }
  template <int first, int i, int count>
  HWY_INLINE void StoreFrom(const Planes<count>& counters) const {
    if constexpr (i < count) {
      hn::Store(counters.card[i], d8, Register(first + i));
      StoreFrom<first, i + 1>(counters);
    }
  }

  std::uint8_t* registers_;
  std::size_t tiles_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
