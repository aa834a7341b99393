// Words as a shell takes them.
#pragma once

#include <string>
#include <string_view>

namespace fairshuffle {

/// The word as it is typed in a POSIX shell: itself where it is plain, else in single quotes.
std::string shell_quoted(std::string_view word);

/// The same on one line and all of it visible, for people who copy it: a word with a control character or
/// another hidden one is written as $'...', which bash, zsh and POSIX of 2024 take, but not every sh.
std::string shell_typed(std::string_view word);

}  // namespace fairshuffle
