// The frame that every page of HTML has.
#pragma once

#include <string>
#include <string_view>

namespace fairshuffle {

/// One HTML 5 page that needs nothing beside itself: no script, nothing to fetch, and a content policy that
/// forbids both. `title` and `lead`, the page in one sentence, are plain text; `content` is HTML.
std::string html_page(std::string_view title, std::string_view lead, std::string_view content);

}  // namespace fairshuffle
