// fairshuffle status: what files of counts hold.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/looks.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/counts/counts_file.hpp"
#include "harness/engine/forecast.hpp"
#include "harness/job/certify_plan.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

using Moment = std::filesystem::file_time_type;

// How many trials a target still needs: if it is fair, where that is known, and else at most.
struct TrialsLeft {
  std::uint64_t trials = 0;
  bool is_if_fair = false;
};

TrialsLeft trials_left(const RunPlan& plan, const TargetRecord& target, std::uint64_t trials) {
  if (target.facts.recorded) return {};
  const std::optional<std::uint64_t> if_fair = trials_if_fair(plan, target.target, plan.budget.tolerance);
  const std::uint64_t wanted = std::min(if_fair.value_or(plan.most_trials), plan.most_trials);
  return {.trials = wanted - std::min(wanted, trials), .is_if_fair = if_fair.has_value()};
}

// ", about 2.5e9 more if it is fair"
std::string more_text(const TrialsLeft& left, std::string_view if_fair) {
  if (left.trials == 0) return "";
  return fmt::format(", about {} more {}", short_number(static_cast<double>(left.trials), 2),
                     left.is_if_fair ? if_fair : "at most");
}

// Of a file.
Moment written_at(const CountsFile& file) {
  std::error_code unknown;
  const Moment moment = std::filesystem::last_write_time(file.path(), unknown);
  return unknown ? Moment::clock::now() : moment;
}

std::string age_text(Moment moment) {
  const std::chrono::duration<double> age = Moment::clock::now() - moment;
  return fmt::format("written {} ago", duration_text(std::max(0.0, age.count())));
}

// "at 51 M/s about 12 min more", of a run whose files tell its pace.
std::string time_text(std::uint64_t trials, double trials_a_second) {
  return fmt::format("at {} about {} more", pace_text(trials_a_second),
                     duration_text(static_cast<double>(trials) / trials_a_second));
}

TrialsLeft show_undecided(CountsFile& file, const RunPlan& plan, std::size_t index) {
  const TargetRecord& target = target_at(file.head().run, index);
  std::optional<CountsReader> counts = file.counts_of(index);
  const std::uint64_t trials = counts ? counts->number() : 0;
  const TrialsLeft left = trials_left(plan, target, trials);
  fmt::print("  {}: undecided, {}{}\n", one_visible_line(target.name),
             counts ? fmt::format("{} trials", with_commas(trials)) : "begins again",
             more_text(left, "if it is fair"));
  return left;
}

void show_shard(const CountsFile& file) {
  const CountsHead& head = file.head();
  const ShardHead& shard = *head.shard;
  fmt::print("{}: shard {}/{} from look {} to {}, ", one_visible_line(file.path().string()), shard.index,
             shard.of, head.look, shard.last_look);
  if (shard.reached) {
    fmt::print("at look {}, {} of {} trials, {}, of {}\n", shard.reached->look,
               with_commas(shard.reached->trials), with_commas(shard.trials), age_text(written_at(file)),
               one_visible_line(head.run.command));
  } else {
    fmt::print("whole, {} trials, of {}\n", with_commas(shard.trials), one_visible_line(head.run.command));
  }
}

// The shards of one run that start and end at the same looks.
struct Round {
  std::string plan;
  std::string from;
  std::uint64_t shards = 1;
  int last_look = 1;

  // Some C++ libraries have no <=> of texts.
  bool operator<(const Round& other) const {
    return std::tie(plan, from, shards, last_look) <
           std::tie(other.plan, other.from, other.shards, other.last_look);
  }
};

// Of these what the files tell that are here.
struct RoundState {
  std::set<std::uint64_t> here;
  std::size_t whole = 0;
  std::uint64_t trials = 0, trials_at_end = 0;
  double seconds_left = 0;  // of the one that takes longest
  bool is_pace_known = true;
  int counted_look = 0;  // that all have
  std::vector<std::string> undecided;
};

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

// "a, b, ..."
std::string few_of(const std::vector<std::string>& names) {
  constexpr std::size_t most_named = 5;
  std::string text;
  for (std::size_t index = 0; index < std::min(names.size(), most_named); ++index) {
    text += (index == 0 ? "" : ", ") + one_visible_line(names[index]);
  }
  return names.size() > most_named ? text + ", ..." : text;
}

