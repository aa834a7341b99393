#include "core/verdict/look_check.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/interpret/lanes/kernel.hpp"
#include "core/order/number_text.hpp"

namespace fairshuffle {

namespace {

// The pairs of so many trials, no two orders of which an invalid one parts, when each half of a block is run
// in so many streams.
std::uint64_t pairs_in_streams(std::uint64_t trials, std::uint64_t streams) {
  const auto pairs_in_block = [streams](std::uint64_t block) {
    const std::uint64_t first = block / 2, second = block - first;
    return first - std::min(first, streams) + (second - std::min(second, streams));
  };
  return trials / trials_per_block * pairs_in_block(trials_per_block) +
         pairs_in_block(trials % trials_per_block);
}

bool pairs_are_possible(const TargetRecord& record) {
  // Each may have parted two pairs, one or none.
  if (record.invalid_trials > 0) return true;
  const bool may_run_in_lanes =
      record.target.kind == "builtin" && record.target.deck_size <= largest_lane_deck;
  return record.successive_pairs == pairs_in_streams(record.trials, 1) ||
         (may_run_in_lanes && record.successive_pairs == pairs_in_streams(record.trials, lanes_per_block));
}

}  // namespace

std::vector<Contradiction> look_contradictions(const TargetRecord& record, const LookSchedule& schedule,
                                               bool is_recorded, std::uint64_t most_trials) {
  std::vector<Contradiction> contradictions;
  const int look = record.look;
  if (look > 1 && (is_recorded || schedule.is_last(look - 1))) {
    contradictions.push_back(
        {"/look", fmt::format("is {}, but look {} was the last", look, is_recorded ? 1 : look - 1)});
  }
  const std::uint64_t due = is_recorded ? most_trials : schedule.trials_at(look);
  // A target from outside may fail after a trial that was no order, which is evidence of its own.
  const bool may_stop = is_recorded || (record.target.kind != "builtin" && record.invalid_trials > 0);
  if (may_stop ? record.trials > due : record.trials != due) {
    contradictions.push_back(
        {"/trials", fmt::format("is {}, but {} {}", with_commas(record.trials),
                                may_stop ? "the limit is" : "the look comes at", with_commas(due))});
  }
  if (!pairs_are_possible(record)) {
    contradictions.push_back(
        {"/counts/repeats/pairs",
         fmt::format("is {}, but {} trials in blocks of {} have {}", with_commas(record.successive_pairs),
                     with_commas(record.trials), with_commas(trials_per_block),
                     with_commas(pairs_in_streams(record.trials, 1)))});
  }
  return contradictions;
}

}  // namespace fairshuffle
