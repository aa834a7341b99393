#include "core/tally/successive.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "core/tally/tally.hpp"

namespace fairshuffle {

void DerivedCounts::add_to_derived(PermutationBatches& together) {
  positions.add(together);
  if (!neighbours.cells().empty()) neighbours.add(together);
  add_numbers(together, fixed_points, cycles, parity);
  if (subsets) subsets->add(together);
}

SuccessiveCounts::SuccessiveCounts(int deck_size)
    : DerivedCounts{PositionCounts(deck_size),
                    NeighbourCounts(-1),
                    NumberCounts(deck_size),
                    NumberCounts(deck_size),
                    NumberCounts(1),
                    {},
                    Tables(deck_size, Tables::Of::successive)},
      permutations(deck_size <= largest_deck_of_successive_permutations ? permutation_count(deck_size) : 0),
      successive(deck_size),
      apart(deck_size) {}

void SuccessiveCounts::add(std::span<const Card> relative) {
  ++pairs;
  if (permutations.empty()) return add_to_tables(relative);
  // Faster than rank_of where the machine has no instruction that counts bits.
  ++permutations[checked_rank_of(relative)];
}

void SuccessiveCounts::add_planes(std::span<const Plane> cards, std::span<const Plane> places) {
  pairs += decks_of_planes;
  tables.add_planes(
      cards, places, {}, [](PermutationPlanes&) {}, derive());
}

void SuccessiveCounts::merge(const SuccessiveCounts& other) {
  pairs += other.pairs;
  detail::merge_counts(*this, other);
}

SuccessiveRanks::SuccessiveRanks(int deck_size) {
  std::array<std::array<Card, largest_deck>, std::size_t{1} << rank_bits> permutations;
  const std::size_t count = permutation_count(deck_size), cards = static_cast<std::size_t>(deck_size);
  for (std::size_t rank = 0; rank < count; ++rank) {
    const std::span<Card> permutation = std::span(permutations[rank]).first(cards);
    permutation_of_rank(rank, permutation);
    fixed_points_[rank] = static_cast<std::uint8_t>(fairshuffle::fixed_points(permutation));
    cycles_[rank] = static_cast<std::uint8_t>(cycle_count(permutation));
  }
  std::array<Card, largest_deck> relative;
  for (std::size_t before = 0; before < count; ++before) {
    const std::uint64_t places = packed_places_in(std::span<const Card>(permutations[before]).first(cards));
    for (std::size_t after = 0; after < count; ++after) {
      of_pair_[before | after << rank_bits] = static_cast<std::uint8_t>(rank_of_successive(
          places, std::span<const Card>(permutations[after]).first(cards), relative.data()));
    }
  }
}

template <int deck_size>
const SuccessiveRanks& SuccessiveRanks::found() {
  static const SuccessiveRanks ranks(deck_size);
  return ranks;
}

const SuccessiveRanks& SuccessiveRanks::of_deck(int deck_size) {
  static constexpr std::array by_size{&found<1>, &found<2>, &found<3>, &found<4>, &found<5>};
  static_assert(by_size.size() == largest_deck);
  return by_size[static_cast<std::size_t>(deck_size - 1)]();
}

template <class AnyCard>
void StreamPermutations<AnyCard>::keep(Permutation permutation) {
  std::ranges::copy(permutation, last_.begin());
  if (permutation.size() <= largest_deck_of_successive_permutations) places_ = packed_places_in(permutation);
}

template <class AnyCard>
void StreamPermutations<AnyCard>::count_successive(Permutation permutation, SuccessiveCounts& counts) {
  if (counts.permutations.empty()) {
    counts.add(relative(std::span(last_).first(deck_size_), permutation));
  } else {
    // Most trials are the first of a run that is soon decided.
    ++counts.permutations[rank_of_successive(places_, permutation, relative_.data())];
    ++counts.pairs;
  }
}

template <class AnyCard>
void StreamPermutations<AnyCard>::hold(std::size_t slot) {
  std::ranges::copy(std::span(last_).first(deck_size_), held(slot).begin());
}

template <class AnyCard>
void StreamPermutations<AnyCard>::add_successive_from(std::size_t slot, Permutation permutation,
                                                      SuccessiveSample& sample) {
  sample.add(relative(held(slot), permutation));
}

template <class AnyCard>
std::span<const AnyCard> StreamPermutations<AnyCard>::relative(Permutation before, Permutation after) {
  const std::span<AnyCard> result = std::span(relative_).first(deck_size_);
  relative_order(before, after, result);
  return result;
}

template class StreamPermutations<Card>;
template class StreamPermutations<WideCard>;

template <class Permutations>
void SuccessiveStreamOf<Permutations>::begin() {
  last_index_ = none;
  if (holds_) std::ranges::fill(held_indexes_, none);
  holds_ = false;
}

template <class Permutations>
void SuccessiveStreamOf<Permutations>::keep(Permutation permutation, std::uint64_t index) {
  permutations_.keep(permutation);
  last_index_ = index;
}

template <class Permutations>
void SuccessiveStreamOf<Permutations>::add_pair(Permutation permutation, std::uint64_t index,
                                                SuccessiveCounts& counts) {
  if (follows(index)) permutations_.count_successive(permutation, counts);
  keep(permutation, index);
}

template <class Permutations>
void SuccessiveStreamOf<Permutations>::add(Permutation permutation, std::uint64_t index,
                                           SuccessiveCounts& counts) {
  if (index < trials_of_all_successive) {
    add_as_first(permutation, index, counts);
  } else if (index % trials_of_a_pair == 0) {
    add_pair(permutation, index, counts);
  } else {
    keep(permutation, index);
  }
}

template <class Permutations>
void SuccessiveStreamOf<Permutations>::add_as_first(Permutation permutation, std::uint64_t index,
                                                    SuccessiveCounts& counts) {
  if (follows(index)) {
    permutations_.count_successive(permutation, counts);
    // Of four trials the first two make a pair, and the other two are taken with trials far from them.
    if (index % 4 == 1) permutations_.add_counted_to(counts.successive);
    if (index % 4 == 3) {
      if (held_indexes_.empty()) {
        held_indexes_.resize(apart_ / 4, none);
        permutations_.make_room(held_indexes_.size());
      }
      const std::size_t slot = index / 4 % held_indexes_.size();
      if (held_indexes_[slot] != none && held_indexes_[slot] + 1 + apart_ == index) {
        permutations_.add_successive_from(slot, permutation, counts.apart);
      }
      permutations_.hold(slot);
      held_indexes_[slot] = index - 1;
      holds_ = true;
    }
  }
  keep(permutation, index);
}

template class SuccessiveStreamOf<StreamPermutations<Card>>;
template class SuccessiveStreamOf<StreamPermutations<WideCard>>;
template class SuccessiveStreamOf<StreamRanks>;

void TrialStream::begin() {
  last_trial_ = none;
  std::get<0>(successive_).begin();
  std::get<1>(successive_).begin();
}

void TrialStream::add(std::span<const Card> permutation, std::uint64_t trial, RunningTally& tally) {
  const bool whole = permutation.size() == static_cast<std::size_t>(deck_size_);
  if (!whole || add_permutations(permutation, trial, tally) == 0) tally.add_invalid(permutation, trial);
}
void TrialStream::add(std::span<const WideCard> permutation, std::uint64_t trial, RunningTally& tally) {
  const bool whole = permutation.size() == static_cast<std::size_t>(deck_size_);
  if (!whole || add_permutations(permutation, trial, tally) == 0) tally.add_invalid(permutation, trial);
}

template <class AnyCard>
void TrialStream::add_each(std::span<const AnyCard> decks, std::uint64_t first_trial, RunningTally& tally) {
  for (std::uint64_t trial = first_trial; !decks.empty(); ++trial) {
    const std::size_t counted = add_permutations(decks, trial, tally);
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
    const std::size_t permutations = add_few_permutations(next, first_trial + counted, tally);
    counted += permutations;
    if (permutations < most) break;
  }
  return counted;
}

std::size_t TrialStream::add_permutations(std::span<const Card> decks, std::uint64_t first_trial,
                                          RunningTally& tally) {
  return add_in_parts(decks, first_trial, tally);
}
std::size_t TrialStream::add_permutations(std::span<const WideCard> decks, std::uint64_t first_trial,
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
    const std::size_t permutations = add_in_parts<Card>(narrowed_, first_trial + counted, tally);
    counted += permutations;
    if (permutations * deck_size < next.size()) break;
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

// Many at a time as long as all of them are permutations, and one by one up to the first that is none.
template <class AnyCard>
std::size_t TrialStream::add_uncounted_permutations(std::span<const AnyCard> decks, std::uint64_t first_trial,
                                                    RunningTally& tally) {
  const auto deck_size = static_cast<std::size_t>(deck_size_);
  const std::size_t all = decks.size() / deck_size;
  std::size_t permutations = 0, one_by_one = 0;
  while (permutations < all) {
    if constexpr (std::is_same_v<AnyCard, Card>) {
      if (permutations >= one_by_one && permutations + decks_of_planes <= all && tally.takes_decks()) {
        const auto together = decks.subspan(permutations * deck_size, decks_of_planes * deck_size);
        if (tally.add_decks(together, first_trial + permutations)) {
          permutations += decks_of_planes;
          continue;
        }
        one_by_one = permutations + decks_of_planes;
      }
    }
    const std::span<const AnyCard> permutation = deck_at(decks, permutations);
    if (!is_permutation(permutation)) break;
    tally.add_permutation(permutation, first_trial + permutations);
    ++permutations;
  }
  return permutations;
}

template <class AnyCard>
std::size_t TrialStream::add_few_permutations(std::span<const AnyCard> decks, std::uint64_t first_trial,
                                              RunningTally& tally) {
  const auto deck_size = static_cast<std::size_t>(deck_size_);
  const std::size_t all = decks.size() / deck_size;
  std::size_t permutations = 0;
  std::uint64_t equal = 0;
  const auto count_each = [&] {
    permutations = add_uncounted_permutations(decks, first_trial, tally);
    for (std::size_t next = 1; next < permutations; ++next) {
      equal += are_equal(deck_at(decks, next), deck_at(decks, next - 1));
    }
  };
  if constexpr (std::is_same_v<AnyCard, Card>) {
    if (tally.counts_permutations()) {
      std::array<std::uint32_t, most_at_once> ranks;
      permutations = ranks_of_decks(decks, deck_size_, std::span(ranks).first(all));
      tally.add_ranks(std::span<const std::uint32_t>(ranks).first(permutations));
      // Summed in 32 bits, which the compiler can do for many at once.
      std::uint32_t equal_ranks = 0;
      for (std::size_t next = 1; next < permutations; ++next) equal_ranks += ranks[next] == ranks[next - 1];
      equal = equal_ranks;
    } else {
      count_each();
    }
  } else {
    count_each();
  }
  if (permutations == 0) return 0;
  tally.keep_first(decks.first(permutations * deck_size), first_trial);
  tally.repeats().add(permutations - 1, equal);
  if (last_trial_ != none && last_trial_ + 1 == first_trial) {
    tally.repeats().add(1, are_equal(deck_at(decks, 0), std::span<const WideCard>(last_)));
  }
  std::ranges::copy(deck_at(decks, permutations - 1), last_.begin());
  last_trial_ = first_trial + permutations - 1;
  if (tally.counts_successive())
    add_successive(decks.first(permutations * deck_size), first_trial, tally.successive());
  return permutations;
}

template <class AnyCard>
void TrialStream::add_successive(std::span<const AnyCard> permutations, std::uint64_t first_trial,
                                 SuccessiveCounts& counts) {
  const std::size_t all = permutations.size() / static_cast<std::size_t>(deck_size_);
  for (std::size_t next = 0; next < all;) {
    const std::uint64_t trial = first_trial + next;
    if (SuccessiveStream::is_looked_at(trial)) {
      std::get<SuccessiveStreamOf<StreamPermutations<AnyCard>>>(successive_)
          .add(deck_at(permutations, next++), trial, counts);
    } else {
      next += SuccessiveStream::trials_of_a_pair - 1 - trial % SuccessiveStream::trials_of_a_pair;
    }
  }
}

}  // namespace fairshuffle
