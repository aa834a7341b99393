// What memory the machine can give, and what the terminal is.
#pragma once

#include <cstdint>
#include <cstdio>

namespace fairshuffle {

/// Bytes of memory that the machine can give without pushing others out (MemAvailable of Linux), or all that
/// it has where that can't be told.
std::uint64_t available_memory();

/// True when the stream is a terminal.
bool is_terminal(std::FILE* stream);

/// The columns of the terminal behind the stream; 80 when they can't be told.
int terminal_width(std::FILE* stream);

/// True when colours are wanted on the stream: a terminal, and NO_COLOR is unset or empty (no-color.org).
bool wants_color(std::FILE* stream);

}  // namespace fairshuffle
