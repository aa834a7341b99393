// A plug-in in C++: the standard library's shuffle.
// c++ -shared -fPIC -O2 -o shuffles.so shuffles.cpp
// fairshuffle certify plugin:path=shuffles.so
#include <algorithm>
#include <random>

#include <fairshuffle/fairshuffle_plugin.h>

static int std_shuffle(uint32_t n, uint64_t seed, size_t decks, uint8_t* cards) {
  std::mt19937_64 random(seed);
  for (size_t deck = 0; deck < decks; ++deck, cards += n) std::shuffle(cards, cards + n, random);
  return 0;
}

static const fairshuffle_plugin_shuffle shuffles[] = {{"std-shuffle", "std::shuffle", 0, 0, std_shuffle}};
static const fairshuffle_plugin plugin = FAIRSHUFFLE_PLUGIN(shuffles);

const fairshuffle_plugin* fairshuffle_plugin_describe() {
  return &plugin;
}
