// fairshuffle exact: the exact law of a target, step by step, or against that of another.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/cli/shuffle_options.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/input_error.hpp"
#include "harness/job/typed_numbers.hpp"
#include "harness/law/asked_law.hpp"
#include "harness/report/report_file.hpp"

namespace fairshuffle {

namespace {

struct ExactOptions {
  std::vector<std::string> targets;
  ShuffleSettings settings;  // of all targets
  std::optional<std::string> deck_size, json;
  bool compare = false, steps = false, force = false;
};

void check_targets(const ExactOptions& options) {
  if (options.compare) {
    if (options.targets.size() != 2) {
      throw InputError(fmt::format("--compare takes two targets, not {}", options.targets.size()));
    }
    if (options.steps)
      throw InputError("--steps tells of one target, and --compare of two: leave one of them out");
    return;
  }
  if (options.targets.size() == 1) return;
  throw InputError("the exact law is of one target at a time; --compare takes two");
}

void run_exact(const ExactOptions& options) {
  const std::vector<int> sizes =
      options.deck_size ? parse_deck_sizes("--n", *options.deck_size) : std::vector<int>{5};
  if (sizes.size() != 1) throw InputError("--n: the exact law is of one deck size at a time");
  check_targets(options);
  std::vector<TargetText> targets;
  for (const std::string& text : options.targets) targets.push_back(parse_target_text(text));
  targets = with_settings(std::move(targets), options.settings);
  LawQuestion question{
      .target = targets.front(), .other = std::nullopt, .deck_size = sizes.front(), .steps = options.steps};
  if (options.compare) question.other = targets.back();
  if (!options.json) return fmt::print("{}", law_as_text(question));
  const std::string json = law_as_json(question).dump(2) + "\n";
  if (*options.json == "-") return fmt::print("{}", json);
  check_report_path(*options.json, options.force);
  write_report_file(*options.json, json, options.force);
}

}  // namespace

void add_exact(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("exact", "The exact law of a target, as fractions");
  const auto options = std::make_shared<ExactOptions>();
  command->add_option("TARGET", options->targets, "name[:key=value,...]")->required();
  command->add_option("--n", options->deck_size, "the deck size when the target gives none (5)")
      ->option_text("N");
  command->add_flag("--steps", options->steps, "also the distances after every step of the shuffle");
  command->add_flag("--compare", options->compare, "two targets: both laws, and the distance between them");
  command->add_option("--json", options->json, "as JSON, to FILE or to standard output")
      ->option_text("FILE|-");
  command->add_flag("--force", options->force, "replace an existing file");
  add_shuffle_options(*command, options->settings);
  command->footer(
      "A shuffle's own options stand behind its name or alone: swap-pairs:k=6 or swap-pairs --k 6.\n"
      "Exit codes: 0 told; 2 bad input, or a law that is too large.");
  command->callback([options, &exit_code] {
    run_exact(*options);
    exit_code = exit_as_hoped;
  });
}

}  // namespace fairshuffle
