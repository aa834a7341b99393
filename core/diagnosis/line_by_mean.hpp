// A line of mistakes by what the mean of a number shows of them.
#pragma once

#include <utility>

#include "core/diagnosis/suspects.hpp"
#include "core/diagnosis/visible_mistakes.hpp"
#include "core/interpret/sample.hpp"

namespace fairshuffle {

/// No run has so many trials, and no test sees a noncentrality of less than one.
inline constexpr double least_seen_noncentrality = 1e-12;

/// By the mean of a number, which sees (difference of means)^2 / variance a trial. The option makes the line.
template <class Difference>
LineOfMistakes line_by_mean(SampleSetup setup, std::size_t option, const char* test, double variance,
                            Difference difference) {
  LineOfMistakes line;
  for (int value = 1;; ++value) {
    const double from_fair = difference(value);
    const double noncentrality = from_fair * from_fair / variance;
    if (noncentrality < least_seen_noncentrality) return line;
    setup.options[option] = value;
    line.push_back({target_text(setup), {{test, 1, noncentrality}}});
  }
}

}  // namespace fairshuffle
