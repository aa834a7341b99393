// The run record as one page for people: sentences first, then pictures, each with its numbers.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// One HTML 5 page that needs nothing beside itself: no script, nothing to fetch, a content policy that
/// forbids both. Pictures are inline SVG that is right even where style sheets are stripped. The same record
/// gives the same bytes, and all of `environment` stands at the end, apart. Every number is the record's, or
/// core's.
std::string html_report(const RunRecord& run);

}  // namespace fairshuffle
