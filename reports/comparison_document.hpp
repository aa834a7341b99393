// Two reports of the same job side by side, for people: on a terminal and in Markdown.
#pragma once

#include <cstddef>
#include <string>

#include "core/comparison/comparison.hpp"
#include "reports/document/document.hpp"

namespace fairshuffle {

/// Where the two records came from, as the reader knows them.
struct ComparedFiles {
  std::string before;  ///< OLD
  std::string after;   ///< NEW
};

/// Above so many targets a row is left out for those that are told nothing of; the text says how many.
inline constexpr std::size_t most_compared_rows = 500;

/// Only so many targets get their sentences, and their p-values; the text says how many did not.
inline constexpr std::size_t most_compared_sentences = 100;

/// Sentences first: what it comes to, then each target whose verdict changed or whose counts do not simply
/// agree; then a table of all targets, the p-values of those that changed, and the settings that differ.
/// Outside words stand on one line each, with control characters made visible. Computes nothing.
Document comparison_document(const Comparison& comparison, const ComparedFiles& files);

}  // namespace fairshuffle
