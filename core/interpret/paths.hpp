// Path arithmetic: whether the equally likely paths of a shuffle can be spread evenly over n! orders at all.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

#include "core/interpret/sample.hpp"

namespace fairshuffle {

/// A path is one sequence of choices; all paths are equally likely. With exact draws a draw below b is one
/// choice of b; with a draw method that is not uniform for that b it is one choice among all of a source's
/// words.
struct PathArithmetic {
  using Integer = boost::multiprecision::cpp_int;

  std::vector<std::uint64_t> bounds;  ///< of the draws, in turn
  std::vector<Integer> choices;       ///< what each draw multiplies the paths by
  Integer paths = 1;                  ///< their product
  Integer orders = 1;                 ///< n!
  Integer per_order = 0;              ///< paths / orders, rounded down
  Integer left_over = 0;              ///< paths mod orders: where it is not 0, no fair share exists
  /// The primes of n! that divide no draw's choices, ascending: while there are any, left_over is above 0
  /// however often such draws are made.
  std::vector<int> missing_primes;
};

/// Nothing where the draws are not the same on every path (coins decide what is asked next) or not made
/// through the deck, and for more than most_draws_multiplied draws. Throws std::invalid_argument where
/// why_not_sampled has something to say.
inline constexpr std::size_t most_draws_multiplied = 10'000;
std::optional<PathArithmetic> path_arithmetic(const SampleSetup& setup);

}  // namespace fairshuffle
