// fairshuffle status: what files of counts hold.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
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

// How far all shards are that the files are of.
class Rounds {
 public:
  void add(const CountsHead& head) {
    if (!head.shard) return;
    const ShardHead& shard = *head.shard;
    here_[{.plan = head.plan, .from = shard.from, .shards = shard.of, .last_look = shard.last_look}].insert(
        shard.index);
  }

  void show() const {
    for (const auto& [round, here] : here_) {
      const bool is_whole = here.size() == round.shards;
      fmt::print("{} of {} shards to look {} are here{}{}\n", here.size(), round.shards, round.last_look,
                 is_whole ? "" : "; missing: " + missing_of(round.shards, here),
                 !is_whole ? ""
                 : round.from.empty()
                     ? ": 'fairshuffle merge' judges them"
                     : ": 'fairshuffle merge' judges them with the checkpoint they start from");
    }
  }

 private:
  std::map<Round, std::set<std::uint64_t>> here_;
};

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
