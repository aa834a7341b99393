#include "harness/target/rows/row_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

constexpr std::string_view blanks = " \t";

std::string_view without_leading_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(blanks), text.size()));
}

}  // namespace

bool RowWords::next(std::string_view& word) {
  rest_ = without_leading_blanks(rest_);
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find_first_of(separators), rest_.size());
  word = rest_.substr(0, end);
  rest_ = without_leading_blanks(rest_.substr(end));
  if (rest_.starts_with(',')) rest_.remove_prefix(1);
  return true;
}

bool all_digits(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char byte) { return byte >= '0' && byte <= '9'; });
}

bool may_be_of_a_table(std::string_view line) {
  return line.find_first_of(",;\t") != std::string_view::npos;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(blanks) == std::string_view::npos;
}

void fail_empty_row(std::uint64_t row) {
  throw TargetError(fmt::format("row {} is empty; every row is to hold one order", row));
}

}  // namespace fairshuffle
