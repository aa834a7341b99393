// The run record as GitHub-flavoured Markdown: the summary of a CI step.
#pragma once

#include <cstddef>
#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// A result's row is left out where there are more than this many, those as due first; the text says how
/// many.
inline constexpr std::size_t most_markdown_rows = 1000;

/// Only so many targets get their sentence; the text says how many did not.
inline constexpr std::size_t most_markdown_sentences = 100;

/// The verdict as a heading, what the run as a whole says, a table of the targets and one of the controls,
/// the sentence of each target that is not fair, what fair leaves open, how to reproduce the run, and at the
/// end, apart, its environment. Its tables stay below the mebibyte that GitHub takes for the summary of a
/// step.
std::string markdown_report(const RunRecord& run);

}  // namespace fairshuffle
