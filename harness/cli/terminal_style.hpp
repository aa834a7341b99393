// How verdicts are printed to standard output.
#pragma once

#include <optional>
#include <string>

#include "reports/document/render.hpp"

namespace fairshuffle {

/// What --color and --verbose mean, for the help.
inline constexpr const char* color_meaning =
    "colours, and heat maps of biased targets; auto: on terminals (auto)";
inline constexpr const char* verbose_meaning =
    "print all that was found of every target: tests, parts of the bias, known mistakes, caveats";

/// As wide as the terminal, or 80 columns where that is unknown. color: "always" and "never" as --color takes
/// them; without it, or with "auto", colours and heat maps are for terminals. Throws InputError on another
/// word.
TerminalStyle terminal_style(const std::optional<std::string>& color, bool verbose);

}  // namespace fairshuffle
