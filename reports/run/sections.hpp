// The sections of a run's document, one file for each kind.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/record/run_record.hpp"
#include "reports/document/document.hpp"
#include "reports/run/run_document.hpp"

namespace fairshuffle {

struct TableKind {
  bool are_controls = false;
  bool verdicts_count = true;  ///< no control is wrong
};

/// A row for each target: verdict and what was expected instead, trials, total variation, smallest adjusted
/// p.
Section verdict_section(std::span<const TargetRecord> results, TableKind kind, const Room& room);

/// All of one target. `anchor` must be unique in the document.
Section target_section(const TargetRecord& result, const Budget& budget, std::string anchor);

/// What is certified of a large deck: how much the bets of each family gain at most. Nothing where there are
/// no families.
std::optional<Section> certificate_section(const TargetRecord& result, const Budget& budget);

/// Which tests were not applied, and why: a line for each reason. Nothing where all were.
std::optional<Section> left_out_section(const TargetRecord& result);

/// How the named bets of all targets came out, one line for each bet of each. Nothing where there are none.
std::optional<Section> bets_section(std::span<const TargetRecord> results, const Budget& budget,
                                    const Room& room);

/// Every value of the named bets of one target. Nothing where it has none.
std::optional<Section> bets_of_target(const TargetRecord& result);

/// What each kind of picture shows, once: takes the remarks from the figures of `sections`.
Section picture_guide(std::vector<Section>& sections);

}  // namespace fairshuffle
