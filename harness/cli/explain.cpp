// fairshuffle explain: the lesson of one target.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "core/shuffle/registry.hpp"
#include "harness/cli/entry_lines.hpp"
#include "harness/cli/live_page.hpp"
#include "harness/cli/shuffle_options.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/cli/terminal_style.hpp"
#include "harness/input_error.hpp"
#include "harness/job/typed_numbers.hpp"
#include "harness/lesson/lesson.hpp"
#include "harness/report/report_file.hpp"
#include "harness/target/builtin/builtin_target.hpp"
#include "reports/document/render.hpp"

namespace fairshuffle {

namespace {

struct ExplainOptions {
  ShuffleSettings settings;
  std::optional<std::string> target, deck_size, seed, html;
  bool markdown = false, json = false, list = false, live = false, force = false;
};

void print_entry(std::string_view name, std::string_view sentence) {
  fmt::print("{}", entry_lines(fmt::format("{:<18} ", name), sentence,
                               static_cast<std::size_t>(terminal_width(stdout))));
}

void print_list() {
  for (const ShuffleInfo& shuffle : all_shuffles()) print_entry(shuffle.name, shuffle.sentence);
  for (const Preset& preset : all_presets()) print_entry(preset.name, preset.sentence);
}

void run_explain(const ExplainOptions& options, const std::vector<std::string>& rest) {
  if (!rest.empty()) {
    if (rest.front().starts_with('-')) throw CLI::ExtrasError(rest);
    throw InputError(
        fmt::format("explain: what is '{}'? It takes one target, name[:key=value,...]", rest.front()));
  }
  if (options.list) {
    if (options.target) throw InputError("explain: --list takes no target");
    if (options.markdown || options.json || options.html)
      throw InputError("explain: --list takes no --markdown, no --json and no --html");
    return print_list();
  }
  if (options.live) {
    if (options.target) throw InputError("explain: --live takes no target: its page has them all");
    if (!options.html) throw InputError("explain: --live writes a page: add --html FILE");
    copy_live_page(*options.html, options.force);
    fmt::print("Live page: {}\n", *options.html);
    return;
  }
  if (!options.target) throw InputError("explain: name what to explain; see 'fairshuffle explain --list'");
  if (options.markdown + options.json + options.html.has_value() > 1)
    throw InputError("explain: --markdown, --json or --html, not both");
  const std::vector<int> sizes =
      options.deck_size ? parse_deck_sizes("--n", *options.deck_size) : std::vector<int>{5};
  if (sizes.size() != 1) throw InputError("--n: a lesson is of one deck size at a time");
  const std::uint64_t seed = options.seed ? parse_seed("--seed", *options.seed) : 1;
  const TargetText text = with_settings({parse_target_text(*options.target)}, options.settings).front();
  const BuiltinTarget target(text, sizes.front(), seed);
  if (options.html) check_report_path(*options.html, options.force);
  const Document lesson = lesson_of(target, seed);
  if (options.html) {
    write_report_file(*options.html, as_html(lesson), options.force);
    fmt::print("Lesson: {}\n", *options.html);
  } else {
    fmt::print("{}", options.json       ? as_json(lesson)
                     : options.markdown ? as_markdown(lesson)
                                        : as_terminal_text(lesson, terminal_style("never", false)));
  }
}

}  // namespace

void add_explain(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "explain", "Teaches one shuffle: a trace, why it is fair or not, what to write instead");
  const auto options = std::make_shared<ExplainOptions>();
  command->add_option("TARGET", options->target, "name[:key=value,...]");
  command->add_option("--n", options->deck_size, "the deck size when the target gives none (5)")
      ->option_text("N");
  command->add_option("--seed", options->seed, "decides the shuffle that is told step by step (1)")
      ->option_text("SEED");
  command->add_flag("--list", options->list, "what can be explained, each in one line");
  command->add_flag("--markdown", options->markdown, "as Markdown");
  command->add_flag("--json", options->json, "as JSON");
  command->add_option("--html", options->html, "as one HTML page, to FILE")->option_text("FILE");
  command->add_flag("--live", options->live,
                    "the page on which your own JavaScript shuffle is tried, to the FILE of --html");
  command->add_flag("--force", options->force, "replace an existing file");
  add_shuffle_options(*command, options->settings);
  command->allow_extras();
  command->footer(
      "A shuffle's own options stand behind its name or alone: swap-pairs:k=6 or swap-pairs --k 6.\n"
      "Exit codes: 0 told; 2 bad input.");
  command->callback([options, command, &exit_code] {
    run_explain(*options, command->remaining());
    exit_code = exit_as_hoped;
  });
}

}  // namespace fairshuffle
