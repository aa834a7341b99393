// The pictures of a run, one file for each: what is counted and found, drawn, with the numbers beside.
//
// Every function gives HTML: the picture, what to look at, and its numbers in a table that opens; or nothing
// where the record has nothing to draw. `id` must be unique in the page.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// Cards by positions, coloured by their distance from fair in standard errors.
std::string heat_map(const TargetRecord& result, std::string_view id);

/// How often every order came, by rank. Where there are more orders than pixels, each column of pixels
/// reaches to the farthest order in it, so that a single outlier shows.
std::string order_bars(const TargetRecord& result, std::string_view id);

/// The p-values of all tests on a logarithmic scale.
std::string p_value_bars(const TargetRecord& result, std::string_view id);

/// The interval in which each target's total variation distance from fair lies, against the tolerance.
std::string tv_intervals(std::span<const TargetRecord> results, double tolerance, std::string_view id);

/// How many trials find a bias of each size, and where this run stands.
std::string detection_curve(const TargetRecord& result, double tolerance, std::string_view id);

/// The shares of the bias by what it takes to see them.
std::string part_bars(const TargetRecord& result, std::string_view id);

}  // namespace fairshuffle
