// fairshuffle diff: two reports of the same job, and what changed from the one to the other.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/comparison/comparison.hpp"
#include "harness/cli/standard_streams.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/cli/terminal_style.hpp"
#include "harness/input_error.hpp"
#include "harness/nearest_name.hpp"
#include "harness/report/report_check.hpp"
#include "reports/comparison_document.hpp"
#include "reports/document/render.hpp"
#include "reports/json_comparison.hpp"
#include "reports/visible_text.hpp"
#include "reports/words/comparison_words.hpp"

namespace fairshuffle {

namespace {

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
constexpr DiffFormat formats[] = {
    {"text", drawn_as_text}, {"markdown", drawn_as_markdown}, {"json", json_comparison}};

const DiffFormat& format_named(std::string_view name) {
  std::vector<std::string_view> names;
  for (const DiffFormat& format : formats) {
    if (format.name == name) return format;
    names.push_back(format.name);
  }
  throw InputError(fmt::format("--format: '{}' is no format{}; there are {}", name, did_you_mean(name, names),
                               fmt::join(names, ", ")));
}

int exit_code_of(const Comparison& comparison) {
  if (comparison.became_biased > 0) return exit_unfair;
  // Silence is no pass: what was not judged may have become biased.
  if (comparison.unjudged > 0 || comparison.control_is_wrong) return exit_incomplete;
  return exit_as_hoped;
}

// A report that contradicts itself can't be compared; says where it does, on standard error.
bool holds_what_it_says(const ReportFile& report, const std::string& file) {
  const ReportCheck check = check_report(report);
  std::vector<Difference> differences = check.differences;
  for (const TargetCheck& target : check.targets) {
    differences.insert(differences.begin(), target.differences.begin(), target.differences.end());
  }
  if (differences.empty()) return true;
  tell(fmt::format("fairshuffle: {} is not what its evidence says, and is not compared: {}: {}{}\n",
                   one_visible_line(file), one_visible_line(differences.front().pointer),
                   one_visible_line(differences.front().sentence),
                   differences.size() == 1 ? ""
                                           : fmt::format(" (and {} more; 'fairshuffle check' tells them)",
                                                         differences.size() - 1)));
  return false;
}

int run_diff(const DiffOptions& options) {
  const DiffFormat& format = format_named(options.format);
  const ReportFile old_report = read_report_file(options.before);
  const ReportFile new_report = read_report_file(options.after);
  const RunRecord before = old_report.run(), after = new_report.run();
  if (const std::optional<NotComparable> why = why_not_comparable(before, after)) {
    throw InputError(fmt::format("{} and {} cannot be compared: {}", options.before, options.after,
                                 not_comparable_words(*why, before, after)));
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

void add_diff(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("diff", "Compare two reports of the same job");
  command->footer(
      "Targets are matched by name. For each: did the verdict change, and do the two sets of counts come "
      "from\n"
      "one law? A chi-square test of two samples tells, by the counts of orders or else by those of cards "
      "by\n"
      "position; beside it one of how many successive trials are equal, where there are enough, and one of "
      "the\n"
      "values of each named bet that both have. P-values are adjusted over all of them (Holm). The same "
      "seed,\n"
      "settings and trials must give the same counts. Both reports are checked first, as 'fairshuffle "
      "check'\n"
      "does.\n"
      "\n"
      "Exit codes: 0 no target became biased; 1 a target is biased or invalid in NEW that was neither in "
      "OLD,\n"
      "or that OLD lacks; 2 bad input, or reports without a target in common; 4 NEW has no verdict on a\n"
      "target, a control of it came out wrong, or a report contradicts itself. A target that NEW lacks is "
      "told, and leaves the exit "
      "code.");
  const auto options = std::make_shared<DiffOptions>();
  command->add_option("OLD", options->before, "a JSON report, as 'fairshuffle certify --out' writes it")
      ->required();
  command->add_option("NEW", options->after, "a later one of the same job")->required();
  command->add_option("--format", options->format, "text, markdown (for the summary of a CI step) or json")
      ->option_text("NAME");
  command->callback([options, &exit_code] { exit_code = run_diff(*options); });
}

}  // namespace fairshuffle
