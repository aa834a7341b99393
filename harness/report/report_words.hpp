// What a report says of its targets in words, held to itself.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/record/evidence_tally.hpp"
#include "core/record/run_record.hpp"

namespace fairshuffle {

/// Where the cards of an invalid trial are not those of the row that it was read from.
std::vector<Contradiction> contradictions_of_rows(const TargetRecord& record);

/// Of each result the index of the first one with the same name, which may be its own.
std::vector<std::size_t> firsts_of_names(std::span<const TargetRecord> results);

}  // namespace fairshuffle
