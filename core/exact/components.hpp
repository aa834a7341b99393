// The irreducible components of a bias over the symmetric group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fairshuffle {

// Partitions of the deck size, which name the irreducible representations of the permutations, and what each
// of them sees of a shuffle.

/// Parts in descending order, each at least 1: {3, 1, 1} is a partition of 5.
using Partition = std::vector<int>;

/// All partitions of `deck_size` (1 to 12; throws std::invalid_argument), the largest first: (5), (4,1),
/// (3,2), (3,1,1) ...
std::vector<Partition> partitions_of(int deck_size);

/// The partition mirrored at its diagonal: its representation is that of `partition` times the parity.
Partition conjugate_of(const Partition& partition);

/// "(3,1,1)".
std::string to_text(const Partition& partition);

/// What the component of a distribution that belongs to the partition shows and no smaller component does,
/// for people: "single cards" for (n-1,1), "unordered pairs" for (n-2,2), "ordered pairs" for (n-2,1,1),
/// "unordered triples", "triples split 2+1", "ordered triples", and so on: the first row holds the cards that
/// are not looked at, the other rows those that are, and the order within a row is not seen. "parity" for
/// (1,...,1); where the conjugate looks at fewer cards and the partition itself at more than two, the
/// conjugate's name with "by parity": what differs between even and odd permutations. "nothing" for (n).
std::string name_of(const Partition& partition);

// Where a bias lives: a distribution over the permutations, split over the irreducible representations.

/// The largest deck whose distribution is split.
inline constexpr int largest_decomposed_deck_size = 9;

/// One component of a distribution, or of counts.
struct Component {
  Partition partition;
  std::string name;         ///< name_of(partition)
  std::uint64_t dimension;  ///< d; a component has d^2 degrees of freedom
  double chi_square_distance;
};

/// The components of a distribution in the order of partitions_of but for (n), which has none: phi2 = d ||sum
/// over permutations of p(order) rho(order)||^2 (Frobenius norm), and they add up to n! sum (p - 1/n!)^2.
/// (n-1,1) is the chi-square distance of the positions test, (1,...,1) is (P(even) - P(odd))^2. A
/// distribution and that of the inverse permutations have the same components, since rho is orthogonal, and
/// so has a deck with its positions or cards renamed. distribution: by lexicographic rank, n! of them,
/// deck_size 2 to largest_decomposed_deck_size; throws std::invalid_argument. It may be any function over the
/// permutations: counts give N^2 times the chi-square distance of the shares, and what is added to all
/// permutations changes nothing. Relative error about 1e-13 of the sum. Source: core/README.md 3; the
/// transform is Clausen's (1989), coset by coset: about n^3/6 n! multiplications, 0.5 ms for seven cards and
/// 5 ms for eight.
std::vector<Component> components_of(int deck_size, std::span<const double> distribution);

// Young's orthogonal form: the irreducible representations of the permutations of n cards, as sparse
// matrices.

/// What a swap of neighbouring positions does to two coordinates: they become `along` * first + `across` *
/// second and `across` * first - `along` * second. With first == second the coordinate changes its sign;
/// coordinates that stay as they are have no turn.
struct Turn {
  std::uint32_t first;
  std::uint32_t second;
  double along;
  double across;
};

/// An irreducible representation rho of the permutations of n cards, orthogonal: rho(a b) = rho(a) rho(b),
/// where a b is the order that has card a[b[p]] at position p.
struct Irreducible {
  /// Permutations that leave position 0 alone act as representations of one card fewer, block by block.
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
/// section 3.4; its basis of standard tableaux is ordered so that permutations of fewer cards are block
/// diagonal.
std::vector<std::vector<Irreducible>> irreducibles(int deck_size);

}  // namespace fairshuffle
