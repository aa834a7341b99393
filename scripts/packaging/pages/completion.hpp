// Completions for bash and zsh: subcommands, options, and the words that the program knows for their values.
#pragma once

#include <string>

#include "scripts/packaging/pages/outline.hpp"

namespace fairshuffle {

/// A file for share/bash-completion/completions. Needs bash 4 only.
std::string bash_completion(const ProgramOutline& outline);

/// A file _fairshuffle for a folder of zsh's fpath.
std::string zsh_completion(const ProgramOutline& outline);

}  // namespace fairshuffle
