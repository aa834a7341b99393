// One document for every format of text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/record/deviations.hpp"

namespace fairshuffle {

// What pictures are drawn from: plain data, all of it already computed.

/// A distance, 0..1, against how often something is done.
struct Curve {
  struct Point {
    std::int64_t times = 0;
    double distance = 0;
  };
  std::string times_name;     ///< what is counted: "k"
  std::string distance_name;  ///< what is measured: "total variation from uniform"
  std::vector<Point> points;  ///< one or more, each with a larger `times`
  double goal = 0;            ///< in (0, 1): the first point below it is named
  /// The value that the text is about, where it is among the points.
  std::optional<std::int64_t> chosen = std::nullopt;
  bool logarithmic = false;  ///< of the distances; one of 0 lies at the lower end
};

/// Every sequence of choices that a shuffle can make, all of them equally likely.
struct PathTree {
  struct Path {
    std::vector<std::uint64_t> draws;  ///< the values drawn, in turn
    std::vector<std::string> decks;    ///< before the first draw and after each: one more than `draws`
    std::size_t outcome = 0;           ///< which of `outcomes` the path ends in
  };
  std::vector<std::string> outcomes;  ///< all that are possible at all, and those that never come
  std::vector<Path> paths;            ///< one or more, by their draws, and all of equally many
};

/// What a card is called where these are the names of all, or there are none.
inline std::string card_called(const std::vector<std::string>& names, std::size_t card) {
  return card < names.size() ? names[card] : std::to_string(card);
}

/// Every order of a deck against its fair share.
struct PermutationExcesses {
  int deck_size = 0;             ///< 2 or more
  std::vector<double> excesses;  ///< by rank, n! of them: how often the order comes, over its fair share, - 1
  double standard_error = 0;     ///< of an excess, where it was counted; 0 where it is exact
  std::vector<std::string> card_names = {};  ///< empty where cards go by number
};

/// Every card at every position against its fair share.
struct CardGrid {
  std::vector<std::vector<double>> deviations;  ///< [position][card], above 0 where it comes too often
  std::string unit;                             ///< of the deviations: "standard errors"
  std::vector<std::string> card_names = {};     ///< empty where cards go by number
  std::optional<double> points = {};            ///< that a unit is, where a page shows points in place of it
};

/// How many of the rising `steps` a deviation has reached, below 0 where the card comes too rarely.
int step_reached(std::span<const double> steps, double deviation);

/// Neighbours in a row of a grid that have reached the same step, and are painted together.
struct GridRun {
  std::size_t begin, end;
  int step;
};
std::vector<GridRun> runs_of(const std::vector<double>& row, std::span<const double> steps);

/// What stands above the cells of each card: names where all of them fit, else numbers.
std::vector<std::string> labels_of(const CardGrid& grid,
                                   const std::function<bool(const std::string& name)>& fits);

/// How unlikely what each test found is under fairness.
struct TestBars {
  struct Bar {
    std::string name;
    double log10_p = 0;
    std::string p;  ///< in words
    bool rejected = false;
  };
  std::vector<Bar> bars;                     ///< one or more
  std::size_t tests = bars.size();           ///< fewer where one has several hypotheses
  std::optional<double> decisive_log10_p{};  ///< at and below which one test is enough to reject fairness
};

/// Parts of a whole.
struct ShareBars {
  struct Bar {
    std::string name;
    double share = 0;  ///< an estimate: may be a little outside 0..1
  };
  std::string title;
  std::vector<Bar> bars;  ///< one or more
};

/// Where each target's total variation distance from fair lies.
struct Intervals {
  struct Interval {
    std::string name;
    std::optional<double> lower;  ///< above 0
    std::optional<double> upper;  ///< of what `lower` is about
    std::string words;
  };
  std::vector<Interval> intervals;  ///< one or more
  double tolerance = 0;
};

/// How many trials find a bias of each size.
struct Detections {
  std::vector<Detection> points;  ///< one or more, by rising tv
  double tolerance = 0;
  std::uint64_t trials = 0;  ///< of this run
};

/// How often each value of a bet came, against how often it is due.
struct Chances {
  struct Value {
    std::string name;
    double fair = 0;                     ///< the probability under fairness, above 0
    double came = 0;                     ///< the share of trials
    std::optional<double> lower, upper;  ///< of its probability; both or neither
    std::string fair_words, came_words;  ///< in percent
  };
  std::string title;
  std::vector<Value> values;  ///< one or more
  /// Where a logarithmic scale begins, in (0, 1); what lies below stands there. Without it the scale is even,
  /// from 0 on.
  std::optional<double> least;
};

using PictureData = std::variant<Curve, PathTree, PermutationExcesses, CardGrid, TestBars, ShareBars,
                                 Intervals, Detections, Chances>;

// A document as plain data: titles, paragraphs, code and tables, all of it already computed.
//
// The renderers beside this file turn the same document into text for a terminal, Markdown or one HTML page.
// Text is plain UTF-8 in all of it: no markup, every renderer escapes what its format would read as such.

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

/// What a table has of each of its records: a column, and the text of a cell in it.
template <class Record>
struct ColumnOf {
  Column column;
  std::function<std::string(const Record&)> text;
};

/// A row for each of the records.
template <class Record>
Table tabulated(const auto& records, const std::vector<ColumnOf<Record>>& columns) {
  Table table;
  for (const ColumnOf<Record>& each : columns) table.columns.push_back(each.column);
  for (const Record& record : records) {
    std::vector<Cell>& row = table.rows.emplace_back();
    for (const ColumnOf<Record>& each : columns) row.push_back({each.text(record)});
  }
  return table;
}

/// A table and what it holds.
struct CaptionedTable {
  std::string caption;
  Table table;
};

/// A picture and its numbers. A format without pictures shows the numbers alone, with their caption.
struct Figure {
  std::string title;  ///< above the picture
  PictureData picture;
  std::string remark;   ///< below the picture, in one sentence: what to look at
  std::string caption;  ///< of the numbers; may be empty
  Table numbers;
  std::vector<CaptionedTable> more_numbers = {};
  std::string name = {};  ///< tells a target's pictures apart; those without one are counted
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

/// What a section is about, in one line: its title, a verdict and what belongs to it. A page has a table of
/// these lines.
struct Headline {
  std::string anchor;  ///< unique in the document: "target-1"
  std::string badge;
  Tone tone = Tone::plain;
  std::string aside;  ///< "16,384 trials": not in a page's table, which the rest fills
  std::optional<LineBar> bar;
  std::string figures;        ///< what the bar shows, in numbers
  std::string remark;         ///< what it looks like
  std::string name = {};      ///< the title in short; empty: the title
  std::string settings = {};  ///< the rest of the title, in small print
  std::string group = {};     ///< what the line stands under
  std::string expected = {};  ///< "as expected"
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
  /// What came of a run in one line, for a terminal. A reader there begins at the end: it comes last, after
  /// the lead, and no title stands above.
  std::string summary = {};
  std::string took = {};     ///< closes the summary on a terminal: the one thing in it that no two runs share
  std::string basis = {};    ///< what all of it rests on, below the title of a page and of Markdown
  std::string subject = {};  ///< the anchor of the section that all is about: its line is their title
  const Section* section_of_subject() const;  ///< null where there is none
};

}  // namespace fairshuffle
