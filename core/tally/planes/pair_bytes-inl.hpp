// Tables of pairs of planes, counted byte by byte: some cells at a time, for as many decks as a vector has
// bytes.
#if defined(FAIRSHUFFLE_PLANES_PAIR_BYTES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_PLANES_PAIR_BYTES_INL
#undef FAIRSHUFFLE_PLANES_PAIR_BYTES_INL
#else
#define FAIRSHUFFLE_PLANES_PAIR_BYTES_INL
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tally/planes/plane_batches.hpp"
#include "core/tally/planes/vectors-inl.hpp"
#include "core/tally/planes/words-inl.hpp"

#if !FAIRSHUFFLE_COUNTS_BITS

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

// One plane of every batch.
struct PlaneOfEach {
  const Plane* first;
  std::size_t planes;

  HWY_INLINE PlaneOfEach(const PlaneBatches& all, std::size_t plane)
      : first(&all.batch(0)[plane]), planes(all.planes()) {}
  HWY_INLINE DeckBytes Load(std::size_t batch, std::size_t deck) const {
    return LoadDecks(first[batch * planes].data() + deck);
  }
};

// Two rows of a table by four columns: what is loaded serves several cells, which stay in registers.
constexpr std::size_t rows_at_once = 2, columns_at_once = 4;
struct Cells {
  std::uint64_t counts[rows_at_once][columns_at_once];
};

static_assert(PlaneBatches::most_batches * decks_of_planes / decks_of_vector < 256,
              "a byte holds the counts of one lane");

// The decks in which holds(value of the row's plane, value of the column's) for each of them. Planes beyond
// the last one are taken to be the last one.
template <class Holds>
HWY_INLINE Cells CountCells(const PlaneBatches& of_rows, std::size_t row, const PlaneBatches& of_columns,
                            std::size_t column, const Holds& holds) {
  const std::size_t last = of_rows.planes() - 1;
  const PlaneOfEach one(of_rows, row), other(of_rows, std::min(row + 1, last));
  const PlaneOfEach columns[columns_at_once] = {
      {of_columns, column},
      {of_columns, std::min(column + 1, last)},
      {of_columns, std::min(column + 2, last)},
      {of_columns, std::min(column + 3, last)},
  };
  DeckBytes of_one[columns_at_once], of_other[columns_at_once];
  for (std::size_t at = 0; at < columns_at_once; ++at) of_one[at] = of_other[at] = AllOf(0);
  for (std::size_t batch = 0; batch < of_rows.batches(); ++batch) {
    for (std::size_t deck = 0; deck < decks_of_planes; deck += decks_of_vector) {
      const DeckBytes value_of_one = one.Load(batch, deck), value_of_other = other.Load(batch, deck);
      for (std::size_t at = 0; at < columns_at_once; ++at) {
        const DeckBytes value = columns[at].Load(batch, deck);
        of_one[at] = AddOneWhere(holds(value_of_one, value), of_one[at]);
        of_other[at] = AddOneWhere(holds(value_of_other, value), of_other[at]);
      }
    }
  }
  Cells cells;
  for (std::size_t at = 0; at < columns_at_once; ++at) {
    cells.counts[0][at] = SumOfBytes(of_one[at]);
    cells.counts[1][at] = SumOfBytes(of_other[at]);
  }
  return cells;
}

// The cells of all pairs of planes. Of decks that are not there, all values are 0.
template <class Cell, class Holds>
HWY_INLINE void CountPairs(const PlaneBatches& planes, std::span<Cell> cells, const Holds& holds) {
  const std::size_t n = planes.planes();
  std::size_t of_row = 0;  // its first cell
  for (std::size_t first = 0; first + 1 < n; first += rows_at_once) {
    const std::size_t of_rows[] = {of_row, of_row + (n - 1 - first)};
    for (std::size_t second = first + 1; second < n; second += columns_at_once) {
      const Cells counted = CountCells(planes, first, planes, second, holds);
      for (std::size_t row = 0; row < rows_at_once; ++row) {
        const std::size_t end = std::min(n, second + columns_at_once);
        for (std::size_t at = std::max(second, first + row + 1); at < end; ++at) {
          Cell& cell = cells[of_rows[row] + at - (first + row + 1)];
          cell = static_cast<Cell>(cell + counted.counts[row][at - second]);
        }
      }
    }
    of_row = of_rows[1] + (n - 2 - first);
  }
}

// Of each deck by itself: how many pairs of planes ascend.
inline DeckNumbers AscendingOfDecks(std::span<const Plane> planes) {
  DeckNumbers numbers{};
  Plane below;
  // At most 127 are below one.
  for (std::size_t second = 1; second < planes.size(); ++second) {
    for (std::size_t deck = 0; deck < decks_of_planes; deck += decks_of_vector) {
      const DeckBytes here = LoadDecks(planes[second].data() + deck);
      DeckBytes counts = AllOf(0);
      for (std::size_t first = 0; first < second; ++first) {
        counts = AddOneWhere(AreBelow(LoadDecks(planes[first].data() + deck), here), counts);
      }
      StoreDecks(counts, below.data() + deck);
    }
    for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
      numbers[deck] = static_cast<std::uint16_t>(numbers[deck] + below[deck]);
    }
  }
  return numbers;
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#endif  // !FAIRSHUFFLE_COUNTS_BITS

#endif  // the toggle
