// What follows from one target's tally: the judge's steps, which a recount of a report takes again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/record/run_record.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// The tests of `chosen` that a report on a target lists: all but those of marked cards where none are
/// marked. One that does not fit the deck says so.
std::vector<const TestInfo*> tests_for(int marked, std::span<const TestInfo* const> chosen);

/// A record for each hypothesis of the test, before Holm's adjustment. lowest_level: the smallest level that
/// a p-value will be held against; a test that is not honest there counts as not applied. `whole` complete.
std::vector<TestRecord> test_records(const Tally& whole, const TestInfo& test, double lowest_level);

/// Holm's method over the applied tests of all targets of a look: fills in adjusted_p and rejected. family:
/// the hypotheses that are left, at least as many as there are tests; throws std::invalid_argument.
void reject_by_holm(std::span<TestRecord* const> applied, std::uint64_t family, double alpha_at_look);

/// The verdict that trials, invalid trials, tests and bias of the record bring; nothing while more trials are
/// to come.
std::optional<Verdict> verdict_of(const TargetRecord& record, const CountedDeck& deck, bool is_last,
                                  const Budget& budget);

/// Fills in what a decided target's record says beside its tests, bounds and witnesses. `whole` complete; of
/// `record` everything up to the bias is there. Where orders were counted and `whole` lacks them, which is
/// possible above ten cards only, the sentence does not say how many orders never came.
void tell(const Tally& whole, const CountedDeck& deck, const Budget& budget, TargetRecord& record);

}  // namespace fairshuffle
