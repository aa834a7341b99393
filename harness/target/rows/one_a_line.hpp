// Rows of which each card stands in a line of its own.
#pragma once

#include <memory>

#include "harness/target/rows/line_parser.hpp"

namespace fairshuffle {

/// `words` reads the cards of a row, parted by blanks. Blank lines may stand between decks, and not in one.
std::unique_ptr<LineParser> make_one_a_line(int deck_size, std::unique_ptr<LineParser> words);

}  // namespace fairshuffle
