#include "core/statistics/counted_statistics_for_tests.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "core/statistics/permutations.hpp"
#include "core/statistics/positions.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

namespace {

using CellCounts = std::span<const std::uint64_t>;
using CellList = std::vector<std::size_t>;

void append_pairs(std::span<const Card> deck, CellList& cells) {
  std::size_t cell = 0;
  for (std::size_t first = 0; first < deck.size(); ++first) {
    for (std::size_t second = first + 1; second < deck.size(); ++second, ++cell) {
      if (deck[first] < deck[second]) cells.push_back(cell);
    }
  }
}

void append_positions(std::span<const Card> deck, CellList& cells) {
  for (std::size_t position = 0; position < deck.size(); ++position)
    cells.push_back(position * deck.size() + deck[position]);
}

void append_neighbours(std::span<const Card> deck, CellList& cells) {
  std::size_t before = deck.size();
  for (const Card card : deck) cells.push_back(std::exchange(before, card) * (deck.size() + 1) + card);
  cells.push_back(before * (deck.size() + 1) + deck.size());
}

void append_differences(std::span<const Card> deck, CellList& cells) {
  for (std::size_t position = 0; position < deck.size(); ++position) {
    const std::size_t next = deck[(position + 1) % deck.size()];
    cells.push_back((next + deck.size() - deck[position]) % deck.size() - 1);
  }
}

void append_hand_mates(std::span<const Card> deck, CellList& cells) {
  const std::size_t width = deck.size() / static_cast<std::size_t>(hands_of(static_cast<int>(deck.size())));
  for (std::size_t first = 0; first < deck.size(); ++first) {
    for (std::size_t second = first + 1; second / width == first / width; ++second) {
      const Card low = std::min(deck[first], deck[second]), high = std::max(deck[first], deck[second]);
      cells.push_back(cell_of_pair(deck.size(), low, high));
    }
  }
}

// Undoes Durstenfeld's swaps from the first to the last, asking where each card was taken from.
void append_digits(std::span<const Card> deck, CellList& cells) {
  CellList sorted(deck.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  for (std::size_t i = deck.size() - 1; i > 0; --i) {
    const auto drawn = static_cast<std::size_t>(std::ranges::find(sorted, deck[i]) - sorted.begin());
    cells.push_back(cell_of_digit(i) + drawn);
    std::swap(sorted[i], sorted[drawn]);
  }
}

ChiSquared of_positions(ChiSquared (*statistic)(const Tally&), int deck_size, std::uint64_t trials,
                        CellCounts counts) {
  thread_local Tally tally(deck_size, 0);  // with no more than positions
  if (tally.deck_size != deck_size) tally = Tally(deck_size, 0);
  tally.trials = trials;
  tally.positions = PositionCounts(deck_size);
  const auto n = static_cast<std::size_t>(deck_size);
  for (std::size_t cell = 0; cell < counts.size(); ++cell)
    tally.positions.add_at(cell / n, cell % n, counts[cell]);
  return statistic(tally);
}

constexpr auto fewest_of_tables = [](int deck_size) { return detail::table_rule(deck_size).fewest; };
constexpr auto fewest_of_smooth_and_hands = [](int) { return std::uint64_t{2'400}; };
constexpr auto fewest_of_pairs = [](int) { return std::uint64_t{20}; };

template <int more>
std::size_t square_of(int deck_size) {
  const auto side = static_cast<std::size_t>(deck_size) + more;
  return side * side;
}

constexpr std::array statistics_counted{
    CountedStatistic{"relative-order", fewest_of_pairs, detail::cells_of_pairs, append_pairs,
                     relative_order_statistic},
    CountedStatistic{"mean-positions", fewest_of_pairs, detail::cells_of_pairs, append_pairs,
                     mean_positions_statistic},
    CountedStatistic{"positions", fewest_of_tables, square_of<0>, append_positions,
                     [](int deck_size, std::uint64_t trials, CellCounts counts) {
                       return of_positions(positions_statistic, deck_size, trials, counts);
                     }},
    CountedStatistic{"smooth-positions", fewest_of_smooth_and_hands, square_of<0>, append_positions,
                     [](int deck_size, std::uint64_t trials, CellCounts counts) {
                       return of_positions(smooth_positions_statistic, deck_size, trials, counts);
                     }},
    CountedStatistic{"neighbours", fewest_of_tables, square_of<1>, append_neighbours,
                     [](int deck_size, std::uint64_t trials, CellCounts counts) {
                       return neighbours_statistic(deck_size, trials, counts);
                     }},
    CountedStatistic{"cyclic-differences", fewest_of_tables,
                     [](int deck_size) { return static_cast<std::size_t>(deck_size) - 1; },
                     append_differences,
                     [](int deck_size, std::uint64_t trials, CellCounts counts) {
                       return cyclic_differences_statistic(deck_size, trials, counts);
                     }},
    CountedStatistic{"lehmer-code", fewest_of_tables, detail::cells_of_digits, append_digits,
                     lehmer_code_statistic},
    CountedStatistic{"hand-mates", fewest_of_smooth_and_hands, detail::cells_of_hand_mates, append_hand_mates,
                     [](int deck_size, std::uint64_t trials, CellCounts counts) {
                       return hand_mates_statistic(deck_size, hands_of(deck_size), trials, counts);
                     }}};

}  // namespace

std::span<const CountedStatistic> counted_statistics() {
  return statistics_counted;
}

}  // namespace fairshuffle
