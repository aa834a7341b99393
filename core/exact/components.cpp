#include "core/exact/components.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"

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
// behind it. With card c first, a permutation is t_(c-1) ... t_1 t_0 times one that leaves position 0 alone,
// with t_j the swap of positions j and j + 1.
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

std::vector<Component> components_of(int deck_size, std::span<const double> distribution) {
  if (deck_size < 2 || deck_size > largest_decomposed_deck_size) {
    throw std::invalid_argument(fmt::format("components_of: deck_size must be 2 to {}, was {}",
                                            largest_decomposed_deck_size, deck_size));
  }
  if (distribution.size() != permutation_count(deck_size)) {
    throw std::invalid_argument(fmt::format("components_of: distribution must have {} values, had {}",
                                            permutation_count(deck_size), distribution.size()));
  }
  const auto levels = irreducibles(deck_size);

  // What all permutations have in common belongs to (n) alone; without it the rest does not drown in
  // rounding.
  const double mean = std::accumulate(distribution.begin(), distribution.end(), 0.0) /
                      static_cast<double>(distribution.size());
  std::vector<double> matrices;
  matrices.reserve(distribution.size());
  for (const double value : distribution) matrices.push_back(value - mean);
  std::vector<double> next(distribution.size());
  std::size_t block = 1;  // permutations of the cards behind those that are fixed
  for (std::size_t cards = 2; cards < levels.size(); ++cards) {
    Step step(levels[cards], levels[cards - 1]);
    block *= cards;
    for (std::size_t begin = 0; begin < distribution.size(); begin += block) {
      step.run(matrices.data() + begin, next.data() + begin);
    }
    matrices.swap(next);
  }

  std::vector<Component> components;
  const double* matrix = matrices.data() + 1;  // behind that of (n), which is a number
  for (const Irreducible& irreducible : std::span(levels.back()).subspan(1)) {
    const std::size_t size = irreducible.dimension * irreducible.dimension;
    double squares = 0;
    for (std::size_t i = 0; i < size; ++i) squares += matrix[i] * matrix[i];
    matrix += size;
    components.push_back({.partition = irreducible.partition,
                          .name = name_of(irreducible.partition),
                          .dimension = irreducible.dimension,
                          .chi_square_distance = static_cast<double>(irreducible.dimension) * squares});
  }
  return components;
}

namespace {

using Level = std::vector<Irreducible>;

std::size_t index_in(const Level& level, const Partition& partition) {
  const auto found = std::ranges::find(level, partition, &Irreducible::partition);
  return static_cast<std::size_t>(found - level.begin());
}

// A block for every box that can be taken away.
void add_blocks(Irreducible& irreducible, const Level& smaller) {
  const Partition& partition = irreducible.partition;
  for (std::size_t row = 0; row < partition.size(); ++row) {
    if (row + 1 < partition.size() && partition[row + 1] == partition[row]) continue;
    Partition rest = partition;
    if (--rest[row] == 0) rest.pop_back();
    const std::size_t of_smaller = index_in(smaller, rest);
    irreducible.blocks.push_back(
        {of_smaller, irreducible.dimension, partition[row] - 1 - static_cast<int>(row)});
    irreducible.dimension += smaller[of_smaller].dimension;
  }
}

// The block that loses the box of this content; null where the box cannot be taken away.
const Irreducible::Block* block_of(const Irreducible& irreducible, int content) {
  const auto found = std::ranges::find(irreducible.blocks, content, &Irreducible::Block::content);
  return found == irreducible.blocks.end() ? nullptr : &*found;
}

// The swap of positions 0 and 1 moves the last two boxes of a tableau, the rest of it stays: by axial
// distance.
std::vector<Turn> first_swap(const Irreducible& irreducible, const Level& smaller, const Level& smallest) {
  std::vector<Turn> turns;
  for (const Irreducible::Block& last : irreducible.blocks) {
    for (const Irreducible::Block& before : smaller[last.of_smaller].blocks) {
      const double along = 1.0 / (last.content - before.content);
      const std::size_t begin = last.begin + before.begin;
      const std::size_t length = smallest.empty() ? 1 : smallest[before.of_smaller].dimension;
      const Irreducible::Block* exchanged = block_of(irreducible, before.content);
      if (exchanged == nullptr) {
        // Both boxes are in one row, and nothing happens, or in one column, and the sign changes.
        if (along > 0) continue;
        for (std::size_t i = begin; i < begin + length; ++i) {
          turns.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i), -1, 0});
        }
      } else if (last.begin < exchanged->begin) {
        const std::size_t other =
            exchanged->begin + block_of(smaller[exchanged->of_smaller], last.content)->begin;
        const double across = std::sqrt(1 - along * along);
        for (std::size_t i = 0; i < length; ++i) {
          turns.push_back(
              {static_cast<std::uint32_t>(begin + i), static_cast<std::uint32_t>(other + i), along, across});
        }
      }
    }
  }
  return turns;
}

