#include "core/tally/trial_stream.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/order/ranks.hpp"

namespace fairshuffle {

void TrialStream::begin() {
  last_trial_ = none;
  quotients_.begin();
}

void TrialStream::add(std::span<const Card> order, std::uint64_t trial, RunningTally& tally) {
  const bool whole = order.size() == static_cast<std::size_t>(deck_size_);
  if (!whole || add_orders(order, trial, tally) == 0) tally.add_invalid(order, trial);
}

void TrialStream::add_decks(std::span<const Card> decks, std::uint64_t first_trial, RunningTally& tally) {
  for (std::uint64_t trial = first_trial; !decks.empty(); ++trial) {
    const std::size_t counted = add_orders(decks, trial, tally);
    trial += counted;
    decks = decks.subspan(counted * static_cast<std::size_t>(deck_size_));
    if (decks.empty()) return;
    tally.add_invalid(deck_at(decks, 0), trial);
    decks = decks.subspan(static_cast<std::size_t>(deck_size_));
  }
}

namespace {
// Few enough that their ranks stay in the nearest cache.
constexpr std::size_t most_at_once = 1024;
}  // namespace

std::size_t TrialStream::add_orders(std::span<const Card> decks, std::uint64_t first_trial,
                                    RunningTally& tally) {
  const auto deck_size = static_cast<std::size_t>(deck_size_);
  if (decks.size() % deck_size != 0) {
    throw std::invalid_argument("TrialStream: " + std::to_string(decks.size()) +
                                " cards are not whole decks of " + std::to_string(deck_size));
  }
  const std::size_t all = decks.size() / deck_size;
  std::size_t counted = 0;
  while (counted < all) {
    const std::size_t most = std::min(most_at_once, all - counted);
    const std::span<const Card> next = decks.subspan(counted * deck_size, most * deck_size);
    const std::size_t orders = add_few_orders(next, first_trial + counted, tally);
    counted += orders;
    if (orders < most) break;
  }
  return counted;
}

std::size_t TrialStream::add_few_orders(std::span<const Card> decks, std::uint64_t first_trial,
                                        RunningTally& tally) {
  const auto deck_size = static_cast<std::size_t>(deck_size_);
  const std::size_t all = decks.size() / deck_size;
  std::size_t orders = 0;
  std::uint64_t equal = 0;
  if (tally.counts_orders()) {
    std::array<std::uint32_t, most_at_once> ranks;
    orders = ranks_of_decks(decks, deck_size_, std::span(ranks).first(all));
    tally.add_ranks(std::span<const std::uint32_t>(ranks).first(orders));
    // Summed in 32 bits, which the compiler can do for many at once.
    std::uint32_t equal_ranks = 0;
    for (std::size_t next = 1; next < orders; ++next) equal_ranks += ranks[next] == ranks[next - 1];
    equal = equal_ranks;
  } else {
    for (; orders < all && is_order(deck_at(decks, orders)); ++orders) {
      tally.add_order(deck_at(decks, orders));
      tally.keep_order(deck_at(decks, orders), first_trial + orders);
      if (orders > 0) equal += std::ranges::equal(deck_at(decks, orders), deck_at(decks, orders - 1));
    }
  }
  if (orders == 0) return 0;
  tally.add_pairs(orders - 1, equal);
  if (last_trial_ != none && last_trial_ + 1 == first_trial) {
    tally.add_pairs(1, std::ranges::equal(deck_at(decks, 0), std::span(last_).first(deck_size)));
  }
  std::ranges::copy(deck_at(decks, orders - 1), last_.begin());
  last_trial_ = first_trial + orders - 1;
  if (tally.counts_quotients())
    add_quotients(decks.first(orders * deck_size), first_trial, tally.quotients());
  return orders;
}

void TrialStream::add_quotients(std::span<const Card> orders, std::uint64_t first_trial,
                                QuotientCounts& counts) {
  const std::size_t all = orders.size() / static_cast<std::size_t>(deck_size_);
  for (std::size_t next = 0; next < all;) {
    const std::uint64_t trial = first_trial + next;
    if (QuotientStream::is_looked_at(trial)) {
      quotients_.add(deck_at(orders, next++), trial, counts);
    } else {
      next += QuotientStream::trials_of_a_pair - 1 - trial % QuotientStream::trials_of_a_pair;
    }
  }
}

}  // namespace fairshuffle
