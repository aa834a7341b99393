// Links between trials in plain words.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// What the links look like: "odd and even orders take turns". No capital, no full stop. Precondition of all:
/// result.linked.
std::string link_looks(const TargetRecord& result);

/// What usually causes such links: "as when ..."; empty where that is said by how they look.
std::string link_cause(const TargetRecord& result);

}  // namespace fairshuffle
