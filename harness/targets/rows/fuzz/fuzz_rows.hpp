// What must hold of any bytes, whatever the format: for the fuzzers, which differ in the format only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/rows/row_settings.hpp"
#include "harness/targets/rows/rows_for_tests.hpp"

namespace fairshuffle {

inline void must(bool holds, const char* claim) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", claim);
  std::abort();
}

/// Reads rows one by one and holds each to what a RowBuffer promises.
inline void check_each_row(const RowFormat& format, std::string_view bytes, const std::string& column) {
  RowBuffer rows(format.deck_size);
  const auto reader =
      make_row_reader(format, column.empty() ? std::vector<std::string>{} : std::vector<std::string>{column});
  const auto check_rows = [&rows, &format] {
    for (; rows.rows() > 0; rows.remove(1)) {
      const auto deck = rows.decks().first(rows.deck_size());
      const WrongRow* wrong = rows.wrong(rows.added() - rows.rows() + 1);
      if (!format.is_raw())
        must(is_permutation(deck) == (wrong == nullptr), "a row is a permutation or wrong");
      if (wrong == nullptr) continue;
      must(wrong->cards.size() <= largest_deck_size, "few cards of a wrong row are kept");
      must(wrong->text.size() <= longest_row_text, "a wrong row's text is short");
      // Throws at what is no UTF-8.
      const std::string json = nlohmann::json(wrong->text).dump();
      must(json.find('\x1b') == std::string::npos, "a wrong row's text has no control characters");
    }
  };
  try {
    while (true) {
      const std::size_t taken = reader->take(bytes, 3, rows);
      must(taken <= bytes.size(), "no more bytes are taken than there are");
      bytes.remove_prefix(taken);
      const bool is_full = rows.rows() >= 3;
      check_rows();
      if (!is_full) break;
    }
    must(bytes.size() < RowReader::longest_row, "of many bytes some are taken");
    const std::string cut_off = reader->take_rest(bytes, rows);
    must(rows.rows() == 0 || cut_off.empty() || !format.is_raw(), "a rest is a row or cut off");
    check_rows();
  } catch (const TargetError& error) {
    must(nlohmann::json(error.what()).dump().size() < 20'000, "an error is short");
    check_rows();
  }
}

/// The first two bytes tell how the others are cut; the others are rows. Aborts where a claim does not hold.
inline void fuzz_rows(const RowFormat& format, std::string_view data, const std::string& column = {}) {
  if (data.size() < 2) return;
  const std::size_t piece = 1 + static_cast<unsigned char>(data[0]);
  const std::uint64_t most = 1 + static_cast<unsigned char>(data[1]) % 16;
  data.remove_prefix(2);
  ReadRowsForTests whole = read_rows_for_tests(format, data, data.size() + 1, data.size() + 1, column),
                   cut = read_rows_for_tests(format, data, piece, most, column);
  // Which options read a table is told by the rows that came with its header.
  if ((whole.error + cut.error).find(reads_tables) != std::string::npos &&
      whole.error.empty() == cut.error.empty())
    whole.error = cut.error;
  must(cut == whole, "the cut of the bytes changes nothing");
  check_each_row(format, data, column);
}

}  // namespace fairshuffle
