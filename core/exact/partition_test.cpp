#include <set>
#include <stdexcept>

#include <doctest/doctest.h>

#include "core/exact/components.hpp"
#include "core/exact/matrices_for_tests.hpp"
#include "core/permutation/permutation.hpp"

using namespace fairshuffle;

TEST_CASE("there are 1, 2, 3, 5, 7, 11, 15, 22, 30 partitions of one to nine cards") {
  const std::size_t numbers[] = {1, 2, 3, 5, 7, 11, 15, 22, 30};  // OEIS A000041
  for (int n = 1; n <= 9; ++n) CHECK(partitions_of(n).size() == numbers[n - 1]);
  CHECK(partitions_of(5) ==
        std::vector<Partition>{{5}, {4, 1}, {3, 2}, {3, 1, 1}, {2, 2, 1}, {2, 1, 1, 1}, {1, 1, 1, 1, 1}});
  CHECK_THROWS_AS(partitions_of(0), std::invalid_argument);
  CHECK_THROWS_AS(partitions_of(13), std::invalid_argument);
}

TEST_CASE("the squares of the dimensions add up to the number of permutations") {
  for (int n = 1; n <= 12; ++n) {
    std::uint64_t sum = 0;
    for (const Partition& partition : partitions_of(n)) {
      const std::uint64_t dimension = dimension_of(partition);
      sum += dimension * dimension;
      CHECK(dimension_of(conjugate_of(partition)) == dimension);
      CHECK(conjugate_of(conjugate_of(partition)) == partition);
    }
    CHECK(sum == permutation_count(n));
  }
  CHECK(dimension_of({4, 2, 1}) == 35);
  CHECK(dimension_of({4, 2, 1, 1}) == 90);
}

TEST_CASE("every component has a name of its own that says what it sees") {
  for (int n = 2; n <= 12; ++n) {
    std::set<std::string> names;
    for (const Partition& partition : partitions_of(n)) names.insert(name_of(partition));
    CHECK(names.size() == partitions_of(n).size());
  }
  CHECK(name_of({5}) == "nothing");
  CHECK(name_of({4, 1}) == "single cards");
  CHECK(name_of({3, 2}) == "unordered pairs");
  CHECK(name_of({3, 1, 1}) == "ordered pairs");
  CHECK(name_of({2, 2, 1}) == "unordered pairs by parity");
  CHECK(name_of({2, 1, 1, 1}) == "single cards by parity");
  CHECK(name_of({1, 1, 1, 1, 1}) == "parity");
  CHECK(name_of({1, 1}) == "parity");
  CHECK(name_of({2, 1, 1}) == "ordered pairs");
  CHECK(name_of({4, 3}) == "unordered triples");
  CHECK(name_of({4, 2, 1}) == "triples split 2+1");
  CHECK(name_of({4, 1, 1, 1}) == "ordered triples");
  CHECK(name_of({3, 3, 1}) == "fours split 3+1");
  CHECK(name_of({3, 2, 1, 1}) == "triples split 2+1 by parity");
  CHECK(to_text(Partition{3, 1, 1}) == "(3,1,1)");
}
