// The first words and draws of a source, for tests.
#pragma once

#include <cstdint>
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

}  // namespace fairshuffle
