#include "harness/lesson/worst_draw.hpp"

#include <algorithm>
#include <utility>

#include "core/interpret/enumerate.hpp"

namespace fairshuffle {

std::optional<WorstDraw> worst_draw_of(const SampleSetup& setup) {
  constexpr std::uint64_t most_values_shown = 64;
  const std::uint64_t max_word = max_word_of(*setup.source, setup.bits);
  std::optional<WorstDraw> worst;
  std::uint64_t worst_difference = 0;
  for (const std::uint64_t bound : bounds_drawn(setup)) {
    if (bound > most_values_shown) continue;
    DrawLaw law = setup.draw->law(*setup.source, max_word, bound);
    if (law.uniform) continue;
    const auto [fewest, most] = std::ranges::minmax(law.words);
    if (most - fewest < worst_difference || most == fewest) continue;
    worst_difference = most - fewest;
    worst = WorstDraw{.bound = bound, .law = std::move(law)};
  }
  return worst;
}

}  // namespace fairshuffle
