#include "reports/words/made_up_words.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/record/worst_cells.hpp"
#include "reports/words/card_names.hpp"
#include "reports/words/cell_words.hpp"
#include "reports/words/mistake_words.hpp"

namespace fairshuffle {

namespace {

std::string option(const TargetDescription& target, std::string_view name) {
  const auto found = std::ranges::find(target.options, name, &std::pair<std::string, std::string>::first);
  return found == target.options.end() ? std::string() : found->second;
}

// A kind's word stands for all of its cards.
std::string kind_text(const TargetDescription& target, std::size_t kind) {
  const std::vector<std::string> names = card_names(target);
  return kind < names.size() ? names[kind] : card_text(target, kind);
}

// Of a row that has more cards of a kind than the deck: the first such kind. A kind's cards have successive
// numbers.
std::string one_too_many(const TargetDescription& target, std::span<const int> cards) {
  int first = 0;
  for (std::size_t kind = 0; kind < target.makeup.kinds.size(); ++kind) {
    const int due = target.makeup.kinds[kind], end = first + due;
    const auto there = std::ranges::count_if(cards, [&](int card) { return first <= card && card < end; });
    if (there > due) return fmt::format("; this one has {} {} times", kind_text(target, kind), there);
    first = end;
  }
  return "";
}

WorstCell cell_of(const TargetRecord& result, std::size_t site, std::size_t symbol, int size) {
  const auto trials = static_cast<double>(result.evidence.trials - result.evidence.invalid_trials);
  const double share = static_cast<double>(size) / result.target.deck_size, expected = trials * share;
  const std::uint64_t count = result.evidence.makeup->sites[site][symbol];
  return {.card = static_cast<int>(symbol),
          .position = static_cast<int>(site),
          .count = count,
          .expected = expected,
          .ratio = static_cast<double>(count) / expected,
          .standard_errors = (static_cast<double>(count) - expected) / std::sqrt(expected * (1 - share))};
}

}  // namespace

std::string makeup_words(const TargetDescription& target) {
  const Makeup& makeup = target.makeup;
  if (makeup.is_deal()) {
    return fmt::format("{} of them dealt, {}", makeup.dealt,
                       makeup.unordered ? "in any order" : "one after the other");
  }
  std::vector<std::string> equal;
  for (const int size : makeup.kinds) {
    if (size > 1) equal.push_back(std::to_string(size));
  }
  const std::size_t all = equal.size();
  return all == 0 ? "" : fmt::format("{} of them equal", told(std::move(equal), all, "and"));
}

std::string farthest_site(const TargetRecord& result) {
  if (!result.evidence.makeup || result.evidence.trials == result.evidence.invalid_trials) return "";
  const Makeup& makeup = result.target.makeup;
  const std::vector<int> sizes = symbol_sizes(makeup, result.target.deck_size);
  // That a card is not dealt needs no saying beside where it is.
  const std::size_t symbols = makeup.is_deal() ? sizes.size() - 1 : sizes.size();
  const auto sites = static_cast<std::size_t>(result.target.deck_size);
  WorstCell farthest{};
  for (std::size_t site = 0; site < sites; ++site) {
    for (std::size_t symbol = 0; symbol < symbols; ++symbol) {
      const WorstCell cell = cell_of(result, site, symbol, sizes[symbol]);
      if (std::abs(cell.standard_errors) > std::abs(farthest.standard_errors)) farthest = cell;
    }
  }
  const auto site = static_cast<std::size_t>(farthest.position),
             symbol = static_cast<std::size_t>(farthest.card);
  const std::uint64_t trials = result.evidence.trials - result.evidence.invalid_trials;
  const double share = static_cast<double>(sizes[symbol]) / result.target.deck_size;
  if (!is_clear(farthest.count, trials, share, static_cast<double>(sites * symbols))) return "";
  const std::string how = farthest.count == 0 ? "" : fmt::format(" {}", how_often(farthest));
  const char* never = farthest.count == 0 ? "never " : "";
  if (!makeup.is_deal()) {
    return fmt::format("{} {}lands at position {}{}", kind_text(result.target, symbol), never, site, how);
  }
  return fmt::format("{} is {}dealt{}{}", card_text(result.target, site), never,
                     makeup.unordered ? "" : fmt::format(" at place {}", symbol), how);
}

std::string ascending_words(const TargetRecord& result) {
  const Makeup& makeup = result.target.makeup;
  if (!result.evidence.makeup || makeup.dealt < 2 || makeup.unordered) return "";
  // Cells that no ascending deal hits, of which a fair one is due to hit so many that none is no chance.
  constexpr double due = 40;
  const auto& sites = result.evidence.makeup->sites;
  const auto places = static_cast<std::size_t>(makeup.dealt);
  std::size_t cells = 0;
  for (std::size_t card = 0; card < sites.size(); ++card) {
    for (std::size_t place = 0; place < places; ++place) {
      const bool can_be = place <= card && places - place <= sites.size() - card;
      if (can_be) continue;
      if (sites[card][place] > 0) return "";
      ++cells;
    }
  }
  const auto trials = static_cast<double>(result.evidence.trials - result.evidence.invalid_trials);
  return trials * static_cast<double>(cells) / result.target.deck_size < due
             ? ""
             : "every deal is in ascending order; where that is how it is written, add --unordered";
}

std::string made_up_row_advice(const TargetDescription& target, std::span<const int> cards) {
  const Makeup& makeup = target.makeup;
  if (makeup.is_deal()) {
    return fmt::format("A row holds {} different cards of the {}", makeup.dealt, target.deck_size);
  }
  if (!makeup.has_equal_cards()) return "";
  return fmt::format("A row holds all cards of the deck: {}{}", option(target, "deck"),
                     one_too_many(target, cards));
}

}  // namespace fairshuffle
