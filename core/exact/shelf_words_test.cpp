#include <deque>
#include <fstream>
#include <map>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/exact/distribution.hpp"
#include "core/permutation/permutation.hpp"

using namespace fairshuffle;

namespace {

std::size_t peaks_of(const std::vector<int>& deck) {
  std::size_t peaks = 0;
  for (std::size_t at = 1; at + 1 < deck.size(); ++at) {
    if (deck[at - 1] < deck[at] && deck[at] > deck[at + 1]) ++peaks;
  }
  return peaks;
}

// The cards 0..n-1 in this order, by where the digits of the word in base 2 s put each.
std::vector<int> shelved(std::uint64_t word, int deck_size, std::uint64_t shelves) {
  std::map<std::uint64_t, std::deque<int>> stacks;
  for (int card = 0; card < deck_size; ++card, word /= 2 * shelves) {
    std::deque<int>& stack = stacks[word % shelves];
    if (word / shelves % 2 == 0) {
      stack.push_front(card);
    } else {
      stack.push_back(card);
    }
  }
  std::vector<int> deck;
  for (const auto& [shelf, stack] : stacks) deck.insert(deck.end(), stack.begin(), stack.end());
  return deck;
}

std::uint64_t words_of(int deck_size, std::uint64_t shelves) {
  std::uint64_t words = 1;
  for (int card = 0; card < deck_size; ++card) words *= 2 * shelves;
  return words;
}

}  // namespace

TEST_CASE("so many words of choices lead to a permutation as its peaks say, whatever else it is") {
  for (int n = 1; n <= 5; ++n) {
    for (const std::uint64_t shelves : {1U, 2U, 3U, 5U}) {
      std::map<std::vector<int>, std::uint64_t> counted;
      for (std::uint64_t word = 0; word < words_of(n, shelves); ++word) ++counted[shelved(word, n, shelves)];
      const std::vector<Integer> words = shelf_words(n, shelves);
      REQUIRE(words.size() == static_cast<std::size_t>((n + 1) / 2));
      for (std::uint64_t rank = 0; rank < permutation_count(n); ++rank) {
        const std::vector<Card> permutation = permutation_of_rank(rank, n);
        const std::vector<int> deck(permutation.begin(), permutation.end());
        CAPTURE(n);
        CAPTURE(shelves);
        CAPTURE(rank);
        CHECK(words[peaks_of(deck)] == counted[deck]);
      }
    }
  }
}

TEST_CASE("52 cards have the distances of Diaconis, Fulman and Holmes' table") {
  std::ifstream stream("core/exact/reference/published.json");
  REQUIRE_MESSAGE(stream.good(), "run the tests from the repository root");
  const auto published = nlohmann::json::parse(stream)["shelf_tv_52"];
  REQUIRE(published["shelves"].size() == 12);
  for (std::size_t row = 0; row < published["shelves"].size(); ++row) {
    const int shelves = published["shelves"][row];
    CAPTURE(shelves);
    const double printed = published["tv"][row];
    CHECK(std::abs(to_double(shelf_total_variation(52, shelves)) - printed) < 5.1e-4);
  }
}

TEST_CASE("the distribution over all permutations is that of the words") {
  for (int n = 1; n <= 6; ++n) {
    const std::vector<Integer> words = shelf_words(n, 3);
    const NumericDistribution distribution = shelf_distribution(n, 3);
    REQUIRE(distribution.probability.size() == permutation_count(n));
    for (std::uint64_t rank = 0; rank < permutation_count(n); ++rank) {
      const std::vector<Card> permutation = permutation_of_rank(rank, n);
      const Fraction exact(words[peaks_of({permutation.begin(), permutation.end()})], words_of(n, 3));
      CHECK(std::abs(distribution.probability[rank] - to_double(exact)) <= distribution.error);
    }
  }
}

TEST_CASE("no deck, too large a deck and no shelf are refused") {
  CHECK(shelf_total_variation(1, 1) == 0);
  // One shelf makes 2^(n-1) permutations, each of two words.
  CHECK(shelf_total_variation(3, 1) == Fraction(1, 3));
  CHECK_THROWS_AS(shelf_words(0, 1), std::invalid_argument);
  CHECK_THROWS_AS(shelf_words(501, 1), std::invalid_argument);
  CHECK_THROWS_AS(shelf_total_variation(5, 0), std::invalid_argument);
}
