// The machine and the moment of a run.
#pragma once

#include <cstdint>

#include "core/record/findings.hpp"

namespace fairshuffle {

/// Start time, host, compiler and system; seconds and threads are the caller's to fill in.
Environment environment_now();

/// Bytes of memory that the machine can give without pushing others out (MemAvailable of Linux), or all that
/// it has where that can't be told.
std::uint64_t available_memory();

}  // namespace fairshuffle
