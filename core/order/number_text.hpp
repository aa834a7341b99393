// Numbers as sentences and tables show them.
#pragma once

#include <cstdint>
#include <string>

namespace fairshuffle {

/// 33554432 -> "33,554,432".
std::string with_commas(std::uint64_t number);

/// A share, 0 or more, in percent with two digits, or with all it has from 100 on: 0.25 -> "25 %", 1 ->
/// "100 %".
std::string percent_text(double share);

/// Up to so many significant digits, with an exponent where printf's %g has one, as people type it: 0.00001
/// -> "1e-5", 7200000 -> "7.2e6" in two digits.
std::string short_number(double number, int digits);

/// All digits that tell the number from its neighbours: 1e-6 -> "1e-6", 0.001 -> "0.001".
std::string exact_number(double number);

/// A number as printf writes it, its exponent as people type it: "1e-05" -> "1e-5".
std::string typed_exponent(std::string number);

}  // namespace fairshuffle
