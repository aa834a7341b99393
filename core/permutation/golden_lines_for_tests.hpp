// Lines of words and numbers held to a file of them. Numbers may differ in their last digits, as other
// compilers round functions otherwise.
#pragma once

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace fairshuffle {

/// The same words between the same spaces, and numbers but for 1e-7 of them.
inline bool same_words(const std::string& left, const std::string& right) {
  std::istringstream of_left(left), of_right(right);
  std::string word, other;
  while (of_left >> word) {
    if (!(of_right >> other)) return false;
    if (word == other) continue;
    char *end_of_word = nullptr, *end_of_other = nullptr;
    const double value = std::strtod(word.c_str(), &end_of_word);
    const double expected = std::strtod(other.c_str(), &end_of_other);
    if (*end_of_word != 0 || *end_of_other != 0) return false;
    if (!(std::abs(value - expected) <= 1e-7 * std::abs(expected) + 1e-12)) return false;
  }
  return !(of_right >> other);
}

inline void check_lines(const char* path, const std::vector<std::string>& lines) {
  INFO("if the change is wanted: scripts/goldens");
  std::ifstream file(path);
  REQUIRE_MESSAGE(file, std::string(path));
  std::string expected;
  for (const std::string& line : lines) {
    REQUIRE_MESSAGE(std::getline(file, expected), line);
    CHECK_MESSAGE(same_words(line, expected), line << "\nwas\n" << expected);
  }
  CHECK_FALSE(std::getline(file, expected));
}

/// For test cases that are skipped but when the lines are meant to change; run from the root of the
/// repository.
inline void write_lines(const char* path, const std::vector<std::string>& lines) {
  std::ofstream file(path);
  for (const std::string& line : lines) file << line << '\n';
}

}  // namespace fairshuffle
