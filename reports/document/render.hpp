// The renderers of a document: the same words and numbers in four formats.
#pragma once

#include <cstddef>
#include <string>

#include "reports/document/document.hpp"

namespace fairshuffle {

/// What a terminal shows, and how wide it is.
struct TerminalStyle {
  std::size_t columns = 80;
  bool colored = false;
  bool pictures = false;    ///< cards by positions, drawn in characters
  bool everything = false;  ///< what other readers unfold in a page
};

/// For a terminal: no line is wider than its columns, but for a line of code or a command's word that can't
/// be broken. Prose keeps to a hundred columns, which eyes can follow. Bars and shades are Unicode blocks.
std::string as_terminal_text(const Document& document, const TerminalStyle& style = {});

/// GitHub-flavoured Markdown; bars are left out, since every bar stands beside its number.
std::string as_markdown(const Document& document);

/// As JSON, for programs: {"title", "lead", "sections": [{"title", "blocks", "parts"}]}. A block has one
/// member, named after its kind: "paragraph", "code", "facts", "list", "command", "table", "figure". A bar is
/// its share, 0..1. A figure has its "numbers" and, where it is one, its "curve" or its "tree" of paths as
/// picture_data.hpp has them.
std::string as_json(const Document& document);

/// One HTML 5 page that needs nothing beside itself, for light and dark screens.
std::string as_html(const Document& document);

}  // namespace fairshuffle
