#include <algorithm>

#include "core/tally/planes/planes.hpp"

#define HWY_WANT_AVX3_DL
#include "core/permutation/compiled_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/tally/planes/pair_counts.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/tally/planes/pair_counts-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

void AddPairCounts(std::span<const PairCount> counts, std::span<std::uint64_t> cells) {
  const PairCount* const from = counts.data();
  std::uint64_t* const to = cells.data();
  for (std::size_t cell = 0; cell < counts.size(); ++cell) to[cell] += from[cell];
}

void SumDifferences(std::span<const PairCount> neighbours, std::span<std::uint32_t> sums) {
  const std::size_t cards = sums.size();
  std::uint32_t* const to = sums.data();
  std::fill(sums.begin(), sums.end(), 0);
  for (std::size_t card = 0; card < cards; ++card) {
    const PairCount* const next = neighbours.data() + card * (cards + 1);
    for (std::size_t higher = card; higher < cards; ++higher) to[higher - card] += next[higher];
    for (std::size_t lower = 0; lower < card; ++lower) to[lower + cards - card] += next[lower];
  }
}

// What is counted before the first position and after the last.
HWY_INLINE void CountEnds(const PlaneBatches& cards, std::span<PairCount> counts) {
  const std::size_t boundary = cards.planes(), row_size = boundary + 1;
  NumberBatches first(cards.decks()), last(cards.decks());
  for (std::size_t batch = 0; batch < cards.batches(); ++batch) {
    first[batch] = &cards.batch(batch).front();
    last[batch] = &cards.batch(batch).back();
  }
  std::uint64_t firsts[largest_byte_deck] = {}, lasts[largest_byte_deck] = {};
  count_numbers(first, std::span(firsts).first(boundary));
  count_numbers(last, std::span(lasts).first(boundary));
  for (std::size_t card = 0; card < boundary; ++card) {
    counts[boundary * row_size + card] = static_cast<PairCount>(firsts[card]);
    counts[card * row_size + boundary] = static_cast<PairCount>(lasts[card]);
  }
  counts[boundary * row_size + boundary] = 0;
}

#if FAIRSHUFFLE_COUNTS_BITS

template <class Sums>
HWY_INLINE void CountAscending(PlaneBatches& planes, std::span<PairCount> counts, Sums& sums) {
  const PlaneBits& bits = planes.bits();
  static constexpr std::uint64_t none[rows_of_tile] = {};  // equal ones do not ascend
  const auto compared_in = [&](std::size_t batch, std::size_t tile) {
    const Values values{bits.of(batch, 0), bits.words_of_bit()};
    return Compared{{values.words + tile, values.words_of_bit}, none, values};
  };
  PairCount* count = counts.data();
  const auto add = [&](std::size_t row, const std::uint64_t* of_row) HWY_ATTR {
    for (std::size_t column = row + 1; column < planes.planes(); ++column) {
      *count++ = static_cast<PairCount>(of_row[column]);
    }
  };
  ForWidth(bits.width(), [&](auto width) HWY_ATTR {
    CountRows<Lower, width, Columns::from_row>(planes, compared_in, add, sums);
  });
}

void CountAscendingPairs(PlaneBatches& planes, std::span<PairCount> counts, std::span<DeckNumbers> of_decks) {
  if (of_decks.empty()) {
    NoSums sums;
    return CountAscending(planes, counts, sums);
  }
  PairsOfDecks sums;
  CountAscending(planes, counts, sums);
  for (std::size_t batch = 0; batch < planes.batches(); ++batch) {
    sums.of_batches[batch].TellNumbers(of_decks[batch]);
  }
}

// Whether eight values are these.
HWY_INLINE Words AreAll(Values values, std::size_t width, std::size_t block, std::size_t value, Words among) {
  for (std::size_t bit = 0; bit < width; ++bit) {
    const Words of_value = AllWords(value >> bit & 1 ? ~std::uint64_t{0} : 0);
    among = Equal::Step(among, LoadWords(values.Of(bit) + 8 * block), of_value);
  }
  return among;
}

// Of the cards of a tile, the places behind them, but for those in the last place.
struct Behind {
  alignas(64) std::uint64_t words[7][rows_of_tile];
  alignas(64) std::uint64_t among[rows_of_tile];

