// The words of a line: numbers, or names of cards.
#pragma once

#include <cstdint>
#include <string_view>

namespace fairshuffle {

/// True of a line that has what parts the fields of tables.
bool may_be_of_a_table(std::string_view line);

/// What parts words.
inline constexpr std::string_view separators = " \t,";

/// Words are parted by blanks and tabs with at most one comma among them; one may stand after the last. An
/// empty word stands where a comma follows no word.
class RowWords {
 public:
  explicit RowWords(std::string_view line) : rest_(line) {}

  /// False after the last word.
  bool next(std::string_view& word);

 private:
  std::string_view rest_;
};

/// True where there is a digit, and nothing else.
bool all_digits(std::string_view word);

/// True of the bytes of a character of UTF-8 but its first.
constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// True when there is nothing but blanks and tabs.
bool is_blank(std::string_view line);

/// Throws the TargetError for an empty row in the middle.
[[noreturn]] void fail_empty_row(std::uint64_t row);

}  // namespace fairshuffle
