// The mechanisms of the catalogue's shuffles, a table for each kind of shuffle.
#pragma once

#include <span>
#include <string_view>

#include "harness/lesson/mechanism.hpp"

namespace fairshuffle::detail {

/// Why n! divides no power of n for any n > 2.
inline constexpr std::string_view factor_before_n = "n! has the factor n - 1, which shares no prime with n";

std::span<const Mechanism> card_by_card_mechanisms();
std::span<const Mechanism> mixing_mechanisms();
std::span<const Mechanism> coin_sort_mechanisms();

}  // namespace fairshuffle::detail
