// Dense matrices of representations and their dimensions, slow and plain, for the tests of this folder.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/exact/components.hpp"
#include "core/permutation/permutation.hpp"

namespace fairshuffle {

/// The dimension of the irreducible representation of a partition, to 12 cards: n! over the product of the
/// hook lengths (Frame, Robinson and Thrall 1954).
inline std::uint64_t dimension_of(const Partition& partition) {
  const Partition conjugate = conjugate_of(partition);
  std::uint64_t hooks = 1;
  for (std::size_t row = 0; row < partition.size(); ++row) {
    for (int column = 0; column < partition[row]; ++column) {
      const int right = partition[row] - column - 1;
      const int below = conjugate[static_cast<std::size_t>(column)] - static_cast<int>(row) - 1;
      hooks *= static_cast<std::uint64_t>(right + below + 1);
    }
  }
  return permutation_count(std::accumulate(partition.begin(), partition.end(), 0)) / hooks;
}

using Matrix = std::vector<std::vector<double>>;

inline Matrix zero_matrix(std::size_t dimension) {
  return Matrix(dimension, std::vector<double>(dimension));
}

inline Matrix identity_matrix(std::size_t dimension) {
  Matrix matrix = zero_matrix(dimension);
  for (std::size_t i = 0; i < dimension; ++i) matrix[i][i] = 1;
  return matrix;
}

inline Matrix matrix_of(std::span<const Turn> turns, std::size_t dimension) {
  Matrix matrix = identity_matrix(dimension);
  for (const Turn& turn : turns) {
    matrix[turn.first][turn.first] = turn.along;
    if (turn.first == turn.second) continue;
    matrix[turn.second][turn.second] = -turn.along;
    matrix[turn.first][turn.second] = matrix[turn.second][turn.first] = turn.across;
  }
  return matrix;
}

inline Matrix operator*(const Matrix& left, const Matrix& right) {
  Matrix product = zero_matrix(left.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    for (std::size_t k = 0; k < left.size(); ++k) {
      for (std::size_t j = 0; j < left.size(); ++j) product[i][j] += left[i][k] * right[k][j];
    }
  }
  return product;
}

inline Matrix transposed(const Matrix& matrix) {
  Matrix result = matrix;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    for (std::size_t j = 0; j < matrix.size(); ++j) result[j][i] = matrix[i][j];
  }
  return result;
}

/// The largest difference of two entries.
inline double distance(const Matrix& left, const Matrix& right) {
  double largest = 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    for (std::size_t j = 0; j < left.size(); ++j) {
      largest = std::max(largest, std::abs(left[i][j] - right[i][j]));
    }
  }
  return largest;
}

/// rho(order), swap by swap: sorting the cards by swapping neighbours is the order's inverse.
inline Matrix matrix_of_permutation(const Irreducible& irreducible, std::vector<Card> permutation) {
  Matrix matrix = identity_matrix(irreducible.dimension);
  for (std::size_t end = permutation.size(); end > 1; --end) {
    for (std::size_t j = 0; j + 1 < end; ++j) {
      if (permutation[j] < permutation[j + 1]) continue;
      std::swap(permutation[j], permutation[j + 1]);
      // order = (what is left) t_j, so the last swap stands first.
      matrix = matrix_of(irreducible.swaps[j], irreducible.dimension) * matrix;
    }
  }
  return matrix;
}

}  // namespace fairshuffle
