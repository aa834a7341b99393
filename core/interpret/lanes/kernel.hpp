// The kernel: runs the steps of a shuffle on many decks at once, with the widest vectors of the machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/interpret/lanes/draw_plan.hpp"
#include "core/interpret/lanes/plane_program.hpp"
#include "core/interpret/lanes/tall_program.hpp"
#include "core/interpret/steps.hpp"
#include "core/tally/planes/plane.hpp"

namespace fairshuffle {

class LaneTally;

/// Logical lanes of a block. Each has a source of its own, whatever the width of a vector.
inline constexpr std::size_t lanes_per_block = 64;

/// Rows, that is trials of each lane, that are drawn from the same words: a word serves four rows of planes,
/// tall ones included, or two of packed decks.
inline constexpr std::size_t rows_of_word = 4;

/// The largest deck that fits 64 bits: the card at position p takes the four bits from 4p. Beyond the deck
/// each position holds its own index.
inline constexpr int largest_lane_deck = 16;
inline constexpr std::uint64_t sorted_nibble_deck = 0xfedcba9876543210;

/// The last order of a lane that has none.
inline constexpr std::uint64_t no_order = ~std::uint64_t{0};

/// The sources of a block's lanes: word w of each state is words[w][lane].
struct LaneStates {
  alignas(64) std::array<std::array<std::uint64_t, lanes_per_block>, 4> words;
};

/// What becomes of the decks.
enum class LaneCounting {
  nothing,       ///< forgotten: what the shuffle alone costs
  orders,        ///< up to 12 cards: counted by rank
  first_orders,  ///< up to QuotientRanks::largest_deck cards in planes: by rank, and every quotient
  planes,        ///< from 11 cards on: LaneTally::add_planes, as far as there are enough of them
  decks,         ///< LaneTally::add_deck
};

struct LaneTask {
  DrawPlan draws;
  Steps steps;
  std::optional<PlaneProgram> planes;  ///< decks are kept in planes; packed into 64 bits each otherwise
  std::optional<TallProgram> tall;     ///< decks fit neither, and are kept in tall planes
};

/// What has no card.
inline constexpr Card no_card = 255;

/// The last order of each lane of tall planes.
struct LastDecks {
  /// By position, a byte for each lane: no_card where it has none.
  std::array<Plane, largest_tall_deck> cards;

  void forget() {
    for (Plane& plane : cards) plane.fill(no_card);
  }
};

/// Memory to work in that is kept from run to run.
class LaneRoom {
 public:
  /// Aligned as vectors need it; what was in it may be lost.
  std::byte* of_size(std::size_t bytes) {
    if (lines_.size() * sizeof(Line) < bytes) lines_.resize((bytes + sizeof(Line) - 1) / sizeof(Line));
    return lines_.data()->bytes;
  }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::vector<Line> lines_;
};

/// So many trials of each lane of a block, and where they are counted.
struct LaneRun {
  LaneCounting counting;
  LaneStates* states;
  /// What stands for the order of each lane's last trial, or no_order: its rank with planes, or else the
  /// deck.
  std::array<std::uint64_t, lanes_per_block>* previous;
  LastDecks* last = nullptr;  ///< of tall planes, in the place of `previous`
  std::uint64_t rows;         ///< trials of each lane, a multiple of rows_of_word
  LaneTally* tally;
  LaneRoom* room;
};

/// Runs `run.rows` trials in each lane.
void run_lanes(const LaneTask& task, const LaneRun& run);

}  // namespace fairshuffle
