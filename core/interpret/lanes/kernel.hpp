// The kernel: runs the steps of a shuffle on many decks at once, with the widest vectors of the machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/interpret/lanes/byte_program.hpp"
#include "core/interpret/lanes/draw_plan.hpp"
#include "core/interpret/steps.hpp"

namespace fairshuffle {

class LaneTally;

/// Logical lanes of a block. Each has a source of its own, whatever the width of a vector.
inline constexpr std::size_t lanes_per_block = 64;

/// The largest deck that fits a lane: its cards then take four bits each, the card at position p those from
/// 4p. Beyond the deck each position holds its own index.
inline constexpr int largest_lane_deck = 16;
inline constexpr std::uint64_t sorted_nibble_deck = 0xfedcba9876543210;

/// A packed deck that no trial gives.
inline constexpr std::uint64_t no_deck = ~std::uint64_t{0};

/// The sources of a block's lanes: word w of each state is words[w][lane].
struct LaneStates {
  alignas(64) std::array<std::array<std::uint64_t, lanes_per_block>, 4> words;
};

/// What becomes of the decks.
enum class LaneCounting {
  nothing,  ///< forgotten: what the shuffle alone costs
  tuples,   ///< up to 5 cards: LaneTally::add_tuples
  ranks,    ///< up to 12 cards: LaneTally::add_ranks
  decks,    ///< LaneTally::add_decks
};

struct LaneTask {
  DrawPlan draws;
  Steps steps;
  std::optional<ByteProgram> bytes;  ///< for decks of up to 8 cards
};

/// So many trials of each lane of a block, and where they are counted.
struct LaneRun {
  LaneCounting counting;
  LaneStates* states;
  std::array<std::uint64_t, lanes_per_block>* previous;  ///< deck of each lane's last trial, or no_deck
  std::uint64_t rows;                                    ///< trials of each lane, an even number
  LaneTally* tally;
};

/// Runs `run.rows` trials in each lane.
void run_lanes(const LaneTask& task, const LaneRun& run);

/// The vector instruction sets that this machine and this build both have, best first; the last one is
/// "plain", no vectors at all. Counts are the same on all of them.
std::vector<std::string_view> vector_targets();

/// Makes run_lanes use one of vector_targets(), in the whole program. Throws std::invalid_argument for any
/// other name. For tests and benchmarks; not while another thread runs lanes.
void use_vector_target(std::string_view name);

}  // namespace fairshuffle
