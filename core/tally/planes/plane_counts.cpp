#include "core/tally/planes/planes.hpp"

#define HWY_WANT_AVX3_DL
#include "core/permutation/compiled_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/tally/planes/plane_counts.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/tally/planes/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

#if FAIRSHUFFLE_COUNTS_BITS

template <std::size_t width>
HWY_INLINE void FindBitsOfPlane(const Plane& plane, std::uint64_t* words, std::size_t to_next_bit) {
  DeckBytes values[decks_of_planes / decks_of_vector];
  for (std::size_t at = 0; at < std::size(values); ++at) {
    values[at] = LoadDecks(plane.data() + at * decks_of_vector);
  }
#pragma GCC unroll 8
  for (std::size_t bit = 0; bit < width; ++bit) {
    std::uint64_t decks = 0;
    for (std::size_t at = 0; at < std::size(values); ++at) {
      decks |= BitsOf(hn::TestBit(values[at], AllOf(std::size_t{1} << bit))) << at * decks_of_vector;
    }
    words[bit * to_next_bit] = decks;
  }
}

void FindBits(const PlaneBatches& planes, PlaneBits& bits) {
  for (std::size_t batch = 0; batch < planes.batches(); ++batch) {
    ForWidth(bits.width(), [&](auto width) HWY_ATTR {
      std::uint64_t* words = bits.of(batch, 0);
      for (const Plane& plane : planes.batch(batch))
        FindBitsOfPlane<width>(plane, words++, bits.words_of_bit());
    });
    const std::uint64_t there = planes.decks_there(batch);
    if (there == ~std::uint64_t{0}) continue;
    for (std::size_t bit = 0; bit < bits.width(); ++bit) {
      for (std::size_t plane = 0; plane < planes.planes(); ++plane) bits.of(batch, bit)[plane] &= there;
    }
  }
}

#else

// Values are counted as they lie.
void FindBits(const PlaneBatches& /*planes*/, PlaneBits& /*bits*/) {}

#endif

// The cells of one plane.
struct PlaneCells {
  std::size_t plane;
  std::span<std::uint64_t> cells;
};

// Calls count(PlaneCells) for the cells of each plane: as many for each, or one more than for the one before.
template <class Count>
HWY_INLINE void ForEachPlane(std::size_t planes, std::span<std::uint64_t> cells, const Count& count) {
  const bool is_square = cells.size() == planes * planes;
  for (std::size_t plane = is_square ? 0 : 1; plane < planes; ++plane) {
    const std::size_t values = is_square ? planes : plane + 1;
    count(PlaneCells{plane, cells.first(values)});
    cells = cells.subspan(values);
  }
}

void LayOutRows(const Card* rows, std::size_t stride, std::span<Plane> planes) {
  for (std::size_t first = 0; first < planes.size(); first += tile_side) {
    const std::size_t lines = std::min(tile_side, planes.size() - first);
    for (std::size_t deck = 0; deck < decks_of_planes; deck += tile_side) {
      LayOutTile(rows + deck * stride + first, stride, lines, planes.data() + first, deck);
    }
  }
}

#if FAIRSHUFFLE_COUNTS_BITS

// Which of eight words: the bits of their indexes, each a word of ones or of zeros.
HWY_INLINE Words BitOfIndex(std::size_t bit) {
  const Words indexes = hn::Iota(word_tag, 0);
  return hn::VecFromMask(word_tag, hn::TestBit(indexes, AllWords(std::uint64_t{1} << bit)));
}

// Of each of eight values, by three bits of a value: in which of the decks `among` it is there.
HWY_INLINE Words DecksOfEach(Words among, Words first, Words second, Words third) {
  among = Equal::Step(among, first, BitOfIndex(0));
  among = Equal::Step(among, second, BitOfIndex(1));
  return Equal::Step(among, third, BitOfIndex(2));
}

