// The words of the table of verdicts, alike in every format that has one.
#pragma once

#include <string>

#include "core/record/run_record.hpp"

namespace fairshuffle {

/// "fair", "biased", "inconclusive", "invalid"; "failed" where there is no verdict.
std::string verdict_word(const TargetRecord& result);

/// "<= 0.00093", "0.086 .. 0.1", ">= 0.03", "<= 0.001 (one card)", "not bounded".
std::string bias_text(const BiasRecord& bias);
/// The same, or "decks are linked" where nothing is bounded for that reason.
std::string bias_text(const TargetRecord& result);

/// The test with the smallest adjusted p-value, "6.2e-19 orders"; "-" where none was applied.
std::string smallest_p_text(const TargetRecord& result);

/// "as expected", "EXPECTED biased", of a control also "not biased"; empty where nothing was expected.
std::string expectation_text(const TargetRecord& result, bool is_control);

/// "6.2e-19"; "< 1e-300" where doubles end.
std::string adjusted_p_text(double adjusted_p);

}  // namespace fairshuffle
