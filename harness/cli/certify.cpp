#include "harness/cli/certify.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "core/record/plan.hpp"
#include "harness/cli/command_line.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/cluster/rank_parts.hpp"
#include "harness/job/chosen_bets.hpp"
#include "harness/report/report_file.hpp"
#include "harness/report/report_input.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/target.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"
#include "reports/formats.hpp"
#include "reports/json_report.hpp"
#include "reports/run/run_document.hpp"

namespace fairshuffle {

namespace {

void add_plan_option(CLI::App& command, const PlanOption& option, PlanOptions& options) {
  const std::string name(option.name), meaning(option.meaning);
  const std::string placeholder(option.placeholder);
  if (const auto* text = std::get_if<std::optional<std::string> PlanOptions::*>(&option.value)) {
    command.add_option(name, options.**text, meaning)->option_text(placeholder);
  } else if (const auto* texts = std::get_if<std::vector<std::string> PlanOptions::*>(&option.value)) {
    command.add_option(name, options.**texts, meaning)->option_text(placeholder)->allow_extra_args(false);
  } else {
    command.add_flag(name, options.*std::get<bool PlanOptions::*>(option.value), meaning);
  }
}

// The options that decide what a report says, and so stand in its command: all but where it goes and how.
// `options` must outlive the parsing.
void add_plan_options(CLI::App& command, PlanOptions& options) {
  command.add_option(
      "TARGET", options.targets,
      "name[:key=value,...], as in swap-pairs:k=10,source=msvc-rand,draw=modulo; a name may hold * and ?");
  const std::span<const PlanOption> all = all_plan_options();
  add_plan_option(command, all.front(), options);
  add_target_options(command, options.typed);
  for (const PlanOption& option : all.subspan(1)) add_plan_option(command, option, options);
  add_shuffle_options(command, options.settings);
}

namespace fs = std::filesystem;

void add_folder(std::vector<CertifyFile>& files, const fs::path& folder) {
  files.push_back({"Report", folder / "report.json", json_report});
  for (const ReportFormat& format : all_report_formats()) {
    if (!format.goes_with_report) continue;
    files.push_back({"Drawn", folder / fmt::format("report{}", format.ending), format.draw});
  }
}

std::vector<fs::path> files_named_in(const RunPlan& plan) {
  // All of a text, what is quoted in it, and its words, as a shell would part them or nearly so.
  static constexpr std::array<std::string_view, 3> partings{"", "'\"", "'\"`|&;<>(){}= \t\r\n"};
  std::set<std::string> names;
  const auto add = [&names](std::string_view text) {
    for (const std::string_view parting : partings) {
      for (std::size_t end = 0, begin = 0; end != std::string_view::npos; begin = end + 1) {
        end = text.find_first_of(parting, begin);
        names.emplace(text.substr(begin, end - begin));
      }
    }
  };
  for (const auto& target : plan.targets) {
    const TargetDescription& description = target->description();
    if (description.kind == kind_of_shuffles().name) continue;
    add(description.shuffle);
    for (const auto& [name, value] : description.options) add(value);
  }
  return {names.begin(), names.end()};
}

int exit_code_of(const RunRecord& record) {
  if (!record.verdict) return exit_incomplete;
  int exit_code = exit_as_hoped;
  for (const TargetRecord& result : record.results) {
    const Outcome outcome = outcome_of(result);
    if (outcome == Outcome::as_due) continue;
    if (outcome != Outcome::undecided) return exit_unfair;
    exit_code = exit_inconclusive;
  }
  return exit_code;
}

// Never throws: what can't be printed is found out when all is done.
void print_out(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

// The same run with a budget that would decide it; nothing where nothing is inconclusive, or no budget would.
std::optional<Section> how_to_decide(const PlanOptions& options, const RunRecord& record,
                                     const fs::path& kept) {
  // A forecast is met by half of the runs; looks beyond a limit share what it left of the budget.
  constexpr double most = 1e12, ordinary_margin = 1.25, margin_beyond = 2;
  const double margin = kept.empty() ? ordinary_margin : margin_beyond;
  // Where neither time nor a signal ended a child's target early its starts are alike, and --trials has one
  // start.
  const bool ends_itself = !options.max_time && record.environment.interrupted.empty();
  double trials = 0;
  bool from_one_start = false, all_if_fair = true;
  for (const TargetRecord& target : record.results) {
    if (target.verdict != Verdict::inconclusive) continue;
    if (target.facts.recorded || !target.trials_to_decide) return std::nullopt;
    from_one_start = from_one_start || (ends_itself && target.evidence.ended_early);
    all_if_fair = all_if_fair && target.decided_if == Verdict::fair;
    trials = std::max(trials, margin * *target.trials_to_decide);
  }
  if (trials == 0 || trials > most || (kept.empty() && !names_a_plan(options))) return std::nullopt;
  PlanOptions deciding = options;
  deciding.trials.reset();
  deciding.max_time.reset();
  deciding.max_trials.reset();
  (from_one_start ? deciding.trials : deciding.max_trials) = short_number(trials, 2);
  const std::string command = kept.empty() ? command_of(deciding, record.seed)
                                           : fmt::format("fairshuffle certify --resume {} --max-trials {}",
                                                         shell_typed(kept.string()), *deciding.max_trials);
  // Whether the program or its command's {trials} ended that start is not known here.
  return Section{.title = fmt::format("To decide, if {}{}", all_if_fair ? "fair" : "as biased as it looks",
                                      from_one_start ? " and one start gives as many" : ""),
                 .blocks = {Command{command}}};
}

void tell_record(const CertifyArguments& options, const CertifyFiles& files,
                 const std::optional<GithubStep>& github, const RunRecord& record, const fs::path& kept) {
  const bool json_to_output = options.json == "-";
  print_out(json_to_output ? json_report(record)
                           : run_text(record, terminal_style(options.color, options.verbose),
                                      how_to_decide(options.plan, record, kept)));
  std::fflush(stdout);
  std::vector<ReportText> texts;
  for (const CertifyFile& file : files.all) texts.push_back({file.path, file.draw(record)});
  write_report_files(texts, files.replace);
  if (!texts.empty() && texts.front().text.size() > largest_report_file) {
    tell_sentence(
        fmt::format("{} is larger than the {} MiB that 'check' and 'diff' read; give fewer targets to a run",
                    texts.front().path.string(), largest_report_file >> 20));
  }
  // Standard output may be the JSON report.
  for (const CertifyFile& file : files.all) {
    if (!options.quiet && !json_to_output) print_out(fmt::format("{}: {}\n", file.what, file.path.string()));
  }
  if (github) github->show(record);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw std::runtime_error("standard output could not be written");
  }
}

// fairshuffle certify: the main job.

// Told otherwise than it would be: a report that is run again says how many it had.
bool tells_slots(const RunPlan& plan) {
  return plan.slots && *plan.slots != plan.slots_left();
}

double passed_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// How many trials certify all targets as fair at that tolerance; nothing where one is recorded, or it is not
// known.
std::optional<double> trials_of_fair_run(const RunPlan& plan, double tolerance) {
  double all = 0;
  // Of a hundred thousand targets each would cost a search.
  std::map<std::pair<int, Multiset>, std::optional<std::uint64_t>> of_deck;
  for (const auto& target : plan.targets) {
    if (target->facts().recorded) return std::nullopt;
    const TargetDescription& description = target->description();
    const auto [known, is_new] = of_deck.try_emplace({description.deck_size, description.multiset});
    std::optional<std::uint64_t>& trials = known->second;
    if (is_new) trials = trials_if_fair(plan, description, tolerance);
    if (!trials) return std::nullopt;
    all += static_cast<double>(*trials);
  }
  return all;
}

// "if fair: 34,000,000 trials, about 7 min; with --tolerance 0.01 about 3 s", at so many trials a second;
// nothing where nothing is known, or the whole takes less than five seconds.
void tell_outlook(const RunPlan& plan, double trials_a_second) {
  constexpr double short_seconds = 5, coarse = 0.01;
  const std::optional<double> trials = trials_of_fair_run(plan, plan.budget.tolerance);
  if (!trials || !(*trials / trials_a_second >= short_seconds)) return;
  std::string text = fmt::format("if fair: {} trials, about {}", about_text(*trials),
                                 duration_text(*trials / trials_a_second));
  const std::optional<double> coarsely =
      plan.budget.tolerance < coarse ? trials_of_fair_run(plan, coarse) : std::nullopt;
  if (coarsely) {
    text += fmt::format("; with --tolerance {} about {}", coarse,
                        duration_text(std::max(1.0, *coarsely / trials_a_second)));
  }
  tell_sentence(text);
}

std::uint64_t trials_expected(const Progress& state) {
  return std::max(state.trials_done, state.trials_if_fair.value_or(state.trials_at_most));
}

PlannedRun certify(const CertifyArguments& options, RunPlan& plan, KeptCounts& kept) {
  const auto start = std::chrono::steady_clock::now();
  PlannedRun ended;
  bool is_told = false;
  Pace pace;
  {
    ProgressLine progress(options.quiet);
    try {
      ended = run_planned(plan, [&](const Progress& state) {
        pace.hear(state);
        const std::optional<double> rate = pace.trials_a_second();
        if (!is_told && rate && passed_since(start) >= 1) {
          is_told = true;
          const double left = static_cast<double>(trials_expected(state) - state.trials_done) / *rate;
          kept.expect(std::min(left, plan.max_seconds.value_or(left)));
          if (!options.quiet) {
            progress.clear();
            tell_outlook(plan, *rate);
          }
        }
        progress.show(state);
      });
    } catch (const CodedCountsError& error) {
      kept.file()->refuse(error.what());
    } catch (const std::invalid_argument& error) {
      if (!kept.file()) throw;
      kept.file()->refuse(fmt::format("can't be judged: {}", error.what()));
    }
  }
  return ended;
}

// Before the run: who mistyped a number need not wait for its end.
void tell_bets_left_out(const RunPlan& plan) {
  for (const std::string& sentence : bets_left_out(plan.bets, decks_of(plan))) tell_sentence(sentence);
}

void tell_remarks(const RunPlan& plan) {
  for (const auto& target : plan.targets) {
    const std::string remark = target->remark();
    if (remark.empty()) continue;
    tell_sentence(fmt::format("{}: {}", target->name(), remark));
  }
}

// Of --until.
int last_look_of(const std::string& text, const RunPlan& plan) {
  const std::uint64_t until = parse_trials("--until", text);
  if (plan.fixed_trials && until < plan.max_trials) {
    throw InputError(
        "--until: a run of --trials has one look, at its end; give it --max-trials to have looks before");
  }
  return LookSchedule(plan).look_from(until);
}

int run_certify(const CertifyArguments& options, RankParts* ranks) {
  terminal_style(options.color, options.verbose);  // refuses a wrong word before the run
  const std::string fault = why_no_targets(options.plan.targets, options.plan.typed);
  if (!fault.empty()) throw InputError(fault);
  KeptCounts kept(options);
  // To the end: what is asked for once the run is over comes too late, and is no reason to lose its report.
  const Interrupts interrupts;
  RunPlan plan = plan_of(kept.plan_options(), [] { return !Interrupts::heard().empty(); });
  if (options.until) plan.last_look = last_look_of(*options.until, plan);
  if (options.shard && ranks != nullptr) {
    throw InputError("--shard is a part that one process runs; leave it out, or leave out mpirun");
  }
  if (options.shard) return run_shard_of(options, kept, plan);
  if (options.github && options.json == "-") {
    throw InputError("--github prints annotations where --json - prints the report; name a file for it");
  }
  const std::optional<GithubStep> github =
      options.github ? std::optional<GithubStep>(std::in_place) : std::nullopt;
  const CertifyFiles files = certify_files(options, options.force || kept.has_written_report(),
                                           {.plan = &plan, .goes_on = kept.file() != nullptr});
  kept.begin(plan, files.all);
  if (ranks != nullptr) ranks->begin(plan);
  if ((plan.pairs || tells_slots(plan)) && !options.quiet) {
    tell(fmt::format("fairshuffle: the counters of this run take {:.0f} MB at most\n",
                     static_cast<double>(memory_of(plan)) / 1e6));
  }
  if (!options.quiet) tell_bets_left_out(plan);
  auto [record, why_not] = certify(options, plan, kept);
  if (why_not && why_not->why != NotJudged::Why::undecided) kept.refuse(*why_not);
  if (why_not) {
    if (!kept.is_kept())
      throw std::runtime_error(
          fmt::format("{} could not be written, so that nothing goes on from here", kept.path().string()));
    return undecided_end(why_not->undecided, *plan.last_look, kept.path());
  }
  record.environment.interrupted = Interrupts::heard();
  if (options.resume) record.command_of_plan = command_of_report(record, job_in(files.all, kept.path()));
  if (ranks != nullptr) record.environment.threads *= ranks->size();
  take_broken_pipes_for_errors();
  if (!options.quiet) tell_remarks(plan);
  const std::string& signal = record.environment.interrupted;
  if (!signal.empty()) {
    tell(fmt::format("fairshuffle: interrupted by {}: what was there is judged, and no more was run\n",
                     signal));
  }
  kept.tell_how_to_go_on();
  // Until there is nothing left to go on with.
  const BegunReports begun(files.paths(), files.replace);
  try {
    const int exit_code =
        end_of_run(options, files, github, record, kept.can_go_beyond(record) ? kept.path() : fs::path());
    kept.end(record);
    return exit_code;
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error&) {
    // Its reports are there, and only standard output is not.
    if (!files.all.empty() && options.json != "-") kept.end(record);
    throw;
  }
}

}  // namespace

void add_output_options(CLI::App& command, CertifyArguments& options) {
  add_text_option(
      command, "--out", options.out, "DIR",
      "write the report to DIR/report.json, and drawn beside it a page, a JUnit file and Markdown");
  add_text_option(command, "--json", options.json, "FILE|-",
                  "write the report to FILE, or to standard output instead of the table");
  command.get_option("--json")->transform([](std::string file) { return file == "/dev/stdout" ? "-" : file; },
                                          "");
  add_text_option(command, "--html", options.html, "FILE",
                  "write the report as a page with pictures to FILE");
  add_text_option(command, "--color", options.color, "auto|always|never", color_meaning);
  command.add_flag("--force", options.force, "replace an existing report");
  command.add_flag("--github", options.github,
                   "in GitHub Actions: append to the step's summary, annotate what is not as expected, "
                   "output the verdict");
  command.add_flag("--quiet", options.quiet, "no progress");
  command.add_flag("--verbose", options.verbose, verbose_meaning);
}

void refuse_clash(std::span<const CertifyFile> files, const fs::path& other, std::string_view what) {
  const auto whole = [](const fs::path& path) { return fs::absolute(path).lexically_normal(); };
  for (const CertifyFile& file : files) {
    std::error_code missing;
    if (whole(file.path) == whole(other) || fs::equivalent(file.path, other, missing)) {
      throw InputError("{} and a report name the same file {}; give each its own", what, other.string());
    }
    const fs::path between = whole(file.path).lexically_relative(whole(other));
    if (!between.empty() && *between.begin() != "..") {
      throw InputError("{} names {}, which is to be a report's folder; give a file", what, other.string());
    }
  }
}

std::string job_in(std::span<const CertifyFile> files, const fs::path& other) {
  const bool is_written = !files.empty() && files.front().draw == json_report;
  return (is_written ? files.front().path : other).string();
}

std::vector<fs::path> CertifyFiles::paths() const {
  std::vector<fs::path> paths;
  for (const CertifyFile& file : all) {
    if (!is_stream(file.path)) paths.push_back(file.path);
  }
  return paths;
}

void refuse_inputs(const CertifyArguments& options, const RunInputs& inputs,
                   const std::vector<fs::path>& written) {
  std::error_code missing;
  if (std::ranges::none_of(written, [&](const fs::path& path) { return fs::exists(path, missing); })) return;
  std::vector<fs::path> read =
      inputs.plan == nullptr ? std::vector<fs::path>() : files_named_in(*inputs.plan);
  read.insert(read.end(), inputs.files.begin(), inputs.files.end());
  // What a shell opens for standard input may be a file that --json names, too.
  if (fs::is_regular_file("/dev/stdin", missing)) read.emplace_back("/dev/stdin");
  if (options.plan.job) read.emplace_back(*options.plan.job);
  for (const fs::path& path : written) {
    for (const fs::path& input : read) {
      if (!fs::equivalent(path, input, missing)) continue;
      throw InputError("{} is read by this run and would be replaced by it; write elsewhere", path.string());
    }
  }
}

CertifyFiles certify_files(const CertifyArguments& options, bool overwrite, const RunInputs& inputs,
                           const std::optional<std::string>& next) {
  if (options.json && options.out)
    throw InputError("--json and --out both say where the report goes; give one of them");
  if (options.out && options.out->empty()) throw InputError("--out: expected a folder, found ''");
  if (options.html && (options.html->empty() || options.html == "-"))
    throw InputError("--html: expected the name of a file");
  CertifyFiles files;
  if (options.out) add_folder(files.all, *options.out);
  if (options.json && options.json != "-") files.all.push_back({"Report", *options.json, json_report});
  if (options.html) {
    refuse_clash(files.all, *options.html, "--html");
    files.all.push_back({"Page", *options.html, run_page});
  }
  refuse_inputs(options, inputs, files.paths());
  if (next) {
    if (next->empty() || next == "-") throw InputError("--next: expected the name of a file");
    refuse_inputs(options, inputs, {*next});
    refuse_report_path(*next, overwrite, "checkpoint");
    refuse_clash(files.all, *next, "--next");
  }
  files.replace = overwrite || are_of_killed_run(files.paths(), inputs.goes_on);
  for (const fs::path& path : files.paths()) refuse_report_path(path, files.replace);
  if (next) check_report_path(*next, overwrite, "checkpoint");
  for (const fs::path& path : files.paths()) check_report_path(path, files.replace);
  return files;
}

int end_of_run(const CertifyArguments& options, const CertifyFiles& files,
               const std::optional<GithubStep>& github, const RunRecord& record, const fs::path& kept) {
  int exit_code = exit_code_of(record);
  if (!record.environment.interrupted.empty() && exit_code != exit_unfair) exit_code = exit_incomplete;
  const std::string verdict_code = fmt::format("; by its verdict the run ends with {}", exit_code);
  try {
    tell_record(options, files, github, record, kept);
  } catch (const InputError& error) {
    throw InputError(error.what() + verdict_code);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(error.what() + verdict_code);
  }
  return exit_code;
}

std::string few_of(const std::vector<std::string>& names) {
  constexpr std::size_t most_named = 5;
  const std::span<const std::string> named(names.data(), std::min(names.size(), most_named));
  return fmt::format("{}{}", fmt::join(named, ", "), names.size() > most_named ? ", ..." : "");
}

int undecided_end(const std::vector<std::string>& targets, int look, const std::filesystem::path& kept,
                  const std::string& else_do) {
  tell_sentence(fmt::format(
      "{} undecided after look {}: {}; {}", targets.size(), look, few_of(targets),
      kept.empty() ? else_do : fmt::format("the next round starts from {}", shell_typed(kept.string()))));
  return exit_incomplete;
}

void add_certify(CLI::App& app, int& exit_code, RankParts* ranks) {
  CLI::App* command =
      app.add_subcommand("certify", "Run shuffles, count, test, judge, and write a JSON report");
  const auto options = std::make_shared<CertifyArguments>();
  add_plan_options(*command, options->plan);
  add_output_options(*command, *options);
  add_text_option(*command, "--threads", options->plan.threads, "K", threads_meaning);
  add_text_option(
      *command, "--checkpoint", options->checkpoint, "FILE",
      "keep the counts in FILE, and go on from them (report.fair, for runs of more than ten minutes)");
  add_text_option(*command, "--checkpoint-every", options->checkpoint_every, "TIME",
                  "so often instead, as in 30s or 5m");
  add_text_option(*command, "--resume", options->resume, "FILE",
                  "go on from a checkpoint: the plan is in the file");
  add_text_option(*command, "--shard", options->shard, "I/N",
                  "count every N-th block from the I-th on into --out FILE, for 'fairshuffle merge'");
  add_text_option(
      *command, "--until", options->until, "TRIALS",
      "end after the look at so many trials of a target; what is undecided then is kept for a next run");
  group_options(*command,
                std::array{OptionGroup{targets_group, {"TARGET", "--job", "--n", "--label"}},
                           OptionGroup{"How surely",
                                       {"--trials", "--max-trials", "--until-decided", "--max-time", "--seed",
                                        "--alpha", "--tolerance", "--confidence"}},
                           OptionGroup{"What to write",
                                       {"--out", "--json", "--html", "--force", "--quiet", "--verbose"}},
                           OptionGroup{"Long runs", {"--threads", "--checkpoint", "--resume", "--shard"}}});
  command->footer(
      fmt::format("Examples:\n"
                  "  fairshuffle certify naive-swap --n 5\n"
                  "  fairshuffle certify {} 'python3 my_shuffle.py {{trials}} {{n}} {{seed}}'\n"
                  "  fairshuffle certify --job job.json --out report\n\n{}",
                  option_for(TargetKind::Takes::command), app.get_footer()));
  command->callback([options, ranks, &exit_code] { exit_code = run_certify(*options, ranks); });
}

}  // namespace fairshuffle
