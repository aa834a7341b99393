// Ways to shuffle that are in no catalogue, as casinos, clubs and players have them: for tests of what sees
// them.
#pragma once

#include <random>
#include <span>
#include <string_view>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

struct UnlistedMistake {
  std::string_view name;
  /// Shuffles a sorted deck of 52 cards.
  void (*shuffle)(std::span<Card> deck, std::mt19937_64& engine);
};

/// Durstenfeld's shuffle whose last seven draws are from the whole deck; a machine of ten shelves, once and
/// twice through (Diaconis, Fulman and Holmes 2013); cards dealt to piles that are stacked in random order;
/// cards smeared about the table; bridge deals that are dealt anew where a hand has seven cards of a suit or
/// more, as clubs do with deals that look "unnatural"; flops that are dealt anew where their cards' numbers
/// add up to 0 modulo 13; and two ways to tie two cards, of each of which alone nothing shows.
std::span<const UnlistedMistake> unlisted_mistakes();

/// The mistake of that name, or null.
const UnlistedMistake* find_unlisted_mistake(std::string_view name);

}  // namespace fairshuffle
