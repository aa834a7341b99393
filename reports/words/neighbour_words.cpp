#include "reports/words/neighbour_words.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/statistics/strongest_cell.hpp"
#include "reports/words/card_names.hpp"

namespace fairshuffle {

namespace {

bool speaks(const TargetRecord& result) {
  const TestRecord* test = test_named(result.tests, strongest_neighbour_test.name);
  return test != nullptr && rejects_as_uneven(*test) && result.worst.empty() &&
         std::ranges::none_of(result.tests, [test](const TestRecord& other) {
           return rejects_as_uneven(other) && other.log10_p < test->log10_p;
         });
}

// The boundary, which is before the first card and after the last, has the number after theirs.
std::string coming(const TargetDescription& target, std::size_t card, std::size_t next,
                   std::size_t boundary) {
  if (card == boundary) return card_text(target, next) + " comes first";
  if (next == boundary) return card_text(target, card) + " comes last";
  return fmt::format("{} comes right after {}", card_text(target, next), card_text(target, card));
}

}  // namespace

std::string neighbour_words(const TargetRecord& result) {
  const auto n = static_cast<std::size_t>(result.target.deck_size);
  if (!speaks(result) || result.evidence.neighbours.size() != n + 1) return "";
  const std::uint64_t trials = result.evidence.trials - result.evidence.invalid_trials;
  const double due = static_cast<double>(trials) / static_cast<double>(n);
  std::size_t card = 0, next = 1;
  double most = 0;
  for (std::size_t before = 0; before <= n; ++before) {
    for (std::size_t after = 0; after < result.evidence.neighbours[before].size(); ++after) {
      if (before == after) continue;
      const double off = std::abs(static_cast<double>(result.evidence.neighbours[before][after]) - due);
      if (off > most) most = off, card = before, next = after;
    }
  }
  return fmt::format("{} in {} of {} decks, where {} are due", coming(result.target, card, next, n),
                     with_commas(result.evidence.neighbours[card][next]), with_commas(trials),
                     short_number(due, 3));
}

}  // namespace fairshuffle
