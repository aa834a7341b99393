#include "core/exact/partition.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "core/order/order.hpp"

namespace fairshuffle {

namespace {

void add_partitions(int rest, int largest, Partition& begun, std::vector<Partition>& all) {
  if (rest == 0) all.push_back(begun);
  for (int part = std::min(rest, largest); part > 0; --part) {
    begun.push_back(part);
    add_partitions(rest - part, part, begun, all);
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

std::uint64_t dimension_of(const Partition& partition) {
  const Partition conjugate = conjugate_of(partition);
  std::uint64_t hooks = 1;
  for (std::size_t row = 0; row < partition.size(); ++row) {
    for (int column = 0; column < partition[row]; ++column) {
      const int right = partition[row] - column - 1;
      const int below = conjugate[static_cast<std::size_t>(column)] - static_cast<int>(row) - 1;
      hooks *= static_cast<std::uint64_t>(right + below + 1);
    }
  }
  return order_count(cards_of(partition)) / hooks;
}

Partition conjugate_of(const Partition& partition) {
  Partition conjugate(static_cast<std::size_t>(partition.front()));
  for (const int part : partition) {
    for (int column = 0; column < part; ++column) ++conjugate[static_cast<std::size_t>(column)];
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
