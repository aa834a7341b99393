#include "core/statistics/arguments.hpp"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace fairshuffle::detail {

void refuse_argument(std::string_view function, std::string_view argument, std::string_view must_be,
                     double value) {
  throw std::invalid_argument(fmt::format("{}: {} must be {}, was {}", function, argument, must_be, value));
}

void require_not_negative(std::string_view function, std::string_view argument, double value) {
  if (!(std::isfinite(value) && value >= 0)) {
    refuse_argument(function, argument, "finite and at least 0", value);
  }
}

void require_positive(std::string_view function, std::string_view argument, double value) {
  if (!(std::isfinite(value) && value > 0)) refuse_argument(function, argument, "finite and above 0", value);
}

void require_inside_unit(std::string_view function, std::string_view argument, double value) {
  if (!(value > 0 && value < 1)) refuse_argument(function, argument, "between 0 and 1", value);
}

}  // namespace fairshuffle::detail