// A later swap acts in each block as the swap before it does there.
std::vector<Turn> later_swap(const Irreducible& irreducible, const Level& smaller, std::size_t swap) {
  std::vector<Turn> turns;
  for (const Irreducible::Block& block : irreducible.blocks) {
    const auto begin = static_cast<std::uint32_t>(block.begin);
    for (Turn turn : smaller[block.of_smaller].swaps[swap - 1]) {
      turn.first += begin;
      turn.second += begin;
      turns.push_back(turn);
    }
  }
  return turns;
}

}  // namespace

std::vector<Level> irreducibles(int deck_size) {
  if (deck_size < 1 || deck_size > 12) {
    throw std::invalid_argument(fmt::format("irreducibles: deck_size must be 1 to 12, was {}", deck_size));
  }
  std::vector<Level> levels(static_cast<std::size_t>(deck_size) + 1);
  levels[1] = {Irreducible{.partition = {1}, .dimension = 1, .blocks = {{0, 0, 0}}, .swaps = {}}};
  for (std::size_t cards = 2; cards < levels.size(); ++cards) {
    for (const Partition& partition : partitions_of(static_cast<int>(cards))) {
      Irreducible& irreducible = levels[cards].emplace_back();
      irreducible.partition = partition;
      add_blocks(irreducible, levels[cards - 1]);
      irreducible.swaps.push_back(first_swap(irreducible, levels[cards - 1], levels[cards - 2]));
      for (std::size_t swap = 1; swap + 1 < cards; ++swap) {
        irreducible.swaps.push_back(later_swap(irreducible, levels[cards - 1], swap));
      }
    }
  }
  return levels;
}

namespace {

void add_partitions(int rest, int largest, Partition& begun, std::vector<Partition>& all) {
  if (rest == 0) all.push_back(begun);
  for (int component = std::min(rest, largest); component > 0; --component) {
    begun.push_back(component);
    add_partitions(rest - component, component, begun, all);
    begun.pop_back();
  }
}

int cards_of(const Partition& partition) {
  return std::accumulate(partition.begin(), partition.end(), 0);
}

// How many cards a function that belongs to the partition has to look at.
int cards_looked_at(const Partition& partition) {
  return cards_of(partition) - partition.front();
}

std::string joined(std::span<const int> numbers, char separator) {
  std::string text;
  for (const int number : numbers) {
    if (!text.empty()) text += separator;
    text += std::to_string(number);
  }
  return text;
}

std::string own_name(const Partition& partition) {
  const int looked_at = cards_looked_at(partition);
  if (looked_at == 0) return "nothing";
  if (looked_at == 1) return "single cards";
  constexpr std::array<std::string_view, 7> words{"pairs", "triples", "fours", "fives",
                                                  "sixes", "sevens",  "eights"};
  const auto index = static_cast<std::size_t>(looked_at) - 2;
  const std::string sets = index < words.size() ? std::string(words[index]) : fmt::format("{}s", looked_at);
  if (partition[1] == looked_at) return "unordered " + sets;
  if (partition[1] == 1) return "ordered " + sets;
  return fmt::format("{} split {}", sets, joined(std::span(partition).subspan(1), '+'));
}

}  // namespace

std::vector<Partition> partitions_of(int deck_size) {
  if (deck_size < 1 || deck_size > 12) {
    throw std::invalid_argument(fmt::format("partitions_of: deck_size must be 1 to 12, was {}", deck_size));
  }
  std::vector<Partition> all;
  Partition begun;
  add_partitions(deck_size, deck_size, begun, all);
  return all;
}

Partition conjugate_of(const Partition& partition) {
  Partition conjugate(static_cast<std::size_t>(partition.front()));
  for (const int component : partition) {
    for (int column = 0; column < component; ++column) ++conjugate[static_cast<std::size_t>(column)];
  }
  return conjugate;
}

std::string to_text(const Partition& partition) {
  return fmt::format("({})", joined(partition, ','));
}

std::string name_of(const Partition& partition) {
  const int looked_at = cards_looked_at(partition);
  if (looked_at > 0 && partition.front() == 1) return "parity";
  const Partition conjugate = conjugate_of(partition);
  if (looked_at > 2 && cards_looked_at(conjugate) < looked_at) {
    std::string name = own_name(conjugate);
    name += " by parity";
    return name;
  }
  return own_name(partition);
}

}  // namespace fairshuffle
