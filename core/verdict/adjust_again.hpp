// Holm's method over a finished record, look by look, as the judge went through them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// One target of a run whose adjusted p-values are recomputed.
struct AdjustedTarget {
  const TargetRecord* reported = nullptr;
  TargetRecord* record = nullptr;  ///< null where there is no verdict. Its tests have their p-values
  std::uint64_t hypotheses = 0;    ///< its part of the family
  std::size_t bounded = 0;         ///< given back: how many of its adjusted p-values are kept as reported
};

/// Fills in adjusted_p and rejected of all records. What was rejected at earlier looks has left the family.
/// At a look the p-values of targets that were decided later are not known any more; they can only make the
/// multipliers of p-values that do not reject smaller. Such an adjusted p-value is kept as reported where it
/// lies between the least and the largest value that it can have, and grows from test to test of the look as
/// their p-values do, equal ones having equal ones; elsewhere it becomes the largest.
/// Precondition: all records have the same family, and those of one look the same alpha_at_look.
void adjust_again(std::span<AdjustedTarget> targets);

}  // namespace fairshuffle
