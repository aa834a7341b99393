// report, check and diff, and what a step of GitHub Actions is told
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <new>
#include <set>
#include <system_error>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/comparison/comparison.hpp"
#include "core/permutation/permutation.hpp"
#include "core/record/findings.hpp"
#include "core/record/plan.hpp"
#include "harness/cli/certify.hpp"
#include "harness/cli/command_line.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/counts/checkpoint.hpp"
#include "harness/counts/counts_file.hpp"
#include "harness/engine/run.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/job/plan_options.hpp"
#include "harness/report/report_check.hpp"
#include "harness/report/report_file.hpp"
#include "harness/report/report_input.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"
#include "reports/comparison_report.hpp"
#include "reports/document/render.hpp"
#include "reports/formats.hpp"
#include "reports/run/run_document.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

// fairshuffle report: draws reports anew from JSON reports, without running anything.

namespace fs = std::filesystem;

struct ReportOptions {
  std::vector<std::string> files;
  std::optional<std::string> formats, out, color;
  bool force = false;
  bool verbose = false;
};

template <class Formats>
std::vector<std::string_view> names_in(const Formats& formats) {
  std::vector<std::string_view> names;
  for (const auto& format : formats) names.push_back(format.name);
  return names;
}

template <class Formats>
const auto& format_in(const Formats& formats, std::string_view name) {
  for (const auto& format : formats) {
    if (format.name == name) return format;
  }
  const std::vector<std::string_view> names = names_in(formats);
  throw InputError("--format: '{}' is no format{}; there are {}", name, did_you_mean(name, names),
                   fmt::join(names, ", "));
}

std::vector<const ReportFormat*> formats_of(std::string_view names) {
  std::vector<const ReportFormat*> formats;
  for (const std::string_view name : at_commas(names)) {
    formats.push_back(&format_in(all_report_formats(), name));
  }
  return formats;
}

RunRecord read(const std::string& file) {
  RunRecord run = read_report(file);
  run.command_of_plan = command_of_report(run, file);
  return run;
}

