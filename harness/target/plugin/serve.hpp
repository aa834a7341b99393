// The inside of a plug-in host: answers requests for rows by calls of one shuffle.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/target/plugin/load.hpp"

namespace fairshuffle {

/// The most rows that one request may ask for.
inline constexpr std::uint64_t most_rows_a_request = 65'536;

/// Reads lines "ROWS N SEED" from `requests` until it ends, calls the shuffle once for each and writes ROWS *
/// N bytes to `rows`: the decks, one after the other. Both are file descriptors. N must be `deck_size`; ROWS
/// is 1..most_rows_a_request, SEED 64 bits. A call that fails writes nothing. Throws PluginFault
/// (shuffle_failed, request_unreadable); std::system_error when reading or writing fails.
void serve_rows(const LoadedShuffle& shuffle, int deck_size, int requests, int rows);

/// Throws std::system_error.
void write_all(int to, std::string_view bytes);

/// From now on this process ends when no one is left to read `rows`, a pipe or a socket, even in the midst of
/// a call that never returns.
void end_with_reader_of(int rows);

}  // namespace fairshuffle
