// Words as a shell takes them.
#pragma once

#include <string>
#include <string_view>

namespace fairshuffle {

/// The word as it is typed in a POSIX shell: itself where it is plain, else in single quotes.
std::string shell_quoted(std::string_view word);

}  // namespace fairshuffle
