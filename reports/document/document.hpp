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

/// Short lines, each under a name of its own.
struct Facts {
  struct Line {
    std::string name;
    std::string text;
  };
  std::vector<Line> lines;
};

/// Sentences of equal rank.
struct List {
  std::vector<std::string> items;
};

/// A command of a shell, to be copied.
struct Command {
  std::string text;
};

/// How good something is, as a colour says it beside its word.
enum class Tone { plain, good, open, bad, broken };

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
  Tone tone = Tone::plain;
  std::string sign = {};  ///< before the text in Markdown, which has no colours
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;  ///< each as long as `columns`
};

/// A table and what it holds.
struct CaptionedTable {
  std::string caption;
  Table table;
};

/// A picture and its numbers. A format without pictures shows the numbers alone, with their caption.
struct Figure {
  std::string title;  ///< above the picture
  PictureData picture;
  std::string remark;   ///< below the picture: what to look at
  std::string caption;  ///< of the numbers; may be empty
  Table numbers;
  std::vector<CaptionedTable> more_numbers = {};
  std::string name = {};  ///< tells a target's pictures apart; those without one are counted
  std::string kind = {};  ///< what all pictures like it are called; empty: the title
};

using Block = std::variant<Paragraph, Code, Facts, List, Command, Table, Figure>;

/// Which formats show a section. A page has room for all, since it folds what is not read at once, but for a
/// table that its own lines repeat.
enum class Shown {
  everywhere,
  in_text,     ///< on a terminal and in Markdown
  in_files,    ///< in a page and in Markdown; on a terminal that is asked for everything
  in_detail,   ///< in a page; on a terminal that is asked for everything
  as_picture,  ///< in a page; a CardGrid also on terminals that draw pictures
  on_page
};

/// A bar in a page's line: from one share of its width to another, with a line across it; all 0..1.
struct LineBar {
  double from = 0, to = 0;
  double mark = 0;
  bool alarm = false;  ///< in the colour of what is wrong
};

/// What a section is about, in one line: its title, a verdict and what belongs to it.
struct Headline {
  std::string anchor;  ///< unique in the document: "target-1"
  std::string badge;
  Tone tone = Tone::plain;
  std::string aside;  ///< "16,384 trials": not in a page's line, which the next three fill
  std::optional<LineBar> bar;
  std::string figures;  ///< what the bar shows, in numbers
  std::string remark;   ///< at the end
};

struct Section {
  std::string title;  ///< may be empty: then the section goes on without a heading
  std::vector<Block> blocks;
  Shown shown = Shown::everywhere;
  bool folded = false;  ///< in a page, until it is opened
  std::optional<Headline> headline = std::nullopt;
  std::vector<Section> parts = {};  ///< after the blocks, one level below
};

struct Document {
  std::string title;
  std::string lead;  ///< the document in one sentence
  std::vector<Section> sections;
  /// What came of a run in one line. A reader in a terminal begins at the end: there it comes last, after
  /// the lead, and no title stands above.
  std::string summary = {};
  std::string took = {};  ///< closes the summary on a terminal: the one thing in it that no two runs share
};

}  // namespace fairshuffle
