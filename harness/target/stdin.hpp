// Rows from standard input.
#pragma once

#include <memory>

#include "harness/target/kinds.hpp"

namespace fairshuffle {

/// "stdin:n=5,format=u8". What comes can't be asked for again: a run may have one such target, which the one
/// who plans the run sees to. Throws InputError, also where standard input is a terminal or closed.
std::unique_ptr<Target> make_stdin_target(const TargetText& text, const TargetRun& run);

}  // namespace fairshuffle
