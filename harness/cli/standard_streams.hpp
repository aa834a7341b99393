// Standard input, output and error as the program is started with them: closed, full or fine.
#pragma once

#include <string_view>

namespace fairshuffle {

/// Stands something in the place of each standard stream that is closed, on which reading or writing fails as
/// it does on a closed one. Else the next file or pipe would be opened in its place, and be taken for it. To
/// be called before anything is opened.
void fill_closed_standard_streams();

/// Writes to standard error. What cannot be told is no reason to break off: full or closed, nothing happens.
void tell(std::string_view text) noexcept;

/// Likewise, as one line that begins with the program's name.
void tell_sentence(std::string_view sentence);

}  // namespace fairshuffle
