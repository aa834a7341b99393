#include "harness/job/plan_command.hpp"

#include <optional>

#include <fmt/format.h>

#include "harness/target/shell_text.hpp"

namespace fairshuffle {

std::string command_of(const PlanOptions& options, std::uint64_t seed) {
  std::string command = "fairshuffle certify";
  for (const std::string& target : options.targets) command += fmt::format(" {}", shell_typed(target));
  command += command_line_of(options.settings);
  const auto add = [&command](const char* option, const std::optional<std::string>& value) {
    if (value) command += fmt::format(" {} {}", option, shell_typed(*value));
  };
  command += command_line_of(options.typed);
  add("--job", options.job);
  add("--n", options.deck_sizes);
  add("--trials", options.trials);
  add("--max-trials", options.max_trials);
  add("--max-time", options.max_time);
  add("--children", options.children);
  add("--alpha", options.alpha);
  add("--tolerance", options.tolerance);
  add("--confidence", options.confidence);
  add("--tests", options.tests);
  add("--certify", options.certify);
  for (const std::string& bet : options.bets) add("--bet", bet);
  add("--bets", options.ready_bets);
  add("--slots", options.slots);
  if (options.pairs) command += " --pairs";
  if (options.controls) command += " --controls";
  return command + fmt::format(" --seed {}", seed);
}

bool names_a_plan(PlanOptions options) {
  options.max_time.reset();
  options.children.reset();
  return options.seed || command_of(options, 0) != command_of({}, 0);
}

}  // namespace fairshuffle
