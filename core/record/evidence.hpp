// The counts that a verdict stands on, as plain data.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/record/plan.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/tally/birthday.hpp"
#include "core/tally/permutation_counts.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

// The evidence: what was counted of one target, as plain data, and enough to judge it again.

struct WitnessRecord {
  std::uint64_t trial = 0;       ///< from 0, over the whole run
  std::vector<int> permutation;  ///< empty where the row can't be read as cards
  std::string row;               ///< as a target from outside wrote it, cut short; empty for built-in ones
};

/// Counts by the name of their TableInfo.
using NamedCounts = std::map<std::string, std::vector<std::uint64_t>>;

/// How many cells of a table have which count: all that is left of tables of more than most_cells_in_evidence
/// cells. By the name of their TableInfo.
using NamedHistograms = std::map<std::string, PermutationHistogram>;
inline constexpr std::size_t most_cells_in_evidence = 50'000;

using SuccessiveSampleEvidence = SuccessiveNumbers<std::vector<std::uint64_t>>;
inline bool operator==(const SuccessiveSampleEvidence& one, const SuccessiveSampleEvidence& other) {
  return one.fixed_points == other.fixed_points && one.cycles == other.cycles;
}

/// What was counted of relative permutations: either every permutation (`permutations`, to
/// largest_deck_of_successive_permutations cards), or the tables. All is empty where there is no pair.
struct SuccessiveEvidence {
  std::uint64_t pairs = 0;                            ///< of successive trials, in all
  std::vector<std::uint64_t> permutations;            ///< by rank
  std::vector<std::vector<std::uint64_t>> positions;  ///< [position][card]
  std::vector<std::uint64_t> fixed_points;            ///< by number of cards at their own index
  std::vector<std::uint64_t> cycles;                  ///< by number of cycles
  std::vector<std::uint64_t> parity;                  ///< even, odd
  NamedCounts tables;                                 ///< of larger decks
  SuccessiveSampleEvidence successive, apart;         ///< as in SuccessiveCounts

  bool operator==(const SuccessiveEvidence&) const = default;
};

/// What is counted of a multiset deck in place of its permutations: MultisetCounts, as it is.
using MultisetEvidence =
    MultisetTablesOf<std::vector<std::vector<std::uint64_t>>, std::vector<std::uint64_t>>;

/// Counts are of valid trials. Either every permutation is there (`permutations`, up to ten cards), and all
/// else follows from them; or every table that a test or a bound reads is, and where eleven or twelve cards
/// are counted by order the histogram of those counts.
struct Evidence {
  std::uint64_t trials = 0;                            ///< valid and invalid
  std::vector<std::uint64_t> permutations;             ///< by rank
  PermutationHistogram permutation_histogram;          ///< of eleven and twelve cards
  std::vector<std::vector<std::uint64_t>> positions;   ///< [position][card]
  std::vector<std::vector<std::uint64_t>> neighbours;  ///< [card][next], n being the boundary
  std::vector<std::uint64_t> fixed_points;             ///< by number of cards at their own index
  std::vector<std::uint64_t> cycles;                   ///< by number of cycles
  std::vector<std::uint64_t> parity;                   ///< even permutations, odd permutations
  std::vector<std::uint64_t> subsets;                  ///< where cards are marked: by colexicographic rank
  NamedCounts tables;                                  ///< of large decks
  NamedCounts bets;                                    ///< by the name of the bet: trials by its value
  NamedHistograms table_histograms;                    ///< of the tables of theirs that are too large
  std::optional<PairPositions> pair_positions;         ///< where they were asked for
  std::optional<MultisetEvidence> multiset;            ///< of a multiset deck
  RepeatCounts repeats;
  BirthdayCounts birthday;  ///< where permutations are kept (keeps_permutations)
  SuccessiveEvidence successive;
  std::optional<Bet> bet;                ///< of a decided target: chosen on one half, judged on the other
  std::uint64_t invalid_trials = 0;      ///< no permutation of the deck
  std::vector<WitnessRecord> witnesses;  ///< the first of them
  bool unread = false;                   ///< more is recorded than the run may read
  bool ended_early = false;              ///< the run was ended before its next look; no trials follow
  std::string error;                     ///< why the target could not be run to a verdict; empty otherwise
};

/// The trials that were permutations; of a report that is only drawn there may be fewer than none.
inline std::uint64_t valid_trials(const Evidence& evidence) {
  return evidence.trials - std::min(evidence.trials, evidence.invalid_trials);
}

// Between what was counted and the evidence of a record: the one place that turns each into the other.

/// What was counted so far, both halves added up, as plain data. No bet, nothing unread, no error.
Evidence evidence_of(const TallyHalves& halves);

/// The evidence, or where permutations are counted of few cards the tables of single decks that follow from
/// them. deck_size: that of its deck.
Evidence with_tables(const Evidence& evidence, int deck_size);

/// Something that a record says against itself.
struct Contradiction {
  std::string where;     ///< the member of a result, as a JSON pointer: "/evidence/permutations"
  std::string sentence;  ///< what it says and what follows from the rest; no capital, no full stop
};

struct EvidenceTally {
  std::optional<Tally> tally;  ///< complete, every kind filled in; absent where the counts don't add up
  std::vector<Contradiction> contradictions;
};

/// The tally of the valid trials, where the counts fit the deck and each other: as many cells as the deck
/// has, every table adding up to the trials, tables that share a margin agreeing on it. The evidence may be
/// anything that a report's schema lets pass.
EvidenceTally tally_of(const PlannedTarget& target, const Evidence& evidence);

}  // namespace fairshuffle
