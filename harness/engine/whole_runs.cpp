// Simulates whole runs, and prints what came of them beside what must hold.
//
// usage: fairshuffle_whole_runs fair|linked|near-misses|independent RUNS
//
// RUNS are of each kind that a line of figures tells apart, as whole_runs_for_tests.hpp has it. Exits 1 where
// what must hold does not. The seeds are fixed, so the outcome is the same every time.
#include <charconv>
#include <cstdio>
#include <string_view>

#include <fmt/format.h>

#include "harness/engine/whole_runs_for_tests.hpp"

using namespace fairshuffle;

namespace {

constexpr int threads = 2;

struct Part {
  std::string_view name;
  RunsFigures (*figures)(const RunsPlan& plan);
  std::uint64_t seed;
};

constexpr Part parts[]{
    {"fair", fair_runs, 1'000'000'000},
    {"linked", linked_runs, 2'000'000'000},
    {"near-misses", near_misses, 3'000'000'000},
    {"independent", independent_runs, 4'000'000'000},
};

}  // namespace

int main(int argc, char** argv) {
  const Part* wanted = nullptr;
  for (const Part& part : parts) {
    if (argc == 3 && part.name == argv[1]) wanted = &part;
  }
  std::uint64_t runs = 0;
  if (wanted != nullptr) {
    const std::string_view text = argv[2];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), runs);
    if (error != std::errc{} || end != text.data() + text.size()) runs = 0;
  }
  if (runs == 0) {
    fmt::print(stderr, "usage: fairshuffle_whole_runs fair|linked|near-misses|independent RUNS\n");
    return 2;
  }
  int failures = 0;
  for (const RunsFigure& figure : wanted->figures({.runs = runs, .seed = wanted->seed, .threads = threads})) {
    fmt::print("{:<58} {}{}\n", figure.of, figure.figure, figure.holds ? "" : "  FAILED");
    failures += !figure.holds;
  }
  return failures == 0 ? 0 : 1;
}
