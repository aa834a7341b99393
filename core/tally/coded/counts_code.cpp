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

void CountsReader::refuse_number(std::uint64_t value, std::uint64_t most) {
  throw CodedCountsError("hold " + std::to_string(value) + " where at most " + std::to_string(most) +
                         " can be");
}

}  // namespace fairshuffle
