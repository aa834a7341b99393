// The command that asks for a run.
#pragma once

#include <cstdint>
#include <string>

#include "harness/job/plan_options.hpp"

namespace fairshuffle {

/// As it is typed in a shell, with the seed given. Only what the report depends on: neither threads nor where
/// it is written.
std::string command_of(const PlanOptions& options, std::uint64_t seed);

/// Whether anything is asked for that decides a report.
bool names_a_plan(PlanOptions options);

}  // namespace fairshuffle
