// Counts as bytes, written: the few words that everything a tally holds is told in.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace fairshuffle {

/// Writes numbers with seven bits a byte, the lowest first, and the top bit of all but the last: LEB128, as
/// in the DWARF debugging format. A table is written as its cells that are not 0, each as how far it lies
/// behind the last one (behind cell -1 the first) and its count, and a 0 after all of them: about two bytes a
/// cell where counts are small, and next to nothing where none are.
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
      writer_.number(cell + 1 - next_);
      writer_.number(count);
      next_ = cell + 1;
    }
    void end() { writer_.number(0); }

   private:
    CountsWriter& writer_;
    std::uint64_t next_ = 0;
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
