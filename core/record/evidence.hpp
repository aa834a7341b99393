// The evidence: what was counted of one target, as plain data, and enough to judge it again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/statistics/bias_bounds.hpp"
#include "core/tally/birthday.hpp"
#include "core/tally/order_histogram.hpp"
#include "core/tally/pair_positions.hpp"
#include "core/tally/repeats.hpp"

namespace fairshuffle {

struct WitnessRecord {
  std::uint64_t trial = 0;  ///< from 0, over the whole run
  std::vector<int> order;   ///< empty where the row can't be read as cards
  std::string row;          ///< as a target from outside wrote it, cut short; empty for built-in ones
};

/// Counts by the name of their TableInfo.
using NamedCounts = std::map<std::string, std::vector<std::uint64_t>>;

/// How many cells of a table have which count: all that is left of tables of more than most_cells_in_evidence
/// cells. By the name of their TableInfo.
using NamedHistograms = std::map<std::string, OrderHistogram>;
inline constexpr std::size_t most_cells_in_evidence = 50'000;

/// Two numbers of each quotient of a sample.
struct QuotientSampleEvidence {
  std::vector<std::uint64_t> fixed_points;  ///< by number of cards at their own index
  std::vector<std::uint64_t> cycles;        ///< by number of cycles
};

/// What was counted of quotients: either every order (`orders`, to largest_deck_of_quotient_orders cards), or
/// the tables. All is empty where there is no pair.
struct QuotientEvidence {
  std::uint64_t pairs = 0;                            ///< of successive trials, in all
  std::vector<std::uint64_t> orders;                  ///< by rank
  std::vector<std::vector<std::uint64_t>> positions;  ///< [position][card]
  std::vector<std::uint64_t> fixed_points;            ///< by number of cards at their own index
  std::vector<std::uint64_t> cycles;                  ///< by number of cycles
  std::vector<std::uint64_t> parity;                  ///< even, odd
  NamedCounts tables;                                 ///< of large decks
  QuotientSampleEvidence successive, apart;           ///< as in QuotientCounts
};

/// What is counted of a made-up deck in place of its orders: MakeupCounts, as it is.
struct MakeupEvidence {
  std::vector<std::vector<std::uint64_t>> sites;  ///< [site][symbol]
  std::vector<std::vector<std::uint64_t>>
      neighbours;                           ///< of equal cards: [kind][next], the ends being the last
  std::vector<std::uint64_t> together;      ///< of deals: by pair of cards
  std::vector<std::uint64_t> arrangements;  ///< by rank, where they are counted
};

/// Counts are of valid trials. Either every order is there (`orders`, up to ten cards), and all else follows
/// from them; or every table that a test or a bound reads is, and where eleven or twelve cards are counted by
/// order the histogram of those counts.
struct Evidence {
  std::uint64_t trials = 0;                            ///< valid and invalid
  std::vector<std::uint64_t> orders;                   ///< by rank
  OrderHistogram order_histogram;                      ///< of eleven and twelve cards
  std::vector<std::vector<std::uint64_t>> positions;   ///< [position][card]
  std::vector<std::vector<std::uint64_t>> neighbours;  ///< [card][next], n being the boundary
  std::vector<std::uint64_t> fixed_points;             ///< by number of cards at their own index
  std::vector<std::uint64_t> cycles;                   ///< by number of cycles
  std::vector<std::uint64_t> parity;                   ///< even orders, odd orders
  std::vector<std::uint64_t> subsets;                  ///< where cards are marked: by colexicographic rank
  NamedCounts tables;                                  ///< of large decks
  NamedCounts bets;                                    ///< by the name of the bet: trials by its value
  NamedHistograms table_histograms;                    ///< of the tables of theirs that are too large
  std::optional<PairPositions> pair_positions;         ///< where they were asked for
  std::optional<MakeupEvidence> makeup;                ///< of a made-up deck
  RepeatCounts repeats;
  BirthdayCounts birthday;  ///< where orders are kept (keeps_orders)
  QuotientEvidence quotients;
  std::optional<Bet> bet;                ///< of a decided target: chosen on one half, judged on the other
  std::uint64_t invalid_trials = 0;      ///< no permutation of the deck
  std::vector<WitnessRecord> witnesses;  ///< the first of them
  bool unread = false;                   ///< more is recorded than the run may read
  bool ended_early = false;              ///< the run was ended before its next look; no trials follow
  std::string error;                     ///< why the target could not be run to a verdict; empty otherwise
};

}  // namespace fairshuffle
