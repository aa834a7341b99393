// What may be asked of a run in options, as typed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/job/shuffle_settings.hpp"
#include "harness/job/typed_targets.hpp"

namespace fairshuffle {

/// What decides a report, and the number of threads, which does not. Nothing for what was not given.
struct PlanOptions {
  std::vector<std::string> targets;
  ShuffleSettings settings;  ///< of all of these targets
  TypedTargets typed;
  std::optional<std::string> job;  ///< a file
  std::optional<std::string> deck_sizes, trials, max_trials, max_time, seed, alpha, tolerance, confidence,
      threads, children, tests, certify, slots;
  std::vector<std::string> bets;          ///< of --bet
  std::optional<std::string> ready_bets;  ///< of --bets
  bool pairs = false;
  bool controls = false;
};

}  // namespace fairshuffle
