#include "core/exact/decomposition.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "core/exact/irreducible.hpp"
#include "core/order/order.hpp"

namespace fairshuffle {

namespace {

// A square matrix, row after row.
void apply(std::span<const Turn> turns, std::size_t dimension, double* matrix) {
  for (const Turn& turn : turns) {
    double* const first = matrix + turn.first * dimension;
    double* const second = matrix + turn.second * dimension;
    if (first == second) {
      for (std::size_t column = 0; column < dimension; ++column) first[column] = -first[column];
      continue;
    }
    const double along = turn.along, across = turn.across;
    for (std::size_t column = 0; column < dimension; ++column) {
      const double a = first[column], b = second[column];
      first[column] = along * a + across * b;
      second[column] = across * a - along * b;
    }
  }
}

// Where the matrices of a level begin, one after the other; last where they end, at n!.
std::vector<std::size_t> begins_of(const std::vector<Irreducible>& level) {
  std::vector<std::size_t> begins{0};
  for (const Irreducible& irreducible : level) {
    begins.push_back(begins.back() + irreducible.dimension * irreducible.dimension);
  }
  return begins;
}

// One step of the transform. `cosets` holds, for each card c that may come first, the matrices of what comes
// behind it. With card c first, an order is t_(c-1) ... t_1 t_0 times one that leaves position 0 alone, with
// t_j the swap of positions j and j + 1.
class Step {
 public:
  Step(const std::vector<Irreducible>& level, const std::vector<Irreducible>& smaller)
      : level_(level), smaller_(smaller), begins_(begins_of(level)), smaller_begins_(begins_of(smaller)) {}

  void run(const double* cosets, double* sums) {
    const std::size_t cards = level_.front().swaps.size() + 1;
    for (std::size_t index = 0; index < level_.size(); ++index) {
      const Irreducible& irreducible = level_[index];
      const std::size_t size = irreducible.dimension * irreducible.dimension;
      double* const sum = sums + begins_[index];
      std::fill(sum, sum + size, 0.0);
      for (std::size_t card = 0; card < cards; ++card) {
        matrix_.assign(size, 0.0);
        copy_blocks(irreducible, cosets + card * smaller_begins_.back());
        for (std::size_t swap = 0; swap < card; ++swap) {
          apply(irreducible.swaps[swap], irreducible.dimension, matrix_.data());
        }
        for (std::size_t i = 0; i < size; ++i) sum[i] += matrix_[i];
      }
    }
  }

 private:
  void copy_blocks(const Irreducible& irreducible, const double* coset) {
    for (const Irreducible::Block& block : irreducible.blocks) {
      const std::size_t dimension = smaller_[block.of_smaller].dimension;
      const double* const from = coset + smaller_begins_[block.of_smaller];
      double* const to = matrix_.data() + block.begin * irreducible.dimension + block.begin;
      for (std::size_t row = 0; row < dimension; ++row) {
        std::copy_n(from + row * dimension, dimension, to + row * irreducible.dimension);
      }
    }
  }

  const std::vector<Irreducible>& level_;
  const std::vector<Irreducible>& smaller_;
  std::vector<std::size_t> begins_;
  std::vector<std::size_t> smaller_begins_;
  std::vector<double> matrix_;
};

}  // namespace

std::vector<Part> parts_of(int deck_size, std::span<const double> law) {
  if (deck_size < 2 || deck_size > largest_decomposed_deck_size) {
    throw std::invalid_argument(
        fmt::format("parts_of: deck_size must be 2 to {}, was {}", largest_decomposed_deck_size, deck_size));
  }
  if (law.size() != order_count(deck_size)) {
    throw std::invalid_argument(
        fmt::format("parts_of: law must have {} values, had {}", order_count(deck_size), law.size()));
  }
  const auto levels = irreducibles(deck_size);

  // What all orders have in common belongs to (n) alone; without it the rest does not drown in rounding.
  const double mean = std::accumulate(law.begin(), law.end(), 0.0) / static_cast<double>(law.size());
  std::vector<double> matrices;
  matrices.reserve(law.size());
  for (const double value : law) matrices.push_back(value - mean);
  std::vector<double> next(law.size());
  std::size_t block = 1;  // orders of the cards behind those that are fixed
  for (std::size_t cards = 2; cards < levels.size(); ++cards) {
    Step step(levels[cards], levels[cards - 1]);
    block *= cards;
    for (std::size_t begin = 0; begin < law.size(); begin += block) {
      step.run(matrices.data() + begin, next.data() + begin);
    }
    matrices.swap(next);
  }

  std::vector<Part> parts;
  const double* matrix = matrices.data() + 1;  // behind that of (n), which is a number
  for (const Irreducible& irreducible : std::span(levels.back()).subspan(1)) {
    const std::size_t size = irreducible.dimension * irreducible.dimension;
    double squares = 0;
    for (std::size_t i = 0; i < size; ++i) squares += matrix[i] * matrix[i];
    matrix += size;
    parts.push_back({.partition = irreducible.partition,
                     .name = name_of(irreducible.partition),
                     .dimension = irreducible.dimension,
                     .phi2 = static_cast<double>(irreducible.dimension) * squares});
  }
  return parts;
}

}  // namespace fairshuffle
