/* A plug-in in C: a fair shuffle and a famous biased one.
   cc -shared -fPIC -O2 -o shuffles.so shuffles.c
   fairshuffle certify plugin:path=shuffles.so,shuffle=fisher-yates plugin:path=shuffles.so,shuffle=naive-swap */
#include <fairshuffle/fairshuffle_plugin.h>

static uint64_t next_word(uint64_t *state) { /* SplitMix64 */
  uint64_t word = *state += 0x9e3779b97f4a7c15u;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
  return word ^ (word >> 31);
}

static uint32_t below(uint32_t bound, uint64_t *state) {
  uint64_t word = UINT64_MAX;
  while (word >= UINT64_MAX - UINT64_MAX % bound) word = next_word(state);
  return (uint32_t)(word % bound);
}

static void swap(uint8_t *a, uint8_t *b) {
  const uint8_t card = *a;
  *a = *b, *b = card;
}

static int fisher_yates(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  for (; decks > 0; --decks, cards += n)
    for (uint32_t last = n - 1; last > 0; --last) swap(&cards[last], &cards[below(last + 1, &seed)]);
  return 0;
}

static int naive_swap(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  for (; decks > 0; --decks, cards += n)
    for (uint32_t i = 0; i < n; ++i) swap(&cards[i], &cards[below(n, &seed)]);
  return 0;
}

/* The same by draws that are answered: fairshuffle exact --plugin shuffles.so --shuffle naive-swap */
static int fisher_yates_answered(uint32_t n, const fairshuffle_plugin_draws *draws, uint8_t *cards) {
  for (uint32_t last = n - 1; last > 0; --last) swap(&cards[last], &cards[draws->below(draws->context, last + 1)]);
  return 0;
}

static int naive_swap_answered(uint32_t n, const fairshuffle_plugin_draws *draws, uint8_t *cards) {
  for (uint32_t i = 0; i < n; ++i) swap(&cards[i], &cards[draws->below(draws->context, n)]);
  return 0;
}

static const fairshuffle_plugin_shuffle shuffles[] = {
    {"fisher-yates", "swaps the last card with one of those up to it, from the back", 0, 0, fisher_yates},
    {"naive-swap", "swaps every card with any card: biased from three cards on", 0, 0, naive_swap}};
static fairshuffle_plugin_answered_function *const answered[] = {fisher_yates_answered, naive_swap_answered};
static const fairshuffle_plugin plugin = FAIRSHUFFLE_PLUGIN_WITH_ANSWERED(shuffles, 0, answered);
FAIRSHUFFLE_PLUGIN_EXPORT const fairshuffle_plugin *fairshuffle_plugin_describe(void) { return &plugin; }
