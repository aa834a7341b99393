// In which parts of the law the bias lies.
#pragma once

#include <span>
#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// "by phi2, 75 % of the bias lies in single cards (4,1), 12 % in parity (1,1,1,1,1)": up to five parts that
/// are clearly above noise, the largest first. Where none has a sixth of the bias, says that it is spread.
/// Empty where nothing is clear, and where there is only one part at all.
std::string part_words(std::span<const PartRecord> parts);

}  // namespace fairshuffle
