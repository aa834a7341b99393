// Manual pages in man(7): from the program's own help, and what the help has no room for.
#pragma once

#include <string>

#include "scripts/packaging/pages/outline.hpp"

namespace fairshuffle {

/// What stands in the corners of every page.
struct PageOrigin {
  std::string version;  ///< "0.1.0"
  std::string date;     ///< of the version: "2026-11-21"
};

/// fairshuffle.1
std::string man_page(const ProgramOutline& outline, const PageOrigin& origin);

/// fairshuffle-COMMAND.1. `command` is one of outline.commands.
std::string man_page(const ProgramOutline& outline, const CommandOutline& command, const PageOrigin& origin);

}  // namespace fairshuffle
