#include "core/interpret/lanes/lane_tally.hpp"

#include <algorithm>

#include "core/tally/planes/planes.hpp"

namespace fairshuffle {

namespace {

constexpr std::uint64_t first_rows = trials_of_all_successive / lanes_per_block;

}  // namespace

std::uint64_t LaneTally::rows_by_deck_from(std::uint64_t trial) {
  return first_rows - std::min(first_rows, trial / lanes_per_block);
}

void LaneTally::add_deck(std::span<const Card> deck, std::uint64_t index, std::size_t lane, LastDecks& last) {
  if (!held_.empty()) {
    std::ranges::copy(deck, held_.subspan(index * deck.size()).begin());
    return;
  }
  const std::uint64_t trial = first_trial_ + index;
  const bool ranked = tally_->counts_permutations() || linked_by_rank_ || few_cards();
  const std::uint64_t rank = ranked ? checked_rank_of(deck) : no_rank;
  if (!count(deck, rank, trial)) return last.forget(lane);
  if (linked_by_rank_) {
    if (last.ranks[lane] != no_rank) tally_->repeats().add(1, rank == last.ranks[lane]);
  } else if (last.cards.front()[lane] != no_card) {
    bool equal = true;
    for (std::size_t p = 0; p < deck.size(); ++p) equal = equal && last.cards[p][lane] == deck[p];
    tally_->repeats().add(1, equal);
  }
  last.ranks[lane] = rank;
  for (std::size_t p = 0; p < deck.size(); ++p) last.cards[p][lane] = deck[p];
  count_successive(deck, rank, trial, lane);
}

void LaneTally::add_successive(std::span<const Plane> cards) {
  const std::span<Plane> places = std::span(places_).first(cards.size());
  lay_out_places(cards, places);
  for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
    if (row_of_deck(deck) == 0) continue;
    for (std::size_t p = 0; p < cards.size(); ++p) {
      successive_[p][successive_waiting_] = places[cards[p][deck]][deck - decks_of_row];
    }
    if (++successive_waiting_ == decks_of_planes) settle_successive();
  }
}

void LaneTally::add_successive_codes(std::span<const std::uint16_t> codes) {
  SuccessiveCounts& counts = tally_->successive();
  const SuccessiveRanks* const ranks = few_cards() ? &SuccessiveRanks::of_deck(deck_size_) : nullptr;
  for (std::size_t lane = 0; lane < codes.size(); lane += rows_of_word) {
    for (std::size_t row = 1; row < rows_of_word; ++row) {
      const std::size_t code = codes[lane + row];
      ++counts.permutations[ranks != nullptr ? ranks->of_pair(code) : code];
    }
  }
  counts.pairs += codes.size() / rows_of_word * (rows_of_word - 1);
}

void LaneTally::settle_successive() {
  const std::span<const Plane> cards = std::span(successive_).first(static_cast<std::size_t>(deck_size_));
  if (successive_waiting_ == decks_of_planes && deck_size_ > largest_deck_of_successive_permutations) {
    std::array<Plane, largest_tall_deck> places;
    const std::span<Plane> places_of_cards = std::span(places).first(cards.size());
    lay_out_places(cards, places_of_cards);
    tally_->successive().add_planes(cards, places_of_cards);
  } else {
    std::array<Card, largest_byte_deck> relative;
    for (std::size_t deck = 0; deck < successive_waiting_; ++deck) {
      for (std::size_t p = 0; p < cards.size(); ++p) relative[p] = cards[p][deck];
      tally_->successive().add(std::span<const Card>(relative).first(cards.size()));
    }
  }
  successive_waiting_ = 0;
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

bool LaneTally::count(std::span<const Card> permutation, std::uint64_t rank, std::uint64_t trial) {
  const bool ranked = tally_->counts_permutations();
  if (ranked ? rank == no_rank : !is_permutation(permutation)) {
    tally_->add_invalid(permutation, trial);
    return false;
  }
  if (ranked) {
    tally_->add_rank(rank, 1);
  } else {
    tally_->add_permutation(permutation, trial);
  }
  return true;
}

namespace {

template <class Stream>
void count_successive_of(Stream& stream, typename Stream::Permutation permutation, std::uint64_t row,
                         SuccessiveCounts& counts) {
  if (row < first_rows) {
    stream.add_as_first(permutation, row, counts);
  } else if (row / rows_of_word % LaneTally::words_of_a_look == 0) {
    stream.add_pair(permutation, row, counts);
  }
}

}  // namespace

void LaneTally::begin_streams() {
  for (SuccessiveStream& stream : streams_) stream.begin();
  for (RankSuccessiveStream& stream : rank_streams_) stream.begin();
  begins_ = false;
}

void LaneTally::count_successive(std::span<const Card> permutation, std::uint64_t rank, std::uint64_t trial,
                                 std::size_t lane) {
  // Most blocks have none of the first trials.
  if (begins_) begin_streams();
  const std::uint64_t row = trial / lanes_per_block;
  if (few_cards()) {
    count_successive_of(rank_streams_[lane], rank, row, tally_->successive());
  } else {
    count_successive_of(streams_[lane], permutation, row, tally_->successive());
  }
}

void LaneTally::add_first_successive(std::uint64_t rank, std::uint64_t index, std::size_t lane) {
  if (begins_) begin_streams();
  rank_streams_[lane].add_as_first(rank, (first_trial_ + index) / lanes_per_block, tally_->successive());
}

}  // namespace fairshuffle
