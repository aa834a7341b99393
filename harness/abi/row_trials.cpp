#include "harness/abi/row_trials.hpp"

#include <algorithm>
#include <numeric>
#include <thread>
#include <utility>

#include "core/order/order.hpp"
#include "core/record/looks.hpp"

namespace fairshuffle {

namespace {

// Every order of such a deck has a counter, and most tests read those.
bool is_counted_fast(std::size_t deck_size) {
  return deck_size <= largest_counted_deck_size;
}

}  // namespace

std::size_t rows_in_memory(int deck_size) {
  constexpr std::size_t most_bytes = 64 * 1024;
  return std::min<std::size_t>(most_bytes / static_cast<std::size_t>(deck_size), trials_per_block / 2);
}

RowTrials::RowTrials(int deck_size, std::uint8_t* room, fairshuffle_fill fill, void* context)
    : room_(room), fill_(fill), context_(context), sorted_row_(static_cast<std::size_t>(deck_size)) {
  std::iota(sorted_row_.begin(), sorted_row_.end(), std::uint8_t{0});
}

// The same on every machine: a shuffle's numbers may depend on it.
std::size_t RowTrials::batch() const {
  const std::size_t deck_size = sorted_row_.size();
  return rows_in_memory(static_cast<int>(deck_size)) / (is_counted_fast(deck_size) ? 1 : 2);
}

bool RowTrials::overlaps() const {
  return !is_counted_fast(sorted_row_.size()) && std::thread::hardware_concurrency() > 1;
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
  const auto repeated =
      std::unique(batch.shown.begin(), batch.shown.end(),
                  [](const auto& one, const auto& other) { return one.trial == other.trial; });
  batch.shown.erase(repeated, batch.shown.end());
  unreadable = std::move(batch.shown);
}

}  // namespace fairshuffle
