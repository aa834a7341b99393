#include "harness/engine/forecast.hpp"

#include "core/record/looks.hpp"
#include "core/verdict/certificate.hpp"

namespace fairshuffle {

std::optional<std::uint64_t> trials_if_fair(const RunPlan& plan, const TargetDescription& description,
                                            double tolerance) {
  if (plan.fixed_trials) return std::nullopt;
  const LookSchedule schedule(plan.most_trials, plan.fixed_trials);
  const double confidence = 1 - (1 - plan.budget.confidence) * schedule.share();
  const auto counting = plan.counting_of(description.deck_size, description.makeup);
  const CountedDeck deck{.size = description.deck_size,
                         .marked = 0,
                         .orders_counted = counting.has_value(),
                         .makeup = description.makeup};
  const std::optional<double> fewest = trials_if_fair(deck, plan.certify, tolerance, confidence);
  if (!fewest || *fewest > static_cast<double>(plan.most_trials)) return std::nullopt;
  return schedule.trials_at(schedule.look_from(static_cast<std::uint64_t>(*fewest)));
}

}  // namespace fairshuffle
