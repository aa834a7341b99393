// Which vector instruction sets there are, and which one is used.
#pragma once

#include <string_view>
#include <vector>

namespace fairshuffle {

/// The vector instruction sets that this machine and this build both have, best first; the last one is
/// "plain", no vectors at all. Counts are the same on all of them.
std::vector<std::string_view> vector_targets();

/// Makes everything that picks its vectors at run time use one of vector_targets(), in the whole program.
/// Throws std::invalid_argument for any other name. For tests and benchmarks; not while another thread uses
/// vectors.
void use_vector_target(std::string_view name);

}  // namespace fairshuffle
