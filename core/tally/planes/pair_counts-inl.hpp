// Counts of pairs from planes. Compiled once for each vector instruction set.
#if defined(FAIRSHUFFLE_PLANES_PAIR_COUNTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_PLANES_PAIR_COUNTS_INL
#undef FAIRSHUFFLE_PLANES_PAIR_COUNTS_INL
#else
#define FAIRSHUFFLE_PLANES_PAIR_COUNTS_INL
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tally/planes/planes.hpp"
#include "core/tally/planes/vectors-inl.hpp"

// How many pairs of planes are so related in each deck by itself, added up bit by bit for all decks of a
// batch.
#if FAIRSHUFFLE_COUNTS_BITS

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

// Numbers of decks, apart for each of eight columns: a word has one bit of those of all decks.
class CarrySaver {
 public:
  // Adds one where words have their bit, and gives what is carried to the eights.
  HWY_INLINE Words Add(const Words (&words)[8]) {
    Words ones = LoadWords(bits_[0]), twos = LoadWords(bits_[1]), fours = LoadWords(bits_[2]);
    Words of_two[4], of_four[2];
    for (std::size_t at = 0; at < 4; ++at) of_two[at] = AddTwo(words[2 * at], words[2 * at + 1], ones);
    for (std::size_t at = 0; at < 2; ++at) of_four[at] = AddTwo(of_two[2 * at], of_two[2 * at + 1], twos);
    const Words of_eight = AddTwo(of_four[0], of_four[1], fours);
    hn::Store(ones, word_tag, bits_[0]);
    hn::Store(twos, word_tag, bits_[1]);
    hn::Store(fours, word_tag, bits_[2]);
    return of_eight;
  }
  const std::uint64_t* Bit(std::size_t bit) const { return bits_[bit]; }

 private:
  // Gives what is carried.
  static HWY_INLINE Words AddTwo(Words a, Words b, Words& sum) {
    const Words carried{_mm512_ternarylogic_epi64(sum.raw, a.raw, b.raw, 0xE8)};
    sum = Words{_mm512_ternarylogic_epi64(sum.raw, a.raw, b.raw, 0x96)};
    return carried;
  }

  alignas(64) std::uint64_t bits_[3][8] = {};
};

// Of each deck of one batch: in how many words its bit was set.
class DeckSums {
 public:
  HWY_INLINE void Add(const Words (&words)[8]) {
    hn::Store(low_.Add(words), word_tag, eights_[waiting_]);
    if (++waiting_ == 8) AddEights();
  }

  void TellNumbers(DeckNumbers& numbers) {
    if (waiting_ > 0) AddEights();
    std::uint64_t sum[bits + 3] = {};
    for (std::size_t column = 0; column < 8; ++column) {
      std::uint64_t carried = 0;
      for (std::size_t bit = 0; bit < bits + 3; ++bit) {
        const std::uint64_t added = bit < bits ? Bit(bit)[column] : 0, before = sum[bit];
        sum[bit] = before ^ added ^ carried;
        carried = (before & added) | (carried & (before ^ added));
      }
    }
    for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
      std::uint64_t number = 0;
      for (std::size_t bit = 0; bit < bits + 3; ++bit) number |= (sum[bit] >> deck & 1) << bit;
      numbers[deck] = static_cast<std::uint16_t>(number);
    }
  }

 private:
  // Of fewer than 2,048 words: a triangle of 128 rows has 1,088.
  static constexpr std::size_t bits_above = 5, bits = 6 + bits_above;

  const std::uint64_t* Bit(std::size_t bit) const {
    if (bit < 3) return low_.Bit(bit);
    return bit < 6 ? high_.Bit(bit - 3) : above_[bit - 6];
  }

  void AddEights() {
    Words words[8];
    for (std::size_t at = 0; at < 8; ++at) words[at] = at < waiting_ ? LoadWords(eights_[at]) : AllWords(0);
    Words carried = high_.Add(words);
    for (auto& bit : above_) {
      const Words before = LoadWords(bit);
      hn::Store(hn::Xor(before, carried), word_tag, bit);
      carried = hn::And(before, carried);
    }
    waiting_ = 0;
  }

  CarrySaver low_, high_;
  std::size_t waiting_ = 0;
  alignas(64) std::uint64_t eights_[8][8];
  alignas(64) std::uint64_t above_[bits_above][8] = {};
};

// For each deck of every batch, how many of the pairs are so related.
struct PairsOfDecks {
  DeckSums of_batches[PlaneBatches::most_batches];

  template <std::size_t blocks>
  HWY_INLINE void Add(std::size_t batch, std::size_t row, bool is_on_diagonal, const Words (&of_one)[blocks],
                      const Words (&of_other)[blocks]) {
    static_assert(blocks <= 4);
    Words words[8];
    for (std::size_t at = 0; at < 4; ++at) {
      words[2 * at] = at < blocks ? of_one[at % blocks] : AllWords(0);
      words[2 * at + 1] = at < blocks ? of_other[at % blocks] : AllWords(0);
    }
    if (is_on_diagonal) {
      words[0] = hn::And(words[0], ColumnsBehind(row));
      words[1] = hn::And(words[1], ColumnsBehind(row + 1));
    }
    of_batches[batch].Add(words);
  }

 private:
  static HWY_INLINE Words ColumnsBehind(std::size_t row) {
    static constexpr std::uint64_t all = ~std::uint64_t{0};
    static constexpr std::uint64_t columns[] = {0, 0, 0, 0, 0, 0, 0, 0, all, all, all, all, all, all, all};
    return hn::LoadU(word_tag, columns + 7 - row % 8);
  }
};

// Tables of pairs of planes, counted bit by bit: eight cells of two rows at a time, for all decks of a batch.

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

// Tables of pairs of planes, counted byte by byte: some cells at a time, for as many decks as a vector has
// bytes.
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

#endif  // toggled include guard
