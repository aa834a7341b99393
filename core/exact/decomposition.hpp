// Where a bias lives: a law over the orders, split over the irreducible representations.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/exact/partition.hpp"

namespace fairshuffle {

/// The largest deck whose law is split.
inline constexpr int largest_decomposed_deck_size = 9;

/// One part of a law, or of counts.
struct Part {
  Partition partition;
  std::string name;         ///< name_of(partition)
  std::uint64_t dimension;  ///< d; a part has d^2 degrees of freedom
  double phi2;
};

/// The parts of a law in the order of partitions_of but for (n), which has none: phi2 = d ||sum over orders
/// of p(order) rho(order)||^2 (Frobenius norm), and they add up to n! sum (p - 1/n!)^2. (n-1,1) is the phi2
/// of the positions test, (1,...,1) is (P(even) - P(odd))^2. A law and that of the inverse orders have the
/// same parts, since rho is orthogonal, and so has a deck with its positions or cards renamed. law: by
/// lexicographic rank, n! of them, deck_size 2 to largest_decomposed_deck_size; throws std::invalid_argument.
/// It may be any function over the orders: counts give N^2 times the phi2 of the shares, and what is added to
/// all orders changes nothing. Relative error about 1e-13 of the sum. Source: core/README.md 3; the
/// transform is Clausen's (1989), coset by coset: about n^3/6 n! multiplications, 0.5 ms for seven cards and
/// 5 ms for eight.
std::vector<Part> parts_of(int deck_size, std::span<const double> law);

}  // namespace fairshuffle
