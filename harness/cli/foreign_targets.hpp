// The options that name targets which are not built in: for every subcommand that takes such targets.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "harness/target/spec.hpp"

namespace fairshuffle {

/// As typed; nothing for one that was not given.
struct ForeignOptions {
  std::vector<std::string> exec, plugin, log;
  bool standard_input = false;
  std::optional<std::string> shuffle, format, base, deck, manner, timeout, column, reset;
};

/// Adds --exec, --plugin, --log, --stdin and the options that tell how their orders are written. `options`
/// must live as long as the subcommand.
void add_foreign_options(CLI::App& command, ForeignOptions& options);

/// A text for each target named, in the order exec, plugin, log, stdin. Throws InputError when an option
/// tells how orders are written and no target was named.
std::vector<TargetText> texts_of(const ForeignOptions& options);

/// The options as they are typed in a shell, each with a blank before it.
std::string command_line_of(const ForeignOptions& options);

}  // namespace fairshuffle
