#include "harness/job/memory_check.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/statistics/orders.hpp"
#include "harness/engine/memory.hpp"
#include "harness/input_error.hpp"
#include "harness/machine.hpp"

namespace fairshuffle {

namespace {

// The fewest trials that have a table of gigabytes counted; nothing when there is none.
std::optional<std::uint64_t> fewest_trials_for_large_tables(const RunPlan& run) {
  std::optional<std::uint64_t> fewest;
  for (const auto& target : run.targets) {
    const int deck_size = target->description().deck_size;
    if (deck_size <= largest_counted_deck_size || !run.counting_of(deck_size, target->description().makeup)) {
      continue;
    }
    const std::uint64_t trials =
        fewest_trials_to_certify_orders(deck_size, run.budget.tolerance, run.budget.confidence);
    fewest = std::min(fewest.value_or(trials), trials);
  }
  return fewest;
}

}  // namespace

void check_memory(const RunPlan& run) {
  const std::uint64_t needed = memory_of(run);
  const std::uint64_t available = available_memory();
  // A tenth is left to the report and to everyone else.
  if (needed <= available / 10 * 9) return;
  const std::optional<std::uint64_t> fewest = fewest_trials_for_large_tables(run);
  throw InputError(fmt::format(
      "the counters of {} need {:.1f} GiB, and this machine has {:.1f} GiB to give; take a smaller --n{}{}{}",
      run.targets.size() == 1 ? fmt::format("'{}'", run.targets.front()->name())
                              : fmt::format("these {} targets", run.targets.size()),
      static_cast<double>(needed) / 0x1p30, static_cast<double>(available) / 0x1p30,
      run.targets.size() == 1 ? "" : ", fewer targets", run.pairs ? ", no pairs" : "",
      fewest ? fmt::format(", or a --max-trials below {}, which counts positions instead of orders",
                           with_commas(*fewest))
             : ""));
}

}  // namespace fairshuffle
