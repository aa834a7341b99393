// Decks of any cards: found, told apart, made anew for every trial. Sources have fixed seeds, and no test
// calls a fair shuffle biased with more than 1e-6 over the choice of the seed.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fairshuffle/certify.hpp>

using fairshuffle::certify;
using fairshuffle::Reset;
using fairshuffle::Result;

namespace {

// Shuffles any deck; naive when told.
struct Shuffler {
  template <class Deck>
  void operator()(Deck& deck) {
    if (!naive) return std::shuffle(deck.begin(), deck.end(), source);
    std::uniform_int_distribution<std::size_t> any(0, deck.size() - 1);
    for (auto& card : deck) std::swap(card, deck[any(source)]);
  }
  bool naive = false;
  std::mt19937 source{1};
};

std::array<std::string, 52> whole_deck() {
  std::array<std::string, 52> deck;
  for (std::size_t card = 0; card < deck.size(); ++card) {
    deck[card] = std::string(1, "23456789TJQKA"[card % 13]) + "shdc"[card / 13];
  }
  return deck;
}

// No hash, no permutation, only ==.
struct Suit {
  int color;
  int shape;
  bool operator==(const Suit&) const = default;
};

// A deck that is no range, and can't be copied or assigned, as a class of a game may be.
class GameDeck {
 public:
  explicit GameDeck(int cards) : cards_(std::make_unique<std::vector<int>>()) {
    for (int card = 0; card < cards; ++card) cards_->push_back(100 * card);
  }
  GameDeck(GameDeck&&) = default;
  GameDeck& operator=(GameDeck&&) = delete;
  const std::vector<int>& cards() const { return *cards_; }
  void shuffle(std::mt19937& source) { std::shuffle(cards_->begin(), cards_->end(), source); }
  void sattolo(std::mt19937& source) {
    for (std::size_t last = cards_->size() - 1; last > 0; --last) {
      std::swap((*cards_)[last], (*cards_)[source() % last]);
    }
  }

 private:
  std::unique_ptr<std::vector<int>> cards_;
};

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a whole deck of named cards is certified, and a biased shuffle of it is not") {
  // Names take their time to copy and find: a wider tolerance needs fewer trials.
  CHECK(certify(whole_deck(), Shuffler(), {.tolerance = 0.03}).fair());
  CHECK(certify(whole_deck(), Shuffler{.naive = true}).biased());
}

