// Bytes that come in pieces, and what a reader makes of them, for tests and fuzzers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

/// Gives `bytes` in pieces of at most `piece` bytes.
class PiecesForTests final : public ByteSource {
 public:
  PiecesForTests(std::string bytes, std::size_t piece) : bytes_(std::move(bytes)), piece_(piece) {}

  void request(std::uint64_t rows) override { requests.push_back(rows); }
  std::optional<std::size_t> read(std::span<char> into) override {
    const std::size_t size = std::min({into.size(), piece_, bytes_.size() - given});
    std::copy_n(bytes_.data() + given, size, into.data());
    given += size;
    return size;
  }
  std::string why_ended() override { return "It exited with status 3."; }
  void finish() override { is_finished = true; }

  bool is_finished = false;
  std::vector<std::uint64_t> requests;
  std::size_t given = 0;

 private:
  std::string bytes_;
  std::size_t piece_;
};

/// Everything that a reader can say.
struct ReadRowsForTests {
  std::vector<std::string> rows;  ///< "2 0 1"; a wrong one "2 0 (2 0)": its cards and its text
  std::string cut_off;
  std::string error;

  bool operator==(const ReadRowsForTests&) const = default;
};

inline std::string row_for_tests(const RowBuffer& buffer) {
  const WrongRow* wrong = buffer.wrong(buffer.added() - buffer.rows() + 1);
  if (wrong == nullptr) {
    return fmt::format("{}", fmt::join(buffer.decks().first(buffer.deck_size()), " "));
  }
  return fmt::format("{} ({})", fmt::join(wrong->cards, " "), wrong->text);
}

/// Reads all bytes in pieces of `piece` bytes, `most` rows at a time.
inline ReadRowsForTests read_rows_for_tests(const RowFormat& format, std::string_view bytes,
                                            std::size_t piece, std::uint64_t most,
                                            const std::string& column = {}) {
  ReadRowsForTests read;
  RowBuffer buffer(format.deck_size);
  const auto reader =
      make_row_reader(format, column.empty() ? std::vector<std::string>{} : std::vector<std::string>{column});
  const auto empty_buffer = [&] {
    for (; buffer.rows() > 0; buffer.remove(1)) read.rows.push_back(row_for_tests(buffer));
  };
  try {
    std::string left;
    while (!bytes.empty()) {
      left += bytes.substr(0, piece);
      bytes.remove_prefix(std::min(piece, bytes.size()));
      while (true) {
        const std::size_t taken = reader->take(left, most, buffer);
        left.erase(0, taken);
        const bool is_full = buffer.rows() >= most;
        empty_buffer();
        if (!is_full) break;
      }
    }
    read.cut_off = reader->take_rest(left, buffer);
    empty_buffer();
  } catch (const TargetError& error) {
    empty_buffer();
    read.error = error.what();
  }
  return read;
}

}  // namespace fairshuffle
