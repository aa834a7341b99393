// The lanes sampler: runs a target's trials many at a time.
#pragma once

#include <memory>
#include <optional>

#include "core/interpret/lanes/kernel.hpp"
#include "core/interpret/sample.hpp"

namespace fairshuffle {

/// What the lanes do for a setup; nothing when they cannot do it: a shuffle that asks what a draw gave, a
/// source, draw method or bound without a lane form, a clock seeding, carried decks, more than 64 cards.
/// Depends on the setup alone, so that its counts are the same on every machine.
std::optional<LaneTask> lane_task_of(const SampleSetup& setup);
/// The same for the steps of any shuffle, and draws from a source cut to `bits` (0 for whole words).
std::optional<LaneTask> lane_task_of(Steps steps, const SourceEntry& source, int bits, const DrawEntry& draw);

/// The sampler of a task. Trial t of a block is trial t / 64 of lane t % 64, each of which draws from the
/// stream of its own seed.
std::unique_ptr<Sampler> make_lanes_sampler(LaneTask task);

}  // namespace fairshuffle
