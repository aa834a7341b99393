// The style sheet of a report's page, and the policy that admits it and nothing else.
#pragma once

#include <string_view>

namespace fairshuffle {

/// Light and dark screens, narrow ones and paper. A page must be right without it: some servers strip it.
extern const std::string_view page_style;

/// The content policy: nothing may be fetched or run, and of styles only `page_style`, by its SHA-256.
extern const std::string_view page_policy;

}  // namespace fairshuffle
