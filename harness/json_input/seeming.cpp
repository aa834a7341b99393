#include "harness/json_input/seeming.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "harness/foreign_bytes.hpp"
#include "harness/target/kinds.hpp"

namespace fairshuffle::detail {

namespace {

bool is_of(char byte, std::string_view bytes) {
  return bytes.find(byte) != std::string_view::npos;
}

// "3 1 2", "[3, 1, 2]", "3;1;2": numbers, and more than one.
bool is_row(std::string_view line) {
  const bool only_row =
      std::ranges::all_of(line, [](char byte) { return is_of(byte, "0123456789 \t\r,;|-[]()"); });
  const std::size_t digit = line.find_first_of("0123456789");
  if (!only_row || digit == std::string_view::npos) return false;
  const std::size_t end = line.find_first_not_of("0123456789", digit);
  return end != std::string_view::npos && line.find_first_of("0123456789", end) != std::string_view::npos;
}

// "targets:", as YAML begins.
bool is_yaml_key(std::string_view line) {
  const std::size_t end = line.find(':');
  if (end == std::string_view::npos || end == 0) return false;
  const bool is_key = std::ranges::all_of(
      line.substr(0, end), [](unsigned char byte) { return std::isalnum(byte) != 0 || byte == '_'; });
  return is_key && (end + 1 == line.size() || is_of(line[end + 1], " \t\r"));
}

bool is_no_text(std::string_view bytes) {
  return std::ranges::any_of(
      bytes, [](unsigned char byte) { return byte < 0x20 && !is_of(static_cast<char>(byte), "\t\n\r\f"); });
}

}  // namespace

std::string seeming_of(std::string_view text, const std::string& file) {
  constexpr std::size_t enough = 512;
  if (const std::optional<ForeignBytes> foreign = foreign_bytes(text.substr(0, enough))) {
    return fmt::format("something else: {}: {} {}", foreign->sentence, foreign->command, file);
  }
  text = text.substr(0, enough);
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  if (text.starts_with("fairshuffle counts\n")) return "a file of counts, which 'status' and 'merge' read";
  if (is_no_text(text)) return "bytes that are no text";
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  const std::string_view line = text.substr(0, text.find('\n'));
  if (line.starts_with('<')) return "what looks like HTML or XML";
  // Where the program has no such option, there is no advice either.
  const std::string running = option_for(TargetKind::Takes::command);
  const std::string reading = option_for(TargetKind::Takes::recording);
  if (line.starts_with("#!")) {
    return running.empty() ? "what looks like a program"
                           : fmt::format("what looks like a program, which {} runs", running);
  }
  if (is_row(line)) {
    constexpr std::string_view rows = "what looks like rows of a recording";
    return reading.empty()
               ? std::string(rows)
               : fmt::format("{}; judge those with 'fairshuffle certify {} {}'", rows, reading, file);
  }
  if (line == "---" || is_yaml_key(line)) return "what looks like YAML";
  return "";
}

}  // namespace fairshuffle::detail
