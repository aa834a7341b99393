// Recorded logs: a file of rows, or a column of a CSV.
#pragma once

#include <memory>

#include "harness/target/kinds.hpp"

namespace fairshuffle {

/// "log:path=games.csv,column=deck,n=5". Throws InputError, also where there is no such file or it is a
/// folder; what is in it is read when the target runs.
std::unique_ptr<Target> make_log_target(const TargetText& text, const TargetRun& run);

}  // namespace fairshuffle
