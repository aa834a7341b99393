// The first words and draws of a source, and one that plays given words, for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace fairshuffle {

/// The first `count` words.
template <class S>
std::vector<std::uint64_t> words_of(S source, int count) {
  std::vector<std::uint64_t> words;
  for (int i = 0; i < count; ++i) words.push_back(source.next_word());
  return words;
}

/// The first `count` native draws from 0..bound-1.
template <class S>
std::vector<std::uint64_t> draws_of(S source, std::uint64_t bound, int count) {
  std::vector<std::uint64_t> draws;
  for (int i = 0; i < count; ++i) draws.push_back(source.native_below(bound));
  return draws;
}

/// Word number `position`, counted from 1.
template <class S>
std::uint64_t word_at(S source, int position) {
  for (int i = 1; i < position; ++i) source.next_word();
  return source.next_word();
}

/// Plays a given list of words.
class ScriptedSource {
 public:
  /// Throws std::invalid_argument when a word is above max_word.
  ScriptedSource(std::vector<std::uint64_t> words, std::uint64_t max_word)
      : words_(std::move(words)), max_word_(max_word) {
    for (const std::uint64_t word : words_) {
      if (word > max_word_) {
        throw std::invalid_argument("ScriptedSource: words must be at most max_word " +
                                    std::to_string(max_word_) + ", one was " + std::to_string(word));
      }
    }
  }

  /// Throws std::out_of_range when all words are played: a test that wants more than it foresaw is wrong.
  std::uint64_t next_word() {
    if (played_ == words_.size()) {
      throw std::out_of_range("ScriptedSource: all " + std::to_string(words_.size()) + " words are played");
    }
    return words_[played_++];
  }

  std::uint64_t max_word() const { return max_word_; }
  /// How many words were taken.
  std::size_t played() const { return played_; }

 private:
  std::vector<std::uint64_t> words_;
  std::uint64_t max_word_;
  std::size_t played_ = 0;
};

}  // namespace fairshuffle
