// One start of what writes rows: a program that has ended is started again for more.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "harness/target/rows/byte_source.hpp"

namespace fairshuffle {

struct RowStart {
  std::uint64_t first_seed = 0;  ///< that of start 0
  std::uint64_t number = 0;      ///< from 0
  std::uint64_t rows = 0;        ///< that will be asked for until the target is judged; 0 where nobody knows

  /// Its own. A child gets the low 31 bits, in which no two of 2^31 starts have the same.
  std::uint64_t seed() const {
    constexpr std::uint64_t low_bits = 0x7fff'ffff;
    // Odd factors and shifts to the right are one-to-one on 31 bits; 0 stays 0, so that start 0 has the
    // first.
    std::uint64_t mixed = number * 0x9e37'79b1 & low_bits;
    mixed ^= mixed >> 15;
    mixed = mixed * 0x2c1b'3c6d & low_bits;
    mixed ^= mixed >> 12;
    mixed = mixed * 0x297a'2d39 & low_bits;
    mixed ^= mixed >> 15;
    return first_seed ^ mixed;
  }
};

/// Opens the source of a start. The one before is gone by then.
using RowOpener = std::function<std::unique_ptr<ByteSource>(const RowStart&)>;

}  // namespace fairshuffle
