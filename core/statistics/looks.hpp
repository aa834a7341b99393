// How an error budget is spent over looks at a running target.
#pragma once

#include <numbers>
#include <stdexcept>
#include <string>

namespace fairshuffle {

/// The share of the budget that look 1, 2, 3, ... may spend: 6 / (pi^2 look^2). The shares of all looks,
/// however many there will be, add up to 1 (Euler 1735). Throws std::invalid_argument for look < 1.
inline double look_share(int look) {
  if (look < 1)
    throw std::invalid_argument("look_share: look must be at least 1, was " + std::to_string(look));
  const double number = look;
  return 6 / (std::numbers::pi * std::numbers::pi * number * number);
}

}  // namespace fairshuffle
