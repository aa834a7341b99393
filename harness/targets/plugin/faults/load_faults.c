/* A plug-in that goes wrong before it is called: LOAD_FAULT says how. For the tests. */
#include <fairshuffle/fairshuffle_plugin.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int nothing(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
  (void)n, (void)seed, (void)decks, (void)cards;
  return 0;
}

static const fairshuffle_plugin_shuffle shuffles[] = {{"nothing", "leaves every deck as it is", 0, 0, nothing}};
static const fairshuffle_plugin plugin = {FAIRSHUFFLE_PLUGIN_VERSION + (LOAD_FAULT == 1 ? 6 : 0),
                                          sizeof(fairshuffle_plugin), sizeof(fairshuffle_plugin_shuffle), 1,
                                          shuffles, 0, 0};

#if LOAD_FAULT == 2
/* The function has another name. */
FAIRSHUFFLE_PLUGIN_EXPORT const fairshuffle_plugin *describe_my_shuffles(void) { return &plugin; }
#else
FAIRSHUFFLE_PLUGIN_EXPORT const fairshuffle_plugin *fairshuffle_plugin_describe(void) {
  return LOAD_FAULT == 6 ? NULL : &plugin;
}
#endif

#if LOAD_FAULT >= 3 && LOAD_FAULT <= 5
__attribute__((constructor)) static void go_wrong(void) {
  if (LOAD_FAULT == 3) raise(SIGSEGV);
  if (LOAD_FAULT == 4)
    for (;;) pause();
  exit(0);
}
#endif
