#include "core/tally/bets/bet_counts.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>

#include "core/tally/bets/poker_hand.hpp"

namespace fairshuffle {

BetCounts::BetCounts(int deck_size, std::span<const NamedBet> bets) {
  for (const NamedBet& bet : bets) {
    if (const std::string why = why_no_bet(bet, deck_size); !why.empty()) {
      throw std::invalid_argument(fmt::format("BetCounts: the bet '{}' {}", bet.name, why));
    }
    Counted& counted = all_.emplace_back();
    counted.bet = bet;
    counted.is_wanted.resize(static_cast<std::size_t>(deck_size));
    for (const int card : bet.cards) counted.is_wanted[static_cast<std::size_t>(card)] = 1;
    counted.by_value.resize(values_of(bet));
  }
}

template <class AnyCard>
std::size_t BetCounts::Counted::value_of(std::span<const AnyCard> order) const {
  if (bet.kind == NamedBet::Kind::poker) {
    std::array<int, poker_hand_size> hand;
    for (std::size_t card = 0; card < hand.size(); ++card) {
      hand[card] = order[static_cast<std::size_t>(bet.places[card])];
    }
    return poker_category(hand);
  }
  std::size_t value = 0;
  for (const int place : bet.places) value += is_wanted[order[static_cast<std::size_t>(place)]];
  return value;
}

template std::size_t BetCounts::Counted::value_of(std::span<const Card>) const;
template std::size_t BetCounts::Counted::value_of(std::span<const WideCard>) const;

void BetCounts::merge(const BetCounts& other) {
  if (!std::ranges::equal(all_, other.all_, {}, &Counted::bet, &Counted::bet)) {
    throw std::invalid_argument("BetCounts: those of different bets do not add up");
  }
  for (std::size_t bet = 0; bet < all_.size(); ++bet) add_counts(bet, other.all_[bet].by_value);
}

BetCounts BetCounts::emptied() const {
  BetCounts other = *this;
  for (Counted& counted : other.all_) std::ranges::fill(counted.by_value, 0);
  return other;
}

void BetCounts::add_counts(std::size_t bet, std::span<const std::uint64_t> by_value) {
  if (bet >= all_.size() || by_value.size() != all_[bet].by_value.size()) {
    throw std::invalid_argument("BetCounts: as many counts are due as the bet has values");
  }
  for (std::size_t value = 0; value < by_value.size(); ++value) all_[bet].by_value[value] += by_value[value];
}

}  // namespace fairshuffle
