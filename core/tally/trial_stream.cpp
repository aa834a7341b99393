#include "core/tally/trial_stream.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "core/order/ranks.hpp"

namespace fairshuffle {

void TrialStream::begin() {
  last_trial_ = none;
  quotients_.begin();
  wide_quotients_.begin();
}

void TrialStream::add(std::span<const Card> order, std::uint64_t trial, RunningTally& tally) {
  const bool whole = order.size() == static_cast<std::size_t>(deck_size_);
  if (!whole || add_orders(order, trial, tally) == 0) tally.add_invalid(order, trial);
}
void TrialStream::add(std::span<const WideCard> order, std::uint64_t trial, RunningTally& tally) {
  const bool whole = order.size() == static_cast<std::size_t>(deck_size_);
  if (!whole || add_orders(order, trial, tally) == 0) tally.add_invalid(order, trial);
}

template <class AnyCard>
void TrialStream::add_each(std::span<const AnyCard> decks, std::uint64_t first_trial, RunningTally& tally) {
  for (std::uint64_t trial = first_trial; !decks.empty(); ++trial) {
    const std::size_t counted = add_orders(decks, trial, tally);
    trial += counted;
    decks = decks.subspan(counted * static_cast<std::size_t>(deck_size_));
    if (decks.empty()) return;
    tally.add_invalid(deck_at(decks, 0), trial);
    decks = decks.subspan(static_cast<std::size_t>(deck_size_));
  }
}
void TrialStream::add_decks(std::span<const Card> decks, std::uint64_t first_trial, RunningTally& tally) {
  add_each(decks, first_trial, tally);
}
void TrialStream::add_decks(std::span<const WideCard> decks, std::uint64_t first_trial, RunningTally& tally) {
  add_each(decks, first_trial, tally);
}

namespace {
// Few enough that their ranks stay in the nearest cache.
constexpr std::size_t most_at_once = 1024;
}  // namespace

template <class AnyCard>
std::size_t TrialStream::add_in_parts(std::span<const AnyCard> decks, std::uint64_t first_trial,
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
    const std::span<const AnyCard> next = decks.subspan(counted * deck_size, most * deck_size);
    const std::size_t orders = add_few_orders(next, first_trial + counted, tally);
    counted += orders;
    if (orders < most) break;
  }
  return counted;
}

std::size_t TrialStream::add_orders(std::span<const Card> decks, std::uint64_t first_trial,
                                    RunningTally& tally) {
  return add_in_parts(decks, first_trial, tally);
}
std::size_t TrialStream::add_orders(std::span<const WideCard> decks, std::uint64_t first_trial,
                                    RunningTally& tally) {
  return is_wide_deck(deck_size_) ? add_in_parts(decks, first_trial, tally)
                                  : add_narrowed(decks, first_trial, tally);
}

// What fits no byte is no card of such a deck, nor is the highest byte.
std::size_t TrialStream::add_narrowed(std::span<const WideCard> decks, std::uint64_t first_trial,
                                      RunningTally& tally) {
  constexpr std::size_t most_cards = 8192;  // of the nearest cache, with what they are narrowed to
  const auto deck_size = static_cast<std::size_t>(deck_size_);
  const std::size_t most = most_cards / deck_size / decks_of_planes * decks_of_planes;
  std::size_t counted = 0;
  while (counted * deck_size < decks.size()) {
    const std::span<const WideCard> rest = decks.subspan(counted * deck_size);
    const std::span<const WideCard> next = rest.first(std::min(rest.size(), most * deck_size));
    narrowed_.resize(next.size());
    std::ranges::transform(next, narrowed_.begin(), [](WideCard card) {
      return static_cast<Card>(std::min<WideCard>(card, std::numeric_limits<Card>::max()));
    });
    const std::size_t orders = add_in_parts<Card>(narrowed_, first_trial + counted, tally);
    counted += orders;
    if (orders * deck_size < next.size()) break;
  }
  return counted;
}

