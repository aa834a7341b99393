#include "harness/cli/shard_rounds.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/run_ending.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

// "1, 3-5"
std::string missing_of(std::uint64_t shards, const std::set<std::uint64_t>& here) {
  std::string text;
  for (std::uint64_t first = 0; first < shards; ++first) {
    if (here.contains(first)) continue;
    std::uint64_t last = first;
    while (last + 1 < shards && !here.contains(last + 1)) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", first);
    if (last > first) text += fmt::format("-{}", last);
    first = last;
  }
  return text;
}

}  // namespace

bool ShardRounds::Round::operator<(const Round& other) const {
  return std::tie(plan, from, shards, last_look) <
         std::tie(other.plan, other.from, other.shards, other.last_look);
}

void ShardRounds::add(const CountsHead& head) {
  if (!head.shard) return;
  const ShardHead& shard = *head.shard;
  State& state =
      rounds_[{.plan = head.plan, .from = shard.from, .shards = shard.of, .last_look = shard.last_look}];
  if (!state.here.insert(shard.index).second) return;
  if (state.here.size() == 1) {
    state.counted_look = shard.counted_look();
    for (const std::size_t index : head.undecided) {
      state.undecided.push_back(target_at(head.run, index).name);
    }
  }
  state.counted_look = std::min(state.counted_look, shard.counted_look());
  state.trials_at_end += shard.trials;
  if (!shard.reached) {
    state.trials += shard.trials;
    ++state.whole;
    return;
  }
  state.trials += shard.reached->trials;
  if (head.trials_a_second > 0) {
    const auto left = static_cast<double>(shard.trials - shard.reached->trials);
    state.seconds_left = std::max(state.seconds_left, left / head.trials_a_second);
  } else {
    state.is_pace_known = false;
  }
}

void ShardRounds::show() const {
  for (const auto& [round, state] : rounds_) show(round, state);
}

void ShardRounds::show(const Round& round, const State& state) {
  const bool is_all = state.here.size() == round.shards, is_whole = state.whole == round.shards;
  fmt::print("{} of {} shards to look {} are here{}{}\n", state.here.size(), round.shards, round.last_look,
             is_all ? "" : "; missing: " + missing_of(round.shards, state.here),
             !is_whole            ? ""
             : round.from.empty() ? ": 'fairshuffle merge' judges them"
                                  : ": 'fairshuffle merge' judges them with the checkpoint they start from");
  fmt::print("  {} undecided where they start: {}\n", state.undecided.size(),
             one_visible_line(few_of(state.undecided)));
  if (state.whole == state.here.size()) return;
  fmt::print("  {} of {} trials ({:.0f} %), {} whole{}\n", with_commas(state.trials),
             with_commas(state.trials_at_end),
             100 * static_cast<double>(state.trials) / static_cast<double>(state.trials_at_end), state.whole,
             state.is_pace_known
                 ? fmt::format("; about {} more at their pace", duration_text(state.seconds_left))
                 : "");
  if (is_all && state.counted_look > 0) {
    fmt::print("  all have look {}: 'fairshuffle merge' judges them as far as that\n", state.counted_look);
  }
}

}  // namespace fairshuffle
