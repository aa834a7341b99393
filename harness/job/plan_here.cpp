// A plan for this machine.
#include <span>

#include "core/record/plan.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/job/plan_options.hpp"
#include "harness/json_input/strict_json.hpp"
#include "harness/whole_file.hpp"

#ifndef __EMSCRIPTEN__
#include "harness/targets/child/child_process.hpp"
#endif

namespace fairshuffle {

namespace {

#ifdef __EMSCRIPTEN__

// Here are no programs.
void settle_children(RunPlan&) {}

#else

// Of rows that wait; a queue that grows has twice as much for a moment.
constexpr double most_bytes_ahead = 512e6;

// Programs that are told neither {seed} nor {trials} live on between the looks of a run. Where these are more
// than may live at once, those beyond are to be read ahead. Throws InputError where their rows would not fit
// in memory.
void settle_children(RunPlan& plan) {
  std::vector<ChildTarget*> living_on, started_for_each, others;
  for (const auto& target : plan.targets) {
    auto* program = dynamic_cast<ChildTarget*>(&*target);
    if (program == nullptr) continue;
    const RowManner& manner = program->row_manner();
    (manner.lives_on() ? living_on : manner.once ? started_for_each : others).push_back(program);
  }
  const auto may_live = static_cast<std::size_t>(plan.children);
  const bool are_alone = started_for_each.empty() && others.empty();
  // One of those that may live is the one that is read, unless it lives on itself.
  const std::size_t kept =
      living_on.size() + (are_alone ? 0 : 1) <= may_live ? living_on.size() : may_live - 1;
  for (ChildTarget* program : started_for_each) program->start_at_once(static_cast<int>(may_live - kept));
  std::vector<std::uint64_t> looks;
  const LookSchedule schedule(plan);
  for (int look = 1; looks.empty() || looks.back() < plan.max_trials; ++look) {
    looks.push_back(schedule.trials_at(look));
  }
  double bytes = 0;
  for (ChildTarget* program : std::span(living_on).subspan(kept)) {
    // With one look, no row waits for another.
    if (!plan.fixed_trials) {
      bytes += static_cast<double>(plan.max_trials) * program->description().deck_size;
    }
    program->read_ahead(looks);
  }
  if (bytes <= most_bytes_ahead) return;
  throw InputError(
      "{} programs of this run live on from look to look, since their commands have neither {{seed}} nor "
      "{{trials}}; at most {} may live at once, and the rows of {}, read ahead, would take {:.2g} GB, more "
      "than {:.2g} GB: give their commands {{seed}}, or set --programs or --max-trials",
      living_on.size(), plan.children, living_on.size() - kept, bytes / 1e9, most_bytes_ahead / 1e9);
}

#endif

}  // namespace

RunPlan plan_of(const PlanOptions& options, const Job& job, const IsToEnd& is_asked_to_end) {
  RunPlan plan = plan_with(options, make_target, job, is_asked_to_end);
  constexpr std::size_t largest_proof_file = 16'000'000;
  if (options.proof)
    set_proof(plan, detail::read_text(*options.proof, "proof", largest_proof_file), *options.proof);
  check_memory(plan);
  settle_children(plan);
  return plan;
}

RunPlan plan_of(const PlanOptions& options, const IsToEnd& is_asked_to_end) {
  return plan_of(options, options.job ? read_job_file(*options.job) : Job{}, is_asked_to_end);
}

}  // namespace fairshuffle