std::string drawn(const ReportFormat& format, const RunRecord& run, const std::string& file) {
  try {
    return format.draw(run);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {  // a record that no run gives, or too much of it
    throw InputError("{}: cannot be drawn as {}: {}", file, format.name, error.what());
  }
}

// As certify printed them.
void print_tables(const ReportOptions& options) {
  const TerminalStyle style = terminal_style(options.color, options.verbose);
  bool first = true;
  for (const std::string& file : options.files) {
    const RunRecord run = read(file);
    if (options.files.size() > 1) fmt::print("{}{}\n\n", first ? "" : "\n", one_visible_line(file));
    fmt::print("{}", run_text(run, style));
    first = false;
  }
}

void run_report(const ReportOptions& options) {
  if (options.files.empty()) throw InputError("report: name the JSON reports to draw from");
  if (!options.formats && !options.out) return print_tables(options);
  if (!options.formats) {
    throw InputError("report: --out takes files; name their formats with --format; there are {}",
                     fmt::join(names_in(all_report_formats()), ", "));
  }
  const std::vector<const ReportFormat*> formats = formats_of(*options.formats);
  if (!options.out) {
    if (options.files.size() > 1 || formats.size() > 1) {
      throw InputError("report: only one format of one report is printed; say with --out where many go");
    }
    const std::string text = drawn(*formats.front(), read(options.files.front()), options.files.front());
    return fmt::print("{}", text);
  }
  if (options.out->empty()) throw InputError("--out: expected a folder, found ''");
  // All is drawn before anything is written: what is wrong with one report leaves no part of the others
  // behind.
  std::vector<ReportText> drawings;
  std::set<fs::path> taken;
  for (const std::string& file : options.files) {
    const RunRecord run = read(file);
    for (const ReportFormat* format : formats) {
      fs::path path = fs::path(*options.out) / fs::path(file).stem();
      path += format->ending;
      if (!taken.insert(path).second) {
        throw InputError("report: two drawings would be {}; draw them into folders of their own",
                         path.string());
      }
      drawings.push_back({std::move(path), drawn(*format, run, file)});
    }
  }
  for (const ReportText& drawing : drawings) check_report_path(drawing.path, options.force);
  for (const auto& [path, text] : drawings) {
    write_report_file(path, text, options.force);
    fmt::print("{}\n", path.string());
  }
}

constexpr const char* summary_variable = "GITHUB_STEP_SUMMARY";
constexpr const char* output_variable = "GITHUB_OUTPUT";

std::string file_named_by(const char* variable) {
  const char* file = std::getenv(variable);
  return file == nullptr ? "" : file;
}

void append(const std::string& path, const char* variable, std::string_view text) {
  const auto refuse = [&] {
    throw InputError("--github: cannot append to {}, which {} names: {}", path, variable,
                     std::generic_category().message(errno));
  };
  std::FILE* file = std::fopen(path.c_str(), "ab");
  if (file == nullptr) refuse();
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = std::fclose(file) == 0;  // writes what is still held back
  if (!written || !closed) refuse();
}

// Which shuffle of a library is meant where that has only one, and what it says of itself, the library knows.
void take_what_only_the_target_knows(const TargetRecord& reported, const RunRecord& report,
                                     TargetRecord& due) {
  const bool may_be_same = due.target.kind == reported.target.kind &&
                           due.target.shuffle == reported.target.shuffle &&
                           due.target.deck_size == reported.target.deck_size;
  if (!may_be_same || described_target(reported, report.seed).caveat) return;
  due.name = reported.name;
  due.caveat = reported.caveat;
  due.target.options = reported.target.options;
}

void take_from(const std::vector<TargetRecord>& reported, const RunRecord& report,
               std::vector<TargetRecord>& due) {
  for (std::size_t index = 0; index < std::min(reported.size(), due.size()); ++index) {
    take_what_only_the_target_knows(reported[index], report, due[index]);
  }
}

// Makes targets of their words. Where a job leaves the deck size to a first row, the report has what that
// told.
class AsReported {
 public:
  explicit AsReported(const RunRecord& report) : report_(&report) {}

  std::unique_ptr<Target> operator()(const TargetText& text, const TargetRun& run) const {
    auto target = make_unopened_target(text, run);
    if (!run.may_look || !find_target_kind(target->description().kind)->told_by_first_row) return target;
    const auto reported = std::ranges::find_if(report_->results, [&target](const TargetRecord& each) {
      return each.target.kind == target->description().kind &&
             each.target.shuffle == target->description().shuffle;
    });
    if (reported == report_->results.end()) return target;
    TargetRun as_reported = run;
    as_reported.deck_size = reported->target.deck_size;
    return make_unopened_target(text, as_reported);
  }

 private:
  const RunRecord* report_;
};

// Makes the plan of the job file anew, without running, opening or loading anything, and compares it with
// that of the report, member by member. The report's seed is taken where the job gives none, and controls
// where the report has some, for which no job file can ask. What else a command said beside its job is a
// difference. Throws InputError where job_file is no job.
std::vector<Contradiction> differences_from_job(const RunRecord& report, const std::string& job_file) {
  PlanOptions options;
  const Job job = read_job_file(job_file);
  if (!job.options.seed) options.seed = fmt::format("{}", report.seed);
  options.controls = !report.controls.empty();
  const RunPlan plan = plan_with(options, AsReported(report), job);
  RunRecord due = planned_record(plan);
  take_from(report.results, report, due.results);
  take_from(report.controls, report, due.controls);
  return differences_from_plan(report, due);
}

// fairshuffle check: is a report what its own counts say?

struct CheckArguments {
  std::string file;
  std::optional<std::string> job;
};

// Of one target; a changed count changes everything that is computed from it.
constexpr std::size_t most_differences_told = 12;

void print(std::string_view before, std::string_view text) {
  fmt::print("{}", entry_lines(before, text, columns_to_fill()));
}

bool holds_proof(const RunRecord& run) {
  return std::ranges::any_of(run.results, [](const TargetRecord& record) { return !record.proof.empty(); });
}

void print_differences(const std::vector<Contradiction>& differences) {
  for (std::size_t index = 0; index < std::min(differences.size(), most_differences_told); ++index) {
    print("    ", fmt::format("{}: {}", one_visible_line(differences[index].where),
                              one_visible_line(differences[index].sentence)));
  }
  if (differences.size() > most_differences_told) {
    fmt::print("    and {} more\n", differences.size() - most_differences_told);
  }
}

std::string outcome_of(const TargetCheck& target) {
  std::string text = "no verdict, nothing to recompute";
  if (target.has_verdict) {
    if (!target.recomputed) return "not judged again, because counts of this report do not add up";
    text = fmt::format("recomputed verdict{} and {} test{}", target.bounded ? ", bounds" : "", target.tests,
                       target.tests == 1 ? "" : "s");
  }
  if (!target.kept.empty()) text += fmt::format("; taken on trust: {}", fmt::join(target.kept, ", "));
  return text;
}

const char* verb_of(const TargetKind& kind) {
  switch (kind.takes) {
    case TargetKind::Takes::command:
      return "start";
    case TargetKind::Takes::recording:
    case TargetKind::Takes::standard_input:
      return "read";
    case TargetKind::Takes::nothing_told:
      break;
  }
  return "load";
}

// What another run of the report's plan touches beside shuffles of the catalogue, each once, as a shell takes
// it: "start 'echo 0 1', load ./cards.so, read games.csv". Empty for nothing.
std::string touched_by(const RunRecord& report) {
  std::vector<std::string> touched;
  std::unordered_set<std::string> seen;
  for (const TargetRecord& record : report.results) {
    const TargetKind* kind = find_target_kind(record.target.kind);
    if (kind == nullptr || kind->written != TargetKind::Written::behind_kind) continue;
    const bool is_named = !kind->naming.setting.empty();
    std::string what = fmt::format("{} {}", verb_of(*kind),
                                   is_named ? shell_typed(record.target.shuffle) : "standard input");
    if (seen.insert(what).second) touched.push_back(std::move(what));
  }
  return fmt::format("{}", fmt::join(touched, ", "));
}

int run_check(const CheckArguments& options) {
  const ReportFile report = read_report_file(options.file);
  ReportCheck check = check_report(report);
  if (options.job) {
    std::ranges::move(differences_from_job(report.outline(), *options.job),
                      std::back_inserter(check.differences));
  }
  for (const TargetCheck& target : check.targets) {
    print(target.differences.empty() ? "agrees  " : "WRONG   ",
          fmt::format("{}: {}", one_visible_line(target.name), outcome_of(target)));
    print_differences(target.differences);
  }
  if (!check.differences.empty()) {
    fmt::print("WRONG   the run as a whole\n");
    print_differences(check.differences);
  }
  const std::size_t differences = check.difference_count();
  if (differences > 0) {
    fmt::print("\n");
    print("", fmt::format("This report is not what its evidence says: {} difference{}.", differences,
                          differences == 1 ? "" : "s"));
    return exit_unfair;
  }
  fmt::print("\n");
  // Of several the verdict of the worst would not say whether it was expected.
  const std::string verdict = !report.outline().verdict ? ": no verdict"
                              : report.outline().results.size() == 1
                                  ? fmt::format(": {}", to_text(*report.outline().verdict))
                                  : "";
  print("", fmt::format("The report says what its evidence says{}{}.",
                        check.keeps_anything() ? ", but for what is taken on trust" : "", verdict));
  print("", fmt::format(
                "Taken on trust for the whole run: the writer's version ({}), the command as echoed, the "
                "environment{}{}.",
                one_visible_line(report.outline().tool_version),
                holds_proof(report.outline()) ? ", that a proof is of its target's code" : "",
                options.job ? "" : ", and that this plan was asked for (hand its job file over with --job)"));
  // Counts can be made up whole; only another run can tell.
  const std::string touched = touched_by(report.outline());
  print("", fmt::format("That they came from these targets it cannot prove.{}",
                        touched.empty() ? "" : fmt::format(" Another run would {}.", touched)));
  print("", "The same counts must come out again with:");
  // On one line, so that it can be copied.
  fmt::print("{}\n", one_visible_line(command_of_report(report.outline(), options.file)));
  return exit_as_hoped;
}

// fairshuffle diff: two reports of the same job, and what changed from the one to the other.

struct DiffOptions {
  std::string before, after;
  std::string format = "text";
};

struct DiffFormat {
  std::string_view name;
  std::string (*draw)(const Comparison& comparison, const ComparedFiles& files);
};

std::string drawn_as_text(const Comparison& comparison, const ComparedFiles& files) {
  return as_terminal_text(comparison_document(comparison, files), terminal_style("never", false));
}

std::string drawn_as_markdown(const Comparison& comparison, const ComparedFiles& files) {
  return as_markdown(comparison_document(comparison, files));
}

// The one table of formats.
constexpr DiffFormat diff_formats[] = {
    {"text", drawn_as_text}, {"markdown", drawn_as_markdown}, {"json", json_comparison}};

int exit_code_of(const Comparison& comparison) {
  if (comparison.became_biased > 0) return exit_unfair;
  // Silence is no pass: what was not judged may have become biased.
  if (comparison.unjudged > 0 || comparison.control_is_wrong) return exit_incomplete;
  return exit_as_hoped;
}

// A report that contradicts itself can't be compared; says where it does, on standard error.
bool holds_what_it_says(const ReportFile& report, const std::string& file) {
  const ReportCheck check = check_report(report);
  std::vector<Contradiction> differences = check.differences;
  for (const TargetCheck& target : check.targets) {
    differences.insert(differences.begin(), target.differences.begin(), target.differences.end());
  }
  if (differences.empty()) return true;
  tell(fmt::format("fairshuffle: {} is not what its evidence says, and is not compared: {}: {}{}\n",
                   one_visible_line(file), one_visible_line(differences.front().where),
                   one_visible_line(differences.front().sentence),
                   differences.size() == 1 ? ""
                                           : fmt::format(" (and {} more; 'fairshuffle check' tells them)",
                                                         differences.size() - 1)));
  return false;
}

int run_diff(const DiffOptions& options) {
  const DiffFormat& format = format_in(diff_formats, options.format);
  const ReportFile old_report = read_report_file(options.before);
  const ReportFile new_report = read_report_file(options.after);
  const RunRecord before = old_report.run(), after = new_report.run();
  if (const std::optional<NotComparable> why = why_not_comparable(before, after)) {
    throw InputError("{} and {} cannot be compared: {}", options.before, options.after,
                     not_comparable_words(*why, before, after));
  }
  bool may_be_compared = true;
  for (const auto& [report, file] :
       {std::pair(&old_report, &options.before), std::pair(&new_report, &options.after)}) {
    may_be_compared = holds_what_it_says(*report, *file) && may_be_compared;
  }
  if (!may_be_compared) return exit_incomplete;
  const Comparison comparison = compared(before, after);
  fmt::print("{}", format.draw(comparison, {.before = options.before, .after = options.after}));
  return exit_code_of(comparison);
}

}  // namespace

