// Counts as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fairshuffle {

// Counts as bytes, written: the few words that everything a tally holds is told in.

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

// Counts as bytes, read back: what CountsWriter wrote, whoever did.

/// What any one count of trials can be: as many as a run may have.
inline constexpr std::uint64_t largest_count = std::uint64_t{1} << 53;

/// Bytes that are no counts of the tally that they are read into. what() goes on from "the counts ...".
class CodedCountsError : public std::runtime_error {
 public:
  using runtime_error::runtime_error;
};

/// Throws CodedCountsError where the bytes end early or say what cannot be.
class CountsReader {
 public:
  /// `take` gives the next bytes, as many as it likes; none at their end. They must stay until it is called
  /// again.
  explicit CountsReader(std::function<std::string_view()> take) : take_(std::move(take)) {}

  /// Up to `most`.
  std::uint64_t number(std::uint64_t most = largest_count) {
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<std::uint8_t>(next());
      if (shift == 63 && byte > 1) throw CodedCountsError("hold a number of more than 64 bits");
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) break;
    }
    if (value > most) refuse_number(value, most);
    return value;
  }
  /// Up to so many bytes.
  std::string text(std::size_t most_bytes);

  /// Calls add(cell, count) for every cell that is not 0, by ascending cell.
  template <class Add>
  void table(std::uint64_t cells, std::uint64_t most, Add add) {
    std::uint64_t next = 0;
    while (const std::uint64_t step = number(2 * cells + 1)) {
      if (step / 2 == 0 || step / 2 > cells - next) refuse_cells();
      next += step / 2;
      std::uint64_t count = number(most);
      if (count != 0) add(next - 1, count);
      if (step % 2 == 0) continue;
      for (std::uint64_t left = number(cells - next); left > 0; --left, ++next) {
        // Odd where it is below 0: half of it with every bit turned over. A count below 0 is beyond `most`.
        const std::uint64_t difference = number(any);
        count += (difference / 2) ^ (0 - difference % 2);
        if (count > most) refuse_number(count, most);
        if (count != 0) add(next, count);
      }
    }
  }
  /// Adds a table to these cells.
  void add_table(std::span<std::uint64_t> cells) {
    table(cells.size(), largest_count,
          [cells](std::uint64_t cell, std::uint64_t count) { cells[cell] += count; });
  }

  /// Whether all bytes were read.
  bool at_end();

 private:
  char next() {
    if (bytes_.empty()) [[unlikely]]
      take_more();
    const char byte = bytes_.front();
    bytes_.remove_prefix(1);
    return byte;
  }
  static constexpr std::uint64_t any = ~std::uint64_t{0};

  void take_more();
  [[noreturn]] static void refuse_cells();
  [[noreturn]] static void refuse_number(std::uint64_t value, std::uint64_t most);

  std::function<std::string_view()> take_;
  std::string_view bytes_;
};

}  // namespace fairshuffle
