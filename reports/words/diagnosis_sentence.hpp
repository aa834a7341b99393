// A diagnosis in plain words.
#pragma once

#include <cstdint>
#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// One or two sentences: what fits, with its p-value, and what is excluded; or that nothing known fits; or
/// what these trials do not tell apart and how many would. Everything but the sentence is filled in.
std::string sentence_of(const DiagnosisRecord& diagnosis, std::uint64_t trials);

}  // namespace fairshuffle
