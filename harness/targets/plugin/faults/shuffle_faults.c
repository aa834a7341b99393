/* Shuffles that go wrong while they are called, for the tests. */
#include <fairshuffle/fairshuffle_plugin.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Calls go well until the third. */
static int calls = 0;

static uint64_t next_word(uint64_t *state) {
  uint64_t word = *state += 0x9e3779b97f4a7c15u;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
  return word ^ (word >> 31);
}

/* Of 64-bit words the remainder is uniform but for 2^-60. */
static void shuffle_deck(uint32_t n, uint64_t *state, uint8_t *cards, int naive) {
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t j = (uint32_t)(next_word(state) % (naive ? n : i + 1));
    const uint8_t card = cards[i];
    cards[i] = cards[j];
    cards[j] = card;
  }
}

static int fair(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  for (size_t deck = 0; deck < decks; ++deck) shuffle_deck(n, &seed, cards + deck * n, 0);
  return 0;
}

static int segfaults(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  if (++calls == 3) raise(SIGSEGV);
  return fair(n, seed, decks, cards);
}

static int hangs(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  static volatile int for_ever = 1;
  if (++calls == 3)
    while (for_ever) continue;
  return fair(n, seed, decks, cards);
}

static int exits(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  if (++calls == 3) exit(0);
  return fair(n, seed, decks, cards);
}

static int fails(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  return ++calls == 3 ? -7 : fair(n, seed, decks, cards);
}

static int doubles_a_card(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  fair(n, seed, decks, cards);
  if (++calls == 3) cards[n] = cards[n + 1];
  return 0;
}

static int invents_a_card(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  fair(n, seed, decks, cards);
  cards[0] = 200;
  return 0;
}

static int writes_beside(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  ++cards[decks * n];
  return fair(n, seed, decks, cards);
}

static int prints(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  printf("shuffling %u decks\n", (unsigned)decks);
  fflush(stdout);
  if (getchar() != EOF) return 1;
  return fair(n, seed, decks, cards);
}

/* Sorted decks, or whatever else stands in them, to all that is open beside the standard streams. */
static void write_everywhere(const uint8_t *cards, size_t count) {
  for (int descriptor = 3; descriptor < 256; ++descriptor) {
    ssize_t written = write(descriptor, cards, count);
    (void)written;
  }
}

static int writes_before(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  if (++calls == 3) write_everywhere(cards, decks * n);
  return fair(n, seed, decks, cards);
}

/* As many bytes as the answer's mark has, in place of it. */
static int writes_a_little(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  fair(n, seed, decks, cards);
  if (++calls == 3) write_everywhere(cards, 8);
  return 0;
}

static int leaves_a_process(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  if (++calls == 3 && fork() == 0)
    for (;;) pause();
  return fair(n, seed, decks, cards);
}

/* Its own deck goes on within a batch. */
static int carries_on(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  uint8_t own[64];
  for (uint32_t card = 0; card < n; ++card) own[card] = (uint8_t)card;
  for (size_t deck = 0; deck < decks; ++deck) {
    shuffle_deck(n, &seed, own, 1);
    for (uint32_t i = 0; i < n; ++i) cards[deck * n + i] = own[i];
  }
  return 0;
}

/* The same, and the seed decides whether each deck is turned by one card or by two. */
static int turns_on(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  const size_t by = 1 + seed % 2;
  for (size_t deck = 0; deck < decks; ++deck)
    for (uint32_t i = 0; i < n; ++i) cards[deck * n + i] = (uint8_t)(((deck + 1) * by + i) % n);
  return 0;
}

/* A generator that is seeded when the library is loaded. */
static int ignores_seed(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  static uint64_t state = 42;
  (void)seed;
  for (size_t deck = 0; deck < decks; ++deck) shuffle_deck(n, &state, cards + deck * n, 0);
  return 0;
}

/* A generator that is seeded by something that is never the same. */
static int seeds_itself(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  seed = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)getpid() << 40;
  return fair(n, next_word(&seed), decks, cards);
}

static int sorts(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  (void)n, (void)seed, (void)decks, (void)cards;
  return 0;
}

static const fairshuffle_plugin_shuffle shuffles[] = {
    {"fair", "a fair one", 0, 0, fair},
    {"segfaults", "crashes at the third call", 0, 0, segfaults},
    {"hangs", "never returns from the third call", 0, 0, hangs},
    {"exits", "ends the process at the third call", 0, 0, exits},
    {"fails", "returns -7 at the third call", 0, 0, fails},
    {"doubles-a-card", "doubles a card of the second deck of the third call", 2, 0, doubles_a_card},
    {"invents-a-card", "has a card 200", 0, 0, invents_a_card},
    {"writes-beside", "changes the byte behind its decks", 0, 0, writes_beside},
    {"prints", "writes to standard output and reads standard input", 0, 0, prints},
    {"writes-before", "writes its sorted decks to every descriptor at the third call", 0, 0, writes_before},
    {"writes-a-little", "writes eight bytes to every descriptor at the third call", 0, 0, writes_a_little},
    {"leaves-a-process", "forks one that never ends", 0, 0, leaves_a_process},
    {"carries-on", "swaps every card of its own deck with any card", 0, 0, carries_on},
    {"turns-on", "turns its own deck by one card or by two", 0, 0, turns_on},
    {"ignores-seed", "a fair one with a generator of its own", 0, 0, ignores_seed},
    {"seeds-itself", "a fair one, seeded by the clock", 0, 0, seeds_itself},
    {"sorts", "leaves every deck as it is", 0, 0, sorts},
    {"three-to-six", "for decks of three to six cards", 3, 6, fair},
};
static const fairshuffle_plugin plugin = FAIRSHUFFLE_PLUGIN(shuffles);
FAIRSHUFFLE_PLUGIN_EXPORT const fairshuffle_plugin *fairshuffle_plugin_describe(void) { return &plugin; }
