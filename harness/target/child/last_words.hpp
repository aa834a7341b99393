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

  /// The last lines, at most most_lines and most_bytes, parted by " | ": valid UTF-8 without control
  /// characters (a byte that is none of it becomes \xNN). Empty when nothing but blanks was said.
  std::string told() const;

 private:
  std::string end_;
  bool cut_ = false;  // there was more before `end_`
};

/// The text as valid UTF-8 without control characters: tabs become blanks, other such bytes \xNN.
std::string printable(std::string_view text);

}  // namespace fairshuffle
