#include "core/interpret/card_mistakes.hpp"

#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/shuffle/registry.hpp"

namespace fairshuffle {

namespace {

struct Mistake {
  std::string_view name;
  std::string_view shuffle;
  std::string_view draw = default_draw;
  int bits = 0;             // of a word, as in SampleSetup
  int rounds_per_card = 0;  // 0 for the standard options
};

constexpr std::array<Mistake, number_of_card_mistakes> mistakes{{
    {"naive-swap", "naive-swap"},
    {"draw-insert of 5n rounds", "draw-insert", default_draw, 0, 5},
    {"durstenfeld, modulo of 15 bits", "durstenfeld", "modulo", 15},
    {"durstenfeld, modulo of 16 bits", "durstenfeld", "modulo", 16},
    {"durstenfeld, multiply-shift of 15 bits", "durstenfeld", "multiply-shift", 15},
    {"durstenfeld-up, modulo of 15 bits", "durstenfeld-up", "modulo", 15},
    {"durstenfeld-up, modulo of 16 bits", "durstenfeld-up", "modulo", 16},
    {"durstenfeld-up, multiply-shift of 15 bits", "durstenfeld-up", "multiply-shift", 15},
    {"fisher-yates, modulo of 15 bits", "fisher-yates", "modulo", 15},
    {"fisher-yates, modulo of 16 bits", "fisher-yates", "modulo", 16},
}};

SampleSetup setup_of(const Mistake& mistake, int deck_size) {
  SampleSetup setup;
  setup.shuffle = find_shuffle(mistake.shuffle);
  setup.deck_size = deck_size;
  for (const OptionInfo& option : setup.shuffle->options) {
    setup.options.push_back(mistake.rounds_per_card > 0 ? mistake.rounds_per_card * deck_size
                                                        : standard_value(option, deck_size));
  }
  setup.source = find_source(default_source);
  setup.draw = find_draw(mistake.draw);
  setup.bits = mistake.bits;
  return setup;
}

std::vector<CardMistake> found_mistakes(int deck_size) {
  std::vector<CardMistake> found;
  for (const Mistake& mistake : mistakes) {
    const SampleSetup setup = setup_of(mistake, deck_size);
    found.push_back({std::string(mistake.name), setup, card_law_of(setup)});
  }
  return found;
}

// Found by whoever asks first, and waited for by others.
template <int deck_size>
std::span<const CardMistake> kept_mistakes() {
  static const std::vector<CardMistake> mistakes_of_deck = found_mistakes(deck_size);
  return mistakes_of_deck;
}

using Kept = std::span<const CardMistake> (*)();

template <int... above>
constexpr std::array<Kept, sizeof...(above)> kept_by_size(std::integer_sequence<int, above...>) {
  return {kept_mistakes<smallest_large_deck + above>...};
}

}  // namespace

std::span<const CardMistake> card_mistakes(int deck_size) {
  constexpr int sizes = largest_deck_size - smallest_large_deck + 1;
  static constexpr std::array<Kept, sizes> kept = kept_by_size(std::make_integer_sequence<int, sizes>());
  if (deck_size < smallest_large_deck || deck_size > largest_deck_size) {
    throw std::invalid_argument("card_mistakes: deck_size must be in 13..64, was " +
                                std::to_string(deck_size));
  }
  return kept[static_cast<std::size_t>(deck_size - smallest_large_deck)]();
}

}  // namespace fairshuffle