void add_report(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("report", "Draw reports for people and CI from JSON reports; runs nothing");
  const auto options = std::make_shared<ReportOptions>();
  command->add_option("FILE", options->files, "JSON reports, as certify --out writes them");
  std::string formats;
  for (const ReportFormat& format : all_report_formats()) {
    formats += fmt::format("{}{} ({}: {})", formats.empty() ? "" : "; ", format.name, format.ending,
                           format.sentence);
  }
  command
      ->add_option("--format", options->formats,
                   "by comma: " + formats + "; without it, the verdicts are printed as certify prints them")
      ->option_text("FORMATS");
  add_text_option(*command, "--out", options->out, "DIR",
                  "write each to DIR, named as the report; without it, one format of one report is printed");
  command->add_option("--color", options->color, color_meaning)->option_text("auto|always|never");
  command->add_flag("--verbose", options->verbose, verbose_meaning);
  command->add_flag("--force", options->force, "replace existing files");
  command->footer("Exit codes: 0 drawn, whatever the verdicts; 2 bad input.");
  command->callback([options] { run_report(*options); });
}

GithubStep::GithubStep()
    : summary_file_(file_named_by(summary_variable)), output_file_(file_named_by(output_variable)) {
  if (summary_file_.empty()) {
    throw InputError("--github: GITHUB_STEP_SUMMARY names no file; it does in a step of GitHub Actions");
  }
  append(summary_file_, summary_variable, "");
  if (!output_file_.empty()) append(output_file_, output_variable, "");
}

