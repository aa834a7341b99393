// The renderers of a document: the same words and numbers in three formats.
#pragma once

#include <string>

#include "reports/document/document.hpp"

namespace fairshuffle {

/// For a terminal: no line is wider than 80 columns, but for a word or a line of code that can't be broken.
/// Bars and shades are Unicode blocks, and every character is one column wide.
std::string as_terminal_text(const Document& document);

/// GitHub-flavoured Markdown; bars are left out, since every bar stands beside its number.
std::string as_markdown(const Document& document);

/// One HTML 5 page that needs nothing beside itself, for light and dark screens.
std::string as_html(const Document& document);

}  // namespace fairshuffle
