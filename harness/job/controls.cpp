#include "harness/job/controls.hpp"

#include <algorithm>
#include <utility>

#include "core/tally/tally.hpp"
#include "harness/target/kinds.hpp"

namespace fairshuffle {

void add_controls(CertifyPlan& plan) {
  int deck_size = largest_counted_deck_size + 1;
  for (const auto& target : plan.run.targets) {
    if (target->description().deck_size >= 3)
      deck_size = std::min(deck_size, target->description().deck_size);
  }
  if (deck_size > largest_counted_deck_size) deck_size = TargetRun{}.deck_size;
  for (const auto& [name, truth] :
       {std::pair{"durstenfeld", Verdict::fair}, std::pair{"naive-swap", Verdict::biased},
        std::pair{"sattolo", Verdict::biased}}) {
    plan.run.targets.push_back(
        make_target({.name = name, .settings = {}},
                    {.deck_size = deck_size, .seed = plan.run.seed, .most_trials = plan.run.most_trials}));
    plan.expected.push_back(truth);
    plan.labels.emplace_back();
    ++plan.controls;
  }
}

}  // namespace fairshuffle
