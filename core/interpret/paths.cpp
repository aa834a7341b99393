#include "core/interpret/paths.hpp"

#include <algorithm>
#include <functional>

#include "core/interpret/trace.hpp"

namespace fairshuffle {

namespace {

using Integer = PathArithmetic::Integer;

// How many equally likely choices a draw below `bound` is; 0 where that is not known.
Integer choices_of(const SampleSetup& setup, std::uint64_t bound) {
  const std::uint64_t max_word = max_word_of(*setup.source, setup.bits);
  // The exact draw's law is uniform for every bound, whatever its size.
  if (bound == 1 || setup.draw->law(*setup.source, max_word, 3).uniform) return bound;
  if (bound > largest_tabulated_bound) return 0;
  const DrawLaw law = setup.draw->law(*setup.source, max_word, bound);
  // Where the words divide evenly, the choice among them is one among the values.
  const bool even =
      law.uniform || std::ranges::adjacent_find(law.words, std::not_equal_to{}) == law.words.end();
  return even ? Integer(bound) : Integer(law.max_word) + 1;
}

bool is_prime(int number) {
  for (int divisor = 2; divisor * divisor <= number; ++divisor) {
    if (number % divisor == 0) return false;
  }
  return number > 1;
}

}  // namespace

std::optional<PathArithmetic> path_arithmetic(const SampleSetup& setup) {
  PathArithmetic arithmetic;
  for (const TraceEvent& event : trace(setup, 1).events) {
    // Nothing else that a deck answers can decide what a shuffle asks next.
    if (event.kind == EventKind::compare || event.kind == EventKind::word) return std::nullopt;
    if (event.kind != EventKind::draw) continue;
    if (arithmetic.bounds.size() == most_draws_multiplied) return std::nullopt;
    arithmetic.bounds.push_back(event.first);
    arithmetic.choices.push_back(choices_of(setup, event.first));
    if (arithmetic.choices.back() == 0) return std::nullopt;
    arithmetic.paths *= arithmetic.choices.back();
  }
  for (int factor = 2; factor <= setup.deck_size; ++factor) {
    arithmetic.orders *= factor;
    const bool supplied = std::ranges::any_of(
        arithmetic.choices, [factor](const Integer& choices) { return choices % factor == 0; });
    if (is_prime(factor) && !supplied) arithmetic.missing_primes.push_back(factor);
  }
  arithmetic.per_order = arithmetic.paths / arithmetic.orders;
  arithmetic.left_over = arithmetic.paths % arithmetic.orders;
  return arithmetic;
}

}  // namespace fairshuffle
