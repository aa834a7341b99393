// Pieces that both completions are written with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scripts/packaging/pages/known_words.hpp"

namespace fairshuffle {

/// In single quotes, whatever it holds.
inline std::string single_quoted(std::string_view text) {
  std::string result = "'";
  for (const char letter : text) {
    if (letter == '\'') {
      result += "'\\''";
    } else {
      result += letter;
    }
  }
  return result + "'";
}

/// "durstenfeld sattolo": the words alone, parted by blanks.
inline std::string words_alone(const std::vector<KnownWord>& words) {
  std::string result;
  for (const KnownWord& known : words) {
    if (!result.empty()) result += ' ';
    result += known.word;
  }
  return result;
}

}  // namespace fairshuffle
