#include "harness/job/planned_run.hpp"

#include <chrono>
#include <utility>
#include <vector>

#include "core/verdict/conclusion.hpp"
#include "harness/machine.hpp"

namespace fairshuffle {

RunRecord run_planned(const CertifyPlan& plan, const std::function<void(const Progress&)>& on_progress) {
  Environment environment = environment_now();
  environment.threads = plan.run.threads;
  const auto start = std::chrono::steady_clock::now();
  std::vector<TargetRecord> targets = run(plan.run, on_progress, environment.target_seconds);
  environment.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  RunRecord record = concluded(planned(plan), std::move(targets));
  record.tool_version = FAIRSHUFFLE_VERSION;
  record.command = plan.command;
  record.environment = std::move(environment);
  return record;
}

}  // namespace fairshuffle