// In eights: the decks of a value are those of its lowest three bits among those of the others.
template <std::size_t width>
HWY_INLINE void CountPlane(PlaneBatches& planes, const PlaneBits& bits, const PlaneCells& of) {
  static_assert(width > 3 && width <= 7);
  constexpr std::size_t most_eights = width == 7 ? 16 : 8;
  alignas(64) std::uint64_t decks_of_eights[PlaneBatches::most_batches][most_eights];
  Words decks_of_low[PlaneBatches::most_batches];
  for (std::size_t batch = 0; batch < PlaneBatches::most_batches; ++batch) {
    if (batch >= planes.batches()) {
      decks_of_low[batch] = AllWords(0);
      for (std::uint64_t& decks : decks_of_eights[batch]) decks = 0;
      continue;
    }
    const std::uint64_t* const word = bits.of(batch, 0) + of.plane;
    const auto all = [&](std::size_t bit) HWY_ATTR {
      return bit < width ? AllWords(word[bit * bits.words_of_bit()]) : AllWords(0);
    };
    const Words there = AllWords(planes.decks_there(batch));
    decks_of_low[batch] = DecksOfEach(there, all(0), all(1), all(2));
    hn::Store(DecksOfEach(hn::AndNot(all(6), there), all(3), all(4), all(5)), word_tag,
              decks_of_eights[batch]);
    if (width == 7) {
      hn::Store(DecksOfEach(hn::And(all(6), there), all(3), all(4), all(5)), word_tag,
                decks_of_eights[batch] + most_eights - 8);
    }
  }
  const auto count = [&](std::size_t eight) HWY_ATTR {
    Words counts = AllWords(0);
    for (std::size_t batch = 0; batch < PlaneBatches::most_batches; ++batch) {
      const Words decks = hn::And(decks_of_low[batch], AllWords(decks_of_eights[batch][eight]));
      counts = hn::Add(counts, hn::PopulationCount(decks));
    }
    return counts;
  };
  std::uint64_t* const cells = of.cells.data();
  const std::size_t whole = of.cells.size() / 8, rest = of.cells.size() % 8;
  for (std::size_t eight = 0; eight < whole; ++eight) {
    std::uint64_t* const here = cells + 8 * eight;
    hn::StoreU(hn::Add(hn::LoadU(word_tag, here), count(eight)), word_tag, here);
  }
  if (rest > 0) {
    alignas(64) std::uint64_t counts[8];
    hn::Store(count(whole), word_tag, counts);
    for (std::size_t value = 0; value < rest; ++value) cells[8 * whole + value] += counts[value];
  }
}

void CountValues(PlaneBatches& planes, std::span<std::uint64_t> cells) {
  const PlaneBits& bits = planes.bits();
  ForWidth(bits.width(), [&](auto width) HWY_ATTR {
    ForEachPlane(planes.planes(), cells,
                 [&](const PlaneCells& of) HWY_ATTR { CountPlane<width>(planes, bits, of); });
  });
}

#else

HWY_INLINE void CountScattered(PlaneBatches& planes, const PlaneCells& of) {
  for (std::size_t batch = 0; batch < planes.batches(); ++batch) {
    const Plane& plane = planes.batch(batch)[of.plane];
    const std::size_t decks = planes.decks_of(batch);
    for (std::size_t deck = 0; deck < decks; ++deck) ++of.cells[plane[deck]];
  }
}

// Looks for some values at a time: of decks that are not there, the value is 0.
HWY_INLINE void CountCompared(PlaneBatches& planes, const PlaneCells& of) {
  constexpr std::size_t at_once = 4;
  static_assert(PlaneBatches::most_batches * decks_of_planes / decks_of_vector < 256,
                "a byte holds the counts of one lane");
  for (std::size_t value = 0; value < of.cells.size(); value += at_once) {
    DeckBytes counts[at_once];
    for (std::size_t at = 0; at < at_once; ++at) counts[at] = AllOf(0);
    for (std::size_t batch = 0; batch < planes.batches(); ++batch) {
      const Plane& plane = planes.batch(batch)[of.plane];
      for (std::size_t deck = 0; deck < decks_of_planes; deck += decks_of_vector) {
        const DeckBytes here = LoadDecks(plane.data() + deck);
        for (std::size_t at = 0; at < at_once; ++at) {
          counts[at] = AddOneWhere(AreEqual(here, AllOf(value + at)), counts[at]);
        }
      }
    }
    const std::size_t values = std::min(at_once, of.cells.size() - value);
    for (std::size_t at = 0; at < values; ++at) of.cells[value + at] += SumOfBytes(counts[at]);
  }
  of.cells[0] -= planes.batches() * decks_of_planes - planes.decks();
}

HWY_INLINE void CountPlane(PlaneBatches& planes, const PlaneCells& of) {
  // Where there are fewer values, looking for each is faster than one counter after the other.
  constexpr std::size_t most_compared = HWY_TARGET == HWY_SCALAR ? 0 : 2 * decks_of_vector;
  of.cells.size() <= most_compared ? CountCompared(planes, of) : CountScattered(planes, of);
}

void CountValues(PlaneBatches& planes, std::span<std::uint64_t> cells) {
  ForEachPlane(planes.planes(), cells, [&](const PlaneCells& of) HWY_ATTR { CountPlane(planes, of); });
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshuffle {

HWY_EXPORT(FindBits);
HWY_EXPORT(LayOutRows);
HWY_EXPORT(CountValues);

const PlaneBits& PlaneBatches::bits() {
  if (bits_.empty()) bits_ = PlaneBits(planes_, most_batches);
  if (!has_bits_) HWY_DYNAMIC_DISPATCH(FindBits)(*this, bits_);
  has_bits_ = true;
  return bits_;
}

void lay_out_rows(const Card* rows, std::size_t stride, std::span<Plane> planes) {
  HWY_DYNAMIC_DISPATCH(LayOutRows)(rows, stride, planes);
}

void count_values(PlaneBatches& planes, std::span<std::uint64_t> cells) {
  HWY_DYNAMIC_DISPATCH(CountValues)(planes, cells);
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
