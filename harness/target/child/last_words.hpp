// The end of what a child said on its standard error, however much that was.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fairshuffle {

class LastWords {
 public:
  static constexpr std::size_t most_bytes = 4096;
  static constexpr std::size_t most_lines = 20;

  /// Keeps no more than twice most_bytes.
  void hear(std::string_view bytes);

  /// The last lines, at most most_lines and most_bytes, parted by " | " and made fit to be shown as
  /// row_text does. Empty when nothing but blanks was said.
  std::string told() const;

 private:
  std::string end_;
  bool cut_ = false;  // there was more before `end_`
};

/// What `told` says as a sentence that follows another one; empty when that is.
std::string last_words_sentence(std::string_view told);

}  // namespace fairshuffle
