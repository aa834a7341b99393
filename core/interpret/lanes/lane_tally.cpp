#include "core/interpret/lanes/lane_tally.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/tally/planes/plane_layout.hpp"

namespace fairshuffle {

namespace {

constexpr std::uint64_t first_rows = trials_of_all_quotients / lanes_per_block;

// Eight cards of four bits, a byte each.
std::uint64_t spread(std::uint64_t cards) {
  cards = (cards | cards << 16) & 0x0000'ffff'0000'ffff;
  cards = (cards | cards << 8) & 0x00ff'00ff'00ff'00ff;
  return (cards | cards << 4) & 0x0f0f'0f0f'0f0f'0f0f;
}

// The cards of a packed deck. As large as any deck: g++ 12 takes copies of larger ones for possible.
std::array<Card, largest_byte_deck> unpacked(std::uint64_t deck) {
  std::array<Card, largest_byte_deck> cards;
  const std::array<std::uint64_t, 2> words{spread(deck & 0xffff'ffff), spread(deck >> 32)};
  static_assert(std::endian::native == std::endian::little && sizeof(words) == largest_lane_deck);
  std::memcpy(cards.data(), words.data(), sizeof(words));
  return cards;
}

}  // namespace

std::uint64_t LaneTally::rows_by_deck_from(std::uint64_t trial) {
  return first_rows - std::min(first_rows, trial / lanes_per_block);
}

void LaneTally::add_deck(std::uint64_t deck, std::uint64_t index, std::size_t lane,
                         std::array<std::uint64_t, lanes_per_block>& previous) {
  if (!held_.empty()) {
    held_[index] = deck;
    return;
  }
  const auto cards = unpacked(deck);
  const std::span<const Card> order(cards.data(), static_cast<std::size_t>(deck_size_));
  const std::uint64_t trial = first_trial_ + index;
  const bool ranked = tally_->counts_orders() || linked_by_rank_ || few_cards();
  const std::uint64_t rank = ranked ? checked_rank_of(order) : no_rank;
  if (!count(order, rank, trial)) {
    previous[lane] = no_order;
    return;
  }
  const std::uint64_t stands_for = linked_by_rank_ ? rank : deck;
  if (previous[lane] != no_order) tally_->repeats().add(1, stands_for == previous[lane]);
  previous[lane] = stands_for;
  count_quotient(order, rank, trial, lane);
}

void LaneTally::add_deck(std::span<const Card> deck, std::uint64_t index, std::size_t lane, LastDecks& last) {
  if (!held_cards_.empty()) {
    std::ranges::copy(deck, held_cards_.subspan(index * deck.size()).begin());
    return;
  }
  const std::uint64_t trial = first_trial_ + index;
  if (!count(deck, no_rank, trial)) {
    last.cards.front()[lane] = no_card;
    return;
  }
  if (last.cards.front()[lane] != no_card) {
    bool equal = true;
    for (std::size_t p = 0; p < deck.size(); ++p) equal = equal && last.cards[p][lane] == deck[p];
    tally_->repeats().add(1, equal);
  }
  for (std::size_t p = 0; p < deck.size(); ++p) last.cards[p][lane] = deck[p];
  count_quotient(deck, no_rank, trial, lane);
}

void LaneTally::add_quotient(std::span<const Card> before, std::span<const Card> after) {
  std::array<Card, largest_byte_deck> cards;
  const std::span<Card> quotient(cards.data(), after.size());
  relative_order(before, after, quotient);
  tally_->quotients().add(quotient);
}

void LaneTally::add_quotient(std::uint64_t before, std::uint64_t after) {
  const auto deck_size = static_cast<std::size_t>(deck_size_);
  const auto first = unpacked(before), second = unpacked(after);
  add_quotient(std::span(first).first(deck_size), std::span(second).first(deck_size));
}

void LaneTally::add_quotient_planes(std::span<const Plane> cards) {
  const std::span<Plane> places = std::span(places_).first(cards.size());
  lay_out_places(cards, places);
  tally_->quotients().add_planes(cards, places);
}

bool LaneTally::add_planes(std::span<const Plane> cards, std::uint64_t first,
                           std::span<const std::uint16_t, decks_of_planes> index,
                           std::span<const Plane> digits) {
  const std::span<Plane> places = std::span(places_).first(cards.size());
  if (!lay_out_places(cards, places)) return false;
  std::array<std::uint64_t, decks_of_planes> trials;
  for (std::size_t deck = 0; deck < trials.size(); ++deck) trials[deck] = first_trial_ + first + index[deck];
  tally_->add_planes({.cards = cards, .places = places, .digits = digits, .trials = trials});
  return true;
}

bool LaneTally::count(std::span<const Card> order, std::uint64_t rank, std::uint64_t trial) {
  const bool ranked = tally_->counts_orders();
  if (ranked ? rank == no_rank : !is_order(order)) {
    tally_->add_invalid(order, trial);
    return false;
  }
  if (ranked) {
    tally_->add_rank(rank, 1);
  } else {
    tally_->add_order(order, trial);
  }
  return true;
}

namespace {

template <class Stream>
void count_quotient_of(Stream& stream, typename Stream::Order order, std::uint64_t row,
                       QuotientCounts& counts) {
  if (row < first_rows) {
    stream.add_as_first(order, row, counts);
  } else if (row / rows_of_word % LaneTally::words_of_a_look == 0) {
    stream.add_pair(order, row, counts);
  }
}

}  // namespace

void LaneTally::begin_streams() {
  for (QuotientStream& stream : streams_) stream.begin();
  for (RankQuotientStream& stream : rank_streams_) stream.begin();
  begins_ = false;
}

void LaneTally::count_quotient(std::span<const Card> order, std::uint64_t rank, std::uint64_t trial,
                               std::size_t lane) {
  // Most blocks have none of the first trials.
  if (begins_) begin_streams();
  const std::uint64_t row = trial / lanes_per_block;
  if (few_cards()) {
    count_quotient_of(rank_streams_[lane], rank, row, tally_->quotients());
  } else {
    count_quotient_of(streams_[lane], order, row, tally_->quotients());
  }
}

void LaneTally::add_first_quotients(std::uint64_t rank, std::uint64_t index, std::size_t lane) {
  if (begins_) begin_streams();
  rank_streams_[lane].add_as_first(rank, (first_trial_ + index) / lanes_per_block, tally_->quotients());
}

}  // namespace fairshuffle
