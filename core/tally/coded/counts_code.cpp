#include <algorithm>

#include "core/tally/coded/counts_reader.hpp"
#include "core/tally/coded/counts_writer.hpp"

namespace fairshuffle {

void CountsWriter::hand_over() {
  put_(bytes_);
  bytes_.clear();
}

void CountsWriter::text(std::string_view text) {
  number(text.size());
  hand_over();
  put_(text);
}

void CountsWriter::Table::hand_over() {
  const auto filled =
      static_cast<std::size_t>(std::ranges::count_if(held_, [](auto count) { return count != 0; }));
  // What a row begins with takes two bytes more than a cell by itself.
  const bool is_row = 2 * filled > held_.size() + 2;
  for (std::size_t index = 0; index < held_.size() && (!is_row || index == 0); ++index) {
    if (held_[index] == 0) continue;
    writer_.number(2 * (first_ + index + 1 - next_) + (is_row ? 1 : 0));
    writer_.number(held_[index]);
    next_ = first_ + index + 1;
  }
  if (is_row) {
    writer_.number(held_.size() - 1);
    for (std::size_t index = 1; index < held_.size(); ++index) {
      const std::uint64_t before = held_[index - 1], count = held_[index];
      writer_.number(count >= before ? 2 * (count - before) : 2 * (before - count) - 1);
    }
    next_ = first_ + held_.size();
  }
  held_.clear();
}

std::string CountsReader::text(std::size_t most_bytes) {
  std::size_t left = number(most_bytes);
  std::string text;
  while (left > 0) {
    if (bytes_.empty()) take_more();
    const std::size_t size = std::min(left, bytes_.size());
    text += bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    left -= size;
  }
  return text;
}

bool CountsReader::at_end() {
  if (bytes_.empty()) bytes_ = take_();
  return bytes_.empty();
}

void CountsReader::take_more() {
  bytes_ = take_();
  if (bytes_.empty()) throw CodedCountsError("break off");
}

void CountsReader::refuse_cells() {
  throw CodedCountsError("have more cells than there are");
}

void CountsReader::refuse_number(std::uint64_t value, std::uint64_t most) {
  throw CodedCountsError("hold " + std::to_string(value) + " where at most " + std::to_string(most) +
                         " can be");
}

}  // namespace fairshuffle
