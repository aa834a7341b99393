// The columns of a CSV that hold a row, as they are typed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairshuffle {

/// "c1-c52" for fifty-two of them, "first,second,third" for three, ranges and names by comma. Nothing where a
/// name is empty or a range goes down or on for more than the largest deck. A name with a hyphen that is no
/// such range stands for itself.
std::optional<std::vector<std::string>> column_names(std::string_view typed);

}  // namespace fairshuffle
