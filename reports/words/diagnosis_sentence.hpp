// A diagnosis in plain words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// One or two sentences: what fits, with its p-value, and what is excluded; or that nothing known fits; or
/// what these trials do not tell apart and how many would. Everything but the sentence is filled in.
std::string sentence_of(const DiagnosisRecord& diagnosis, int deck_size, std::uint64_t trials);

/// Which known mistakes the counts were held against, to be said after their number: nothing of small decks,
/// which all are.
std::string_view which_compared(int deck_size);

}  // namespace fairshuffle
