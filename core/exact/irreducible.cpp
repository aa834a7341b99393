#include "core/exact/irreducible.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace fairshuffle {

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

}  // namespace fairshuffle
