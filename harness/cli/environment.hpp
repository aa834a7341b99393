// What memory the machine can give, what the terminal is, and where a CI step keeps its summary.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

namespace fairshuffle {

/// Bytes of memory that the machine can give without pushing others out (MemAvailable of Linux), or all that
/// it has where that can't be told.
std::uint64_t available_memory();

/// True when the stream is a terminal.
bool is_terminal(std::FILE* stream);

/// True when the stream is a terminal that understands escape sequences: TERM is set, and not to "dumb".
bool is_able_terminal(std::FILE* stream);

/// The columns of the terminal behind the stream; without one, or where it does not tell, those that COLUMNS
/// names, or 80.
int terminal_width(std::FILE* stream);

/// True when colours are wanted on the stream: a terminal that can show them, and NO_COLOR is unset or empty
/// (no-color.org).
bool wants_color(std::FILE* stream);

/// The file that GITHUB_STEP_SUMMARY names; nothing where it is unset or empty.
std::optional<std::string> github_summary_file();

}  // namespace fairshuffle
