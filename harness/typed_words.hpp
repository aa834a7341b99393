// Words that people typed, or are to type.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fairshuffle {

// The name that was probably meant.

/// " (did you mean 'sattolo'?)" for the candidate with the fewest single-character edits (Levenshtein), if it
/// is near enough to have been meant: at most a third of its length, and at least one edit allowed, as long
/// as a letter stays. Else "".
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

/// "the test orders is called permutations now; the old name is taken until the next version".
std::string renamed_words(std::string_view old, std::string_view now);

// Words as a sentence counts them up.

/// "a, b and c" where `last` is " and ".
inline std::string counted_up(std::span<const std::string> words, std::string_view last) {
  std::string text;
  for (std::size_t index = 0; index < words.size(); ++index) {
    if (index > 0) text += index + 1 < words.size() ? ", " : last;
    text += words[index];
  }
  return text;
}

// Words as a shell takes them.

/// The word as it is typed in a POSIX shell: itself where it is plain, else in single quotes.
std::string shell_quoted(std::string_view word);

/// The same on one line and all of it visible, for people who copy it: a word with a control character or
/// another hidden one is written as $'...', which bash, zsh and POSIX of 2024 take, but not every sh.
std::string shell_typed(std::string_view word);

}  // namespace fairshuffle
