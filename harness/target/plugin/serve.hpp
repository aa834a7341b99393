// The inside of a plug-in host: answers requests for rows by calls of one shuffle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/order/order.hpp"
#include "harness/target/plugin/load.hpp"

namespace fairshuffle {

/// The most rows that one request may ask for.
inline constexpr std::uint64_t most_rows_a_request = 65'536;

/// What begins an answer and ends it, drawn anew for each request: the library does not know it, so that what
/// it writes to a descriptor that it happens to find is no answer. Its bytes are as the machine has them.
using AnswerMark = std::uint64_t;

/// What a card takes, the lower byte first.
constexpr std::size_t bytes_of_card(int deck_size) {
  return is_wide_deck(deck_size) ? sizeof(WideCard) : sizeof(Card);
}

/// Reads lines "ROWS N SEED MARK" from `requests` until it ends, calls the shuffle once for each and writes
/// to `rows` MARK, ROWS * N times bytes_of_card, the decks, one after the other, and MARK again. Both are
/// file descriptors. N must be `deck_size`; ROWS is 1..most_rows_a_request, SEED and MARK 64 bits. A call
/// that fails writes nothing. Throws PluginFault (shuffle_failed, request_unreadable); std::system_error when
/// reading or writing fails.
void serve_rows(const LoadedShuffle& shuffle, int deck_size, int requests, int rows);

/// Throws std::system_error.
void write_all(int to, std::string_view bytes);

}  // namespace fairshuffle
