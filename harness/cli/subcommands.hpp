// The subcommands of the program: each adds itself to the command line and leaves its exit code.
#pragma once

#include <string_view>

#include <CLI/App.hpp>

namespace fairshuffle {

class RankParts;

/// Exit codes: harness/README.md, "Exit codes".
inline constexpr int exit_as_hoped = 0;      ///< all fair, or all as the job file expects
inline constexpr int exit_unfair = 1;        ///< a target is biased or invalid, or not what was expected
inline constexpr int exit_bad_input = 2;     ///< usage, options, files
inline constexpr int exit_inconclusive = 3;  ///< a target is neither fair nor biased at the trial limit
inline constexpr int exit_incomplete = 4;    ///< a target could not be run, or a control came out wrong

/// On these ranks, or alone where it is null.
void add_certify(CLI::App& app, int& exit_code, RankParts* ranks);
void add_list(CLI::App& app, int& exit_code);
void add_exact(CLI::App& app, int& exit_code);
void add_explain(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_diff(CLI::App& app, int& exit_code);
void add_merge(CLI::App& app, int& exit_code);
void add_status(CLI::App& app, int& exit_code);
void add_hosts(CLI::App& app, int& exit_code);
/// Whether this word is one of them.
bool is_host(std::string_view word);
void add_bridge(CLI::App& app, int& exit_code);

}  // namespace fairshuffle
