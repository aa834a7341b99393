// Plain words as Markdown that shows just them.
#pragma once

#include <string>
#include <string_view>

namespace fairshuffle {

/// One line of text with everything escaped that GitHub-flavoured Markdown, or the HTML in it, could take for
/// its own: in a paragraph, a heading or a table's cell.
std::string markdown_text(std::string_view text);

/// `lines` as a block of code, whatever backticks are in them; with the line break at its end.
std::string markdown_code(std::string_view lines);

}  // namespace fairshuffle
