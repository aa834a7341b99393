#include "harness/abi/watched_run.hpp"

#include <chrono>
#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "harness/abi/row_trials.hpp"
#include "harness/job/memory_check.hpp"
#include "harness/job/planned_run.hpp"

namespace fairshuffle {

namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

std::string state_text(const Progress& state) {
  Json told{{"look", state.look},
            {"undecided", state.undecided},
            {"targets", state.targets},
            {"running", std::string(state.running)},
            {"trials", state.trials_done},
            {"trials_of_look", state.trials_of_look},
            {"trials_at_most", state.trials_at_most},
            {"trials_if_fair", nullptr}};
  if (state.trials_if_fair) told["trials_if_fair"] = *state.trials_if_fair;
  // Names may have come from anywhere.
  return told.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

RunRecord watched_run(CertifyPlan& plan, const Watcher& watcher, const std::function<bool()>& has_ended) {
  check_memory(plan.run);
  constexpr std::chrono::milliseconds least_between(50);
  Clock::time_point told = Clock::now();
  std::int32_t answer = FAIRSHUFFLE_GO_ON;
  plan.run.is_to_end = ending_after(
      plan.max_seconds, [&] { return answer != FAIRSHUFFLE_GO_ON || (has_ended && has_ended()); });
  RunRecord record = run_planned(plan, [&](const Progress& state) {
    if (watcher.tell == nullptr || answer != FAIRSHUFFLE_GO_ON || Clock::now() - told < least_between) return;
    answer = watcher.tell(watcher.context, state_text(state).c_str());
    told = Clock::now();
  });
  if (answer != FAIRSHUFFLE_GO_ON && answer != FAIRSHUFFLE_END) throw CallbackFailed();
  return record;
}

}  // namespace fairshuffle
