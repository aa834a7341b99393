// The kernel: runs the steps of a shuffle on many decks at once, with the widest vectors of the machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/interpret/lanes/lane_programs.hpp"
#include "core/interpret/steps.hpp"
#include "core/permutation/permutation.hpp"
#include "core/tally/planes/planes.hpp"

namespace fairshuffle {

class LaneTally;

/// Logical lanes of a block. Each has a source of its own, whatever the width of a vector.
inline constexpr std::size_t lanes_per_block = 64;

/// Rows, that is trials of each lane, that are drawn and shuffled together: a word serves all of them, or
/// two.
inline constexpr std::size_t rows_of_word = 4;

/// Up to here a word serves two rows where decks do not fit the registers, and draws may be of any size.
inline constexpr int largest_lane_deck = 16;

/// The sources of a block's lanes: word w of each state is words[w][lane].
struct LaneStates {
  alignas(64) std::array<std::array<std::uint64_t, lanes_per_block>, 4> words;
};

/// What becomes of the decks.
enum class LaneCounting {
  nothing,             ///< forgotten: what the shuffle alone costs
  permutations,        ///< up to 12 cards: counted by rank
  first_permutations,  ///< up to SuccessiveRanks::largest_deck cards in planes: by rank, and every relative
                       ///< permutation
  planes,              ///< from 11 cards on: LaneTally::add_planes
  decks,               ///< LaneTally::add_deck
};

struct LaneTask {
  DrawPlan draws;
  Steps steps;
  std::optional<PlaneProgram> planes;  ///< where decks fit the registers
  /// Where a draw fits a byte; else decks are shuffled one by one, and are of up to largest_lane_deck cards.
  std::optional<TallProgram> tall;
};

/// What has no card.
inline constexpr Card no_card = 255;

/// The last order of each lane.
struct LastDecks {
  /// By position, a byte for each lane; the first is no_card where it has none. Of decks that fit the
  /// registers what lies here means nothing.
  std::array<Plane, largest_tall_deck> cards;
  /// Of these, or no_rank.
  std::array<std::uint64_t, lanes_per_block> ranks;

  void forget() {
    cards.front().fill(no_card);
    ranks.fill(no_rank);
  }
  void forget(std::size_t lane) {
    cards.front()[lane] = no_card;
    ranks[lane] = no_rank;
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
  LastDecks* last;
  std::uint64_t rows;  ///< trials of each lane, a multiple of rows_of_word
  LaneTally* tally;
  LaneRoom* room;
};

/// Runs `run.rows` trials in each lane.
void run_lanes(const LaneTask& task, const LaneRun& run);

}  // namespace fairshuffle
