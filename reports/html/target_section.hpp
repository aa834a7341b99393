// All that the page says of one target.
#pragma once

#include <string>
#include <string_view>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// A section whose anchor is `id`, with its pictures. `id` must be unique in the page.
std::string target_section(const TargetRecord& result, const Budget& budget, std::string_view id);

}  // namespace fairshuffle
