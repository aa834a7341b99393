// Lanes of decks that do not fit the registers: drawn, shuffled, checked and handed over in planes, 64 decks
// at a time. Compiled once for each vector instruction set, and where there is none.
#if defined(FAIRSHUFFLE_LANES_TALL_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FAIRSHUFFLE_LANES_TALL_LANES_INL
#undef FAIRSHUFFLE_LANES_TALL_LANES_INL
#else
#define FAIRSHUFFLE_LANES_TALL_LANES_INL
#endif

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <utility>

#include "core/interpret/lanes/draws-inl.hpp"
#include "core/interpret/lanes/lane_tally.hpp"
#include "core/interpret/lanes/one_by_one.hpp"
#include "core/interpret/lanes/tall_steps-inl.hpp"
#include "core/permutation/permutation.hpp"
#include "core/tally/planes/planes.hpp"

HWY_BEFORE_NAMESPACE();
namespace fairshuffle {
namespace HWY_NAMESPACE {

/// Lanes whose rows_of_word rows of decks fill a plane.
inline constexpr std::size_t tall_lanes = decks_of_planes / rows_of_word;

/// A register's decks are a tile of planes as PlaneTile has it, of so many lanes on each side; those of a
/// plane are one tile beside the other.
inline constexpr std::size_t tall_half = decks_of_vector / (2 * rows_of_word);

/// Where a deck of a plane comes from.
constexpr std::size_t LaneOfDeck(std::size_t deck) {
  const std::size_t tile = deck / decks_of_vector, side = deck % 2, i = deck % decks_of_vector / 8;
  return (2 * tile + side) * tall_half + i;
}

/// By deck: the index of its trial after that of row 0 of the first lane.
inline constexpr auto index_of_tall_deck = [] {
  std::array<std::uint16_t, decks_of_planes> index{};
  for (std::size_t deck = 0; deck < index.size(); ++deck) {
    index[deck] = static_cast<std::uint16_t>(row_of_deck(deck) * lanes_per_block + LaneOfDeck(deck));
  }
  return index;
}();

/// How many decks of a plane are equal to the one before in their lane: those of rows 1 to 3 to one of the
/// same planes, those of row 0 to row 3 of the planes before.
HWY_INLINE std::size_t EqualToBefore(std::span<const Plane> cards, const Plane* before) {
  constexpr std::size_t words = sizeof(Plane) / 8;
  constexpr std::uint64_t ones = 0x0101010101010101, low_bits = 0x7f7f7f7f7f7f7f7f;
  std::uint64_t differences[words] = {};
  std::size_t equal = decks_of_planes;
  for (std::size_t p = 0; p < cards.size() && equal > 0;) {
    // Hardly any decks have so many cards in common that are not equal.
    for (const std::size_t end = std::min(p + 4, cards.size()); p < end; ++p) {
      std::uint64_t here[words], last[words];
      std::memcpy(here, cards[p].data(), sizeof(here));
      std::memcpy(last, before[p].data(), sizeof(last));
      for (std::size_t word = 0; word < words; ++word) {
        differences[word] |= here[word] ^ (here[word] << 16 | last[word] >> 48);
      }
    }
    equal = 0;
    for (const std::uint64_t difference : differences) {
      // A byte that is not 0 has its highest bit, or a carry into it.
      const std::uint64_t differs = ((difference & low_bits) + low_bits) | difference;
      equal += 8 - ((differs >> 7 & ones) * ones >> 56);
    }
  }
  return equal;
}

/// Some lanes, as many as fill a plane, from row 0 to the last.
class TallGroup {
 public:
  /// `values` has a plane for each draw; `words` has two registers for each batch, and `again` one.
  struct Room {
    std::uint8_t* values;
    std::uint64_t* words;
    std::uint64_t* again;
  };

  TallGroup(const LaneTask& task, const LaneRun& run, std::size_t lane, const Room& room)
      : task_(task),
        run_(run),
        lane_(lane),
        room_(room),
        deck_size_(static_cast<std::size_t>(task.steps.deck_size)) {
#if HWY_TARGET != HWY_SCALAR
    fill_ = FillOfSource(task.draws);
#endif
  }

