// A plug-in in C++: the standard library's shuffle, of decks of up to 1,024 cards.
// c++ -shared -fPIC -O2 -o shuffles.so shuffles.cpp
// fairshuffle certify plugin:path=shuffles.so
#include <algorithm>
#include <random>

#include <fairshuffle/fairshuffle_plugin.h>

// A card is a byte in decks of up to 128 of them, and two in larger ones.
template <class Card>
static int std_shuffle(uint32_t n, uint64_t seed, size_t decks, Card* cards) {
  std::mt19937_64 random(seed);
  for (size_t deck = 0; deck < decks; ++deck, cards += n) std::shuffle(cards, cards + n, random);
  return 0;
}

static const fairshuffle_plugin_shuffle shuffles[] = {
    {"std-shuffle", "std::shuffle", 0, 1024, std_shuffle<uint8_t>}};
static fairshuffle_plugin_wide_function* const wide_shuffles[] = {std_shuffle<uint16_t>};
static const fairshuffle_plugin plugin = FAIRSHUFFLE_PLUGIN_WITH_WIDE(shuffles, wide_shuffles);

const fairshuffle_plugin* fairshuffle_plugin_describe() {
  return &plugin;
}
