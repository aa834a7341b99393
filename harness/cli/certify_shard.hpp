// certify --shard: a part of a run, counted for a judge elsewhere.
#pragma once

#include "harness/cli/certify_options.hpp"
#include "harness/cli/kept_counts.hpp"
#include "harness/job/certify_plan.hpp"

namespace fairshuffle {

/// Runs the shard, from where another run of it was left if its file is there, and writes its counts. Gives
/// the exit code. Throws InputError where options contradict each other, the plan has no seed of its own, or
/// a target can't be run in shards, and std::runtime_error where it is interrupted.
int run_shard_of(const CertifyArguments& options, const KeptCounts& kept, CertifyPlan& plan);

}  // namespace fairshuffle
