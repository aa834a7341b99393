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

/// Reads the source up to the end of its first row of numbers: how many there are; nothing where there is no
/// such row. Throws TargetError as the source does.
std::optional<int> cards_in_first_row(ByteSource& source, const std::vector<std::string>& columns);

/// True where the run lets a target be looked at, and its settings leave the deck size to its rows: lines of
/// numbers, of a size that is not given.
bool is_told_by_first_row(const TargetText& text, const TargetRun& run);

/// The text with that deck size. Throws InputError where decks have no such size.
TargetText with_deck_size(const TargetText& text, int cards);

/// A look at what a target will read.
class FirstRowLook {
 public:
  /// Looks at what `open` opens. Where that fails nothing is known, and the run will tell of it.
  FirstRowLook(const std::function<std::unique_ptr<ByteSource>()>& open,
               const std::vector<std::string>& columns);

  std::optional<int> cards() const { return cards_; }
  /// What was opened, from its first byte on, where it can't be opened again; else null.
  std::unique_ptr<ByteSource> kept() { return std::move(kept_); }

 private:
  std::optional<int> cards_;
  std::unique_ptr<ByteSource> kept_;
};

}  // namespace fairshuffle
