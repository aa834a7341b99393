// The pictures of a run, one file for each, with their numbers: what is counted and found.
//
// Each gives nothing where the record has nothing to draw.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/record/run_record.hpp"
#include "reports/document/document.hpp"

namespace fairshuffle {

/// Cards by positions, coloured by their distance from fair in standard errors.
std::optional<Figure> position_figure(const TargetRecord& result);

/// How often every order came, by rank. Where fewer than five trials fall to an order there are only chance
/// and gaps to see, and so no figure.
std::optional<Figure> order_figure(const TargetRecord& result);

/// The p-values of all tests, on a logarithmic scale.
std::optional<Figure> test_figure(const TargetRecord& result);

/// The interval in which each target's total variation distance from fair lies, against the tolerance.
std::optional<Figure> bound_figure(std::span<const TargetRecord> results, double tolerance);

/// How many trials find a bias of each size, and where this run stands.
std::optional<Figure> detection_figure(const TargetRecord& result, double tolerance);

/// How often each value of a named bet came, against how often it is due. `valid_trials`: of the target.
/// `name` tells its picture from those of the target's other bets. Nothing where it has no values.
std::optional<Figure> bet_figure(const BetRecord& bet, std::uint64_t valid_trials, std::string name);

/// The shares of the bias by what it takes to see them.
std::optional<Figure> part_figure(const TargetRecord& result);

}  // namespace fairshuffle