  void Fill(Values places, std::size_t width, std::size_t first, std::size_t cards, std::uint64_t there) {
    for (std::size_t block = 0; block < rows_of_tile / 8; ++block) {
      const std::size_t of_places = first / 8 + block;
      if (8 * of_places >= cards) return;
      const Words last = AreAll(places, width, of_places, cards - 1, AllWords(there));
      hn::Store(hn::AndNot(last, AllWords(there)), word_tag, among + 8 * block);
      Words carry = AllWords(~std::uint64_t{0});
      for (std::size_t bit = 0; bit < width; ++bit) {
        const Words before = LoadWords(places.Of(bit) + 8 * of_places);
        hn::Store(hn::Xor(before, carry), word_tag, words[bit] + 8 * block);
        carry = hn::And(carry, before);
      }
    }
  }
};

void CountNeighbours(const PlaneBatches& cards, PlaneBatches& places, std::span<PairCount> counts) {
  const PlaneBits& bits = places.bits();
  const std::size_t boundary = places.planes();
  Behind behind[PlaneBatches::most_batches];
  const auto compared_in = [&](std::size_t batch, std::size_t tile) HWY_ATTR {
    const Values values{bits.of(batch, 0), bits.words_of_bit()};
    behind[batch].Fill(values, bits.width(), tile, boundary, places.decks_there(batch));
    return Compared{{behind[batch].words[0], rows_of_tile}, behind[batch].among, values};
  };
  const auto add = [&](std::size_t card, const std::uint64_t* of_row) HWY_ATTR {
    PairCount* const of_card = &counts[card * (boundary + 1)];
    for (std::size_t next = 0; next < boundary; ++next) of_card[next] = static_cast<PairCount>(of_row[next]);
  };
  NoSums sums;
  ForWidth(bits.width(), [&](auto width) HWY_ATTR {
    CountRows<Equal, width, Columns::all>(places, compared_in, add, sums);
  });
  CountEnds(cards, counts);
}

// Which of up to four hands, in two bits.
constexpr std::size_t width_of_hand = 2;
struct Hands {
  alignas(64) std::uint64_t words[width_of_hand][largest_byte_deck];
};

// Whether places are at least so high, of eight cards.
HWY_INLINE Words AreFrom(Values places, std::size_t width, std::size_t block, std::size_t lowest) {
  Words below = AllWords(0);
  for (std::size_t bit = 0; bit < width; ++bit) {
    const Words of_lowest = AllWords(lowest >> bit & 1 ? ~std::uint64_t{0} : 0);
    below = Lower::Step(below, LoadWords(places.Of(bit) + 8 * block), of_lowest);
  }
  return hn::Not(below);
}

// Behind the first hand or the third, and behind the second: the bits of the hand's index.
void TellHands(Values places, std::size_t width, std::size_t cards, std::size_t cards_of_hand, Hands& hands) {
  for (std::size_t block = 0; 8 * block < cards; ++block) {
    const auto behind = [&](std::size_t hand) HWY_ATTR {
      const std::size_t begin = hand * cards_of_hand;
      return begin < cards ? AreFrom(places, width, block, begin) : AllWords(0);
    };
    const Words second = behind(1), third = behind(2), fourth = behind(3);
    hn::Store(hn::Xor(second, hn::Xor(third, fourth)), word_tag, hands.words[0] + 8 * block);
    hn::Store(third, word_tag, hands.words[1] + 8 * block);
  }
}

void CountHandMates(PlaneBatches& places, std::size_t width, std::span<std::uint64_t> cells) {
  const PlaneBits& bits = places.bits();
  const std::size_t cards = places.planes();
  Hands hands[PlaneBatches::most_batches];
  alignas(64) std::uint64_t there[PlaneBatches::most_batches][rows_of_tile];
  for (std::size_t batch = 0; batch < places.batches(); ++batch) {
    TellHands({bits.of(batch, 0), bits.words_of_bit()}, bits.width(), cards, width, hands[batch]);
    for (std::uint64_t& decks : there[batch]) decks = places.decks_there(batch);
  }
  const auto compared_in = [&](std::size_t batch, std::size_t tile) {
    const Values values{hands[batch].words[0], largest_byte_deck};
    return Compared{{values.words + tile, values.words_of_bit}, there[batch], values};
  };
  std::uint64_t* cell = cells.data();
  const auto add = [&](std::size_t row, const std::uint64_t* of_row) HWY_ATTR {
    for (std::size_t column = row + 1; column < cards; ++column) *cell++ += of_row[column];
  };
  NoSums sums;
  CountRows<Equal, width_of_hand, Columns::from_row>(places, compared_in, add, sums);
}

#else

void CountAscendingPairs(PlaneBatches& planes, std::span<PairCount> counts, std::span<DeckNumbers> of_decks) {
  std::fill(counts.begin(), counts.end(), PairCount{0});
  CountPairs(planes, counts, [](DeckBytes a, DeckBytes b) HWY_ATTR { return AreBelow(a, b); });
  for (std::size_t batch = 0; batch < of_decks.size(); ++batch) {
    of_decks[batch] = AscendingOfDecks(planes.batch(batch));
  }
}

