#include "harness/job/live_children.hpp"

#include <cstdint>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "core/record/looks.hpp"
#include "harness/input_error.hpp"
#include "harness/target/child/child_target.hpp"

namespace fairshuffle {

namespace {

// Of rows that wait; a queue that grows has twice as much for a moment.
constexpr double most_bytes_ahead = 512e6;

}  // namespace

void settle_children(CertifyPlan& plan) {
  std::vector<ChildTarget*> living_on, started_for_each, others;
  for (const auto& target : plan.run.targets) {
    auto* program = dynamic_cast<ChildTarget*>(target.get());
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
  const LookSchedule schedule(plan.run.most_trials, plan.run.fixed_trials);
  for (int look = 1; looks.empty() || looks.back() < plan.run.most_trials; ++look) {
    looks.push_back(schedule.trials_at(look));
  }
  double bytes = 0;
  for (ChildTarget* program : std::span(living_on).subspan(kept)) {
    // With one look, no row waits for another.
    if (!plan.run.fixed_trials) {
      bytes += static_cast<double>(plan.run.most_trials) * program->description().deck_size;
    }
    program->read_ahead(looks);
  }
  if (bytes <= most_bytes_ahead) return;
  throw InputError(fmt::format(
      "{} programs of this run live on from look to look, since their commands have neither {{seed}} nor "
      "{{trials}}; at most {} may live at once, and the rows of {}, read ahead, would take {:.2g} GB, more "
      "than {:.2g} GB: give their commands {{seed}}, or set --children or --max-trials",
      living_on.size(), plan.children, living_on.size() - kept, bytes / 1e9, most_bytes_ahead / 1e9));
}

}  // namespace fairshuffle
