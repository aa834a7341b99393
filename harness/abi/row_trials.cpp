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
  const std::size_t bytes_of_card = is_wide_deck(deck_size) ? sizeof(WideCard) : sizeof(Card);
  return std::min<std::size_t>(most_bytes / (bytes_of_card * static_cast<std::size_t>(deck_size)),
                               trials_per_block / 2);
}

RowTrials::RowTrials(int deck_size, std::uint8_t* room, fairshuffle_fill fill, void* context)
    : deck_size_(static_cast<std::size_t>(deck_size)), room_(room), fill_(fill), context_(context) {}

// The same on every machine: a shuffle's numbers may depend on it.
std::size_t RowTrials::batch() const {
  return rows_in_memory(static_cast<int>(deck_size_)) / (is_counted_fast(deck_size_) ? 1 : 2);
}

bool RowTrials::overlaps() const {
  return !is_counted_fast(deck_size_) && std::thread::hardware_concurrency() > 1;
}

template <class AnyCard>
void RowTrials::run_each_fresh(std::span<AnyCard> rows, std::vector<detail::UnreadableDeck>& unreadable) {
  const std::span<AnyCard> first = rows.first(deck_size_);
  std::iota(first.begin(), first.end(), AnyCard{0});
  // Each copy doubles the sorted part: few calls, and long ones.
  for (std::size_t sorted = deck_size_; sorted < rows.size(); sorted *= 2) {
    std::ranges::copy(rows.first(std::min(sorted, rows.size() - sorted)),
                      rows.begin() + static_cast<std::ptrdiff_t>(sorted));
  }
  ask(rows, unreadable);
}

template <class AnyCard>
void RowTrials::run_on_from(std::vector<AnyCard>& carried, std::span<AnyCard> row,
                            std::vector<detail::UnreadableDeck>& unreadable) {
  if (carried.empty()) {
    std::iota(row.begin(), row.end(), AnyCard{0});
  } else {
    std::ranges::copy(carried, row.begin());
  }
  ask(row, unreadable);
  carried.assign(row.begin(), row.end());
}

template <class AnyCard>
void RowTrials::ask(std::span<AnyCard> rows, std::vector<detail::UnreadableDeck>& unreadable) {
  fairshuffle_batch batch{.rows = static_cast<std::int32_t>(rows.size() / deck_size_)};
  const std::int32_t answer =
      fill_(context_, reinterpret_cast<std::uint8_t*>(rows.data()), batch.rows, &batch);
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

template void RowTrials::run_each_fresh(std::span<std::uint8_t>, std::vector<detail::UnreadableDeck>&);
template void RowTrials::run_each_fresh(std::span<std::uint16_t>, std::vector<detail::UnreadableDeck>&);
template void RowTrials::run_on_from(std::vector<std::uint8_t>&, std::span<std::uint8_t>,
                                     std::vector<detail::UnreadableDeck>&);
template void RowTrials::run_on_from(std::vector<std::uint16_t>&, std::span<std::uint16_t>,
                                     std::vector<detail::UnreadableDeck>&);

}  // namespace fairshuffle
