// What was probably meant by a command line that says nothing to the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>

#include "harness/job/typed_targets.hpp"

namespace fairshuffle {

/// The word that stands where a subcommand belongs, when it is none: a sentence with what was meant, a
/// shuffle or a program of the user's own among it; else empty.
std::string why_no_subcommand(const CLI::App& app, std::string_view word);

/// Why the command line of these words could not be parsed, in a sentence: options and words that nothing
/// takes, with the option that was probably meant, or what the parser found.
std::string why_not_parsed(const CLI::App& app, const CLI::ParseError& error,
                           const std::vector<std::string>& words);

/// The targets of which one is no shuffle, but a file, or a word that belongs to the one argument of an
/// option beside them: a sentence with the option that takes it; else empty.
std::string why_no_targets(const std::vector<std::string>& words, const TypedTargets& named);

}  // namespace fairshuffle
