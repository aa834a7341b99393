// The counts of draw digits, one digit after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/statistics/arguments.hpp"
#include "core/statistics/chi_squared_result.hpp"
#include "core/tally/tables/draw_digits.hpp"

namespace fairshuffle::detail {

/// Calls visit(i, counts of digit i), 1 <= i < n. Throws std::invalid_argument in the name of `function`
/// where these are not the counts of so many digits, or one does not add up to the trials.
template <class Visit>
void for_each_digit(std::string_view function, int deck_size, std::uint64_t trials,
                    std::span<const std::uint64_t> digits, Visit visit) {
  const auto n = static_cast<std::size_t>(deck_size);
  if (digits.size() != cell_of_digit(n)) {
    refuse_argument(function, "digits", "n (n + 1) / 2 - 1", static_cast<double>(digits.size()));
  }
  for (std::size_t i = 1; i < n; ++i) {
    const std::span<const std::uint64_t> counts = digits.subspan(cell_of_digit(i), i + 1);
    std::uint64_t counted = 0;
    for (const std::uint64_t count : counts) counted += count;
    check_total(function, counted, trials, trials);
    visit(i, counts);
  }
}

}  // namespace fairshuffle::detail
