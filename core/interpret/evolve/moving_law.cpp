#include "core/interpret/evolve/moving_law.hpp"

#include <algorithm>

namespace fairshuffle {

namespace {

PackedRearrangement packed(const PositionSources& sources, int deck_size) {
  PackedRearrangement rearrangement{.in_place = 0, .moves = {}};
  for (int position = 0; position < deck_size; ++position) {
    const int source = sources[static_cast<std::size_t>(position)];
    if (source == position) {
      rearrangement.in_place |= PackedOrder{15} << 4 * position;
    } else {
      rearrangement.moves[rearrangement.moved++] = {4 * source, 4 * position};
    }
  }
  return rearrangement;
}

}  // namespace

std::vector<PackedGroup> packed_groups(const Mix& mix, int deck_size) {
  std::vector<const Mix::Rearrangement*> by_weight;
  for (const auto& each : mix.rearrangements) by_weight.push_back(&each);
  std::ranges::stable_sort(by_weight, {}, [](const auto* each) -> const Integer& { return each->weight; });
  std::vector<PackedGroup> groups;
  for (const auto* each : by_weight) {
    if (groups.empty() || each->weight != groups.back().weight) groups.push_back({each->weight, {}});
    groups.back().rearrangements.push_back(packed(each->sources, deck_size));
  }
  return groups;
}

}  // namespace fairshuffle
