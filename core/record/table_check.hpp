// Whether the tables of large decks that an evidence holds can have been counted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/evidence_check.hpp"
#include "core/tally/tables/tables.hpp"

namespace fairshuffle {

/// Adds what contradicts itself in the tables at `where`: one of each kind is due where `due`, of so many
/// trials, and none elsewhere.
void check_tables(int deck_size, Tables::Of of, bool due, std::uint64_t trials, const NamedCounts& tables,
                  const std::string& where, std::vector<Contradiction>& contradictions);

}  // namespace fairshuffle
