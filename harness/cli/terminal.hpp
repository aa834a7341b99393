// What the terminal behind a stream can show.
#pragma once

#include <cstdio>

namespace fairshuffle {

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

}  // namespace fairshuffle
