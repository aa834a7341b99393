// The positions of a wide deck in the order of their labels, without comparing them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/order/order.hpp"

namespace fairshuffle {

/// Fills `order` with 0, 1 ... in stable order of their labels: a counting sort by each digit of 8 bits, from
/// the lowest to the highest that any label has (Knuth, The Art of Computer Programming 3, 5.2.5). Labels of
/// decks are mostly below 256, so that one goes over them is enough, where a sort by comparisons takes ten.
/// As many labels as positions, at most largest_deck_size, none below 0.
inline void order_by_labels(std::span<const std::int64_t> labels, std::span<WideCard> order) {
  constexpr int bits_of_digit = 8;
  constexpr std::size_t digits = std::size_t{1} << bits_of_digit;
  std::uint64_t bits_used = 0;
  for (const std::int64_t label : labels) bits_used |= static_cast<std::uint64_t>(label);
  for (std::size_t position = 0; position < order.size(); ++position) {
    order[position] = static_cast<WideCard>(position);
  }
  std::array<WideCard, largest_deck_size> sorted;
  for (int shift = 0; shift < 64 && bits_used >> shift != 0; shift += bits_of_digit) {
    const auto digit_of = [&](WideCard position) {
      return (static_cast<std::uint64_t>(labels[position]) >> shift) % digits;
    };
    std::array<std::uint16_t, digits + 1> first{};
    for (const WideCard position : order) ++first[digit_of(position) + 1];
    for (std::size_t digit = 1; digit < digits; ++digit) {
      first[digit] = static_cast<std::uint16_t>(first[digit] + first[digit - 1]);
    }
    for (const WideCard position : order) sorted[first[digit_of(position)]++] = position;
    std::ranges::copy(std::span(sorted).first(order.size()), order.begin());
  }
}

}  // namespace fairshuffle
