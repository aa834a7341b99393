// Words as a shell takes them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairshuffle {

/// The word as it is typed in a POSIX shell: itself where it is plain, else in single quotes.
std::string shell_quoted(std::string_view word);

/// The same on one line and all of it visible, for people who copy it: a word with a control character or
/// another hidden one is written as $'...', which bash, zsh and POSIX of 2024 take, but not every sh.
std::string shell_typed(std::string_view word);

/// The words of a line that was made of shell_quoted or shell_typed words with blanks between; nothing where
/// a shell would do more than part words: at another quotation mark, a variable, a wildcard and the like.
std::optional<std::vector<std::string>> shell_words(std::string_view line);

}  // namespace fairshuffle
