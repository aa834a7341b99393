#include "harness/abi/row_trials.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "harness/engine/blocks.hpp"

namespace fairshuffle {

std::size_t rows_in_batch(int deck_size) {
  constexpr std::size_t most_bytes = 64 * 1024;
  return std::min<std::size_t>(most_bytes / static_cast<std::size_t>(deck_size), trials_per_block / 2);
}

RowTrials::RowTrials(int deck_size, std::uint8_t* room, fairshuffle_fill fill, void* context)
    : room_(room), fill_(fill), context_(context), sorted_row_(static_cast<std::size_t>(deck_size)) {
  std::iota(sorted_row_.begin(), sorted_row_.end(), std::uint8_t{0});
}

void RowTrials::run_fresh(std::span<std::uint8_t> rows, std::vector<detail::UnreadableDeck>& unreadable) {
  std::ranges::copy(sorted_row_, rows.begin());
  // Each copy doubles the sorted part: few calls, and long ones.
  for (std::size_t sorted = sorted_row_.size(); sorted < rows.size(); sorted *= 2) {
    std::ranges::copy(rows.first(std::min(sorted, rows.size() - sorted)),
                      rows.begin() + static_cast<std::ptrdiff_t>(sorted));
  }
  ask(rows, unreadable);
}

void RowTrials::run_on(std::span<std::uint8_t> row, std::vector<detail::UnreadableDeck>& unreadable) {
  std::ranges::copy(carried_, row.begin());
  ask(row, unreadable);
  std::ranges::copy(row, carried_.begin());
}

void RowTrials::ask(std::span<std::uint8_t> rows, std::vector<detail::UnreadableDeck>& unreadable) {
  fairshuffle_batch batch{.rows = static_cast<std::int32_t>(rows.size() / sorted_row_.size())};
  const std::int32_t answer = fill_(context_, rows.data(), batch.rows, &batch);
  if (answer != FAIRSHUFFLE_GO_ON && answer != FAIRSHUFFLE_END) throw CallbackFailed();
  ended_ = ended_ || answer == FAIRSHUFFLE_END;
  // In the order of their rows, each once.
  std::ranges::stable_sort(batch.shown, {}, &detail::UnreadableDeck::trial);
  const auto repeated = std::ranges::unique(batch.shown, {}, &detail::UnreadableDeck::trial);
  batch.shown.erase(repeated.begin(), repeated.end());
  unreadable = std::move(batch.shown);
}

}  // namespace fairshuffle
