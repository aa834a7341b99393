#include "core/tally/planes/plane_counts.hpp"

#include "core/order/compiled_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/tally/planes/plane_counts.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/tally/planes/transpose-inl.hpp"
#include "core/tally/planes/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

void CountScattered(const Plane& plane, std::size_t decks, std::span<std::uint64_t> cells) {
  for (std::size_t deck = 0; deck < decks; ++deck) ++cells[plane[deck]];
}

void CountNeighboursScattered(std::span<const Plane> cards, std::size_t decks, std::span<DeckCount> counts) {
  const std::size_t boundary = cards.size(), row = boundary + 1;
  std::fill(counts.begin(), counts.end(), DeckCount{0});
  for (std::size_t deck = 0; deck < decks; ++deck) {
    ++counts[boundary * row + cards.front()[deck]];
    ++counts[cards.back()[deck] * row + boundary];
  }
  for (std::size_t place = 1; place < cards.size(); ++place) {
    const Plane &before = cards[place - 1], &here = cards[place];
    for (std::size_t deck = 0; deck < decks; ++deck) ++counts[before[deck] * row + here[deck]];
  }
}

void AddCounts(std::span<const DeckCount> counts, std::span<std::uint64_t> cells) {
  const DeckCount* const from = counts.data();
  std::uint64_t* const to = cells.data();
  for (std::size_t cell = 0; cell < counts.size(); ++cell) to[cell] += from[cell];
}

void LayOutRows(const Card* rows, std::size_t stride, std::span<Plane> planes) {
  for (std::size_t first = 0; first < planes.size(); first += tile_side) {
    const std::size_t lines = std::min(tile_side, planes.size() - first);
    for (std::size_t deck = 0; deck < decks_of_planes; deck += tile_side) {
      LayOutTile(rows + deck * stride + first, stride, lines, planes.data() + first, deck);
    }
  }
}

#if HWY_TARGET == HWY_SCALAR

void CountValues(const Plane& plane, std::size_t decks, std::span<std::uint64_t> cells) {
  CountScattered(plane, decks, cells);
}

void CountNeighbours(std::span<const Plane> cards, std::span<const Plane>, std::size_t decks,
                     std::span<DeckCount> counts) {
  CountNeighboursScattered(cards, decks, counts);
}

// Loops of a fixed length, over what the compiler makes vectors of.
template <class Holds>
HWY_INLINE void CountPairs(std::span<const Plane> planes, std::size_t decks, std::span<std::uint64_t> cells,
                           Holds holds) {
  Plane is_there{};
  std::fill_n(is_there.begin(), decks, Card{1});
  std::size_t cell = 0;
  for (std::size_t first = 0; first < planes.size(); ++first) {
    for (std::size_t second = first + 1; second < planes.size(); ++second) {
      std::uint8_t count = 0;
      for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
        const bool counts = holds(planes[first][deck], planes[second][deck]);
        count = static_cast<std::uint8_t>(count + (counts & is_there[deck]));
      }
      cells[cell++] += count;
    }
  }
}

void CountAscendingPairs(std::span<const Plane> planes, std::size_t decks, std::span<std::uint64_t> cells) {
  CountPairs(planes, decks, cells, [](Card a, Card b) HWY_ATTR {
    return static_cast<std::int8_t>(a) < static_cast<std::int8_t>(b);
  });
}

void CountEqualPairs(std::span<const Plane> planes, std::size_t decks, std::span<std::uint64_t> cells) {
  CountPairs(planes, decks, cells, [](Card a, Card b) HWY_ATTR { return a == b; });
}

#else

// Which of the decks from `first` on are among those that count. All of them is known at compile time.
struct EveryDeck {
  HWY_INLINE DeckMask Of(DeckMask mask, std::size_t) const { return mask; }
};
struct FirstDecks {
  std::size_t decks;

  HWY_INLINE DeckMask Of(DeckMask mask, std::size_t first) const {
    return hn::And(mask, hn::FirstN(deck_tag, decks > first ? decks - first : 0));
  }
};

template <class Work>
HWY_INLINE void ForDecks(std::size_t decks, const Work& work) {
  if (decks == decks_of_planes) {
    work(EveryDeck());
  } else {
    work(FirstDecks{decks});
  }
}

// So many decks for which it holds, vector by vector.
template <class Decks, class Holds>
HWY_INLINE std::uint64_t CountDecks(const Decks& decks, const Holds& holds) {
  std::uint64_t count = 0;
  for (std::size_t first = 0; first < decks_of_planes; first += decks_of_vector) {
    count += hn::CountTrue(deck_tag, decks.Of(holds(first), first));
  }
  return count;
}

// Whether looking for each value in turn is faster than one counter after the other, which takes about a
// cycle a deck: a look takes a cycle a vector.
constexpr std::size_t most_values_looked_for = decks_of_vector;

