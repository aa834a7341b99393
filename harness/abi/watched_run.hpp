// A run that a callback of the C interface is told of and may end.
#pragma once

#include <functional>
#include <optional>

#include "core/record/run_record.hpp"
#include "harness/abi/fairshuffle_abi.h"
#include "harness/job/certify_plan.hpp"

namespace fairshuffle {

/// Who is told of a run; `tell` may be null.
struct Watcher {
  fairshuffle_progress tell = nullptr;
  void* context = nullptr;
};

/// Runs the plan on this machine until all is decided, until plan.max_seconds have passed, until `has_ended`
/// (empty for never) or until the watcher ends it. Throws InputError where there is not enough memory, and
/// CallbackFailed where the watcher says that it failed.
RunRecord watched_run(CertifyPlan& plan, const Watcher& watcher, const std::function<bool()>& has_ended = {});

}  // namespace fairshuffle
