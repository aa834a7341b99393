// The machine and the moment of a run.
#pragma once

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// Start time, host, compiler and system; seconds and threads are the caller's to fill in.
Environment environment_now();

}  // namespace fairshuffle
