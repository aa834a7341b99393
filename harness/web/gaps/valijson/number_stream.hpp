// The stream that valijson reads whole numbers from, as far as it asks for it. Libc++'s own brings the tables
// of all locales.
#pragma once

#include <cctype>
#include <charconv>
#include <cstdint>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

namespace std {

class number_stream {
 public:
  explicit number_stream(string text) : text_(std::move(text)) {}

  number_stream& operator>>(int64_t& value) {
    while (at_ < text_.size() && isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    if (at_ < text_.size() && text_[at_] == '+') ++at_;
    const char* const end = text_.data() + text_.size();
    const auto [stop, error] = from_chars(text_.data() + at_, end, value);
    at_ = static_cast<size_t>(stop - text_.data());
    failed_ = failed_ || error != errc();
    return *this;
  }
  bool operator!() const { return failed_; }
  /// Whether there was a character left.
  bool get(char& next) {
    if (failed_ || at_ == text_.size()) return false;
    next = text_[at_++];
    return true;
  }

 private:
  string text_;
  size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace std