namespace {
// Most differ in their first card, which spares a call.
template <class Cards, class OtherCards>
bool are_equal(Cards deck, OtherCards other) {
  return deck.front() == other.front() && std::ranges::equal(deck, other);
}
}  // namespace

// Many at a time as long as all of them are orders, and one by one up to the first that is none.
template <class AnyCard>
std::size_t TrialStream::add_uncounted_orders(std::span<const AnyCard> decks, std::uint64_t first_trial,
                                              RunningTally& tally) {
  const auto deck_size = static_cast<std::size_t>(deck_size_);
  const std::size_t all = decks.size() / deck_size;
  std::size_t orders = 0, one_by_one = 0;
  while (orders < all) {
    if constexpr (std::is_same_v<AnyCard, Card>) {
      if (orders >= one_by_one && orders + decks_of_planes <= all && tally.takes_decks()) {
        const auto together = decks.subspan(orders * deck_size, decks_of_planes * deck_size);
        if (tally.add_decks(together, first_trial + orders)) {
          orders += decks_of_planes;
          continue;
        }
        one_by_one = orders + decks_of_planes;
      }
    }
    const std::span<const AnyCard> order = deck_at(decks, orders);
    if (!is_order(order)) break;
    tally.add_order(order, first_trial + orders);
    ++orders;
  }
  return orders;
}

template <class AnyCard>
std::size_t TrialStream::add_few_orders(std::span<const AnyCard> decks, std::uint64_t first_trial,
                                        RunningTally& tally) {
  const auto deck_size = static_cast<std::size_t>(deck_size_);
  const std::size_t all = decks.size() / deck_size;
  std::size_t orders = 0;
  std::uint64_t equal = 0;
  const auto count_each = [&] {
    orders = add_uncounted_orders(decks, first_trial, tally);
    for (std::size_t next = 1; next < orders; ++next) {
      equal += are_equal(deck_at(decks, next), deck_at(decks, next - 1));
    }
  };
  if constexpr (std::is_same_v<AnyCard, Card>) {
    if (tally.counts_orders()) {
      std::array<std::uint32_t, most_at_once> ranks;
      orders = ranks_of_decks(decks, deck_size_, std::span(ranks).first(all));
      tally.add_ranks(std::span<const std::uint32_t>(ranks).first(orders));
      // Summed in 32 bits, which the compiler can do for many at once.
      std::uint32_t equal_ranks = 0;
      for (std::size_t next = 1; next < orders; ++next) equal_ranks += ranks[next] == ranks[next - 1];
      equal = equal_ranks;
    } else {
      count_each();
    }
  } else {
    count_each();
  }
  if (orders == 0) return 0;
  tally.repeats().add(orders - 1, equal);
  if (last_trial_ != none && last_trial_ + 1 == first_trial) {
    tally.repeats().add(1, are_equal(deck_at(decks, 0), std::span<const WideCard>(last_)));
  }
  std::ranges::copy(deck_at(decks, orders - 1), last_.begin());
  last_trial_ = first_trial + orders - 1;
  if (tally.counts_quotients())
    add_quotients(decks.first(orders * deck_size), first_trial, tally.quotients());
  return orders;
}

template <class AnyCard>
void TrialStream::add_quotients(std::span<const AnyCard> orders, std::uint64_t first_trial,
                                QuotientCounts& counts) {
  const std::size_t all = orders.size() / static_cast<std::size_t>(deck_size_);
  for (std::size_t next = 0; next < all;) {
    const std::uint64_t trial = first_trial + next;
    if (QuotientStream::is_looked_at(trial)) {
      quotients_of(orders).add(deck_at(orders, next++), trial, counts);
    } else {
      next += QuotientStream::trials_of_a_pair - 1 - trial % QuotientStream::trials_of_a_pair;
    }
  }
}

}  // namespace fairshuffle
