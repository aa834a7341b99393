// What rows that cannot be read tell their user to type. Rows know no kind of target but for these words.
#pragma once

#include <string_view>

namespace fairshuffle {

/// What a pipe of rows ends in.
inline constexpr std::string_view read_from_a_pipe = "fairshuffle certify --stdin";

/// To whoever gave a table, and no column of it.
inline constexpr std::string_view advice_on_tables =
    "in a CSV that --log or --stdin reads, name the column of the rows with --column, or one for each card "
    "with --columns";

}  // namespace fairshuffle
