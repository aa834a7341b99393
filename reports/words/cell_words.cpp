#include "reports/words/cell_words.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle {

std::string how_often(const WorstCell& cell) {
  if (cell.ratio >= 2) return short_number(cell.ratio, 3) + " times as often as it should";
  return fmt::format("{} too {}", percent_text(std::abs(cell.ratio - 1)),
                     cell.ratio > 1 ? "often" : "rarely");
}

}  // namespace fairshuffle
