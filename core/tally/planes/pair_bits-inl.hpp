// Tables of pairs of planes, counted bit by bit: eight cells of two rows at a time, for all decks of a batch.
#if defined(FAIRSHUFFLE_PLANES_PAIR_BITS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_PLANES_PAIR_BITS_INL
#undef FAIRSHUFFLE_PLANES_PAIR_BITS_INL
#else
#define FAIRSHUFFLE_PLANES_PAIR_BITS_INL
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/tally/planes/plane_batches.hpp"
#include "core/tally/planes/words-inl.hpp"

#if FAIRSHUFFLE_COUNTS_BITS

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

// Two rows of a table by so many blocks of eight columns: what is loaded serves several cells, and their
// counts stay in registers while batch after batch is counted.
constexpr std::size_t rows_at_once = 2, most_blocks_at_once = 4;
// What rows seek is found for so many at a time.
constexpr std::size_t rows_of_tile = 16;

// Bits of values, a word for each: those of one bit lie together.
struct Values {
  const std::uint64_t* words;
  std::size_t words_of_bit;

  HWY_INLINE const std::uint64_t* Of(std::size_t bit) const { return words + words_of_bit * bit; }
};

// What is compared in one batch: what each row of a tile seeks, in which decks it does, and the values of all
// columns.
struct Compared {
  Values sought;
  const std::uint64_t* among;
  Values values;
};
struct Batches {
  std::size_t count;
  Compared compared[PlaneBatches::most_batches];
};

struct CountsOfRows {
  alignas(64) std::uint64_t counts[rows_at_once][largest_byte_deck];
};

// What else is found of the decks in which a relation holds: nothing.
struct NoSums {
  template <std::size_t blocks>
  HWY_INLINE void Add(std::size_t, std::size_t, bool, const Words (&)[blocks], const Words (&)[blocks]) {}
};

// Where two rows of a tile are compared with some blocks of columns.
struct Place {
  std::size_t row;      // of the tile
  std::size_t block;    // the first one
  bool is_on_diagonal;  // whether that has the rows' own columns, and only those behind them count
};

// The decks of all batches in which the relation holds between what two rows of the tile seek and each column
// of some blocks.
template <class Relation, std::size_t width, std::size_t blocks, class Sums>
HWY_INLINE void CountBlocks(const Batches& batches, const Place& place, CountsOfRows& rows, Sums& sums) {
  Words of_one[blocks], of_other[blocks];
  for (std::size_t at = 0; at < blocks; ++at) of_one[at] = of_other[at] = AllWords(0);
  for (std::size_t batch = 0; batch < batches.count; ++batch) {
    const Compared& compared = batches.compared[batch];
    Words one[width], other[width];
    for (std::size_t bit = 0; bit < width; ++bit) {
      one[bit] = AllWords(compared.sought.Of(bit)[place.row]);
      other[bit] = AllWords(compared.sought.Of(bit)[place.row + 1]);
    }
    Words holds_for_one[blocks], holds_for_other[blocks];
    for (std::size_t at = 0; at < blocks; ++at) {
      holds_for_one[at] = AllWords(compared.among[place.row]);
      holds_for_other[at] = AllWords(compared.among[place.row + 1]);
      for (std::size_t bit = 0; bit < width; ++bit) {
        const Words value = LoadWords(compared.values.Of(bit) + 8 * (place.block + at));
        holds_for_one[at] = Relation::Step(holds_for_one[at], one[bit], value);
        holds_for_other[at] = Relation::Step(holds_for_other[at], other[bit], value);
      }
      of_one[at] = hn::Add(of_one[at], hn::PopulationCount(holds_for_one[at]));
      of_other[at] = hn::Add(of_other[at], hn::PopulationCount(holds_for_other[at]));
    }
    sums.Add(batch, place.row, place.is_on_diagonal, holds_for_one, holds_for_other);
  }
  for (std::size_t at = 0; at < blocks; ++at) {
    hn::Store(of_one[at], word_tag, rows.counts[0] + 8 * (place.block + at));
    hn::Store(of_other[at], word_tag, rows.counts[1] + 8 * (place.block + at));
  }
}

template <class Relation, std::size_t width, class Sums>
void CountTwoRows(const Batches& batches, Place place, std::size_t end, CountsOfRows& rows, Sums& sums) {
  for (; place.block < end; place.block += most_blocks_at_once) {
    switch (end - place.block) {
      case 1:
        CountBlocks<Relation, width, 1>(batches, place, rows, sums);
        break;
      case 2:
        CountBlocks<Relation, width, 2>(batches, place, rows, sums);
        break;
      case 3:
        CountBlocks<Relation, width, 3>(batches, place, rows, sums);
        break;
      default:
        CountBlocks<Relation, width, most_blocks_at_once>(batches, place, rows, sums);
    }
    place.is_on_diagonal = false;
  }
}

enum class Columns { all, from_row };

// Calls add(row, counts of its columns) for every row of a table: of all batches, the decks in which the
// relation holds. compared_in(batch, first row of a tile) is what is compared there.
template <class Relation, std::size_t width, Columns columns, class ComparedIn, class Add, class Sums>
HWY_INLINE void CountRows(PlaneBatches& planes, const ComparedIn& compared_in, const Add& add, Sums& sums) {
  const std::size_t size = planes.planes(), blocks = (size + 7) / 8;
  Batches batches{planes.batches(), {}};
  CountsOfRows rows;
  for (std::size_t tile = 0; tile < size; tile += rows_of_tile) {
    for (std::size_t batch = 0; batch < batches.count; ++batch) {
      batches.compared[batch] = compared_in(batch, tile);
    }
    const std::size_t end = std::min(size, tile + rows_of_tile);
    for (std::size_t row = tile; row < end; row += rows_at_once) {
      constexpr bool is_triangle = columns == Columns::from_row;
      CountTwoRows<Relation, width>(batches, {row - tile, is_triangle ? row / 8 : 0, is_triangle}, blocks,
                                    rows, sums);
      add(row, rows.counts[0]);
      if (row + 1 < end) add(row + 1, rows.counts[1]);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#endif  // FAIRSHUFFLE_COUNTS_BITS

#endif  // the toggle
