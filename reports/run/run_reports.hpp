// The run record in the formats that people read.
#pragma once

#include <optional>
#include <string>

#include "core/record/run_record.hpp"
#include "reports/document/document.hpp"
#include "reports/document/render.hpp"

namespace fairshuffle {

/// As certify prints it; `next`, what to do about it, stands before the line that sums up. Targets from
/// outside have names and rows of any kind: a terminal gets nothing of them but characters that it shows.
std::string run_text(const RunRecord& run, const TerminalStyle& style,
                     const std::optional<Section>& next = {});

/// GitHub-flavoured Markdown, the summary of a CI step. Its tables stay below the mebibyte that GitHub takes
/// for one.
std::string run_markdown(const RunRecord& run);

/// One HTML 5 page that needs nothing beside itself: no script, nothing to fetch, a content policy that
/// forbids both. Pictures are inline SVG that is right even where style sheets are stripped. The same record
/// gives the same bytes, and all of `environment` stands at the end, apart.
std::string run_page(const RunRecord& run);

}  // namespace fairshuffle
