#include "core/record/p_words.hpp"

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

std::string p_words(double p_value, double log10_p) {
  if (log10_p <= smallest_log10_p) return "< 1e-4900";
  if (p_value <= 0) return fmt::format("1e{:.0f}", log10_p);
  return short_number(p_value, 2);
}

std::string p_statement(double p_value, double log10_p) {
  const std::string p = p_words(p_value, log10_p);
  return fmt::format("p {}{}", p.starts_with('<') ? "" : "= ", p);
}

}  // namespace fairshuffle
