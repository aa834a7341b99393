// A shuffle that throws, for the tests.
#include <stdexcept>

#include <fairshuffle/fairshuffle_plugin.h>

static int throws(uint32_t, uint64_t, size_t, uint8_t*) {
  throw std::runtime_error("no cards today");
}

static const fairshuffle_plugin_shuffle shuffles[] = {{"throws", "throws at once", 0, 0, throws}};
static const fairshuffle_plugin plugin = FAIRSHUFFLE_PLUGIN(shuffles);

const fairshuffle_plugin* fairshuffle_plugin_describe() {
  return &plugin;
}
