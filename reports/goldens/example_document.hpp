// The document that the renderers' golden files show: every kind of block, each with what makes its layout
// hard.
#pragma once

#include "reports/document/document.hpp"

namespace fairshuffle {

/// Long words, long lines, wide tables, every tone, every `Shown` and sections within sections. Only its form
/// matters.
Document example_document();

/// The same as a run ends: what came of it in one line, and how long it took.
Document example_document_of_a_run();

/// A table of `rows` rows with a column of every kind, its texts some words long.
Table example_table(std::size_t rows);

/// Deviations of every step and sign: card c at position p is off by a power of 1.3 that depends on both.
CardGrid example_grid(int deck_size);

}  // namespace fairshuffle