void GithubStep::show(const RunRecord& record) const {
  fmt::print("{}", github_annotations(record));
  std::fflush(stdout);
  append(summary_file_, summary_variable, run_markdown(record) + "\n");
  if (record.verdict && !output_file_.empty()) {
    append(output_file_, output_variable, fmt::format("verdict={}\n", to_text(*record.verdict)));
  }
}

void add_check(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("check", "Judge a report's evidence again, and say where the report differs");
  command->footer(
      "Holds the report to its schema, judges its evidence again by its plan, and compares: tests, bounds, "
      "verdicts, diagnoses and sentences.\n"
      "Exit codes: 0 the report follows from its evidence; 1 it does not; 2 it is no report, or no job "
      "file.");
  const auto options = std::make_shared<CheckArguments>();
  command->add_option("FILE", options->file, "a JSON report, as 'fairshuffle certify --out' writes it")
      ->required();
  add_text_option(*command, "--job", options->job, "FILE",
                  "the job file that was run; the report's plan is held to it");
  command->callback([options, &exit_code] { exit_code = run_check(*options); });
}

void add_diff(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("diff", "Compare two reports of the same job");
  command->footer(
      "Targets are matched by name; two reports of one target each are compared whatever they are called. "
      "For "
      "each: did the verdict change, and do the two sets of counts come from one distribution? A chi-square "
      "test of two samples tells, by the counts of permutations or else by those of cards by position; "
      "beside "
      "it one of how many successive trials are equal, where there are enough, and one of the values of each "
      "named bet that both have. P-values are adjusted over all of them (Holm). The same seed, settings and "
      "trials must give the same counts. Both reports are checked first, as 'fairshuffle check' does.\n\n"
      "Exit codes: 0 no target became biased; 1 a target is biased or invalid in NEW that was neither in "
      "OLD, "
      "or that OLD lacks; 2 bad input, or reports without a target in common; 4 NEW has no verdict on a "
      "target, a control of it came out wrong, or a report contradicts itself. A target that NEW lacks is "
      "named, and does not change the exit code.");
  const auto options = std::make_shared<DiffOptions>();
  command->add_option("OLD", options->before, "a JSON report, as 'fairshuffle certify --out' writes it")
      ->required();
  command->add_option("NEW", options->after, "a later one of the same job")->required();
  command->add_option("--format", options->format, "text, markdown (for the summary of a CI step) or json")
      ->option_text(fmt::format("{}", fmt::join(names_in(diff_formats), "|")));
  command->callback([options, &exit_code] { exit_code = run_diff(*options); });
}

}  // namespace fairshuffle
