// Texts held to the files of them, byte for byte.
#pragma once

#include <fstream>
#include <span>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

namespace fairshuffle {

struct GoldenText {
  std::string name;  ///< of the file, in reports/goldens
  std::string text;
};

inline std::string golden_path(const GoldenText& golden) {
  return "reports/goldens/" + golden.name;
}

inline std::string text_of_golden(const GoldenText& golden) {
  std::ifstream file(golden_path(golden), std::ios::binary);
  REQUIRE_MESSAGE(file, golden_path(golden));
  return (std::ostringstream() << file.rdbuf()).str();
}

inline void check_goldens(std::span<const GoldenText> goldens) {
  INFO("if the change is wanted: scripts/goldens");
  for (const GoldenText& golden : goldens) CHECK_MESSAGE(golden.text == text_of_golden(golden), golden.name);
}

/// For test cases that are skipped but when a format is meant to change; run from the root of the repository.
inline void write_goldens(std::span<const GoldenText> goldens) {
  for (const GoldenText& golden : goldens)
    std::ofstream(golden_path(golden), std::ios::binary) << golden.text;
  check_goldens(goldens);
}

}  // namespace fairshuffle
