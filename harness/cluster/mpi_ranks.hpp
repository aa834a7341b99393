// Ranks that Open MPI starts and connects.
#pragma once

#include <memory>

#include "harness/cluster/ranks.hpp"

namespace fairshuffle {

/// Joins the other ranks; leaves them when it is destroyed. There may be one in a process, for once.
std::unique_ptr<Ranks> join_mpi_ranks();

/// Ends all ranks at once, this one too, with this exit code. Precondition: joined.
[[noreturn]] void abort_mpi_ranks(int exit_code);

}  // namespace fairshuffle
