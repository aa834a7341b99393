// The document as Markdown and JSON, and how wide text stands.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "reports/document/document.hpp"

namespace fairshuffle {

// The renderers of a document: the same words and numbers in four formats.

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
/// document.hpp has them.
std::string as_json(const Document& document);

/// One HTML 5 page that needs nothing beside itself, for light and dark screens.
std::string as_html(const Document& document);

/// What stands behind the verdict and its numbers at the head of a page and of Markdown: what it looks like,
/// whether that was expected, and of how many trials.
std::string words_behind(const Headline& line);

// Plain words as Markdown that shows just them.

/// One line of text with everything escaped that GitHub-flavoured Markdown, or the HTML in it, could take for
/// its own: in a paragraph, a heading or a table's cell. Signs that GitHub takes up whatever is escaped, as
/// in https://, www., @user, #1, :emoji: and $x$, stand in a <span>.
std::string markdown_text(std::string_view text);

/// `lines` as a block of code, whatever backticks are in them; with the line break at its end.
std::string markdown_code(std::string_view lines);

// Outside words in a document, made fit to be shown.

/// On one line without control characters, as one_visible_line has it, and cut after 1,500 bytes: what a
/// sentence quotes has no bound, a line for people has.
std::string shown_line(std::string_view text);

/// Every text but commands so. Pictures are left as they are: what draws them makes their words visible.
void make_visible(Document& document);

// How many columns of a terminal text takes.

/// The columns that UTF-8 text takes on a terminal, by the C library's table of characters: two for each of
/// the wide ones of East Asia and most pictures, none for accents that stand on the character before them.
/// What is no text, and every character of a system that has no locale of UTF-8, counts one.
std::size_t width_of(std::string_view text);

/// The bytes of the characters at the start of `text` that `width` columns hold; at least one character's,
/// for some are wider than one column.
std::size_t bytes_within(std::string_view text, std::size_t width);

// Text in lines of a terminal.

/// Whether a line may end behind the text's byte `at`: a `,`, `/` or `:` that is not within a number.
bool may_break_behind(std::string_view text, std::size_t at);

/// The widest piece of a text that is broken at spaces and there: names of targets are broken between their
/// settings, and so narrow a line cuts none of them. In columns, as width_of has them.
std::size_t widest_piece(std::string_view text);

/// Lines of at most `width` columns, at least 1: broken at spaces, a word wider than a line at the last
/// place that fits and ends a piece, and one without such a place where the line ends. Never empty.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace fairshuffle
