#include "harness/cli/outlook.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/looks.hpp"
#include "core/statistics/orders.hpp"
#include "harness/cli/progress.hpp"

namespace fairshuffle {

std::optional<double> trials_if_fair(const RunPlan& plan, double tolerance) {
  const LookSchedule schedule(plan.most_trials, plan.fixed_trials);
  const double confidence = 1 - (1 - plan.budget.confidence) * schedule.share();
  double all = 0;
  for (const auto& target : plan.targets) {
    const int deck_size = target->description().deck_size;
    if (deck_size < 2 || target->facts().recorded || !plan.counting_of(deck_size)) return std::nullopt;
    const std::uint64_t fewest = fewest_trials_to_certify_orders(deck_size, tolerance, confidence);
    if (fewest > plan.most_trials) return std::nullopt;
    all += static_cast<double>(schedule.trials_at(schedule.look_from(fewest)));
  }
  return all;
}

std::string outlook(const RunPlan& plan, double trials_a_second) {
  constexpr double short_seconds = 5, coarse = 0.01;
  const std::optional<double> trials = trials_if_fair(plan, plan.budget.tolerance);
  if (!trials || plan.fixed_trials || !(*trials / trials_a_second >= short_seconds)) return "";
  std::string text = fmt::format("if fair: {} shuffles, about {}", short_number(*trials, 2),
                                 duration_text(*trials / trials_a_second));
  const std::optional<double> coarsely =
      plan.budget.tolerance < coarse ? trials_if_fair(plan, coarse) : std::nullopt;
  if (coarsely) {
    text += fmt::format("; with --tolerance {} about {}", coarse,
                        duration_text(std::max(1.0, *coarsely / trials_a_second)));
  }
  return text;
}

}  // namespace fairshuffle
