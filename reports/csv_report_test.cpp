#include "reports/csv_report.hpp"

#include <span>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/tally/positions.hpp"

using namespace fairshuffle;

namespace {

RunRecord run_of(const char* name, int deck_size) {
  RunRecord run;
  run.results.resize(1);
  run.results[0].name = name;
  run.results[0].target.deck_size = deck_size;
  return run;
}

std::string line_of(const std::string& csv, std::size_t number) {
  std::size_t begin = 0;
  for (; number > 0; --number) begin = csv.find('\n', begin) + 1;
  return csv.substr(begin, csv.find('\n', begin) - begin);
}

}  // namespace

TEST_CASE("the line of a permutation is the one of its rank") {
  RunRecord run = run_of("t", 4);
  run.results[0].evidence.permutations.resize(24);
  const Card permutation[] = {2, 0, 3, 1};
  run.results[0].evidence.permutations[rank_of(permutation)] = 48;
  const std::string csv = csv_report(run);
  CHECK(line_of(csv, 1) == "target,t,permutation,0 1 2 3,0,2");
  CHECK(csv.find("target,t,permutation,2 0 3 1,48,2\n") != std::string::npos);
  CHECK(line_of(csv, 24) == "target,t,permutation,3 2 1 0,0,2");
}

TEST_CASE("the line of a subset is the one of its rank") {
  // Each permutation puts the marked cards on other positions; the counter that it raises is the one named
  // so.
  SubsetCounts counts(6, 3);
  const Card permutation[] = {5, 1, 3, 0, 4, 2};  // the cards 0..2 lie at 1, 3 and 5
  counts.add(std::span(permutation), 40);
  RunRecord run = run_of("t", 6);
  run.results[0].target.marked = 3;
  run.results[0].subset_counts.assign(counts.by_rank().begin(), counts.by_rank().end());
  const std::string csv = csv_report(run);
  CHECK(line_of(csv, 1) == "target,t,subset,0 1 2,0,2");
  CHECK(csv.find("target,t,subset,1 3 5,40,2\n") != std::string::npos);
  CHECK(line_of(csv, 20) == "target,t,subset,3 4 5,0,2");
}

TEST_CASE("positions are counted by card") {
  RunRecord run = run_of("t", 2);
  run.results[0].position_counts = {{7, 3}, {3, 7}};
  CHECK(csv_report(run) ==
        "role,target,kind,what,count,expected\n"
        "target,t,position,card 0 at position 0,7,5\n"
        "target,t,position,card 1 at position 0,3,5\n"
        "target,t,position,card 0 at position 1,3,5\n"
        "target,t,position,card 1 at position 1,7,5\n");
}

TEST_CASE("successive pairs and the equal ones among them stand after the other counts") {
  RunRecord run = run_of("t", 3);
  run.results[0].evidence.permutations = {2, 2, 2, 2, 2, 2};
  run.results[0].evidence.repeats.pairs = 9;
  run.results[0].evidence.repeats.equal = 4;
  const std::string csv = csv_report(run);
  CHECK(line_of(csv, 7) == "target,t,repeats,pairs,9,9");
  CHECK(line_of(csv, 8) == "target,t,repeats,equal,4,1.5");
  run.results[0].evidence.repeats.pairs = run.results[0].evidence.repeats.equal = 0;
  CHECK(csv_report(run).find("repeats") == std::string::npos);
  RunRecord largest = run_of("t", 64);
  largest.results[0].evidence.repeats.pairs = 1;
  CHECK(csv_report(largest).find("target,t,repeats,equal,0,7.88") != std::string::npos);
}

TEST_CASE("a name with commas and quotes stands in quotes, and is one visible line") {
  RunRecord run = run_of("a,\"b\"\n<c> | 🂡\x01", 1);
  run.results[0].evidence.permutations = {5};
  CHECK(csv_report(run) ==
        "role,target,kind,what,count,expected\ntarget,\"a,\"\"b\"\"␊<c> | 🂡␁\",permutation,0,5,5\n");
}

TEST_CASE("a name that begins like a formula is told to be text") {
  for (const char* name : {"=1+2", "+1", "-1", "@a"}) {
    RunRecord run = run_of(name, 1);
    run.results[0].evidence.permutations = {5};
    CHECK(csv_report(run).ends_with(std::string("target,'") + name + ",permutation,0,5,5\n"));
    run = run_of("a", 1);
    run.results[0].name += name;
    run.results[0].evidence.permutations = {5};
    CHECK(csv_report(run).ends_with(std::string("target,a") + name + ",permutation,0,5,5\n"));
  }
}

TEST_CASE("counts of another number than the deck has permutations, positions or subsets are refused") {
  RunRecord permutations = run_of("t", 3), positions = permutations, cards = permutations,
            subsets = permutations, huge = permutations;
  permutations.results[0].evidence.permutations = {1, 2, 3};
  positions.results[0].position_counts = {{1, 2, 3}};
  cards.results[0].position_counts = {{1, 2, 3}, {1, 2}, {1, 2, 3}};
  subsets.results[0].target.marked = 1;
  subsets.results[0].subset_counts = {1, 2};
  huge.results[0].target.deck_size = 64;
  huge.results[0].evidence.permutations = {1};
  for (const RunRecord& run : {permutations, positions, cards, subsets, huge}) {
    CHECK_THROWS_AS(csv_report(run), std::invalid_argument);
  }
  subsets.results[0].target.marked = 0;
  CHECK_THROWS_AS(csv_report(subsets), std::invalid_argument);
}
