// What shuffles.go offers. Go can't name a C function's table itself.
#include <fairshuffle/fairshuffle_plugin.h>

#include "_cgo_export.h"

static const fairshuffle_plugin_shuffle shuffles[] = {
    {"rand-shuffle", "rand.Shuffle of the standard library", 0, 0, goShuffle},
    {"swap-any", "swaps every card with any card: biased from three cards on", 0, 0, goSwapAny}};
static const fairshuffle_plugin plugin = FAIRSHUFFLE_PLUGIN(shuffles);
FAIRSHUFFLE_PLUGIN_EXPORT const fairshuffle_plugin* fairshuffle_plugin_describe(void) {
  return &plugin;
}
