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

/// The index of an earlier result with the same name, or that of the result itself.
std::size_t first_of_name(std::span<const TargetRecord> results, std::size_t index);

}  // namespace fairshuffle