void CountValues(const Plane& plane, std::size_t decks, std::span<std::uint64_t> cells) {
  if (cells.size() > most_values_looked_for) return CountScattered(plane, decks, cells);
  ForDecks(decks, [&](const auto& all) HWY_ATTR {
    for (std::size_t value = 0; value < cells.size(); ++value) {
      const DeckBytes sought = AllOf(value);
      cells[value] += CountDecks(
          all, [&](std::size_t first) HWY_ATTR { return AreEqual(LoadDecks(plane.data() + first), sought); });
    }
  });
}

void CountNeighbours(std::span<const Plane> cards, std::span<const Plane> places, std::size_t decks,
                     std::span<DeckCount> counts) {
  const std::size_t boundary = cards.size(), row = boundary + 1;
  if (boundary > most_values_looked_for) return CountNeighboursScattered(cards, decks, counts);
  ForDecks(decks, [&](const auto& all) HWY_ATTR {
    const auto count_equal = [&](const Plane& one, const Plane& other) HWY_ATTR {
      return static_cast<DeckCount>(CountDecks(all, [&](std::size_t first) HWY_ATTR {
        return AreEqual(LoadDecks(one.data() + first), LoadDecks(other.data() + first));
      }));
    };
    const auto plane_of = [](std::size_t value) HWY_ATTR {
      Plane plane;
      plane.fill(static_cast<Card>(value));
      return plane;
    };
    const Plane first_place = plane_of(0), last_place = plane_of(boundary - 1);
    for (std::size_t card = 0; card < boundary; ++card) {
      DeckCount* const of_card = &counts[card * row];
      Plane behind;
      for (std::size_t first = 0; first < decks_of_planes; first += decks_of_vector) {
        StoreDecks(Sum(LoadDecks(places[card].data() + first), AllOf(1)), behind.data() + first);
      }
      for (std::size_t next = 0; next < boundary; ++next) of_card[next] = count_equal(behind, places[next]);
      of_card[boundary] = count_equal(places[card], last_place);
      counts[boundary * row + card] = count_equal(places[card], first_place);
    }
    counts[boundary * row + boundary] = 0;
  });
}

template <class Holds>
HWY_INLINE void CountPairs(std::span<const Plane> planes, std::size_t decks, std::span<std::uint64_t> cells,
                           const Holds& holds) {
  ForDecks(decks, [&](const auto& all) HWY_ATTR {
    std::uint64_t* cell = cells.data();
    for (std::size_t one = 0; one < planes.size(); ++one) {
      for (std::size_t other = one + 1; other < planes.size(); ++other) {
        *cell++ += CountDecks(all, [&](std::size_t first) HWY_ATTR {
          return holds(LoadDecks(planes[one].data() + first), LoadDecks(planes[other].data() + first));
        });
      }
    }
  });
}

void CountAscendingPairs(std::span<const Plane> planes, std::size_t decks, std::span<std::uint64_t> cells) {
  CountPairs(planes, decks, cells, [](DeckBytes a, DeckBytes b) HWY_ATTR { return AreBelow(a, b); });
}

void CountEqualPairs(std::span<const Plane> planes, std::size_t decks, std::span<std::uint64_t> cells) {
  CountPairs(planes, decks, cells, [](DeckBytes a, DeckBytes b) HWY_ATTR { return AreEqual(a, b); });
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshuffle {

HWY_EXPORT(LayOutRows);
HWY_EXPORT(CountValues);
HWY_EXPORT(CountNeighbours);
HWY_EXPORT(AddCounts);
HWY_EXPORT(CountAscendingPairs);
HWY_EXPORT(CountEqualPairs);

void lay_out_rows(const Card* rows, std::size_t stride, std::span<Plane> planes) {
  HWY_DYNAMIC_DISPATCH(LayOutRows)(rows, stride, planes);
}

void count_values(const Plane& plane, std::size_t decks, std::span<std::uint64_t> cells) {
  HWY_DYNAMIC_DISPATCH(CountValues)(plane, decks, cells);
}

void count_neighbours(std::span<const Plane> cards, std::span<const Plane> places, std::size_t decks,
                      std::span<DeckCount> counts) {
  HWY_DYNAMIC_DISPATCH(CountNeighbours)(cards, places, decks, counts);
}

void add_counts(std::span<const DeckCount> counts, std::span<std::uint64_t> cells) {
  HWY_DYNAMIC_DISPATCH(AddCounts)(counts, cells);
}

void count_ascending_pairs(std::span<const Plane> planes, std::size_t decks, std::span<std::uint64_t> cells) {
  HWY_DYNAMIC_DISPATCH(CountAscendingPairs)(planes, decks, cells);
}

void count_equal_pairs(std::span<const Plane> planes, std::size_t decks, std::span<std::uint64_t> cells) {
  HWY_DYNAMIC_DISPATCH(CountEqualPairs)(planes, decks, cells);
}

}  // namespace fairshuffle
#endif  // HWY_ONCE
