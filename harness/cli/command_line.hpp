// The whole command line of the program: what main parses, and what its manual pages and completions are made
// of.
#pragma once

#include <memory>

#include <CLI/App.hpp>

namespace fairshuffle {

class RankParts;

/// Every subcommand with its options. Parsing runs the subcommand and leaves its exit code in `exit_code`.
/// With ranks, which may be null, only what they can do.
std::unique_ptr<CLI::App> command_line(int& exit_code, RankParts* ranks = nullptr);

}  // namespace fairshuffle
