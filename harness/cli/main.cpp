// The program fairshuffle: its subcommands, and the one place where errors become a sentence and an exit
// code.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/subcommands.hpp"
#include "harness/input_error.hpp"
#include "harness/target/nearest_name.hpp"

namespace fairshuffle {
namespace {

// The parser would only say that a subcommand is required, not that this word is none.
void check_subcommand(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  const std::string_view word = argv[1];
  std::vector<std::string> names;
  for (const CLI::App* subcommand : app.get_subcommands({})) names.push_back(subcommand->get_name());
  if (std::ranges::find(names, word) != names.end()) return;
  throw InputError(fmt::format("'{}' is no subcommand{}; there are {}", word,
                               did_you_mean(word, {names.begin(), names.end()}), fmt::join(names, ", ")));
}

}  // namespace
}  // namespace fairshuffle

int main(int argc, char** argv) {
  using namespace fairshuffle;
  CLI::App app("fairshuffle proves, or disproves, that a shuffle is fair.", "fairshuffle");
  app.set_version_flag("--version", "fairshuffle " FAIRSHUFFLE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 fair, or all as expected; 1 biased or invalid; 2 bad input; 3 inconclusive;\n"
      "4 incomplete: a target could not be run, or a control came out wrong.");
  int exit_code = exit_as_hoped;
  add_certify(app, exit_code);
  add_list(app, exit_code);
  add_exact(app, exit_code);
  try {
    check_subcommand(app, argc, argv);
    app.parse(argc, argv);
    return exit_code;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    fmt::print(stderr, "fairshuffle: {}; see 'fairshuffle --help'\n", error.what());
    return exit_bad_input;
  } catch (const InputError& error) {
    fmt::print(stderr, "fairshuffle: {}\n", error.what());
    return exit_bad_input;
  } catch (const std::exception& error) {
    fmt::print(stderr, "fairshuffle: the run broke off: {}\n", error.what());
    return exit_incomplete;
  }
}
