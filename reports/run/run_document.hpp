// The run record as a document, from which a terminal, Markdown and a page are rendered.
#pragma once

#include <cstddef>
#include <limits>

#include "core/record/run_record.hpp"
#include "reports/document/document.hpp"

namespace fairshuffle {

/// How much of a large run a format has room for.
struct Room {
  /// A result's row is left out where there are more than this many, those as due first; the text says how
  /// many.
  std::size_t most_rows = std::numeric_limits<std::size_t>::max();
  /// Only so many of the targets that are not fair are told of; the text says how many are not.
  std::size_t most_told = std::numeric_limits<std::size_t>::max();
  /// In bytes; a longer one is not shown.
  std::size_t longest_command = std::numeric_limits<std::size_t>::max();
};

/// The verdict of the run as its title and what came of it as its summary; a table of the targets, which a
/// page has as lines that open; what was found of each; the caveats, each once; how to read the pictures; the
/// command that makes the run again; and at the end, apart, its environment. Words may come from outside:
/// whatever they hold, no control character is left of it.
Document run_document(const RunRecord& run, const Room& room = {});

}  // namespace fairshuffle
