// Options of a plan as they are typed, and the command that says them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/record/findings.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

// Words and numbers as they are typed on the command line.

/// The words between commas: one at least, which may be empty.
inline std::vector<std::string_view> at_commas(std::string_view text) {
  std::vector<std::string_view> words;
  for (;;) {
    const std::size_t comma = text.find(',');
    words.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return words;
    text.remove_prefix(comma + 1);
  }
}

/// "1000000", "1e6", "2.5e6". Throws InputError naming `option` unless it is a whole number from 1 to 1e12.
std::uint64_t parse_trials(std::string_view option, std::string_view text);
/// "1e6", or "1e6,4e6" of a run that went on beyond its limit: up to 64, ascending, each as parse_trials has
/// it.
std::vector<std::uint64_t> parse_limits(std::string_view option, std::string_view text);

/// A decimal number strictly between 0 and 1. Throws InputError.
double parse_probability(std::string_view option, std::string_view text);

/// The largest bias that passes, above 0 and at most 1: "0.001", or "0.1%". Throws InputError.
double parse_tolerance(std::string_view option, std::string_view text);

/// "3,4,5": whole numbers from 1 to 1024. Throws InputError.
std::vector<int> parse_deck_sizes(std::string_view option, std::string_view text);

/// A whole number from 0 to 2^64 - 1. Throws InputError.
std::uint64_t parse_seed(std::string_view option, std::string_view text);

/// A whole number from 1 to `most`, of which `what` is counted: "threads". Throws InputError.
int parse_count(std::string_view option, std::string_view text, int most, std::string_view what);

/// Seconds from "60", "60s", "1.5m" or "2h", more than 0 and at most a year. Throws InputError.
double parse_seconds(std::string_view option, std::string_view text);

/// A power of two from fewest_slots_told to most_slots_told, as a number or as people write it: 2^25. Throws
/// InputError.
std::uint64_t parse_slots(std::string_view option, std::string_view text);

// Targets that are not named by a shuffle, as options name them: --exec COMMAND --format u8.

/// As typed; nothing for what was not given.
struct TypedTargets {
  /// By the kind's name: a value each, which is empty of kinds without values.
  std::map<std::string_view, std::vector<std::string>> named;
  std::map<std::string_view, std::optional<std::string>> settings;  ///< by name; of all targets named
};

/// A text for each target named, in the order of their kinds. Throws InputError when a setting was given and
/// no target was named.
std::vector<TargetText> texts_of(const TypedTargets& typed);

/// The options as they are typed in a shell, each with a blank before it.
std::string command_line_of(const TypedTargets& typed);

// Settings of shuffles that are typed as options of a command: --k 6 beside swap-pairs.

/// By name; nothing for what was not given.
using ShuffleSettings = std::map<std::string, std::optional<std::string>>;

/// Of every shuffle's own options and of the settings that all shuffles take, but for the deck size.
std::set<std::string> names_of_shuffle_settings();

/// The targets with the settings behind their own. One of a shuffle's own options goes to those that have it,
/// if any does. Throws InputError where a target has the setting already.
std::vector<TargetText> with_settings(std::vector<TargetText> texts, const ShuffleSettings& settings);

/// The options as they are typed in a shell, each with a blank before it.
std::string command_line_of(const ShuffleSettings& settings);

// What may be asked of a run in options, as typed.

/// What decides a report, and the number of threads, which does not. Nothing for what was not given.
struct PlanOptions {
  std::vector<std::string> targets;
  ShuffleSettings settings;  ///< of all of these targets
  TypedTargets typed;
  std::optional<std::string> job;  ///< a file
  std::optional<std::string> deck_sizes, label, proof, trials, max_trials, max_time, seed, alpha, tolerance,
      confidence, threads, children, tests, certify, slots;
  std::vector<std::string> bets;          ///< of --bet
  std::optional<std::string> ready_bets;  ///< of --bets
  bool pairs = false;
  bool until_decided = false;
  bool controls = false;
};

/// An option that decides what a report says: one of those that are no target's own.
struct PlanOption {
  /// A list where the option may come again.
  using Value = std::variant<std::optional<std::string> PlanOptions::*,
                             std::vector<std::string> PlanOptions::*, bool PlanOptions::*>;

  std::string_view name;  ///< "--alpha"
  Value value;
  std::string_view placeholder;  ///< of the value, in help texts; empty for a flag
  std::string_view meaning;
  std::string_view in_job = "";  ///< JSON pointer of the member of a job that says the same; empty for none
};

/// All of them, as help texts and commands have them one after the other.
std::span<const PlanOption> all_plan_options();

// The command that runs a report's plan again. The one that a report holds is data from outside, and is not
// shown.

/// As it is typed in a shell: the targets and what is asked of them, where one line says all of the plan, and
/// else the job that the report itself is, in `file`. Words, where trials came from a function that no
/// command can call. Nothing is run, opened or loaded.
std::string command_of_report(const RunRecord& report, const std::string& file);

// The command that asks for a run.

/// As it is typed in a shell, with the seed given. Only what the report depends on: neither threads nor where
/// it is written.
std::string command_of(const PlanOptions& options, std::uint64_t seed);

/// Whether anything is asked for that decides a report.
bool names_a_plan(PlanOptions options);

}  // namespace fairshuffle
