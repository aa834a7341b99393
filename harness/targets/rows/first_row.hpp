// What the first rows say of all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/record/plan.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/rows/row_sampler.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

// The deck size where nobody told it: that of the first row.

/// A row of numbers: how many they are, and how they stand there, as row_text shows it.
struct FirstRow {
  int cards = 0;
  std::string text;
  bool is_standard = false;  ///< in place of numbers it has the 52 cards of the standard deck
};

/// Reads the source up to the end of its first row of numbers, and adds what it read to `bytes`; nothing
/// where there is none, or the run is to end. Throws TargetError as the source does, and where the row is of
/// no numbers. card_a_line: all that it has is one row, of a card a line.
std::optional<FirstRow> first_row_of(ByteSource& source, std::string& bytes,
                                     const std::vector<std::string>& columns, bool card_a_line = false);

/// True of a program that is started for each deck and writes a card a line.
bool is_card_a_line(const TargetText& text);

/// True where the run lets a target be looked at, and its settings leave the deck size to its rows: lines of
/// numbers, of a size that is not given; or lines of one where a start is one row.
bool is_told_by_first_row(const TargetText& text, const TargetRun& run);

/// The text with the deck size of that row, or its deck. Throws InputError where decks have no such size.
TargetText with_deck_size(const TargetText& text, const FirstRow& row);

/// What a target will read, seen before.
struct FirstRowLook {
  std::optional<FirstRow> row;  ///< nothing where none was seen
  /// What was opened, from its first byte on, where it can't be opened again; else null.
  std::shared_ptr<ByteSource> kept;
};

/// Looks at what `open` opens, until the run is to end: for numbers, or the cards of the standard deck. Where
/// that fails nothing is known, and the run will tell of it.
FirstRowLook look_at_first_row(const std::function<std::shared_ptr<ByteSource>()>& open,
                               const std::vector<std::string>& columns, const TargetRun& run,
                               bool card_a_line = false);

// What the first rows tell of a setting that was typed wrongly.

/// "gzip packed these bytes; unpack them first: gzip -dc FILE | fairshuffle certify --stdin"; empty for bytes
/// that may be rows of this format.
std::string why_no_rows(const RowFormat& format, std::string_view first_bytes);

/// Throws TargetError where the first bytes are none of rows.
void check_first_bytes(const RowFormat& format, std::string_view first_bytes);

/// Throws TargetError where the first rows are whole decks of another size.
void check_deck_size(const RowFormat& format, const RowBuffer& rows);

// A look at the way to a target whose trials are rows, apart from statistics: how its first rows are
// understood, and how fast rows come.

/// A row as it was read.
struct ShownRow {
  std::string written;  ///< for a reader's eyes; empty where nobody wrote it and it is a permutation
  std::vector<WideCard> permutation;  ///< empty where it is none
};

struct RowPace {
  std::uint64_t rows = 0;
  std::uint64_t no_permutations = 0;  ///< of these
  double seconds = 0;
  std::optional<double> a_second = {};  ///< rows, once all have started
};

class RowTrial {
 public:
  static constexpr std::uint64_t most_shown = 1000;

  /// Opens the target, which must outlive the trial, at the first block of a run of that seed and so many
  /// trials at most: its starts are told what its looks need, as in a run. Throws TargetError.
  RowTrial(const RowTarget& target, std::uint64_t run_seed, std::uint64_t max_trials);
  RowTrial(const RowTrial&) = delete;
  RowTrial& operator=(const RowTrial&) = delete;

  /// The first so many rows, at most most_shown, or those that there are. To be called once. A fault among
  /// them is kept (`fault`), since what came before is half of its explanation.
  std::vector<ShownRow> first(std::uint64_t rows);
  const std::optional<TargetError>& fault() const { return fault_; }

  /// Reads and counts further rows for about so many seconds, up to the most trials. Throws TargetError.
  RowPace measure(double seconds);

  /// What the target said beside its rows, in one line.
  const std::string& asides() const { return asides_; }

 private:
  void begin_look();

  const RowTarget* target_;
  std::uint64_t max_trials_;
  LookSchedule looks_;
  RowSampler sampler_;
  std::string bytes_, asides_;  // of all its starts
  bool are_kept_ = true;        // the bytes that come
  std::optional<TargetError> fault_;
  std::uint64_t counted_ = 0;
};

}  // namespace fairshuffle
