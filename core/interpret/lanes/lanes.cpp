#include "core/interpret/lanes/lanes.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "core/interpret/lanes/lane_sources.hpp"
#include "core/interpret/lanes/lane_tally.hpp"
#include "core/interpret/steps.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t trials_of_word = rows_of_word * lanes_per_block;

class LanesSampler final : public Sampler {
 public:
  explicit LanesSampler(LaneTask task)
      : task_(std::move(task)), lane_tally_(task_), held_(trials_of_word * deck_size()) {}

  void begin_block(std::uint64_t seed) override {
    visit_lane_source(task_.draws.source,
                      [&]<class S>(std::type_identity<S>) { seed_lanes<S>(seed, states_); });
    next_held_ = trials_of_word;
    last_.forget();
    lane_tally_.begin_block();
  }

  bool may_be_parted() const override { return true; }

  void run(std::uint64_t first_trial, std::uint64_t trials, RunningTally& tally) override {
    const std::uint64_t end = first_trial + trials;
    for (std::uint64_t trial = first_trial; trial < end;) {
      lane_tally_.begin(tally, trial);
      if (next_held_ < trials_of_word) {
        add_held();
        ++trial;
      } else if (const std::uint64_t words = (end - trial) / trials_of_word; words > 0) {
        const std::uint64_t by_deck = LaneTally::rows_by_deck_from(trial), left = words * rows_of_word;
        const std::uint64_t rows = by_deck > 0 ? std::min(by_deck, left) : left;
        run_lanes(task_, run_of(rows, by_deck > 0 ? first_counting_into(tally) : counting_into(tally)));
        trial += rows * lanes_per_block;
      } else {
        hold_rows();
      }
    }
  }

 private:
  static LaneCounting counting_into(const RunningTally& tally) {
    if (tally.counts_permutations()) return LaneCounting::permutations;
    return tally.takes_planes() ? LaneCounting::planes : LaneCounting::decks;
  }

  // Of the first trials, of which every relative permutation is wanted.
  LaneCounting first_counting_into(const RunningTally& tally) const {
    const bool by_rank =
        task_.planes && tally.counts_permutations() && task_.steps.deck_size <= SuccessiveRanks::largest_deck;
    return by_rank ? LaneCounting::first_permutations : LaneCounting::decks;
  }

  std::size_t deck_size() const { return static_cast<std::size_t>(task_.steps.deck_size); }

  LaneRun run_of(std::uint64_t rows, LaneCounting counting) {
    return {.counting = counting,
            .states = &states_,
            .last = &last_,
            .rows = rows,
            .tally = &lane_tally_,
            .room = &room_};
  }

  // The lanes always run the rows of a word together. Where fewer trials are asked for, their decks are kept
  // until the rest of them is wanted as well.
  void hold_rows() {
    lane_tally_.hold(held_);
    run_lanes(task_, run_of(rows_of_word, LaneCounting::decks));
    lane_tally_.release();
    next_held_ = 0;
  }

  void add_held() {
    lane_tally_.add_deck(std::span<const Card>(held_).subspan(next_held_ * deck_size(), deck_size()), 0,
                         next_held_ % lanes_per_block, last_);
    ++next_held_;
  }

  LaneTask task_;
  LaneTally lane_tally_;
  LaneStates states_{};
  LastDecks last_;
  LaneRoom room_;
  std::vector<Card> held_;  // the decks that were kept, end to end
  std::size_t next_held_ = trials_of_word;
};

}  // namespace

std::optional<LaneTask> lane_task_of(Steps steps, const SourceEntry& source, int bits,
                                     const DrawEntry& draw) {
  if (std::ranges::any_of(steps.terms, [](int terms) { return terms != 1; })) return std::nullopt;
  if (!list_what_has_no_kernel(steps)) return std::nullopt;
  std::optional<PlaneProgram> planes = plane_program_of(steps);
  std::optional<TallProgram> tall = tall_program_of(steps);
  if (steps.deck_size > largest_lane_deck && !tall) return std::nullopt;
  const int batch_bits = planes || steps.deck_size > largest_lane_deck ? 16 : 32;
  std::optional<DrawPlan> draws = plan_draws(steps.bounds, source, bits, draw, batch_bits);
  if (!draws) return std::nullopt;
  return LaneTask{.draws = *std::move(draws),
                  .steps = std::move(steps),
                  .planes = std::move(planes),
                  .tall = std::move(tall)};
}

std::optional<LaneTask> lane_task_of(const SampleSetup& setup) {
  if (setup.deck_size < 2 || setup.deck_size > largest_tall_deck || setup.carried ||
      setup.reading != Symmetry{} || setup.clock.seeding.kind != SeedingKind::per_block) {
    return std::nullopt;
  }
  std::optional<Steps> steps = steps_of_setup(setup);
  return steps ? lane_task_of(*std::move(steps), *setup.source, setup.bits, *setup.draw) : std::nullopt;
}

std::unique_ptr<Sampler> make_lanes_sampler(LaneTask task) {
  return std::make_unique<LanesSampler>(std::move(task));
}

}  // namespace fairshuffle