  void Run() {
    const bool links = run_.counting != LaneCounting::nothing;
    if (links) TakeLast();
    for (std::uint64_t row = 0; row < run_.rows; row += rows_of_word) {
      if (task_.tall) {
        Draw();
        Shuffle();
      } else {
        ShuffleOneByOne();
      }
      Count(row);
    }
    if (links) GiveLastBack();
  }

 private:
  using Planes = std::array<Plane, largest_tall_deck>;

  std::span<const Plane> cards() const {
    return std::span(planes_[now_]).first(deck_size_);
  }
  Planes& before() {
    return planes_[1 - now_];
  }

  HWY_INLINE std::uint8_t* ValuesFrom(std::size_t deck) const {
    return room_.values + deck * task_.draws.draws.size();
  }

  void Draw() {
    for (std::size_t deck = 0; deck < decks_of_planes; deck += decks_of_vector) {
      const std::size_t lane = lane_ + deck / rows_of_word;
#if HWY_TARGET == HWY_SCALAR
      draw_tile(task_.draws, {lane, tall_half, ValuesFrom(deck), room_.words, room_.again}, *run_.states);
#else
      fill_(task_.draws, *run_.states, lane, {ValuesFrom(deck), room_.words, room_.again}, 1);
#endif
    }
  }

  void Shuffle() {
    for (std::size_t deck = 0; deck < decks_of_planes; deck += decks_of_vector) {
      TallDecks decks(planes_[now_].data(), deck_size_, deck, ValuesFrom(deck));
      decks.Sort();
      for (const TallStep& step : task_.tall->steps) decks.Do(step, task_.steps);
    }
  }

  HWY_NOINLINE void ShuffleOneByOne() {
    std::array<Card, rows_of_word * largest_lane_deck> decks;
    for (std::size_t first = 0; first < decks_of_planes; ++first) {
      if (row_of_deck(first) != 0) continue;
      shuffle_lane(task_, lane_ + LaneOfDeck(first), *run_.states, decks);
      for (std::size_t row = 0; row < rows_of_word; ++row) {
        for (std::size_t p = 0; p < deck_size_; ++p) {
          planes_[now_][p][first + row * decks_of_row] = decks[row * deck_size_ + p];
        }
      }
    }
  }

  void Count(std::uint64_t row) {
    if (run_.counting == LaneCounting::nothing) {
      for (const Plane& plane : cards()) run_.last->cards[0][0] ^= plane[0];
      return;
    }
    const std::uint64_t first = row * lanes_per_block + lane_;
    if (!CountTogether(first)) return CountDecks(first);
    run_.tally->add_pairs(decks_of_planes - independent_, EqualToBefore(cards(), before().data()));
    independent_ = 0;
    if (run_.tally->words_to_successive(row) == 0) run_.tally->add_successive(cards());
    now_ = 1 - now_;
  }

  // Where all decks are permutations, and are to be counted so.
  bool CountTogether(std::uint64_t first) {
    if (run_.counting == LaneCounting::planes) {
      return run_.tally->add_planes(cards(), first, index_of_tall_deck, Digits());
    }
    if (run_.counting != LaneCounting::permutations || !ArePermutations()) return false;
    std::array<std::uint32_t, decks_of_planes> ranks{};
    Plane digits;
    for (std::size_t p = 0; p < deck_size_; ++p) {
      for (std::size_t deck = 0; deck < decks_of_planes; deck += decks_of_vector) {
        const DeckBytes card = LoadDecks(cards()[p].data() + deck);
        DeckBytes smaller = AllOf(0);
        for (std::size_t later = p + 1; later < deck_size_; ++later) {
          smaller = AddOneWhere(AreBelow(LoadDecks(cards()[later].data() + deck), card), smaller);
        }
        StoreDecks(smaller, digits.data() + deck);
      }
      const auto cards_left = static_cast<std::uint32_t>(deck_size_ - p);
      for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
        ranks[deck] = ranks[deck] * cards_left + digits[deck];
      }
    }
    run_.tally->add_ranks(std::span<const std::uint32_t>(ranks));
    return true;
  }

