#include "core/permutation/standard_deck.hpp"

#include <array>

namespace fairshuffle {

namespace {

constexpr std::string_view ranks = "A23456789TJQK";
// Their letters, and their signs in black, in white and as an emoji.
constexpr std::array<std::array<std::string_view, 5>, 4> suits{{{"S", "s", "♠", "♤", "♠\uFE0F"},
                                                                {"H", "h", "♥", "♡", "♥\uFE0F"},
                                                                {"D", "d", "♦", "♢", "♦\uFE0F"},
                                                                {"C", "c", "♣", "♧", "♣\uFE0F"}}};

std::optional<int> rank_named(std::string_view name) {
  if (name == "10") name = "T";
  if (name.size() != 1) return std::nullopt;
  const char letter = name.front() >= 'a' ? static_cast<char>(name.front() - 'a' + 'A') : name.front();
  const std::size_t rank = ranks.find(letter);
  return rank == std::string_view::npos ? std::nullopt : std::optional(static_cast<int>(rank));
}

}  // namespace

std::vector<std::string> standard_deck() {
  std::vector<std::string> words;
  for (const auto& suit : suits) {
    for (const char rank : ranks) {
      words.push_back((rank == 'T' ? "10" : std::string(1, rank)).append(suit.front()));
    }
  }
  return words;
}

std::optional<int> standard_card(std::string_view word) {
  for (std::size_t suit = 0; suit < suits.size(); ++suit) {
    for (const std::string_view sign : suits[suit]) {
      std::optional<int> rank;
      if (word.ends_with(sign)) rank = rank_named(word.substr(0, word.size() - sign.size()));
      if (!rank && word.starts_with(sign)) rank = rank_named(word.substr(sign.size()));
      if (rank) return static_cast<int>(suit * ranks.size()) + *rank;
    }
  }
  return std::nullopt;
}

}  // namespace fairshuffle
