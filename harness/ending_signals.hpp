// The signals that ask a run to end.
#pragma once

#include <array>
#include <csignal>

namespace fairshuffle {

/// SIGUSR1 is the one that mpirun passes on without ending its ranks itself a second later, and that batch
/// systems send before time is over.
inline constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP, SIGUSR1};

}  // namespace fairshuffle
