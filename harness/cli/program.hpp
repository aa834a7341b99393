// A whole program: the one place where errors become a sentence and an exit code.
#pragma once

namespace fairshuffle {

class RankParts;

/// Does what its arguments say, and gives its exit code. With ranks, which may be null, they count.
int run_program(int argc, char** argv, RankParts* ranks = nullptr);

}  // namespace fairshuffle
