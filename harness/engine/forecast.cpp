#include "harness/engine/forecast.hpp"

#include "core/record/looks.hpp"
#include "core/verdict/certificate.hpp"

namespace fairshuffle {

std::optional<std::uint64_t> trials_if_fair(const RunPlan& plan, int deck_size, double tolerance) {
  if (plan.fixed_trials) return std::nullopt;
  const LookSchedule schedule(plan.most_trials, plan.fixed_trials);
  const double confidence = 1 - (1 - plan.budget.confidence) * schedule.share();
  const CountedDeck deck{
      .size = deck_size, .marked = 0, .orders_counted = plan.counting_of(deck_size).has_value()};
  const std::optional<double> fewest = trials_if_fair(deck, plan.certify, tolerance, confidence);
  if (!fewest || *fewest > static_cast<double>(plan.most_trials)) return std::nullopt;
  return schedule.trials_at(schedule.look_from(static_cast<std::uint64_t>(*fewest)));
}

}  // namespace fairshuffle
