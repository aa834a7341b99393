// Integers of 128 bits, which the standard has no name for.
#pragma once

namespace fairshuffle {

/// Wide enough for two words' product, and for the square of 2^53 trials times four million cells.
__extension__ using Wide = unsigned __int128;

}  // namespace fairshuffle
