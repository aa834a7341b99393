#include "harness/nearest_name.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace fairshuffle {

namespace {

std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] != to[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  // A word much longer than any name was not mistyped, and need not be measured.
  if (candidates.empty() || word.size() > 64) return "";
  const auto nearest = std::ranges::min_element(
      candidates, {}, [word](std::string_view candidate) { return edit_distance(word, candidate); });
  const std::size_t edits = edit_distance(word, *nearest);
  // Of a single letter one edit leaves nothing.
  const bool keeps_a_letter = edits < std::max(word.size(), nearest->size());
  if (!keeps_a_letter || edits > std::max<std::size_t>(1, nearest->size() / 3)) return "";
  return fmt::format(" (did you mean '{}'?)", *nearest);
}

}  // namespace fairshuffle
