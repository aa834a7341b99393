// Formulas as they are printed, and their values: what a lesson claims and the number beside it are one text.
//
// Read are + - / ^ ! and brackets, a factor beside a factor as their product, whole numbers, variables, and
// C(a, b), floor(x), ceil(x), min(a, b), floor(log2(x)), sum(j = a..b: x).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/exact/law.hpp"

namespace fairshuffle {

using FormulaVariables = std::map<std::string, Fraction, std::less<>>;

/// The exact value, with 0^0 = 1. Throws std::invalid_argument, which quotes the formula, for what is none:
/// an unknown variable, a division by 0, an exponent or a factorial's number that is no whole number from 0
/// to 100,000.
Fraction formula_value(std::string_view formula, const FormulaVariables& variables);

/// "i = 1, j = 0" as variables.
FormulaVariables variables_of(std::string_view text);

}  // namespace fairshuffle
