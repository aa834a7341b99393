// A program that asks for its draws, over its standard input and output.
#pragma once

#include <chrono>
#include <string>

#include "harness/targets/answered_code.hpp"

namespace fairshuffle {

/// One process shuffles again and again. For each draw it writes a line, "draw K", "word" or "unit", and
/// reads one: a number in 0..K-1, one of 32 bits, or one in [0, 1). Then it writes its deck as a row of the
/// numbers 0..n-1 with blanks between, and begins anew with a sorted one. It is told n by {n} in the command
/// and by FAIRSHUFFLE_N. Nothing is started before the first path. silence: how long it may write nothing.
AnsweredCode answered_process(const std::string& name, const std::string& command, int deck_size,
                              std::chrono::seconds silence);

}  // namespace fairshuffle
