// By how much each card is above the one before it, counted round: sums of many neighbours at a time.
#pragma once

#include <cstddef>
#include <string>

#include "core/tally/tables/table_info.hpp"

namespace fairshuffle::detail {

inline std::size_t cells_of_differences(int deck_size) {
  return static_cast<std::size_t>(deck_size) - 1;
}
void add_cyclic_differences(OrderBatches& orders, std::span<std::uint64_t> cells);
void add_inverse_cyclic_differences(OrderBatches& orders, std::span<std::uint64_t> cells);
void add_wide_differences(const WideOrder& order, std::span<std::uint64_t> cells);
void add_wide_inverse_differences(const WideOrder& order, std::span<std::uint64_t> cells);
std::string check_differences(int deck_size, std::uint64_t trials, std::span<const std::uint64_t> cells);

}  // namespace fairshuffle::detail

namespace fairshuffle {

/// [s - 1]: over all trials and all n places, the last one being followed by the first, how often the next
/// card less the card is s modulo n, s = 1..n-1.
inline constexpr TableInfo cyclic_differences_table{
    .name = "cyclic-differences",
    .counts =
        "by how much a card is above the one before it, modulo n, the first one following the last; "
        "1..n-1",
    .of_quotients = false,
    .cells = detail::cells_of_differences,
    .add = detail::add_cyclic_differences,
    .contradiction = detail::check_differences,
    .add_wide = detail::add_wide_differences};
inline constexpr TableInfo inverse_cyclic_differences_table{
    .name = "inverse-cyclic-differences",
    .counts =
        "how far behind a card the next higher one lies, modulo n, the lowest one following the "
        "highest; 1..n-1",
    .of_quotients = false,
    .cells = detail::cells_of_differences,
    .add = detail::add_inverse_cyclic_differences,
    .contradiction = detail::check_differences,
    .add_wide = detail::add_wide_inverse_differences};

}  // namespace fairshuffle
