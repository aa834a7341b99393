#include <algorithm>
#include <cstddef>
#include <exception>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fairshuffle/exact.hpp>
#include <nlohmann/json.hpp>

namespace {

using fairshuffle::exact;

constexpr auto naive_swap = [](auto& deck, auto& generator) {
  for (auto& card : deck) std::swap(card, deck[static_cast<std::size_t>(generator.below(deck.size()))]);
};

template <class Shuffle>
std::string refusal(int deck_size, Shuffle shuffle) {
  try {
    exact(deck_size, shuffle);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a shuffle by std::shuffle is exactly fair as far as its ordinary runs see") {
  const auto result =
      exact(5, [](auto& deck, auto& generator) { std::shuffle(deck.begin(), deck.end(), generator); });
  CHECK(result.fair());
  CHECK(result);
  CHECK_FALSE(result.exactly_fair());
  CHECK(result.verdict() == "fair as far as checked");
  CHECK(result.paths() == 120);
  CHECK(result.sentence().starts_with("Exact as far as 100,000 ordinary runs see: fair, each of the 120 "));
}

TEST_CASE("bounded draws are proven: a fair shuffle is exactly fair, a biased one named with its distance") {
  CHECK(exact(4, [](auto& deck, auto& generator) {
          for (std::size_t last = deck.size(); last-- > 1;)
            std::swap(deck[last], deck[static_cast<std::size_t>(generator.below(last + 1))]);
        }).exactly_fair());
  const auto biased = exact(3, naive_swap, {.name = "mine"});
  CHECK_FALSE(biased.fair());
  CHECK(biased.biased());
  CHECK(biased.tv_fraction() == "1/18");
  CHECK(biased.tv() == doctest::Approx(1.0 / 18));
  CHECK(biased.sentence().ends_with("This is the distribution of naive-swap:n=3."));
  CHECK(biased.fair().told() == biased.text());
  CHECK(biased.text().find("\nmine:n=3\n") != std::string::npos);
  const auto json = nlohmann::json::parse(biased.json());
  CHECK(json["verdict"] == "exactly biased");
  CHECK(json["target"] == "mine:n=3");
  std::ostringstream out;
  out << biased;
  CHECK(out.str() == biased.sentence());
}

TEST_CASE("a shuffle that loses a card is invalid, and its deck is shown") {
  const auto result = exact(3, [](std::vector<int>& deck, auto& generator) {
    if (generator.below(4) == 3) deck.pop_back();
  });
  CHECK(result.verdict() == "invalid");
  CHECK_FALSE(result.fair());
  CHECK(
      result.sentence() ==
      "Invalid: with chance 1/4 what comes is no permutation of the deck, such as \"0 1 (2 cards instead of "
      "3)\" (draws: 3 of 4) (4 paths).");
}

TEST_CASE("what can't be followed is refused by a sentence with the draws that lead there") {
  CHECK(refusal(1, naive_swap) == "exact: a deck has 2 to 8 cards, this one 1");
  CHECK(refusal(9, naive_swap) == "exact: a deck has 2 to 8 cards, this one 9");
  CHECK(refusal(3, [](auto&, auto& generator) {
          if (generator.below(3) == 2) throw std::out_of_range("no such card");
        }) == "exact: the shuffle threw: no such card (draws: 2 of 3)");
  std::mt19937 own(1);
  CHECK(refusal(4, [&own](auto& deck, auto&) {
          std::shuffle(deck.begin(), deck.end(), own);
        }).starts_with("exact: the same draws end otherwise the second time"));
  try {
    exact(3, [](auto&, auto&) { throw std::out_of_range("no such card"); });
  } catch (const std::exception& error) {
    CHECK_THROWS_AS(std::rethrow_if_nested(error), std::out_of_range);
  }
}
