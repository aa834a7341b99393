#include "core/interpret/lanes/lanes.hpp"

#include <array>
#include <utility>

#include "core/interpret/lanes/lane_sources.hpp"
#include "core/interpret/lanes/lane_tally.hpp"
#include "core/shuffle/catalogue.hpp"

namespace fairshuffle {

namespace {

template <class... S>
std::optional<Steps> steps_of_setup(ShuffleList<S...>, const SampleSetup& setup) {
  std::optional<Steps> steps;
  const auto record = [&]<class Shuffle>(std::type_identity<Shuffle>) {
    if constexpr (HasSteps<Shuffle>) {
      if (Shuffle::info.name == setup.shuffle->name) {
        steps = steps_of(Shuffle(OptionValues(setup.options)), setup.deck_size);
      }
    }
  };
  (record(std::type_identity<S>{}), ...);
  return steps;
}

class LanesSampler final : public Sampler {
 public:
  explicit LanesSampler(LaneTask task) : task_(std::move(task)), lane_tally_(task_.steps.deck_size) {}

  void begin_block(std::uint64_t seed) override {
    visit_lane_source(task_.draws.source,
                      [&]<class S>(std::type_identity<S>) { seed_lanes<S>(seed, states_); });
    next_held_ = held_.size();
  }

  void run(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) override {
    previous_.fill(no_deck);
    const std::uint64_t end = first_trial + trials;
    for (std::uint64_t trial = first_trial; trial < end;) {
      lane_tally_.begin(tally, trial);
      if (next_held_ < held_.size()) {
        lane_tally_.add_deck(held_[next_held_], trial, previous_[next_held_ % lanes_per_block]);
        ++next_held_;
        ++trial;
      } else if (const std::uint64_t pairs_of_rows = (end - trial) / held_.size(); pairs_of_rows > 0) {
        const std::uint64_t rows = 2 * pairs_of_rows;
        run_lanes(task_, run_of(rows, counting_into(tally)));
        trial += rows * lanes_per_block;
      } else {
        hold_two_rows();
      }
    }
  }

 private:
  LaneCounting counting_into(const RunningTally& tally) const {
    if (!tally.counts_orders()) return LaneCounting::decks;
    return task_.steps.deck_size <= TupleCounts::largest_deck ? LaneCounting::tuples : LaneCounting::ranks;
  }

  LaneRun run_of(std::uint64_t rows, LaneCounting counting) {
    return {.counting = counting,
            .states = &states_,
            .previous = &previous_,
            .rows = rows,
            .tally = &lane_tally_};
  }

  // The lanes always run two rows together. Where fewer trials are asked for, their decks are kept until the
  // rest of them is wanted as well.
  void hold_two_rows() {
    lane_tally_.hold(held_);
    run_lanes(task_, run_of(2, LaneCounting::decks));
    lane_tally_.release();
    next_held_ = 0;
  }

  LaneTask task_;
  LaneTally lane_tally_;
  LaneStates states_;
  std::array<std::uint64_t, lanes_per_block> previous_;
  std::array<std::uint64_t, 2 * lanes_per_block> held_;
  std::size_t next_held_ = held_.size();
};

}  // namespace

std::optional<LaneTask> lane_task_of(const SampleSetup& setup) {
  if (setup.deck_size < 2 || setup.deck_size > largest_lane_deck || setup.carried ||
      setup.clock.seeding.kind != SeedingKind::per_block) {
    return std::nullopt;
  }
  std::optional<Steps> steps = steps_of_setup(Shuffles{}, setup);
  if (!steps) return std::nullopt;
  std::optional<DrawPlan> draws = plan_draws(steps->bounds, *setup.source, setup.bits, *setup.draw);
  if (!draws) return std::nullopt;
  std::optional<ByteProgram> bytes = byte_program_of(*steps);
  if (!bytes && setup.deck_size <= largest_byte_deck) return std::nullopt;
  return LaneTask{.draws = std::move(*draws), .steps = std::move(*steps), .bytes = std::move(bytes)};
}

std::unique_ptr<Sampler> make_lanes_sampler(LaneTask task) {
  return std::make_unique<LanesSampler>(std::move(task));
}

}  // namespace fairshuffle
