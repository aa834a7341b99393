// The ranks of a tile of planes, and what they say of trials that repeat the last one of their lane. Compiled
// once for each vector instruction set.
#if defined(FAIRSHUFFLE_LANES_TILE_RANKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_TILE_RANKS_INL
#undef FAIRSHUFFLE_LANES_TILE_RANKS_INL
#else
#define FAIRSHUFFLE_LANES_TILE_RANKS_INL
#endif

#include <array>
#include <type_traits>

#include "core/interpret/lanes/plane_ranks-inl.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

/// The ranks of a tile, and those of the trials before them in their lanes.
template <int deck_size>
struct TileRanks {
  // A rank has a byte up to 5 cards, and an element of 16 bits beyond: of even decks, then of odd ones.
  static constexpr bool are_bytes = deck_size <= 5;
  static constexpr std::size_t registers = are_bytes ? 1 : 2;
  using D = std::conditional_t<are_bytes, D8, D16>;
  using RankNumber = hn::TFromD<D>;

  hn::Vec<D> rank[registers];

  static HWY_INLINE TileRanks Of(const Planes<deck_size>& planes) {
    if constexpr (are_bytes) {
      return {{ByteRanks(planes)}};
    } else {
      const WordRanks ranks = RanksOf(planes);
      return {{ranks.even, ranks.odd}};
    }
  }
  static HWY_INLINE TileRanks Load(const RankNumber* from) {
    TileRanks ranks;
    for (std::size_t i = 0; i < registers; ++i) ranks.rank[i] = hn::Load(D(), from + i * hn::MaxLanes(D()));
    return ranks;
  }
  HWY_INLINE void Store(RankNumber* to) const {
    for (std::size_t i = 0; i < registers; ++i) hn::Store(rank[i], D(), to + i * hn::MaxLanes(D()));
  }

  /// How many of these are those of their lane's trial before; `last` is the tile before.
  HWY_INLINE std::size_t EqualToBefore(const TileRanks& last) const {
    std::size_t equal = 0;
    for (std::size_t i = 0; i < registers; ++i) {
      // The four rows of a lane stand side by side in 64 bits.
      const V64 before = hn::Or(hn::ShiftLeft<16>(hn::BitCast(d64, rank[i])),
                                hn::ShiftRight<48>(hn::BitCast(d64, last.rank[i])));
      equal += hn::CountTrue(D(), hn::Eq(rank[i], hn::BitCast(D(), before)));
    }
    return equal;
  }

  /// A tile whose last row is that of the lanes from `lane` on; and the other way round.
  static TileRanks After(const std::array<std::uint64_t, lanes_per_block>& previous, std::size_t lane) {
    HWY_ALIGN std::uint64_t last[registers * lane_count] = {};
    for (std::size_t i = 0; i < plane_lanes; ++i) {
      const std::uint64_t rank = static_cast<RankNumber>(previous[lane + i]);
      last[At(i)] |= rank << Shift(i);
    }
    return Load(reinterpret_cast<const RankNumber*>(last));
  }
  void GiveBack(std::array<std::uint64_t, lanes_per_block>& previous, std::size_t lane) const {
    HWY_ALIGN std::uint64_t last[registers * lane_count];
    Store(reinterpret_cast<RankNumber*>(last));
    for (std::size_t i = 0; i < plane_lanes; ++i) {
      const auto rank = static_cast<RankNumber>(last[At(i)] >> Shift(i));
      previous[lane + i] = rank == static_cast<RankNumber>(no_order) ? no_order : rank;
    }
  }

 private:
  static std::size_t At(std::size_t i) { return are_bytes ? i % lane_count : i; }
  static int Shift(std::size_t i) { return 48 + (are_bytes && i >= lane_count ? 8 : 0); }
};

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
