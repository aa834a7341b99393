// The sources that have a lane form: their types, and their states among those of a block's lanes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/interpret/lanes/kernel.hpp"
#include "core/random/generators.hpp"
#include "core/random/language_generators.hpp"

namespace fairshuffle {

/// Calls visitor(std::type_identity<S>{}) with the type of the source.
template <class Visitor>
void visit_lane_source(LaneSource source, Visitor&& visitor) {
  switch (source) {
    case LaneSource::xoshiro256pp:
      return visitor(std::type_identity<Xoshiro256PlusPlus>{});
    case LaneSource::msvc_rand:
      return visitor(std::type_identity<MsvcRand>{});
    case LaneSource::ansi_c_rand:
      return visitor(std::type_identity<AnsiCRand>{});
    case LaneSource::minstd:
      return visitor(std::type_identity<Minstd>{});
    case LaneSource::java_random:
      return visitor(std::type_identity<JavaRandom>{});
  }
}

/// The seed of a lane of the block with that seed. A step of SplitMix64 is one-to-one, so no two lanes of a
/// block share a seed; sources with fewer bits of state may share a stream all the same.
constexpr std::uint64_t lane_seed(std::uint64_t block_seed, std::size_t lane) {
  return SplitMix64(block_seed ^ lane).next();
}

template <class S>
void store_lane(const S& source, LaneStates& states, std::size_t lane) {
  if constexpr (std::is_same_v<S, Xoshiro256PlusPlus>) {
    for (std::size_t word = 0; word < 4; ++word) states.words[word][lane] = source.state()[word];
  } else {
    states.words[0][lane] = source.state();
  }
}

template <class S>
S source_of_lane(const LaneStates& states, std::size_t lane) {
  if constexpr (std::is_same_v<S, Xoshiro256PlusPlus>) {
    return S(std::array{states.words[0][lane], states.words[1][lane], states.words[2][lane],
                        states.words[3][lane]});
  } else {
    return S::of_state(states.words[0][lane]);
  }
}

/// The states of a block's lanes at its start.
template <class S>
void seed_lanes(std::uint64_t block_seed, LaneStates& states) {
  for (std::size_t lane = 0; lane < lanes_per_block; ++lane) {
    store_lane(S(lane_seed(block_seed, lane)), states, lane);
  }
}

}  // namespace fairshuffle
