// Outside words as formats can hold them: valid UTF-8 without control characters, and nothing of them lost.
#pragma once

#include <string>
#include <string_view>

namespace fairshuffle {

/// `text` on one line: each control character becomes its Unicode picture (U+0007 the character U+2407), and
/// each byte that is no UTF-8, each control character above 0x7F, each that turns the direction of others
/// (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), each that nobody can see (U+00AD, U+200B,
/// U+2060 to U+2064, U+FEFF, U+E0000 to U+E007F) and each of U+2028, U+2029, U+FFFE and U+FFFF becomes
/// U+FFFD. XML 1.0 allows every character of the result. What servers take for commands in a log becomes what
/// only looks like it: "::" before a word U+2237, and "##[" anywhere "#", U+FF03 and "[".
std::string one_visible_line(std::string_view text);

/// The same with newlines and tabs kept, for what is no line of a log: commands stay as they are.
std::string visible_lines(std::string_view text);

/// `json`, a document in valid UTF-8, with each character that is replaced there written as an escape
/// instead, U+202E as "\u202e", and the second "#" of each "##[" too: for every reader the same document.
std::string inert_json(std::string_view json);

/// The characters of `text`, U+FFFD for each byte that is no UTF-8.
std::u32string characters_of(std::string_view text);

}  // namespace fairshuffle
