// The comparison of two records as JSON, for programs.
#pragma once

#include <string>

#include "core/comparison/comparison.hpp"
#include "reports/comparison_document.hpp"

namespace fairshuffle {

/// Indented JSON with a newline at its end, as reports/schema/diff.schema.json describes it. Everything of
/// the comparison is in it. Bytes that are not UTF-8 become U+FFFD. Computes nothing.
std::string json_comparison(const Comparison& comparison, const ComparedFiles& files);

}  // namespace fairshuffle
