#include "harness/cli/outlook.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "harness/cli/progress.hpp"
#include "harness/engine/forecast.hpp"

namespace fairshuffle {

std::optional<double> trials_of_fair_run(const RunPlan& plan, double tolerance) {
  double all = 0;
  // Of a hundred thousand targets each would cost a search.
  std::map<std::pair<int, Makeup>, std::optional<std::uint64_t>> of_deck;
  for (const auto& target : plan.targets) {
    if (target->facts().recorded) return std::nullopt;
    const TargetDescription& description = target->description();
    const auto [known, is_new] = of_deck.try_emplace({description.deck_size, description.makeup});
    std::optional<std::uint64_t>& trials = known->second;
    if (is_new) trials = trials_if_fair(plan, description, tolerance);
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
