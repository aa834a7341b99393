// The primes that Boost.Math takes factorials apart by, where it asks how likely a hypergeometric value is:
// those of decks of 1024 cards. Its own ten thousand are in no order that compression knows, and take 13 kB.
#pragma once

#include <array>

#include <boost/cstdint.hpp>
#include <boost/math/policies/error_handling.hpp>
#include <boost/math/special_functions/math_fwd.hpp>

namespace boost::math {

/// Boost.Math takes populations up to prime(max_prime - 1), 1031, apart, and larger ones a less exact way.
inline constexpr unsigned max_prime = 173;

namespace detail {

// One more: the loop over primes ends at the first that is larger than the population.
inline constexpr auto primes = [] {
  std::array<std::uint16_t, max_prime + 1> found{};
  unsigned count = 0;
  for (unsigned number = 2; count < found.size(); ++number) {
    bool is_prime = true;
    for (unsigned index = 0; index < count && is_prime; ++index) is_prime = number % found[index] != 0;
    if (is_prime) found[count++] = static_cast<std::uint16_t>(number);
  }
  return found;
}();
static_assert(primes[max_prime - 1] == 1031);

}  // namespace detail

/// The prime that n others are below; n <= max_prime.
inline std::uint32_t prime(unsigned n) {
  return detail::primes[n];
}

}  // namespace boost::math
