// What was probably meant by a command line that says nothing to the program.
#pragma once

#include <string>
#include <string_view>

#include <CLI/App.hpp>

namespace fairshuffle {

/// The word that stands where a subcommand belongs, when it is none: a sentence with what was meant, a
/// shuffle or a program of the user's own among it; else empty.
std::string why_no_subcommand(const CLI::App& app, std::string_view word);

/// The options and words that nothing of the parsed command line takes, in a sentence with the option that
/// was probably meant.
std::string why_not_expected(const CLI::App& app);

}  // namespace fairshuffle
