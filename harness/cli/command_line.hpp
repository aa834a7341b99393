// The command line.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>

#include "harness/job/plan_options.hpp"

namespace fairshuffle {

// The subcommands of the program: each adds itself to the command line. One that has an exit code of its own
// leaves it where that is exit_as_hoped.

class RankParts;

/// Exit codes: harness/README.md, "Exit codes".
inline constexpr int exit_as_hoped = 0;      ///< all fair, or all as the job file expects
inline constexpr int exit_unfair = 1;        ///< a target is biased or invalid, or not what was expected
inline constexpr int exit_bad_input = 2;     ///< usage, options, files
inline constexpr int exit_inconclusive = 3;  ///< a target is neither fair nor biased at the trial limit
inline constexpr int exit_incomplete = 4;    ///< a target could not be run, or a control came out wrong

/// On these ranks, or alone where it is null.
void add_certify(CLI::App& app, int& exit_code, RankParts* ranks);
void add_list(CLI::App& app);
void add_exact(CLI::App& app, int& exit_code);
void add_explain(CLI::App& app);
void add_report(CLI::App& app);
void add_check(CLI::App& app, int& exit_code);
void add_diff(CLI::App& app, int& exit_code);
void add_merge(CLI::App& app, int& exit_code);
void add_status(CLI::App& app);
void add_hosts(CLI::App& app, int& exit_code);
/// Whether this word is one of them.
bool is_host(std::string_view word);
void add_probe(CLI::App& app, int& exit_code);
void add_help(CLI::App& app);
void add_complete(CLI::App& app);

/// The targets of which one is no shuffle, but a file, or a word that belongs to the one argument of an
/// option beside them: a sentence with the option that takes it; else empty.
std::string why_no_targets(const std::vector<std::string>& words, const TypedTargets& named);

// A whole program: the one place where errors become a sentence and an exit code.

/// Does what its arguments say, and gives its exit code. With ranks, which may be null, they count.
int run_program(int argc, char** argv, RankParts* ranks = nullptr);

// A shuffle's own settings as options: for every subcommand that names shuffles.

/// Adds an option for each setting, but for those names that the subcommand gave to options of its own, to be
/// called after they are there. Help texts do not show them: they stand for what stands behind a target's
/// colon. `settings` must live as long as the subcommand.
void add_shuffle_options(CLI::App& command, ShuffleSettings& settings);

// Help texts, in groups of options.

inline constexpr std::string_view targets_group = "What to test", rows_group = "How its rows are written",
                                  further_group = "Further options";

struct OptionGroup {
  std::string_view title;
  std::vector<std::string_view> options;  ///< by name
};

/// Help texts of the program and of each subcommand that is added from then on: no line is wider than the
/// terminal, and of those with --help-all the groups of rows and further options are left out of --help.
void format_help(CLI::App& app);
/// Gives the subcommand --help-all, and its options their groups; those that none has are further ones.
void group_options(CLI::App& command, std::span<const OptionGroup> groups);

// Options that are kept as typed.

/// An option with a value, nothing where it is not given. `value` must outlive the parsing.
inline void add_text_option(CLI::App& command, const char* name, std::optional<std::string>& value,
                            const char* placeholder, const char* meaning) {
  command.add_option(name, value, meaning)->option_text(placeholder);
}

// The options that name targets which are not built in: for every subcommand that takes such targets.

/// Adds an option for each kind of target, and those that tell how their permutations are written. `typed`
/// must live as long as the subcommand.
void add_target_options(CLI::App& command, TypedTargets& typed);

}  // namespace fairshuffle
