// Sources in vector lanes: each lane steps through the words of its own source. Compiled once for each vector
// instruction set; no include guard in the usual sense.
#if defined(FAIRSHUFFLE_LANES_SOURCES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_SOURCES_INL
#undef FAIRSHUFFLE_LANES_SOURCES_INL
#else
#define FAIRSHUFFLE_LANES_SOURCES_INL
#endif

#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

#include "core/interpret/lanes/kernel.hpp"
#include "core/random/ansi_c_rand.hpp"
#include "core/random/java_random.hpp"
#include "core/random/minstd.hpp"
#include "core/random/msvc_rand.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// One number of 64 bits a lane, and the same registers as numbers of 32, 16 and 8 bits.
using D64 = hn::ScalableTag<std::uint64_t>;
using D32 = hn::Repartition<std::uint32_t, D64>;
using D16 = hn::Repartition<std::uint16_t, D64>;
using D8 = hn::Repartition<std::uint8_t, D64>;
using V64 = hn::Vec<D64>;
using M64 = hn::Mask<D64>;

inline constexpr D64 d64{};
inline constexpr D32 d32{};
inline constexpr D16 d16{};
inline constexpr D8 d8{};
inline constexpr std::size_t lane_count = hn::MaxLanes(D64());

/// The product of the lower 32 bits of both, in 64 bits.
HWY_INLINE V64 Multiply32(V64 a, V64 b) {
  return hn::MulEven(hn::BitCast(d32, a), hn::BitCast(d32, b));
}

// Every source: loads lanes lane..lane+lane_count-1 of a block's states and stores them again; Next() gives
// each lane's next word; Keep(lanes, before) puts the lanes that are not in `lanes` back to `before`.

class XoshiroLanes {
 public:
  XoshiroLanes(const LaneStates& states, std::size_t lane)
      : s0_(hn::Load(d64, &states.words[0][lane])),
        s1_(hn::Load(d64, &states.words[1][lane])),
        s2_(hn::Load(d64, &states.words[2][lane])),
        s3_(hn::Load(d64, &states.words[3][lane])) {}

  HWY_INLINE void Store(LaneStates& states, std::size_t lane) const {
    hn::Store(s0_, d64, &states.words[0][lane]);
    hn::Store(s1_, d64, &states.words[1][lane]);
    hn::Store(s2_, d64, &states.words[2][lane]);
    hn::Store(s3_, d64, &states.words[3][lane]);
  }

  HWY_INLINE V64 Next() {
    const V64 word = hn::Add(hn::RotateRight<64 - 23>(hn::Add(s0_, s3_)), s0_);
    const V64 shifted = hn::ShiftLeft<17>(s1_);
    s2_ = hn::Xor(s2_, s0_);
    s3_ = hn::Xor(s3_, s1_);
    s1_ = hn::Xor(s1_, s2_);
    s0_ = hn::Xor(s0_, s3_);
    s2_ = hn::Xor(s2_, shifted);
    s3_ = hn::RotateRight<64 - 45>(s3_);
    return word;
  }

  HWY_INLINE void Keep(M64 lanes, const XoshiroLanes& before) {
    s0_ = hn::IfThenElse(lanes, s0_, before.s0_);
    s1_ = hn::IfThenElse(lanes, s1_, before.s1_);
    s2_ = hn::IfThenElse(lanes, s2_, before.s2_);
    s3_ = hn::IfThenElse(lanes, s3_, before.s3_);
  }

 private:
  V64 s0_, s1_, s2_, s3_;
};

/// What the sources with one number of state share. `Step` has V64 Next(V64& state).
template <class Step>
class OneNumberLanes {
 public:
  OneNumberLanes(const LaneStates& states, std::size_t lane)
      : state_(hn::Load(d64, &states.words[0][lane])) {}

  HWY_INLINE void Store(LaneStates& states, std::size_t lane) const {
    hn::Store(state_, d64, &states.words[0][lane]);
  }
  HWY_INLINE V64 Next() { return Step::Next(state_); }
  HWY_INLINE void Keep(M64 lanes, const OneNumberLanes& before) {
    state_ = hn::IfThenElse(lanes, state_, before.state_);
  }

 private:
  V64 state_;
};

/// The rand() of C libraries: x -> multiplier x + increment mod 2^32, a word is bits 16..30 of x. What stands
/// above bit 31 of a lane is left over and never looked at.
template <class Scalar>
struct Rand15Step {
  static HWY_INLINE V64 Next(V64& state) {
    state = hn::Add(Multiply32(state, hn::Set(d64, Scalar::multiplier)), hn::Set(d64, Scalar::increment));
    return hn::And(hn::ShiftRight<16>(state), hn::Set(d64, 0x7fff));
  }
};

struct MinstdStep {
  static HWY_INLINE V64 Next(V64& state) {
    // 2^31 = 1 mod 2^31 - 1, so the bits above the lowest 31 are added to those; the product is below 2^47
    // and the sum below 2^31 + 2^16, less than twice the modulus.
    const V64 modulus = hn::Set(d64, Minstd::modulus);
    const V64 product = Multiply32(state, hn::Set(d64, Minstd::multiplier));
    const V64 sum = hn::Add(hn::And(product, modulus), hn::ShiftRight<31>(product));
    // Where the sum is below the modulus, the difference wraps around and is the larger one.
    state = hn::BitCast(d64, hn::Min(hn::BitCast(d32, sum), hn::BitCast(d32, hn::Sub(sum, modulus))));
    return hn::Sub(state, hn::Set(d64, 1));
  }
};

struct JavaStep {
  static HWY_INLINE V64 Next(V64& state) {
    // 48 bits times 35 bits mod 2^48, from products of 32 bits.
    const V64 low = hn::Set(d64, JavaRandom::multiplier & 0xffffffff);
    const V64 high = hn::Set(d64, JavaRandom::multiplier >> 32);
    const V64 crossed = hn::Add(Multiply32(hn::ShiftRight<32>(state), low), Multiply32(state, high));
    const V64 product = hn::Add(Multiply32(state, low), hn::ShiftLeft<32>(crossed));
    state =
        hn::And(hn::Add(product, hn::Set(d64, JavaRandom::increment)), hn::Set(d64, JavaRandom::state_mask));
    return hn::ShiftRight<16>(state);
  }
};

using MsvcLanes = OneNumberLanes<Rand15Step<MsvcRand>>;
using AnsiCLanes = OneNumberLanes<Rand15Step<AnsiCRand>>;
using MinstdLanes = OneNumberLanes<MinstdStep>;
using JavaLanes = OneNumberLanes<JavaStep>;

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET != HWY_SCALAR

#endif  // toggled include guard
