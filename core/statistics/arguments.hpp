// Checks of arguments at the door: Boost's own checks differ from function to function.
#pragma once

#include <string_view>

namespace fairshuffle::detail {

/// Throws std::invalid_argument "function: argument must be ..., was value".
[[noreturn]] void refuse_argument(std::string_view function, std::string_view argument,
                                  std::string_view must_be, double value);

/// Throws std::invalid_argument unless value is finite and at least 0.
void require_not_negative(std::string_view function, std::string_view argument, double value);

/// Throws std::invalid_argument unless value is finite and above 0.
void require_positive(std::string_view function, std::string_view argument, double value);

/// Throws std::invalid_argument unless 0 < value < 1.
void require_inside_unit(std::string_view function, std::string_view argument, double value);

}  // namespace fairshuffle::detail