// Whether comparing each card with each is faster than one counter after the other.
constexpr std::size_t most_cards_compared = HWY_TARGET == HWY_SCALAR ? 0 : 2 * decks_of_vector;

void CountScattered(const PlaneBatches& cards, std::span<PairCount> counts) {
  const std::size_t row = cards.planes() + 1;
  std::fill(counts.begin(), counts.end(), PairCount{0});
  for (std::size_t batch = 0; batch < cards.batches(); ++batch) {
    const std::span<const Plane> planes = cards.batch(batch);
    const std::size_t decks = cards.decks_of(batch);
    for (std::size_t place = 1; place < planes.size(); ++place) {
      const Plane &before = planes[place - 1], &here = planes[place];
      for (std::size_t deck = 0; deck < decks; ++deck) ++counts[before[deck] * row + here[deck]];
    }
  }
}

void CountCompared(const PlaneBatches& places, std::span<PairCount> counts) {
  const std::size_t boundary = places.planes(), row_size = boundary + 1;
  for (std::size_t card = 0; card < boundary; card += rows_at_once) {
    const std::size_t rows = std::min(rows_at_once, boundary - card);
    for (std::size_t next = 0; next < boundary; next += columns_at_once) {
      const Cells counted = CountCells(places, card, places, next, [](DeckBytes a, DeckBytes b) HWY_ATTR {
        return AreEqual(Sum(a, AllOf(1)), b);
      });
      const std::size_t columns = std::min(columns_at_once, boundary - next);
      for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t at = 0; at < columns; ++at) {
          counts[(card + row) * row_size + next + at] = static_cast<PairCount>(counted.counts[row][at]);
        }
      }
    }
  }
}

void CountNeighbours(const PlaneBatches& cards, PlaneBatches& places, std::span<PairCount> counts) {
  if (cards.planes() > most_cards_compared) {
    CountScattered(cards, counts);
  } else {
    CountCompared(places, counts);
  }
  CountEnds(cards, counts);
}

void CountHandMates(PlaneBatches& places, std::size_t width, std::span<std::uint64_t> cells) {
  PlaneBatches hands(places.planes());
  for (std::size_t batch = 0; batch < places.batches(); ++batch) {
    const std::span<const Plane> of_places = places.batch(batch);
    const std::span<Plane> of_hands = hands.add(places.decks_of(batch));
    for (std::size_t card = 0; card < of_places.size(); ++card) {
      for (std::size_t deck = 0; deck < decks_of_planes; deck += decks_of_vector) {
        const DeckBytes place = LoadDecks(of_places[card].data() + deck);
        DeckBytes hands_behind = AllOf(0);
        for (std::size_t begin = width; begin < of_places.size(); begin += width) {
          hands_behind = AddOneWhere(AreBelow(place, AllOf(begin)), hands_behind);
        }
        StoreDecks(hands_behind, of_hands[card].data() + deck);
      }
    }
  }
  CountPairs(hands, cells, [](DeckBytes a, DeckBytes b) HWY_ATTR { return AreEqual(a, b); });
  // Cards of decks that are not there are all in one hand.
  const std::size_t not_there = places.batches() * decks_of_planes - places.decks();
  for (std::uint64_t& cell : cells) cell -= not_there;
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshuffle {

HWY_EXPORT(CountNeighbours);
HWY_EXPORT(AddPairCounts);
HWY_EXPORT(SumDifferences);
HWY_EXPORT(CountAscendingPairs);
HWY_EXPORT(CountHandMates);

void count_neighbours(const PlaneBatches& cards, PlaneBatches& places, std::span<PairCount> counts) {
  HWY_DYNAMIC_DISPATCH(CountNeighbours)(cards, places, counts);
}

void add_pair_counts(std::span<const PairCount> counts, std::span<std::uint64_t> cells) {
  HWY_DYNAMIC_DISPATCH(AddPairCounts)(counts, cells);
}

void sum_differences(std::span<const PairCount> neighbours, std::span<std::uint32_t> sums) {
  HWY_DYNAMIC_DISPATCH(SumDifferences)(neighbours, sums);
}

void count_ascending_pairs(PlaneBatches& planes, std::span<PairCount> counts,
                           std::span<DeckNumbers> of_decks) {
  HWY_DYNAMIC_DISPATCH(CountAscendingPairs)(planes, counts, of_decks);
}

void count_hand_mates(PlaneBatches& places, std::size_t width, std::span<std::uint64_t> cells) {
  HWY_DYNAMIC_DISPATCH(CountHandMates)(places, width, cells);
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
