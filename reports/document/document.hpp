// A document as plain data: titles, paragraphs, code and tables, all of it already computed.
//
// The renderers beside this file turn the same document into text for a terminal, Markdown or one HTML page.
// Text is plain UTF-8 in all of it: no markup, every renderer escapes what its format would read as such.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "reports/document/picture_data.hpp"

namespace fairshuffle {

struct Paragraph {
  std::string text;
};

/// Lines of a program, kept as they are.
struct Code {
  std::string text;
};

enum class ColumnKind {
  text,
  number,  ///< aligned to the right
  bar,     ///< Cell::share as a bar's length; the cell's text is not shown
  shade,   ///< a number with a shade as dark as Cell::share, where the format has no picture of it
};

struct Column {
  std::string heading;
  ColumnKind kind = ColumnKind::text;
  std::optional<double> mark = std::nullopt;  ///< of a bar: the share at which a line is drawn, 0..1
};

struct Cell {
  std::string text;
  double share = 0;  ///< 0..1, of a bar or a shade
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;  ///< each as long as `columns`
};

/// A picture and its numbers. A format without pictures shows the numbers alone, with their caption.
struct Figure {
  std::string title;  ///< above the picture
  PictureData picture;
  std::string remark;   ///< below the picture: what to look at
  std::string caption;  ///< of the numbers; may be empty
  Table numbers;
};

using Block = std::variant<Paragraph, Code, Table, Figure>;

struct Section {
  std::string title;
  std::vector<Block> blocks;
};

struct Document {
  std::string title;
  std::string lead;  ///< the document in one sentence
  std::vector<Section> sections;
};

}  // namespace fairshuffle
