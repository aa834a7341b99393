#include "harness/cli/outlook.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "harness/cli/progress.hpp"
#include "harness/engine/forecast.hpp"

namespace fairshuffle {

std::optional<double> trials_of_fair_run(const RunPlan& plan, double tolerance) {
  double all = 0;
  for (const auto& target : plan.targets) {
    if (target->facts().recorded) return std::nullopt;
    const std::optional<std::uint64_t> trials = trials_if_fair(plan, target->description(), tolerance);
    if (!trials) return std::nullopt;
    all += static_cast<double>(*trials);
  }
  return all;
}

std::string outlook(const RunPlan& plan, double trials_a_second) {
  constexpr double short_seconds = 5, coarse = 0.01;
  const std::optional<double> trials = trials_of_fair_run(plan, plan.budget.tolerance);
  if (!trials || !(*trials / trials_a_second >= short_seconds)) return "";
  std::string text = fmt::format("if fair: {} shuffles, about {}", short_number(*trials, 2),
                                 duration_text(*trials / trials_a_second));
  const std::optional<double> coarsely =
      plan.budget.tolerance < coarse ? trials_of_fair_run(plan, coarse) : std::nullopt;
  if (coarsely) {
    text += fmt::format("; with --tolerance {} about {}", coarse,
                        duration_text(std::max(1.0, *coarsely / trials_a_second)));
  }
  return text;
}

}  // namespace fairshuffle
