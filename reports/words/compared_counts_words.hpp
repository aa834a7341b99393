// Whether the counts of a target in two reports agree, in words.
#pragma once

#include <string>

#include "core/comparison/comparison.hpp"

namespace fairshuffle {

/// The answer for one target of the comparison, after the remark on its seeds: "The counts of orders agree
/// (p = 0.62)."; or why nothing was tested. Empty where a verdict is absent.
std::string compared_counts_words(const ComparedTarget& target, const Comparison& comparison);

/// What the seeds let expect: "The same seed gave the same counts."; empty where that is nothing.
std::string seed_remark_words(SeedRemark remark);

/// "position 3", "card 7".
std::string strongest_row_words(const StrongestRow& row);

/// "OLD", "NEW", "OLD and NEW"; empty for neither.
std::string reports_named(FoundIn found);

/// The whole sentence on what was `told_apart`, itself without an end: with which confidence the law changed,
/// or that links alone may do it. or_else: what else may have changed, as the sentence goes on.
std::string law_changed_words(const std::string& told_apart, FoundIn linked_in, const Comparison& comparison,
                              const std::string& or_else = "");

}  // namespace fairshuffle