TEST_CASE("decks of letters, of structures without a hash and of enumerators are told apart") {
  enum class Face { jack, queen, king, ace };
  CHECK(certify(std::vector<char>{'a', 'b', 'c', 'd'}, Shuffler(), {.alpha = 1e-7}).fair());
  CHECK(certify(std::vector{Face::jack, Face::queen, Face::king, Face::ace}, Shuffler(), {.alpha = 1e-7})
            .fair());
  const std::array<Suit, 4> suits = {Suit{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  CHECK(certify(suits, Shuffler(), {.alpha = 1e-7}).fair());
  CHECK(certify(suits, Shuffler{.naive = true}).biased());
}

TEST_CASE("what was counted is the order of the deck as it was given") {
  // Rotates, so that of the six permutations of {king, ace, ten} one comes each time: ace, ten, king, of
  // rank 3.
  const Result result = certify(std::vector<std::string>{"king", "ace", "ten"},
                                [](auto& deck) { std::rotate(deck.begin(), deck.begin() + 1, deck.end()); },
                                {.max_trials = 1'000});
  REQUIRE(result.permutation_counts().size() == 6);
  CHECK(result.permutation_counts()[3] == 1'000);
  CHECK(result.count_at(2, 0) == 1'000);
}

TEST_CASE("a deck of a class of its own comes from its factory") {
  std::mt19937 source(1);
  const auto make_deck = [] { return GameDeck(5); };
  CHECK(certify(make_deck, [&](GameDeck& deck) { deck.shuffle(source); }).fair());
  const Result result = certify(make_deck, [&](GameDeck& deck) { deck.sattolo(source); });
  CHECK(result.biased());
  CHECK(mentions(result.sentence(), "consistent with sattolo:n=5 (exactly 80 points) (or"));
}

TEST_CASE("a deck of any cards that is never reset goes on where it was left") {
  Shuffler shuffler;
  std::vector<std::string> left = {"a", "b", "c"};
  std::uint64_t changed = 0;
  const auto shuffle = [&](std::vector<std::string>& deck) {
    changed += deck != left;
    shuffler(deck);
    left = deck;
  };
  CHECK(certify(left, shuffle, {.reset = Reset::never}).fair());
  CHECK(changed == 0);
}

TEST_CASE("a lost, a doubled and a foreign card and a changed size are invalid, each with its witness") {
  using Names = std::vector<std::string>;
  const Names deck = {"ace", "king", "ten"};
  const auto sentence = [&deck](auto spoil, Reset reset) {
    std::uint64_t calls = 0;
    const Result result = certify(deck,
                                  [&](Names& cards) {
                                    if (++calls % 2 == 0) spoil(cards);
                                  },
                                  {.max_trials = 600, .reset = reset});
    CHECK(result.invalid());
    CHECK(result.trials() == 600);
    CHECK(result.invalid_trials() == 300);
    return result.sentence();
  };
  for (const Reset reset : {Reset::always, Reset::never}) {
    CHECK(mentions(sentence([](Names& cards) { cards[0] = "king"; }, reset),
                   "The first, trial 1: king king ten"));
    CHECK(mentions(sentence([](Names& cards) { cards[2] = "joker\n"; }, reset),
                   "The first, trial 1: ace king joker?"));
    CHECK(mentions(sentence([](Names& cards) { cards.pop_back(); }, reset),
                   "The first, trial 1: ace king (2 cards instead of 3)"));
    CHECK(mentions(sentence([](Names& cards) { cards.push_back("ace"); }, reset), "(4 cards instead of 3)"));
    CHECK(mentions(sentence([](Names& cards) { cards.clear(); }, reset), "(0 cards instead of 3)"));
    CHECK(mentions(sentence([](Names& cards) { cards.resize(2'000); }, reset),
                   "(more than 1024 cards instead of 3)"));
    const std::string long_one = sentence([](Names& cards) { cards[0] = std::string(100'000, 'x'); }, reset);
    CHECK(mentions(long_one, "xxx..."));
    CHECK(long_one.size() < 400);
  }
}

TEST_CASE("128 cards are a deck, and a doubled one among them is seen") {
  std::vector<int> deck(128);
  for (int card = 0; card < 128; ++card) deck[static_cast<std::size_t>(card)] = -card;
  CHECK(certify(deck, Shuffler{.naive = true}).biased());
  CHECK(certify(deck, [](auto& cards) { cards[0] = cards[127]; }).invalid());
}

TEST_CASE("decks of 129 and of 1,024 cards are judged, by number and by value") {
  for (const int size : {129, 1024}) {
    CAPTURE(size);
    const fairshuffle::CertifyOptions few{.max_trials = 2'400};
    std::mt19937_64 source(7);
    const auto fair = [&source](auto& cards) { std::shuffle(cards.begin(), cards.end(), source); };
    const Result of_numbers = certify(size, fair, few);
    CHECK(of_numbers.invalid_trials() == 0);
    CHECK_FALSE(of_numbers.biased());
    CHECK(certify(size, Shuffler{.naive = true}, few).biased());
    std::vector<std::string> names;
    for (int card = 0; card < size; ++card) names.push_back("card " + std::to_string(card));
    const Result of_names = certify(names, fair, few);
    CHECK(of_names.invalid_trials() == 0);
    CHECK_FALSE(of_names.biased());
    CHECK(certify(names, Shuffler{.naive = true}, few).biased());
    CHECK(certify(names, fair, {.max_trials = 1'000, .reset = Reset::never}).invalid_trials() == 0);
    CHECK(certify(
              names, [](auto& cards) { cards.front() = cards.back(); }, few)
              .invalid());
    CHECK(certify(
              names, [](auto& cards) { cards.front() = "joker"; }, few)
              .invalid());
    CHECK(certify(
              size, [size](auto& cards) { cards.front() = size; }, few)
              .invalid());
    CHECK(certify(
              size, [](auto& cards) { cards.front() = 70'000; }, few)
              .invalid());
  }
}

TEST_CASE("a deck that no test could follow is refused") {
  const auto nothing = [](auto&) {};
  CHECK_THROWS_WITH_AS(certify(std::vector<int>{}, nothing),
                       "certify: a deck has 1 to 1024 cards, this one 0", std::invalid_argument);
  CHECK_THROWS_WITH_AS(certify(std::vector<int>{7, 8, 7}, nothing),
                       "certify: cards 0 and 2 of the deck are equal; no test could tell them apart",
                       std::invalid_argument);
  std::vector<int> too_many(1025);
  for (int card = 0; card < 1025; ++card) too_many[static_cast<std::size_t>(card)] = card;
  CHECK_THROWS_AS(certify(too_many, nothing), std::invalid_argument);
}

TEST_CASE("fresh decks that share their cards are refused: their bias would be forgotten") {
  const auto reverse = [](auto& deck) { std::reverse(deck.begin(), deck.end() - 1); };
  std::vector<int> cards = {0, 1, 2, 3};
  // 256 trials of a batch turn it back; the third card alone is moved by one trial in all.
  std::uint64_t calls = 0;
  const auto spoil_once = [&](std::span<int>& deck) {
    if (calls++ == 0) reverse(deck);
  };
  CHECK_THROWS_AS(certify(std::span<int>(cards), spoil_once), std::invalid_argument);
  int made = 0;
  const auto ever_different = [&made] {
    std::vector<int> deck = {0, 1, 2, 3};
    std::rotate(deck.begin(), deck.begin() + (made++ % 4), deck.end());
    return deck;
  };
  CHECK_THROWS_AS(certify(ever_different, reverse), std::invalid_argument);
}
