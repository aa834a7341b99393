// The whole command line of the program: what main parses, and what its manual pages and completions are made
// of.
#pragma once

#include <memory>

#include <CLI/App.hpp>

namespace fairshuffle {

/// Every subcommand with its options. Parsing runs the subcommand and leaves its exit code in `exit_code`.
std::unique_ptr<CLI::App> command_line(int& exit_code);

}  // namespace fairshuffle
