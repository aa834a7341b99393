// Young's orthogonal form against the relations between swaps, and against characters that were found another
// way.
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include <doctest/doctest.h>

#include "core/exact/components.hpp"
#include "core/exact/matrices_for_tests.hpp"

using namespace fairshuffle;

namespace {

// The character of a partition at a class of permutations with these cycle lengths: Murnaghan and Nakayama's
// rule, on the partition's beta numbers (James and Kerber 1981, 2.4.7 and 2.7.13). Taking off a rim hook
// lowers a number to one that is free, and the sign tells how many it passes.
int character(const std::set<int>& beta_numbers, const std::vector<int>& cycles, std::size_t done = 0) {
  if (done == cycles.size()) return 1;
  int sum = 0;
  for (const int number : beta_numbers) {
    const int lower = number - cycles[done];
    if (lower < 0 || beta_numbers.contains(lower)) continue;
    std::set<int> rest = beta_numbers;
    rest.erase(number);
    int passed = 0;
    for (const int other : rest) passed += other > lower && other < number;
    rest.insert(lower);
    sum += (passed % 2 == 0 ? 1 : -1) * character(rest, cycles, done + 1);
  }
  return sum;
}

int character(const Partition& partition, const std::vector<int>& cycles) {
  std::set<int> beta_numbers;
  const auto rows = static_cast<int>(partition.size());
  for (int row = 0; row < rows; ++row)
    beta_numbers.insert(partition[static_cast<std::size_t>(row)] + rows - 1 - row);
  return character(beta_numbers, cycles);
}

std::vector<Card> permutation_with_cycles(const std::vector<int>& cycles) {
  std::vector<Card> permutation;
  for (const int length : cycles) {
    const auto first = static_cast<Card>(permutation.size());
    for (int i = 1; i < length; ++i) permutation.push_back(static_cast<Card>(first + i));
    permutation.push_back(first);
  }
  return permutation;
}

std::vector<Irreducible> irreducibles_of(int deck_size) {
  return irreducibles(deck_size).back();
}

double trace(const Matrix& matrix) {
  double sum = 0;
  for (std::size_t i = 0; i < matrix.size(); ++i) sum += matrix[i][i];
  return sum;
}

}  // namespace

TEST_CASE("swaps undo themselves, turn as a braid with their neighbours and pass by all others") {
  for (int n = 2; n <= 7; ++n) {
    for (const Irreducible& irreducible : irreducibles_of(n)) {
      CAPTURE(to_text(irreducible.partition));
      const Matrix identity = identity_matrix(irreducible.dimension);
      std::vector<Matrix> swaps;
      for (const auto& turns : irreducible.swaps) swaps.push_back(matrix_of(turns, irreducible.dimension));
      REQUIRE(swaps.size() == static_cast<std::size_t>(n) - 1);
      for (std::size_t i = 0; i < swaps.size(); ++i) {
        CHECK(distance(swaps[i] * swaps[i], identity) < 1e-13);
        CHECK(distance(swaps[i], transposed(swaps[i])) == 0);
        for (std::size_t j = i + 1; j < swaps.size(); ++j) {
          const Matrix forth = swaps[i] * swaps[j], back = swaps[j] * swaps[i];
          if (j == i + 1) {
            CHECK(distance(forth * swaps[i], back * swaps[j]) < 1e-13);
          } else {
            CHECK(distance(forth, back) < 1e-13);
          }
        }
      }
    }
  }
}

TEST_CASE("the dimensions are those of the hook lengths") {
  for (int n = 1; n <= 9; ++n) {
    const auto levels = irreducibles(n);
    REQUIRE(levels.size() == static_cast<std::size_t>(n) + 1);
    REQUIRE(levels.back().size() == partitions_of(n).size());
    for (const Irreducible& irreducible : levels.back()) {
      CHECK(irreducible.dimension == dimension_of(irreducible.partition));
    }
  }
  CHECK_THROWS_AS(irreducibles(0), std::invalid_argument);
  CHECK_THROWS_AS(irreducibles(13), std::invalid_argument);
}

TEST_CASE("the traces are the characters of the rule of Murnaghan and Nakayama, on every class") {
  for (int n = 1; n <= 7; ++n) {
    for (const Irreducible& irreducible : irreducibles_of(n)) {
      for (const Partition& cycles : partitions_of(n)) {
        CAPTURE(to_text(irreducible.partition));
        CAPTURE(to_text(cycles));
        const double found = trace(matrix_of_permutation(irreducible, permutation_with_cycles(cycles)));
        CHECK(std::abs(found - character(irreducible.partition, cycles)) < 1e-12);
      }
    }
  }
}

TEST_CASE("the characters of five cards are those of the printed table") {
  // James and Kerber 1981, appendix I.A: columns 1^5, 2 1^3, 2^2 1, 3 1^2, 3 2, 4 1, 5.
  const std::vector<Partition> classes{{1, 1, 1, 1, 1}, {2, 1, 1, 1}, {2, 2, 1}, {3, 1, 1},
                                       {3, 2},          {4, 1},       {5}};
  const std::map<Partition, std::vector<int>> table{{{5}, {1, 1, 1, 1, 1, 1, 1}},
                                                    {{4, 1}, {4, 2, 0, 1, -1, 0, -1}},
                                                    {{3, 2}, {5, 1, 1, -1, 1, -1, 0}},
                                                    {{3, 1, 1}, {6, 0, -2, 0, 0, 0, 1}},
                                                    {{2, 2, 1}, {5, -1, 1, -1, -1, 1, 0}},
                                                    {{2, 1, 1, 1}, {4, -2, 0, 1, 1, 0, -1}},
                                                    {{1, 1, 1, 1, 1}, {1, -1, 1, 1, -1, -1, 1}}};
  for (const Irreducible& irreducible : irreducibles_of(5)) {
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const double found = trace(matrix_of_permutation(irreducible, permutation_with_cycles(classes[i])));
      CHECK(std::abs(found - table.at(irreducible.partition)[i]) < 1e-13);
    }
  }
}
