// Outside words in a document, made fit to be shown.
#pragma once

#include "reports/document/document.hpp"

namespace fairshuffle {

/// Every text but commands on one line without control characters, as one_visible_line has it, and cut after
/// 1,500 bytes: what a sentence quotes has no bound, a line for people has. Pictures are left as they are:
/// what draws them makes their words visible.
void make_visible(Document& document);

}  // namespace fairshuffle
