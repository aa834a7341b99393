// fairshuffle status: what files of counts hold.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/looks.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/shard_rounds.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/counts/counts_file.hpp"
#include "harness/counts/shard_files.hpp"
#include "harness/engine/forecast.hpp"
#include "harness/job/certify_plan.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

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
std::string more_text(const TrialsLeft& left) {
  if (left.trials == 0) return "";
  return fmt::format(", about {} more {}", short_number(static_cast<double>(left.trials), 2),
                     left.is_if_fair ? "if it is fair" : "at most");
}

std::string age_text(const CountsFile& file) {
  using Moment = std::filesystem::file_time_type;
  std::error_code unknown;
  const Moment written = std::filesystem::last_write_time(file.path(), unknown);
  const std::chrono::duration<double> age = Moment::clock::now() - written;
  return unknown ? "written at no known time"
                 : fmt::format("written {} ago", duration_text(std::max(0.0, age.count())));
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
             counts ? fmt::format("{} trials", with_commas(trials)) : "begins again", more_text(left));
  return left;
}

void show_shard(CountsFile& file) {
  const CountsHead& head = file.head();
  const ShardHead& shard = *head.shard;
  fmt::print("{}: shard {}/{} from look {} to {}, ", one_visible_line(file.path().string()), shard.index,
             shard.of, head.look, shard.last_look);
  if (shard.reached) {
    fmt::print("at look {}, {} of {} trials, {}, of {}\n", shard.reached->look,
               with_commas(shard.reached->trials), with_commas(shard.trials), age_text(file),
               one_visible_line(head.run.command));
  } else {
    fmt::print("whole, {} trials, of {}\n", with_commas(shard.trials), one_visible_line(head.run.command));
  }
  for (const std::string& failure : failures_in(file))
    fmt::print("  failed: {}\n", one_visible_line(failure));
}

void show(CountsFile& file) {
  const CountsHead& head = file.head();
  if (head.shard) return show_shard(file);
  const std::size_t targets = targets_of(head.run);
  const LookSchedule schedule(head.run.max_trials, head.run.fixed_trials);
  fmt::print("{}: a checkpoint, {}, of {}\n", one_visible_line(file.path().string()), age_text(file),
             one_visible_line(head.run.command));
  fmt::print("  look {} is next, at {} trials; {} of {} targets are undecided{}\n", head.look,
             with_commas(schedule.trials_at(head.look)), head.undecided.size(), targets,
             head.early_end_spent ? "; what was kept for an early end is spent" : "");
  const RunPlan plan = plan_of_record(head.run).run;
  TrialsLeft left{.trials = 0, .is_if_fair = true};
  for (std::size_t index = 0; index < targets; ++index) {
    const TargetRecord& target = target_at(head.run, index);
    if (index == head.run.results.size()) fmt::print("  controls:\n");
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
    ShardRounds rounds;
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
