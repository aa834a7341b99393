// Formulas, and numbers in them.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "core/exact/distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/permutation/permutation.hpp"

namespace fairshuffle {

// Numbers and decks as a lesson shows them.

/// Cards of the deck that people play with most.
inline constexpr int whole_deck = 52;

/// A sample is large enough where a test rejects fairness with this power at this rate of false alarms.
inline constexpr double sample_alpha = 1e-6;
inline constexpr double sample_power = 0.999;

/// A total variation distance below which a lesson calls decks mixed: the best bet gains one point at most.
inline constexpr double small_bias = 0.01;

/// Four digits: "0.05556", "3,524" from a thousand on, "1.2e+17" from 1e15 on, "infinite".
std::string number_text(double number);

/// The same of its nearest double; "< 1e-307" for a fraction above 0 that is too small for one.
std::string number_text(const Fraction& fraction);

/// "3,125" up to 13 digits, "9.313e+47" beyond.
std::string integer_text(const PathArithmetic::Integer& integer);

/// The same, but "2^31" of a power of 2 above 1,024.
std::string power_text(const PathArithmetic::Integer& integer);

/// "4/27"; nothing where it would have more than 24 characters.
std::string short_fraction(const Fraction& fraction);

/// "1/18 = 0.05556", or the number alone.
std::string fraction_and_number(const Fraction& fraction);

/// How far a probability is from a fair share, in per cent of it: "+11.1 %", "-3.7 %", "fair",
/// "never"; "< +1e-307 %" and "> -1e-307 %" where that is too small for a double.
std::string against_fair(const Fraction& probability, const Fraction& fair);

/// "0 2 1".
std::string deck_text(std::span<const Card> deck);

// Formulas as they are printed, and their values: what a lesson claims and the number beside it are one text.
//
// Read are + - / ^ ! and brackets, a factor beside a factor as their product, whole numbers, variables, and
// C(a, b), floor(x), ceil(x), min(a, b), floor(log2(x)), sum(j = a..b: x).

using FormulaVariables = std::map<std::string, Fraction, std::less<>>;

/// The exact value, with 0^0 = 1. Throws std::invalid_argument, which quotes the formula, for what is none:
/// an unknown variable, a division by 0, an exponent or a factorial's number that is no whole number from 0
/// to 100,000.
Fraction formula_value(std::string_view formula, const FormulaVariables& variables);

/// "i = 1, j = 0" as variables.
FormulaVariables variables_of(std::string_view text);

}  // namespace fairshuffle
