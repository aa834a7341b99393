#include "core/interpret/card_mistakes.hpp"

#include <array>
#include <vector>

#include "core/interpret/found_once.hpp"
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
  SampleSetup setup = standard_setup(*find_shuffle(mistake.shuffle), deck_size);
  if (mistake.rounds_per_card > 0) setup.options = {mistake.rounds_per_card * deck_size};
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

}  // namespace

std::span<const CardMistake> card_mistakes(int deck_size) {
  return found_once<found_mistakes, smallest_large_deck, largest_byte_deck>("card_mistakes", deck_size);
}

}  // namespace fairshuffle
