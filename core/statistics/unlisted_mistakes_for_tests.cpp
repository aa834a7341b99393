#include "core/statistics/unlisted_mistakes_for_tests.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <numeric>
#include <utility>
#include <vector>

namespace fairshuffle {

namespace {

using Engine = std::mt19937_64;

std::size_t below(std::size_t bound, Engine& engine) {
  return std::uniform_int_distribution<std::size_t>(0, bound - 1)(engine);
}

void naive_tail(std::span<Card> deck, Engine& engine) {
  constexpr std::size_t wrong_draws = 7;
  for (std::size_t last = deck.size() - 1; last > 0; --last) {
    const std::size_t bound = last <= wrong_draws ? deck.size() : last + 1;
    std::swap(deck[last], deck[below(bound, engine)]);
  }
}

// Each card goes on top of or under the pile on a random shelf; then the shelves are emptied one by one.
void shelves(std::span<Card> deck, Engine& engine) {
  std::array<std::deque<Card>, 10> piles;
  for (const Card card : deck) {
    std::deque<Card>& pile = piles[below(piles.size(), engine)];
    if (below(2, engine) == 0) {
      pile.push_front(card);
    } else {
      pile.push_back(card);
    }
  }
  auto place = deck.begin();
  for (const std::deque<Card>& pile : piles) place = std::ranges::copy(pile, place).out;
}

void shelves_twice(std::span<Card> deck, Engine& engine) {
  shelves(deck, engine);
  shelves(deck, engine);
}

// Each card of a round goes to a pile of its own, the piles taken in random order.
void piles(std::span<Card> deck, Engine& engine) {
  std::array<std::vector<Card>, 7> stacked;
  std::array<std::size_t, 7> turn;
  std::iota(turn.begin(), turn.end(), std::size_t{0});
  for (std::size_t dealt = 0; dealt < deck.size(); ++dealt) {
    if (dealt % stacked.size() == 0) std::ranges::shuffle(turn, engine);
    stacked[turn[dealt % stacked.size()]].push_back(deck[dealt]);
  }
  std::ranges::shuffle(stacked, engine);
  auto place = deck.begin();
  for (const std::vector<Card>& pile : stacked) place = std::ranges::copy(pile, place).out;
}

// A card ends about as far from its place as the deck is long, to either side.
void smoosh(std::span<Card> deck, Engine& engine) {
  std::normal_distribution<double> drift(0, static_cast<double>(deck.size()));
  std::vector<std::pair<double, Card>> table;
  for (std::size_t place = 0; place < deck.size(); ++place) {
    table.emplace_back(static_cast<double>(place) + drift(engine), deck[place]);
  }
  std::ranges::sort(table);
  std::ranges::transform(table, deck.begin(), &std::pair<double, Card>::second);
}

bool looks_odd(std::span<const Card> deck) {
  constexpr std::size_t hand = 13, suits = 4;
  for (std::size_t first = 0; first < deck.size(); first += hand) {
    std::array<int, suits> of_suit{};
    for (const Card card : deck.subspan(first, hand)) ++of_suit[card / hand];
    if (std::ranges::max(of_suit) >= 7) return true;
  }
  return false;
}

void redealt(std::span<Card> deck, Engine& engine) {
  do {
    std::ranges::shuffle(deck, engine);
  } while (looks_odd(deck));
}

// A thirteenth of all flops never comes, of any two cards nearly the same share.
void no_thirteens(std::span<Card> deck, Engine& engine) {
  do {
    std::ranges::shuffle(deck, engine);
  } while ((deck[0] + deck[1] + deck[2]) % 13 == 0);
}

// In one deck of ten card 1 lies half the deck away from card 0.
void opposite(std::span<Card> deck, Engine& engine) {
  std::ranges::shuffle(deck, engine);
  if (engine() % 10 != 0) return;
  const auto first = static_cast<std::size_t>(std::ranges::find(deck, Card{0}) - deck.begin());
  std::swap(deck[(first + deck.size() / 2) % deck.size()], *std::ranges::find(deck, Card{1}));
}

// In every other deck card 1 comes in the second half of the way round from card 0.
void behind(std::span<Card> deck, Engine& engine) {
  std::ranges::shuffle(deck, engine);
  if (engine() % 2 != 0) return;
  const auto first = std::ranges::find(deck, Card{0}), second = std::ranges::find(deck, Card{1});
  const auto cards = std::ssize(deck);
  if ((second - first + cards) % cards < cards / 2) std::iter_swap(first, second);
}

constexpr std::array mistakes{UnlistedMistake{"naive-tail", naive_tail},
                              UnlistedMistake{"shelves", shelves},
                              UnlistedMistake{"shelves-twice", shelves_twice},
                              UnlistedMistake{"piles", piles},
                              UnlistedMistake{"smoosh", smoosh},
                              UnlistedMistake{"redealt", redealt},
                              UnlistedMistake{"no-thirteens", no_thirteens},
                              UnlistedMistake{"opposite", opposite},
                              UnlistedMistake{"behind", behind}};

}  // namespace

std::span<const UnlistedMistake> unlisted_mistakes() {
  return mistakes;
}

const UnlistedMistake* find_unlisted_mistake(std::string_view name) {
  const auto found = std::ranges::find(mistakes, name, &UnlistedMistake::name);
  return found == mistakes.end() ? nullptr : &*found;
}

}  // namespace fairshuffle
