#include "harness/cli/command_line.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "harness/cli/subcommands.hpp"

namespace fairshuffle {

std::unique_ptr<CLI::App> command_line(int& exit_code, RankParts* ranks) {
  auto app =
      std::make_unique<CLI::App>("fairshuffle proves, or disproves, that a shuffle is fair.", "fairshuffle");
  app->set_version_flag("--version", "fairshuffle " FAIRSHUFFLE_VERSION);
  app->require_subcommand(1);
  app->footer(
      "Exit codes: 0 fair, or all as expected; 1 biased or invalid; 2 bad input; 3 inconclusive;\n"
      "4 incomplete: a target could not be run, or a control came out wrong.");
  add_certify(*app, exit_code, ranks);
  if (ranks != nullptr) return app;
  add_list(*app, exit_code);
  add_exact(*app, exit_code);
  add_explain(*app, exit_code);
  add_report(*app, exit_code);
  add_check(*app, exit_code);
  add_diff(*app, exit_code);
  add_merge(*app, exit_code);
  add_status(*app, exit_code);
  add_hosts(*app, exit_code);
  add_bridge(*app, exit_code);
  return app;
}

}  // namespace fairshuffle
