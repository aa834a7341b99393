// Counts as bytes, read back: what CountsWriter wrote, whoever did.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace fairshuffle {

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
