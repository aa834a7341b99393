// How many pairs of planes are so related in each deck by itself, added up bit by bit for all decks of a
// batch.
#if defined(FAIRSHUFFLE_PLANES_DECK_SUMS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_PLANES_DECK_SUMS_INL
#undef FAIRSHUFFLE_PLANES_DECK_SUMS_INL
#else
#define FAIRSHUFFLE_PLANES_DECK_SUMS_INL
#endif

#include <cstddef>
#include <cstdint>

#include "core/tally/planes/plane_batches.hpp"
#include "core/tally/planes/words-inl.hpp"

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

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#endif  // FAIRSHUFFLE_COUNTS_BITS

#endif  // the toggle
