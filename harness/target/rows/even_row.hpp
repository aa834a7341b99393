// Rows of numbers as programs write them: the same byte between any two numbers. With the widest vectors of
// the machine: the same rows on any of them, and on none.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/order/order.hpp"

namespace fairshuffle {

/// The largest number that take_even_row reads.
inline constexpr unsigned largest_even_number = 99;

/// Reads one row of deck_size cards into `cards`: numbers of one or two digits, counted from `base`, with one
/// blank, tab or comma between any two of them, the same one throughout, and '\n' after the last. The bytes
/// read; 0 where it is no such row or no order, or where the lines end too soon behind it. Preconditions:
/// deck_size in 2..cards_of_word, deck_size - 1 + base <= largest_even_number; there are two bytes before
/// the lines, the last one '\n'.
std::size_t take_even_row(std::string_view lines, unsigned deck_size, unsigned base, WideCard* cards);

}  // namespace fairshuffle