// How far all shards are that the files are of.
class Rounds {
 public:
  void add(const CountsHead& head) {
    if (!head.shard) return;
    const ShardHead& shard = *head.shard;
    RoundState& state =
        rounds_[{.plan = head.plan, .from = shard.from, .shards = shard.of, .last_look = shard.last_look}];
    if (!state.here.insert(shard.index).second) return;
    const std::uint64_t trials = shard.reached ? shard.reached->trials : shard.trials;
    state.counted_look =
        state.here.size() == 1 ? shard.counted_look() : std::min(state.counted_look, shard.counted_look());
    state.trials += trials;
    state.trials_at_end += shard.trials;
    if (!shard.reached) ++state.whole;
    if (shard.reached && head.trials_a_second > 0) {
      state.seconds_left =
          std::max(state.seconds_left, static_cast<double>(shard.trials - trials) / head.trials_a_second);
    } else if (shard.reached) {
      state.is_pace_known = false;
    }
    if (state.here.size() > 1) return;
    for (const std::size_t index : head.undecided) {
      state.undecided.push_back(target_at(head.run, index).name);
    }
  }

  void show() const {
    for (const auto& [round, state] : rounds_) show(round, state);
  }

 private:
  static void show(const Round& round, const RoundState& state) {
    const bool is_all = state.here.size() == round.shards, is_whole = state.whole == round.shards;
    fmt::print("{} of {} shards to look {} are here{}{}\n", state.here.size(), round.shards, round.last_look,
               is_all ? "" : "; missing: " + missing_of(round.shards, state.here),
               !is_whole ? ""
               : round.from.empty()
                   ? ": 'fairshuffle merge' judges them"
                   : ": 'fairshuffle merge' judges them with the checkpoint they start from");
    fmt::print("  {} undecided where they start: {}\n", state.undecided.size(), few_of(state.undecided));
    if (state.whole == state.here.size()) return;
    fmt::print(
        "  {} of {} trials ({:.0f} %), {} whole{}\n", with_commas(state.trials),
        with_commas(state.trials_at_end),
        100 * static_cast<double>(state.trials) / static_cast<double>(state.trials_at_end), state.whole,
        state.is_pace_known ? fmt::format("; about {} more at their pace", duration_text(state.seconds_left))
                            : "");
    if (is_all && state.counted_look > 0) {
      fmt::print("  all have look {}: 'fairshuffle merge' judges them as far as that\n", state.counted_look);
    }
  }

  std::map<Round, RoundState> rounds_;
};

void show(CountsFile& file) {
  const CountsHead& head = file.head();
  if (head.shard) return show_shard(file);
  const std::size_t targets = targets_of(head.run);
  const LookSchedule schedule(head.run.max_trials, head.run.fixed_trials);
  fmt::print("{}: a checkpoint, {}, of {}\n", one_visible_line(file.path().string()),
             age_text(written_at(file)), one_visible_line(head.run.command));
  fmt::print("  look {} is next, at {} trials; {} of {} targets are undecided{}\n", head.look,
             with_commas(schedule.trials_at(head.look)), head.undecided.size(), targets,
             head.early_end_spent ? "; what was kept for an early end is spent" : "");
  const RunPlan plan = plan_of_record(head.run).run;
  TrialsLeft left{.trials = 0, .is_if_fair = true};
  for (std::size_t index = 0; index < targets; ++index) {
    const TargetRecord& target = target_at(head.run, index);
    if (std::ranges::binary_search(head.undecided, index)) {
      const TrialsLeft of_target = show_undecided(file, plan, index);
      left.trials += of_target.trials;
      left.is_if_fair = left.is_if_fair && of_target.is_if_fair;
    } else {
      fmt::print("  {}: {}\n", one_visible_line(target.name),
                 target.verdict ? to_text(*target.verdict) : "failed");
    }
  }
  if (left.trials > 0 && head.trials_a_second > 0) {
    fmt::print("  {}{}\n", time_text(left.trials, head.trials_a_second),
               left.is_if_fair ? " if all are fair" : " at most");
  }
}

}  // namespace

void add_status(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("status", "Say what checkpoints and shards hold, and what is still to be run");
  const auto paths = std::make_shared<std::vector<std::string>>();
  command->add_option("FILE", *paths, "files of certify --checkpoint, certify --shard and merge --next")
      ->required();
  command->callback([paths, &exit_code] {
    Rounds rounds;
    for (const std::string& path : *paths) {
      CountsFile file(path);
      show(file);
      rounds.add(file.head());
    }
    rounds.show();
    exit_code = exit_as_hoped;
  });
}

}  // namespace fairshuffle
