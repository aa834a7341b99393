// Young's orthogonal form: the irreducible representations of the orders of n cards, as sparse matrices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/exact/partition.hpp"

namespace fairshuffle {

/// What a swap of neighbouring positions does to two coordinates: they become `along` * first + `across` *
/// second and `across` * first - `along` * second. With first == second the coordinate changes its sign;
/// coordinates that stay as they are have no turn.
struct Turn {
  std::uint32_t first;
  std::uint32_t second;
  double along;
  double across;
};

/// An irreducible representation rho of the orders of n cards, orthogonal: rho(a b) = rho(a) rho(b), where a
/// b is the order that has card a[b[p]] at position p.
struct Irreducible {
  /// Orders that leave position 0 alone act as representations of one card fewer, block by block.
  struct Block {
    std::size_t of_smaller;  ///< index among those of one card fewer
    std::size_t begin;       ///< its first coordinate
    int content;             ///< column minus row of the box that the partition loses
  };

  Partition partition;
  std::size_t dimension = 0;
  std::vector<Block> blocks;
  /// swaps[j]: the order that swaps positions j and j + 1, j = 0..n-2.
  std::vector<std::vector<Turn>> swaps;
};

/// levels[m] holds the representations of m cards, m = 1..deck_size, in the order of partitions_of(m);
/// levels[0] is empty. deck_size 1 to 12; throws std::invalid_argument. Takes time and memory about like the
/// sum of the dimensions, 232 for seven cards and 764 for eight. Source: Young 1932; James and Kerber 1981,
/// section 3.4; its basis of standard tableaux is ordered so that orders of fewer cards are block diagonal.
std::vector<std::vector<Irreducible>> irreducibles(int deck_size);

}  // namespace fairshuffle
