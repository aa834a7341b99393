// Whether the tables of large decks that an evidence holds can have been counted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/evidence_check.hpp"
#include "core/tally/tables/tables.hpp"

namespace fairshuffle {

/// Adds what contradicts itself in the tables at `where`, and the histograms of the others at
/// table_histograms beside it: where `due`, one of each kind that every run counts is, and those on request
/// may be there, of so many trials; elsewhere none.
void check_tables(int deck_size, Tables::Of of, bool due, std::uint64_t trials, const NamedCounts& tables,
                  const NamedHistograms& histograms, const std::string& where,
                  std::vector<Contradiction>& contradictions);

/// Adds what in these tables is not as in positions[position][card] of the same trials. Preconditions:
/// neither tables nor positions contradict themselves.
void check_tables_against_positions(const std::vector<std::vector<std::uint64_t>>& positions,
                                    const NamedCounts& tables, const std::string& where,
                                    std::vector<Contradiction>& contradictions);

}  // namespace fairshuffle