  // Each card is one of the deck, and stands for a bit. All n of them are there only if each is there once.
  bool ArePermutations() const {
    std::array<std::uint16_t, decks_of_planes> there{};
    for (const Plane& plane : cards()) {
      for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
        there[deck] = static_cast<std::uint16_t>(there[deck] | std::uint32_t{1} << plane[deck]);
      }
    }
    return std::ranges::all_of(there, [all = (1U << deck_size_) - 1](unsigned bits) { return bits == all; });
  }

  // Where the draws are digits, those of the last position were drawn first; at the first one is no choice.
  std::span<const Plane> Digits() {
    if (!task_.tall || !task_.tall->draws_digits) return {};
    digits_[0] = {};
    for (std::size_t p = 1; p < deck_size_; ++p) {
      for (std::size_t deck = 0; deck < decks_of_planes; deck += decks_of_vector) {
        const std::uint8_t* const values = ValuesFrom(deck) + (deck_size_ - 1 - p) * decks_of_vector;
        StoreDecks(LoadDecks(values), digits_[p].data() + deck);
      }
    }
    return std::span(digits_).first(deck_size_);
  }

  // One by one: where only the decks will do, and where one is no permutation.
  HWY_NOINLINE void CountDecks(std::uint64_t first) {
    GiveLastBack();
    std::array<Plane, decks_of_planes> decks;
    lay_out_decks(cards(), decks);
    for (std::size_t row = 0; row < rows_of_word; ++row) {
      for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
        if (row_of_deck(deck) != row) continue;
        run_.tally->add_deck(std::span(decks[deck]).first(deck_size_), first + index_of_tall_deck[deck],
                             lane_ + LaneOfDeck(deck), *run_.last);
      }
    }
    TakeLast();
  }

  // What lies in row 3 of the planes before counts, no more.
  void TakeLast() {
    independent_ = 0;
    for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
      if (row_of_deck(deck) + 1 != rows_of_word) continue;
      const std::size_t lane = lane_ + LaneOfDeck(deck);
      for (std::size_t p = 0; p < deck_size_; ++p) before()[p][deck] = run_.last->cards[p][lane];
      independent_ += before()[0][deck] == no_card;
    }
  }
  void GiveLastBack() {
    for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
      if (row_of_deck(deck) + 1 != rows_of_word) continue;
      const std::size_t lane = lane_ + LaneOfDeck(deck);
      for (std::size_t p = 0; p < deck_size_; ++p) run_.last->cards[p][lane] = before()[p][deck];
      if (task_.planes) run_.last->ranks[lane] = RankBefore(deck);
    }
  }
  std::uint64_t RankBefore(std::size_t deck) {
    if (before()[0][deck] == no_card) return no_rank;
    std::array<Card, largest_plane_deck> permutation;
    for (std::size_t p = 0; p < deck_size_; ++p) permutation[p] = before()[p][deck];
    return rank_of(std::span<const Card>(permutation).first(deck_size_));
  }

  const LaneTask& task_;
  const LaneRun& run_;
  std::size_t lane_;
  Room room_;
  std::size_t deck_size_;
  std::array<Planes, 2> planes_;  // of the decks now, and of those before
  Planes digits_;
  std::size_t now_ = 0;
  std::size_t independent_ = 0;  // lanes without a deck before
#if HWY_TARGET != HWY_SCALAR
  Fill fill_;
#endif
};

void RunTallLanes(const LaneTask& task, const LaneRun& run) {
  const std::size_t values = std::max<std::size_t>(task.draws.draws.size(), 1) * decks_of_planes;
  const std::size_t words = 2 * task.draws.batches.size() * decks_of_planes;
  std::byte* const room = run.room->of_size(values + words + decks_of_planes);
  const TallGroup::Room parts{.values = reinterpret_cast<std::uint8_t*>(room),
                              .words = reinterpret_cast<std::uint64_t*>(room + values),
                              .again = reinterpret_cast<std::uint64_t*>(room + values + words)};
  for (std::size_t lane = 0; lane < lanes_per_block; lane += tall_lanes)
    TallGroup(task, run, lane, parts).Run();
  run.tally->settle_successive();
}

}  // namespace HWY_NAMESPACE
}  // namespace fairshuffle
HWY_AFTER_NAMESPACE();

#endif  // toggled include guard
