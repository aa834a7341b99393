#include "core/tally/quotients.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "core/tally/tally.hpp"

namespace fairshuffle {

QuotientCounts::QuotientCounts(int deck_size)
    : orders(deck_size <= largest_deck_of_quotient_orders ? order_count(deck_size) : 0),
      positions(deck_size),
      fixed_points(deck_size),
      cycles(deck_size),
      parity(1),
      tables(deck_size, Tables::Of::quotients),
      successive(deck_size),
      apart(deck_size) {}

template <class AnyCard>
void QuotientCounts::add_numbers(std::span<const AnyCard> quotient) {
  positions.add(quotient);
  fixed_points.add(fairshuffle::fixed_points(quotient));
  const int of_quotient = cycle_count(quotient);
  cycles.add(of_quotient);
  parity.add((static_cast<int>(quotient.size()) - of_quotient) % 2);
}

void QuotientCounts::add(std::span<const Card> quotient) {
  ++pairs;
  if (!orders.empty()) {
    // Faster than rank_of where the machine has no instruction that counts bits.
    ++orders[checked_rank_of(quotient)];
    return;
  }
  if (Tables::take_together(positions.deck_size(), Tables::Of::quotients)) {
    return tables.add(quotient, [this](OrderBatches& quotients) { add(quotients); });
  }
  add_numbers(quotient);
}

void QuotientCounts::add(std::span<const WideCard> quotient) {
  ++pairs;
  tables.add(quotient);
  add_numbers(quotient);
}

void QuotientCounts::add_planes(std::span<const Plane> cards, std::span<const Plane> places) {
  pairs += decks_of_planes;
  tables.add_planes(
      cards, places, {}, [](OrderPlanes&) {}, [this](OrderBatches& quotients) { add(quotients); });
}

void QuotientCounts::add(OrderBatches& quotients) {
  positions.add(quotients);
  fairshuffle::add_numbers(quotients, fixed_points, cycles, parity);
}

void QuotientCounts::settle() {
  tables.settle([this](OrderBatches& quotients) { add(quotients); });
}

void QuotientCounts::merge(const QuotientCounts& other) {
  pairs += other.pairs;
  detail::merge_counts(*this, other);
}

QuotientRanks::QuotientRanks(int deck_size) {
  std::array<std::array<Card, largest_deck>, std::size_t{1} << rank_bits> orders;
  const std::size_t count = order_count(deck_size), cards = static_cast<std::size_t>(deck_size);
  for (std::size_t rank = 0; rank < count; ++rank) {
    const std::span<Card> order = std::span(orders[rank]).first(cards);
    order_of_rank(rank, order);
    fixed_points_[rank] = static_cast<std::uint8_t>(fairshuffle::fixed_points(order));
    cycles_[rank] = static_cast<std::uint8_t>(cycle_count(order));
  }
  std::array<Card, largest_deck> quotient;
  for (std::size_t before = 0; before < count; ++before) {
    const std::uint64_t places = packed_places_in(std::span<const Card>(orders[before]).first(cards));
    for (std::size_t after = 0; after < count; ++after) {
      of_pair_[before | after << rank_bits] = static_cast<std::uint8_t>(
          rank_of_quotient(places, std::span<const Card>(orders[after]).first(cards), quotient.data()));
    }
  }
}

template <int deck_size>
const QuotientRanks& QuotientRanks::found() {
  static const QuotientRanks ranks(deck_size);
  return ranks;
}

const QuotientRanks& QuotientRanks::of_deck(int deck_size) {
  static constexpr std::array by_size{&found<1>, &found<2>, &found<3>, &found<4>, &found<5>};
  static_assert(by_size.size() == largest_deck);
  return by_size[static_cast<std::size_t>(deck_size - 1)]();
}

template <class AnyCard>
void StreamOrders<AnyCard>::keep(Order order) {
  std::ranges::copy(order, last_.begin());
  if (order.size() <= largest_deck_of_quotient_orders) places_ = packed_places_in(order);
}

template <class AnyCard>
void StreamOrders<AnyCard>::count_quotient(Order order, QuotientCounts& counts) {
  if (counts.orders.empty()) {
    counts.add(quotient(std::span(last_).first(deck_size_), order));
  } else {
    // Most trials are the first of a run that is soon decided.
    ++counts.orders[rank_of_quotient(places_, order, quotient_.data())];
    ++counts.pairs;
  }
}

template <class AnyCard>
void StreamOrders<AnyCard>::hold(std::size_t slot) {
  std::ranges::copy(std::span(last_).first(deck_size_), held(slot).begin());
}

template <class AnyCard>
void StreamOrders<AnyCard>::add_quotient_from(std::size_t slot, Order order, QuotientSample& sample) {
  sample.add(quotient(held(slot), order));
}

template <class AnyCard>
std::span<const AnyCard> StreamOrders<AnyCard>::quotient(Order before, Order after) {
  const std::span<AnyCard> result = std::span(quotient_).first(deck_size_);
  relative_order(before, after, result);
  return result;
}

template class StreamOrders<Card>;
template class StreamOrders<WideCard>;

template <class Orders>
void QuotientStreamOf<Orders>::begin() {
  last_index_ = none;
  if (holds_) std::ranges::fill(held_indexes_, none);
  holds_ = false;
}

template <class Orders>
void QuotientStreamOf<Orders>::keep(Order order, std::uint64_t index) {
  orders_.keep(order);
  last_index_ = index;
}

template <class Orders>
void QuotientStreamOf<Orders>::add_pair(Order order, std::uint64_t index, QuotientCounts& counts) {
  if (follows(index)) orders_.count_quotient(order, counts);
  keep(order, index);
}

template <class Orders>
void QuotientStreamOf<Orders>::add(Order order, std::uint64_t index, QuotientCounts& counts) {
  if (index < trials_of_all_quotients) {
    add_as_first(order, index, counts);
  } else if (index % trials_of_a_pair == 0) {
    add_pair(order, index, counts);
  } else {
    keep(order, index);
  }
}

template <class Orders>
void QuotientStreamOf<Orders>::add_as_first(Order order, std::uint64_t index, QuotientCounts& counts) {
  if (follows(index)) {
    orders_.count_quotient(order, counts);
    // Of four trials the first two make a pair, and the other two are taken with trials far from them.
    if (index % 4 == 1) orders_.add_counted_to(counts.successive);
    if (index % 4 == 3) {
      if (held_indexes_.empty()) {
        held_indexes_.resize(apart_ / 4, none);
        orders_.make_room(held_indexes_.size());
      }
      const std::size_t slot = index / 4 % held_indexes_.size();
      if (held_indexes_[slot] != none && held_indexes_[slot] + 1 + apart_ == index) {
        orders_.add_quotient_from(slot, order, counts.apart);
      }
      orders_.hold(slot);
      held_indexes_[slot] = index - 1;
      holds_ = true;
    }
  }
  keep(order, index);
}

template class QuotientStreamOf<StreamOrders<Card>>;
template class QuotientStreamOf<StreamOrders<WideCard>>;
template class QuotientStreamOf<StreamRanks>;

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
  tally.keep_first(decks.first(orders * deck_size), first_trial);
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
