// fairshuffle exact: the exact law of a target, step by step, or against that of another.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/exact/law_refused.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/law_of.hpp"
#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
#include "harness/cli/shuffle_options.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/input_error.hpp"
#include "harness/job/typed_numbers.hpp"
#include "harness/report/report_file.hpp"
#include "harness/target/builtin/builtin_target.hpp"
#include "reports/law/law_json.hpp"
#include "reports/law/law_text.hpp"

namespace fairshuffle {

namespace {

struct ExactOptions {
  std::vector<std::string> targets;
  ShuffleSettings settings;  // of all targets
  std::optional<std::string> deck_size, json;
  bool compare = false, steps = false, force = false;
};

// JSON lists every order of a law, each with its fraction: 10! of them would take gigabytes.
constexpr int largest_deck_listed = 9;

BuiltinTarget target_of(const std::string& text, const ShuffleSettings& settings, int deck_size) {
  BuiltinTarget target(with_settings(parse_target_text(text), settings), deck_size, 0);
  if (const std::string reason = why_no_law(target.setup()); !reason.empty()) {
    throw InputError(fmt::format("target '{}': {}", target.name(), reason));
  }
  return target;
}

// `work(target's setup)`, with a refusal told as one of the target.
template <class Work>
auto unless_refused(const BuiltinTarget& target, Work work) {
  try {
    return work(target.setup());
  } catch (const LawRefused& error) {
    throw InputError(fmt::format("target '{}': {}; take a smaller n, or fewer and smaller draws",
                                 target.name(), error.what()));
  }
}

NamedExactLaw law_of_target(const BuiltinTarget& target) {
  return {target.name(), unless_refused(target, &law_of)};
}

std::vector<StepDistances> steps_of_target(const BuiltinTarget& target) {
  if (const std::string reason = why_not_evolved(target.setup()); !reason.empty()) {
    throw InputError(fmt::format("target '{}': --steps: {}", target.name(), reason));
  }
  return unless_refused(target, &distances_after_steps);
}

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

// Writes the answer that is asked for, by `text()` or `json()`.
template <class Text, class Json>
void write_answer(const ExactOptions& options, Text text, Json json) {
  if (!options.json) {
    fmt::print("{}", text());
  } else if (*options.json == "-") {
    fmt::print("{}\n", json().dump(2));
  } else {
    check_report_path(*options.json, options.force);
    write_report_file(*options.json, json().dump(2) + "\n", options.force);
  }
}

void run_exact(const ExactOptions& options) {
  const std::vector<int> sizes =
      options.deck_size ? parse_deck_sizes("--n", *options.deck_size) : std::vector<int>{5};
  if (sizes.size() != 1) throw InputError("--n: the exact law is of one deck size at a time");
  check_targets(options);
  const BuiltinTarget target = target_of(options.targets.front(), options.settings, sizes.front());
  const int deck_size = target.setup().deck_size;
  if (options.compare) {
    const BuiltinTarget other = target_of(options.targets.back(), options.settings, sizes.front());
    if (other.setup().deck_size != deck_size) {
      throw InputError(
          fmt::format("--compare: '{}' and '{}' have different deck sizes", target.name(), other.name()));
    }
    const NamedExactLaw left = law_of_target(target), right = law_of_target(other);
    return write_answer(
        options, [&] { return comparison_text(left, right); }, [&] { return comparison_json(left, right); });
  }
  if (options.json && deck_size > largest_deck_listed) {
    throw InputError(fmt::format("--json would list the {} orders of {} cards; take n up to {}, or the table",
                                 with_commas(order_count(deck_size)), deck_size, largest_deck_listed));
  }
  const auto steps = options.steps ? steps_of_target(target) : std::vector<StepDistances>{};
  const NamedExactLaw named = law_of_target(target);
  write_answer(
      options, [&] { return law_text(named, steps); }, [&] { return law_json(named, steps); });
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
