// Counts as bytes, written: the few words that everything a tally holds is told in.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fairshuffle {

/// Writes numbers with seven bits a byte, the lowest first, and the top bit of all but the last: LEB128, as
/// in the DWARF debugging format. A table is written as its cells that are not 0: twice how far one lies
/// behind the last one (behind cell -1 the first) and its count; where many follow each other, that plus 1,
/// the count, how many cells follow in a row, and of each by how much it differs from the one before (d as
/// 2 d, -d as 2 d - 1). A 0 after all of them. That is about a byte a cell where counts are alike, three
/// where few cells are not 0, and next to nothing where none are.
class CountsWriter {
 public:
  /// `put` takes the bytes, in their order; what it throws is passed on.
  explicit CountsWriter(std::function<void(std::string_view)> put) : put_(std::move(put)) {
    bytes_.reserve(most_held + 64);
  }

  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>((value & 0x7f) | 0x80);
    bytes_ += static_cast<char>(value);
    if (bytes_.size() >= most_held) hand_over();
  }
  /// Its length, and it.
  void text(std::string_view text);

  template <class Count>
  void table(std::span<const Count> cells) {
    Table table(*this);
    for (std::size_t cell = 0; cell < cells.size(); ++cell) table.cell(cell, cells[cell]);
    table.end();
  }

  /// A table that is told cell by cell.
  class Table {
   public:
    explicit Table(CountsWriter& writer) : writer_(writer) {}
    /// By ascending cell.
    void cell(std::uint64_t cell, std::uint64_t count) {
      if (count == 0) return;
      const std::uint64_t behind = first_ + held_.size();
      if (held_.empty() || cell > behind + most_skipped || held_.size() >= most_in_row) {
        hand_over();
        first_ = cell;
      } else {
        held_.insert(held_.end(), cell - behind, 0);
      }
      held_.push_back(count);
    }
    void end() {
      hand_over();
      writer_.number(0);
    }

   private:
    // To begin a row anew costs no more than so many cells of 0 in it.
    static constexpr std::uint64_t most_skipped = 2;
    static constexpr std::size_t most_in_row = 4096;

    // In a row or each by itself, whichever takes fewer bytes where counts are small.
    void hand_over();

    CountsWriter& writer_;
    std::uint64_t next_ = 0;  // behind the last cell that was written
    std::uint64_t first_ = 0;
    std::vector<std::uint64_t> held_;  // the counts from cell first_ on, of which the last is not 0
  };

  /// To be called after the last of all.
  void end() { hand_over(); }

 private:
  static constexpr std::size_t most_held = 64 * 1024;

  void hand_over();

  std::function<void(std::string_view)> put_;
  std::string bytes_;
};

}  // namespace fairshuffle
