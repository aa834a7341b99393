#include "core/tally/bets.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include <fmt/format.h>

namespace fairshuffle {

namespace {

std::optional<int> number_of(std::string_view text) {
  constexpr std::size_t most_digits = 4;
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc{} && end == text.data() + text.size() && number >= 0;
  return is_whole && text.size() <= most_digits ? std::optional(number) : std::nullopt;
}

std::string why_outside(const char* what, std::span<const int> numbers, int deck_size) {
  if (numbers.empty()) return fmt::format("is on no {} at all", what);
  if (numbers.back() < deck_size) return "";
  return fmt::format("is on {} {}, and those of a deck of {} cards are 0 to {}", what, numbers.back(),
                     deck_size, deck_size - 1);
}

}  // namespace

const char* to_text(NamedBet::Kind kind) {
  return kind == NamedBet::Kind::poker ? "poker" : "count";
}

std::string runs_text(std::span<const int> ascending) {
  std::string text;
  for (std::size_t first = 0; first < ascending.size();) {
    std::size_t last = first;
    while (last + 1 < ascending.size() && ascending[last + 1] == ascending[last] + 1) ++last;
    if (!text.empty()) text += '+';
    text += fmt::format("{}", ascending[first]);
    if (last > first) text += fmt::format("-{}", ascending[last]);
    first = last + 1;
  }
  return text;
}

std::optional<std::vector<int>> numbers_of_runs(std::string_view text) {
  std::vector<int> numbers;
  for (std::string_view rest = text;;) {
    const std::size_t plus = rest.find('+');
    const std::string_view run = rest.substr(0, plus);
    const std::size_t dash = run.find('-');
    const std::optional<int> first = number_of(run.substr(0, dash));
    const std::optional<int> last = dash == std::string_view::npos ? first : number_of(run.substr(dash + 1));
    if (!first || !last || *last < *first) return std::nullopt;
    for (int number = *first; number <= *last; ++number) numbers.push_back(number);
    if (plus == std::string_view::npos) break;
    rest = rest.substr(plus + 1);
  }
  std::ranges::sort(numbers);
  if (std::ranges::adjacent_find(numbers) != numbers.end()) return std::nullopt;
  return numbers;
}

std::string settings_text(const NamedBet& bet) {
  std::string text = bet.kind == NamedBet::Kind::poker
                         ? fmt::format("poker={}", runs_text(bet.places))
                         : fmt::format("cards={},places={}", runs_text(bet.cards), runs_text(bet.places));
  if (bet.deck_size > 0) text += fmt::format(",n={}", bet.deck_size);
  return text;
}

std::string why_no_bet(const NamedBet& bet, int deck_size) {
  if (bet.deck_size > 0 && bet.deck_size != deck_size) {
    return fmt::format("is on decks of {} cards, not of {}", bet.deck_size, deck_size);
  }
  if (std::string outside = why_outside("position", bet.places, deck_size); !outside.empty()) return outside;
  if (bet.kind == NamedBet::Kind::poker) {
    if (deck_size != cards_of_poker) {
      return fmt::format("is on poker hands of {} cards, not of {}", cards_of_poker, deck_size);
    }
    if (!bet.cards.empty()) return "is on a hand, and names cards beside it";
    if (bet.places.size() == poker_hand_size) return "";
    return fmt::format("is on a poker hand of {} cards, not of {}", poker_hand_size, bet.places.size());
  }
  if (std::string outside = why_outside("card", bet.cards, deck_size); !outside.empty()) return outside;
  const auto all = static_cast<std::size_t>(deck_size);
  if (bet.cards.size() == all || bet.places.size() == all) {
    return fmt::format("is on all {} {}, so that its answer is known before the deal", deck_size,
                       bet.cards.size() == all ? "cards" : "positions");
  }
  return "";
}

namespace {

// A bet on some of so many that can't be told apart, from `first` on, would be on which is which.
std::string why_some(const std::vector<int>& numbers, int first, int many, std::string_view what) {
  const auto chosen =
      std::ranges::count_if(numbers, [=](int number) { return number >= first && number < first + many; });
  if (chosen == 0 || chosen == many) return "";
  return fmt::format("is on some of {} {} ({} to {}), and not on all", many, what, first, first + many - 1);
}

}  // namespace

std::string why_no_bet(const NamedBet& bet, int deck_size, const Multiset& multiset) {
  if (std::string why = why_no_bet(bet, deck_size); !why.empty() || multiset.is_plain()) return why;
  if (multiset.is_deal()) {
    for (const int place : bet.places) {
      if (place >= multiset.dealt)
        return fmt::format("is on place {}, and {} are dealt", place, multiset.dealt);
    }
    return multiset.unordered ? why_some(bet.places, 0, multiset.dealt, "places whose order does not count")
                              : "";
  }
  if (bet.kind == NamedBet::Kind::poker) return "is on a poker hand, and the deck has equal cards";
  int first = 0;
  for (const int size : multiset.kinds) {
    if (std::string why = why_some(bet.cards, first, size, "equal cards"); !why.empty()) return why;
    first += size;
  }
  return "";
}

std::vector<NamedBet> bets_on_deck(std::span<const NamedBet> bets, int deck_size, const Multiset& multiset) {
  std::vector<NamedBet> fitting;
  for (const NamedBet& bet : bets) {
    if (why_no_bet(bet, deck_size, multiset).empty()) fitting.push_back(bet);
  }
  return fitting;
}

std::size_t values_of(const NamedBet& bet) {
  if (bet.kind == NamedBet::Kind::poker) return poker_categories.size();
  return std::min(bet.cards.size(), bet.places.size()) + 1;
}

std::string value_name(const NamedBet& bet, std::size_t value) {
  if (bet.kind == NamedBet::Kind::poker) return std::string(poker_categories.at(value).name);
  return fmt::format("{}", value);
}

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

void BetCounts::merge(const BetCounts& other) {
  if (!std::ranges::equal(all_, other.all_, {}, &Counted::bet, &Counted::bet)) {
    throw std::invalid_argument("BetCounts: those of different bets do not add up");
  }
  for (std::size_t bet = 0; bet < all_.size(); ++bet) add_counts(bet, other.all_[bet].by_value);
}

void BetCounts::add_counts(std::size_t bet, std::span<const std::uint64_t> by_value) {
  if (bet >= all_.size() || by_value.size() != all_[bet].by_value.size()) {
    throw std::invalid_argument("BetCounts: as many counts are due as the bet has values");
  }
  for (std::size_t value = 0; value < by_value.size(); ++value) all_[bet].by_value[value] += by_value[value];
}

}  // namespace fairshuffle
