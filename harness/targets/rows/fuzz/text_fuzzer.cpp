// Any bytes as rows of numbers. The first two tell the deck size and the base.
#include "harness/targets/rows/fuzz/fuzz_rows.hpp"

namespace fairshuffle {
namespace {

// A blank before each line keeps it from being read quickly, and changes nothing else but a comment.
std::string with_blanks(std::string_view lines) {
  std::string with;
  bool at_start = true;
  for (const char byte : lines) {
    if (at_start && byte != '#') with += ' ';
    with += byte;
    at_start = byte == '\n';
  }
  return with;
}

bool has_long_line(std::string_view lines) {
  while (lines.size() >= 4096) {
    const std::size_t end = lines.find('\n');
    if (end == std::string_view::npos || end >= 4095) return true;
    lines.remove_prefix(end + 1);
  }
  return false;
}

// Compares what the two ways read, but for the texts, which have the blank.
void check_quick_reading(const RowFormat& format, std::string_view lines) {
  if (has_long_line(lines) || lines.starts_with('\xef')) return;
  const ReadRowsForTests quick = read_rows_for_tests(format, lines, lines.size() + 1, 1'000);
  const std::string slow_lines = with_blanks(lines);
  const ReadRowsForTests slow = read_rows_for_tests(format, slow_lines, slow_lines.size() + 1, 1'000);
  must(quick.rows.size() == slow.rows.size(), "both ways read as many rows");
  for (std::size_t row = 0; row < quick.rows.size(); ++row) {
    const std::string_view one = quick.rows[row], other = slow.rows[row];
    must(one.substr(0, one.find('(')) == other.substr(0, other.find('(')), "both ways read the same cards");
  }
  must(quick.error.empty() == slow.error.empty(), "both ways find fault");
  must(quick.cut_off.empty() == slow.cut_off.empty(), "both ways find the last row cut off");
}

}  // namespace
}  // namespace fairshuffle

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace fairshuffle;
  if (size < 4) return 0;
  const RowFormat format{
      .kind = RowFormat::Kind::text, .deck_size = 1 + bytes[0], .base = bytes[1] % 2, .deck = {}};
  const std::string_view data(reinterpret_cast<const char*>(bytes) + 2, size - 2);
  fuzz_rows(format, data);
  check_quick_reading(format, data.substr(2));
  return 0;
}
