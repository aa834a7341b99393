// The colours of verdicts.
#pragma once

#include "core/record/run_record.hpp"
#include "reports/document/document.hpp"

namespace fairshuffle {

inline Tone tone_of(const TargetRecord& result) {
  if (!result.verdict) return Tone::broken;
  if (result.verdict == Verdict::fair) return Tone::good;
  return result.verdict == Verdict::inconclusive ? Tone::open : Tone::bad;
}

}  // namespace fairshuffle
