// P-values as sentences and tables show them.
#pragma once

#include <string>

namespace fairshuffle {

/// The p-value of a test that was applied, down to "< 1e-4900".
std::string p_words(double p_value, double log10_p);

/// The same as a statement: "p = 0.012", "p < 1e-4900".
std::string p_statement(double p_value, double log10_p);

}  // namespace fairshuffle
