// The deck size where nobody told it: that of the first row.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/target/kind.hpp"
#include "harness/target/rows/byte_source.hpp"
#include "harness/target/spec.hpp"

namespace fairshuffle {

/// A row of numbers: how many they are, and how they stand there, as row_text shows it.
struct FirstRow {
  int cards = 0;
  std::string text;
};

/// Reads the source up to the end of its first row of numbers; nothing where there is no such row. Throws
/// TargetError as the source does. card_a_line: all that it has is one row, of a card a line.
std::optional<FirstRow> first_row_of(ByteSource& source, const std::vector<std::string>& columns,
                                     bool card_a_line = false);

/// True of a program that is started for each deck and writes a card a line.
bool is_card_a_line(const TargetText& text);

/// True where the run lets a target be looked at, and its settings leave the deck size to its rows: lines of
/// numbers, of a size that is not given; or lines of one where a start is one row.
bool is_told_by_first_row(const TargetText& text, const TargetRun& run);

/// The text with the deck size of that row. Throws InputError where decks have no such size.
TargetText with_deck_size(const TargetText& text, const FirstRow& row);

/// A look at what a target will read.
class FirstRowLook {
 public:
  /// Looks at what `open` opens, until the run is to end. Where that fails nothing is known, and the run will
  /// tell of it.
  FirstRowLook(const std::function<std::unique_ptr<ByteSource>()>& open,
               const std::vector<std::string>& columns, const TargetRun& run, bool card_a_line = false);

  /// Nothing where none was seen.
  const std::optional<FirstRow>& row() const { return row_; }
  /// What was opened, from its first byte on, where it can't be opened again; else null.
  std::unique_ptr<ByteSource> kept() { return std::move(kept_); }

 private:
  std::optional<FirstRow> row_;
  std::unique_ptr<ByteSource> kept_;
};

}  // namespace fairshuffle
