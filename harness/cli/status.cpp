// fairshuffle status: what files of counts hold.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/looks.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/counts/counts_file.hpp"
#include "harness/engine/forecast.hpp"
#include "harness/job/certify_plan.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

std::string trials_left(const RunPlan& plan, const TargetRecord& target, std::uint64_t trials) {
  if (target.facts.recorded) return "";
  const std::optional<std::uint64_t> if_fair = trials_if_fair(plan, target.target, plan.budget.tolerance);
  const std::uint64_t wanted = std::min(if_fair.value_or(plan.most_trials), plan.most_trials);
  if (wanted <= trials) return "";
  return fmt::format(", about {} more {}", short_number(static_cast<double>(wanted - trials), 2),
                     if_fair ? "if it is fair" : "at most");
}

void show_undecided(CountsFile& file, const RunPlan& plan, std::size_t index) {
  const TargetRecord& target = target_at(file.head().run, index);
  std::optional<CountsReader> counts = file.counts_of(index);
  const std::uint64_t trials = counts ? counts->number() : 0;
  fmt::print("  {}: undecided, {}{}\n", one_visible_line(target.name),
             counts ? fmt::format("{} trials", with_commas(trials)) : "begins again",
             trials_left(plan, target, trials));
}

void show_shard(const CountsFile& file) {
  const CountsHead& head = file.head();
  const LookSchedule schedule(head.run.max_trials, head.run.fixed_trials);
  fmt::print("{}: shard {}/{} from look {} to {}, at {} trials of a target in all shards, of {}\n",
             one_visible_line(file.path().string()), head.shard->index, head.shard->of, head.look,
             head.shard->last_look, with_commas(schedule.trials_at(head.shard->last_look)),
             one_visible_line(head.run.command));
}

void show(CountsFile& file) {
  const CountsHead& head = file.head();
  if (head.shard) return show_shard(file);
  const std::size_t targets = targets_of(head.run);
  const LookSchedule schedule(head.run.max_trials, head.run.fixed_trials);
  fmt::print("{}: a checkpoint of {}\n", one_visible_line(file.path().string()),
             one_visible_line(head.run.command));
  fmt::print("  look {} is next, at {} trials; {} of {} targets are undecided{}\n", head.look,
             with_commas(schedule.trials_at(head.look)), head.undecided.size(), targets,
             head.early_end_spent ? "; what was kept for an early end is spent" : "");
  const RunPlan plan = plan_of_record(head.run).run;
  for (std::size_t index = 0; index < targets; ++index) {
    const TargetRecord& target = target_at(head.run, index);
    if (std::ranges::binary_search(head.undecided, index)) {
      show_undecided(file, plan, index);
    } else {
      fmt::print("  {}: {}\n", one_visible_line(target.name),
                 target.verdict ? to_text(*target.verdict) : "failed");
    }
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
    for (const std::string& path : *paths) {
      CountsFile file(path);
      show(file);
    }
    exit_code = exit_as_hoped;
  });
}

}  // namespace fairshuffle
