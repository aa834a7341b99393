#include "reports/words/constant_cards.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "reports/words/card_names.hpp"
#include "reports/words/mistake_words.hpp"

namespace fairshuffle {

namespace {

std::string place_words(std::size_t position, std::size_t deck_size) {
  if (position == 0) return "first";
  if (position + 1 == deck_size) return "last";
  return fmt::format("at position {}", position);
}

}  // namespace

bool no_card_moved(const TargetRecord& result) {
  const std::vector<std::vector<std::uint64_t>>& counts = result.position_counts;
  const std::uint64_t trials = result.evidence.trials - result.evidence.invalid_trials;
  if (counts.size() < 2 || trials == 0) return false;
  for (std::size_t position = 0; position < counts.size(); ++position) {
    if (counts[position][position] < trials) return false;
  }
  return true;
}

std::string constant_cards(const TargetRecord& result) {
  const std::vector<std::vector<std::uint64_t>>& counts = result.position_counts;
  const std::size_t deck_size = counts.size();
  const std::uint64_t trials = result.evidence.trials - result.evidence.invalid_trials;
  if (deck_size < 2 || trials == 0) return "";
  if (no_card_moved(result)) return "every deck came out as it went in";
  std::vector<std::string> constant;
  for (std::size_t position = 0; position < deck_size; ++position) {
    for (std::size_t card = 0; card < counts[position].size(); ++card) {
      if (counts[position][card] < trials) continue;
      constant.push_back(fmt::format("{} {} {}", card_text(result.target, card),
                                     constant.empty() ? "is always" : "always",
                                     place_words(position, deck_size)));
    }
  }
  if (constant.size() == deck_size)
    return "every deck came out in the same order, as from the same seed each time";
  const std::size_t all = constant.size();
  return all == 0 ? "" : told(std::move(constant), all, "and");
}

}  // namespace fairshuffle
