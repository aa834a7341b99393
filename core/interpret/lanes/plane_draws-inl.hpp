// Draws for planes: a byte for each deck. Compiled once for each vector instruction set.
#if defined(FAIRSHUFFLE_LANES_PLANE_DRAWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_PLANE_DRAWS_INL
#undef FAIRSHUFFLE_LANES_PLANE_DRAWS_INL
#else
#define FAIRSHUFFLE_LANES_PLANE_DRAWS_INL
#endif

#include "core/interpret/lanes/draws-inl.hpp"
#include "core/interpret/lanes/plane_redraw.hpp"
#include "core/interpret/lanes/planes-inl.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

/// Where the draws of successive tiles go.
struct PlaneValues {
  std::uint8_t* values;  ///< a register for each draw of each tile
  std::uint64_t* words;  ///< two registers for each batch of a tile
  std::uint16_t* again;  ///< a register
};

/// Draws from quarters of words: a word serves four rows. An element of 16 bits is a quarter of a word, so
/// with those of both halves, a byte each, a register has what its decks draw.
HWY_NOINLINE void FillPlanesBatched(const DrawPlan& plan, LaneStates& states, std::size_t lane,
                                    const PlaneValues& to, std::size_t tiles) {
  XoshiroLanes first(states, lane), second(states, lane + lane_count);
  std::uint8_t* values = to.values;
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    const std::uint64_t* bound = plan.bounds.data();
    std::uint64_t* words = to.words;
    std::uint8_t* const values_of_tile = values;
    auto again = hn::Zero(d16);
    for (const DrawBatch& batch : plan.batches) {
      const V64 one = first.Next(), other = second.Next();
      hn::Store(one, d64, words);
      hn::Store(other, d64, words + lane_count);
      words += plane_lanes;
      auto even = hn::BitCast(d16, one), odd = hn::BitCast(d16, other);
      for (std::size_t draw = 0; draw < batch.draws; ++draw) {
        const auto bound_of_draw = hn::Set(d16, static_cast<std::uint16_t>(*bound++));
        const auto drawn =
            hn::Or(hn::MulHigh(even, bound_of_draw), hn::ShiftLeft<8>(hn::MulHigh(odd, bound_of_draw)));
        even = hn::Mul(even, bound_of_draw);
        odd = hn::Mul(odd, bound_of_draw);
        hn::Store(hn::BitCast(d8, drawn), d8, values);
        values += plane_decks;
      }
      const auto threshold = hn::Set(d16, static_cast<std::uint16_t>(batch.threshold));
      again = hn::Or(again, hn::SaturatedSub(threshold, hn::Min(even, odd)));
    }
    if (HWY_UNLIKELY(!hn::AllTrue(d16, hn::Eq(again, hn::Zero(d16))))) {
      hn::Store(again, d16, to.again);
      first.Store(states, lane);
      second.Store(states, lane + lane_count);
      draw_again(plan, {lane, lane_count, values_of_tile, to.words, to.again}, states);
      first = XoshiroLanes(states, lane);
      second = XoshiroLanes(states, lane + lane_count);
    }
  }
  first.Store(states, lane);
  second.Store(states, lane + lane_count);
}

/// Draws from words of their own, row by row.
template <DrawForm form, class Source>
HWY_NOINLINE void FillPlanesByWord(const DrawPlan& plan, LaneStates& states, std::size_t lane,
                                   const PlaneValues& to, std::size_t tiles) {
  Source first(states, lane), second(states, lane + lane_count);
  std::uint8_t* values = to.values;
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    for (int row = 0; row < static_cast<int>(rows_of_word); ++row) {
      for (std::size_t draw = 0; draw < plan.draws.size(); ++draw) {
        const V64 even = Draw<form>(plan, plan.draws[draw], first);
        const V64 odd = Draw<form>(plan, plan.draws[draw], second);
        const V64 drawn = hn::ShiftLeftSame(hn::Or(even, hn::ShiftLeft<8>(odd)), 16 * row);
        std::uint8_t* const at = values + draw * plane_decks;
        const V64 before = row == 0 ? hn::Zero(d64) : hn::BitCast(d64, hn::Load(d8, at));
        hn::Store(hn::BitCast(d8, hn::Or(before, drawn)), d8, at);
      }
    }
    values += plan.draws.size() * plane_decks;
  }
  first.Store(states, lane);
  second.Store(states, lane + lane_count);
}

struct PlaneFills {
  using Fill = void (*)(const DrawPlan&, LaneStates&, std::size_t lane, const PlaneValues&,
                        std::size_t tiles);
  template <DrawForm form, class Source>
  static constexpr Fill by_word = &FillPlanesByWord<form, Source>;
  static constexpr Fill batched = &FillPlanesBatched;
};

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
