// Words as a sentence counts them up.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace fairshuffle {

/// "a, b and c" where `last` is " and ".
inline std::string counted_up(std::span<const std::string> words, std::string_view last) {
  std::string text;
  for (std::size_t index = 0; index < words.size(); ++index) {
    if (index > 0) text += index + 1 < words.size() ? ", " : last;
    text += words[index];
  }
  return text;
}

}  // namespace fairshuffle
