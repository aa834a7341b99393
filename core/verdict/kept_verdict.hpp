// Does a verdict rest on tests whose statistics a report's counts do not determine?
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// True when the tests that are not in kept_tests do not bring the record's verdict by themselves. A biased
/// one stands where a recomputed p-value times the whole family is within the look's share of alpha: no
/// other p-value can take that rejection from it. An invalid one stands by its invalid trials. Any other
/// needs each of the target's own tests not to reject; and tests between alpha over the family and alpha are
/// rejected or not by what others reject, which others_keep tells to be kept. The record is complete.
bool rests_on_kept_tests(const TargetRecord& record, std::span<const std::string_view> kept_tests,
                         bool others_keep);

/// "the statistics of parity and cycles and the verdict as far as it rests on them": of what is kept.
/// Empty where nothing is.
std::string words_of_kept_tests(std::span<const std::string_view> kept_tests, bool verdict_rests);

}  // namespace fairshuffle
