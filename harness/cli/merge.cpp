// fairshuffle merge: the shards of a run, judged as one.
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <sys/resource.h>

#include "core/verdict/conclusion.hpp"
#include "harness/cli/certify_files.hpp"
#include "harness/cli/certify_options.hpp"
#include "harness/cli/run_ending.hpp"
#include "harness/cli/standard_streams.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/cli/terminal_style.hpp"
#include "harness/counts/checkpoint.hpp"
#include "harness/counts/shard_files.hpp"
#include "harness/input_error.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/machine.hpp"
#include "harness/report/begun_reports.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

struct MergeArguments {
  std::vector<std::string> files;
  std::optional<std::string> next;
  CertifyArguments report;
};

// All files are open at the same time.
void allow_many_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

// Keeps the run where it is left, and at no other time.
class NextRound final : public RunKeeper {
 public:
  explicit NextRound(Checkpoint& checkpoint) : checkpoint_(checkpoint) {
    checkpoint.switch_on();
    checkpoint.leave_pace_out();
  }
  bool is_due() override { return false; }
  void keep(const KeptRun& run) override { checkpoint_.keep(run); }

 private:
  Checkpoint& checkpoint_;
};

int run_merge(const MergeArguments& options) {
  terminal_style(options.report.color, options.report.verbose);  // refuses a wrong word first
  const std::optional<GithubStep> github =
      options.report.github ? std::optional<GithubStep>(std::in_place) : std::nullopt;
  allow_many_files();
  ShardFiles shards(std::vector<std::filesystem::path>(options.files.begin(), options.files.end()));
  const RunInputs inputs{.files{options.files.begin(), options.files.end()}};
  const CertifyFiles files = certify_files(options.report, options.report.force, inputs, options.next);
  CertifyPlan plan = plan_of_record(shards.head().run);
  const RunRecord planned = planned_record(plan);
  if (plan_digest(planned) != shards.head().plan)
    throw InputError("the shards hold no plan that can be judged");
  plan.run.counted = &shards;
  plan.run.last_look = shards.last_look();
  if (shards.start()) plan.run.start = start_from(shards.start(), planned, shards.head().contents);
  Checkpoint checkpoint(
      planned, options.next.value_or(""), 0, [](const std::string& sentence) { throw InputError(sentence); },
      shards.head().contents);
  NextRound next_round(checkpoint);
  if (options.next) plan.run.keeper = &next_round;

  Environment environment = environment_now();
  environment.threads = 1;
  std::vector<TargetRecord> targets;
  try {
    targets = run(
        plan.run, [](const Progress&) {}, environment.target_seconds);
  } catch (const NotYetDecided& left) {
    return undecided_end(left.targets, shards.last_look(), options.next.value_or(""),
                         shards.are_whole()
                             ? "--next FILE writes what the next round of shards starts from"
                             : "not all shards are at their end; merge them again when they are further");
  } catch (const CodedCountsError& error) {
    throw InputError(fmt::format("the counts of the shards {}", error.what()));
  } catch (const std::invalid_argument& error) {
    throw InputError(fmt::format("the counts of the shards can't be judged: {}", error.what()));
  }
  for (const std::string& failure : shards.failures()) tell_sentence(failure);
  RunRecord record = concluded(fairshuffle::planned(plan), std::move(targets));
  record.tool_version = FAIRSHUFFLE_VERSION;
  record.command = plan.command;
  record.environment = std::move(environment);
  const BegunReports begun(files.paths(), files.replace);
  return end_of_run(options.report, files, github, record);
}

}  // namespace

void add_merge(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "merge", "Judge the shards of a run: the report is the one that a single run would have written");
  const auto options = std::make_shared<MergeArguments>();
  command
      ->add_option(
          "FILE", options->files,
          "the files of certify --shard, all of them, at their end or not, and the checkpoint that they "
          "start from")
      ->required();
  command
      ->add_option("--next", options->next,
                   "where targets are undecided: write what the next round of shards starts from")
      ->option_text("FILE");
  add_output_options(*command, options->report);
  command->callback([options, &exit_code] { exit_code = run_merge(*options); });
}

}  // namespace fairshuffle
