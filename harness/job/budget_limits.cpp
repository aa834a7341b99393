#include "harness/job/budget_limits.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace fairshuffle {

namespace {

struct Limits {
  std::string_view member;
  double least, most;
  std::string_view told;
};

constexpr std::array limits{
    Limits{"alpha", 1e-100, 1, "1e-100 or more, below 1"},
    Limits{"tolerance", 1e-9, 1, "1e-9 to 1"},
    // 1 - 1e-12 as it is typed is not below it.
    Limits{"confidence", 0.5, 1 - 0.999e-12, "0.5 to 0.999999999999"},
};

}  // namespace

std::string why_out_of_limits(std::string_view member, double value) {
  const Limits& of = *std::ranges::find(limits, member, &Limits::member);
  if (value >= of.least && value <= of.most) return "";
  return fmt::format("expected {}, found {}: nothing beyond can be computed", of.told, value);
}

}  // namespace fairshuffle
