// What a report says of its targets, held to how targets are written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/record/run_record.hpp"
#include "core/verdict/rebuilt_tally.hpp"
#include "harness/report/described_target.hpp"

namespace fairshuffle {

/// Where the target's name, its caveats (recount.hpp) or its witnesses' rows are not those of a target so
/// described. unread: the last caveat may say that not all of a recording was read.
std::vector<Contradiction> contradictions_of_words(const TargetRecord& record,
                                                   const DescribedTarget& described,
                                                   const std::vector<std::string>& caveats, bool unread);

/// The index of an earlier result with the same name, or that of the result itself.
std::size_t first_of_name(std::span<const TargetRecord> results, std::size_t index);

}  // namespace fairshuffle
