// The machine and the moment of a run, and what the terminal is.
#pragma once

#include <cstdint>
#include <cstdio>

#include "core/verdict/run_record.hpp"

namespace fairshuffle {

/// Start time, host, compiler and system; seconds and threads are the caller's to fill in.
Environment environment_now();

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
