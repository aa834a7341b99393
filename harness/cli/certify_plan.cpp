#include "harness/cli/certify_plan.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include "core/order/number_text.hpp"
#include "core/shuffle/registry.hpp"
#include "core/statistics/orders.hpp"
#include "harness/cli/environment.hpp"
#include "harness/cli/numbers.hpp"
#include "harness/engine/memory.hpp"
#include "harness/job/job_file.hpp"
#include "harness/target/builtin.hpp"
#include "harness/target/kinds.hpp"
#include "harness/target/nearest_name.hpp"
#include "harness/target/shell_text.hpp"

namespace fairshuffle {

namespace {

constexpr int standard_deck_size = 5;

// A new seed stays below 2^53, so that every JSON reader shows it as it is.
std::uint64_t new_seed() {
  std::random_device device;
  return ((std::uint64_t{device()} << 32) | device()) >> 11;
}

std::vector<const TestInfo*> chosen_tests(const std::optional<std::string>& names) {
  std::vector<const TestInfo*> tests;
  if (!names) {
    for (const TestInfo& test : all_tests()) tests.push_back(&test);
    return tests;
  }
  for (std::string_view rest = *names;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view name = rest.substr(0, comma);
    const TestInfo* test = find_test(name);
    if (test == nullptr) {
      std::vector<std::string_view> known;
      for (const TestInfo& each : all_tests()) known.push_back(each.name);
      throw InputError(fmt::format("--tests: unknown test '{}'{}; see 'fairshuffle list tests'", name,
                                   did_you_mean(name, known)));
    }
    if (std::ranges::find(tests, test) == tests.end()) tests.push_back(test);
    if (comma == std::string_view::npos) return tests;
    rest = rest.substr(comma + 1);
  }
}

// A name with * or ? stands for every shuffle and preset that it matches.
std::vector<TargetText> matching(const TargetText& text) {
  if (text.name.find_first_of("*?") == std::string::npos) return {text};
  std::vector<TargetText> matches;
  const auto add_if_matching = [&](std::string_view name) {
    if (fnmatch(text.name.c_str(), std::string(name).c_str(), 0) != 0) return;
    matches.push_back({.name = std::string(name), .settings = text.settings});
  };
  for (const ShuffleInfo& shuffle : all_shuffles()) add_if_matching(shuffle.name);
  for (const Preset& preset : all_presets()) add_if_matching(preset.name);
  if (matches.empty()) {
    throw InputError(fmt::format("nothing matches '{}'; see 'fairshuffle list shuffles'", text.name));
  }
  return matches;
}

// A deck given in words gives its size.
bool gives_deck_size(const TargetText& text) {
  return std::ranges::any_of(
      text.settings, [](const auto& setting) { return setting.first == "n" || setting.first == "deck"; });
}

/// Collects the targets of a run and refuses to run one twice, however it is written.
class TargetCollector {
 public:
  TargetCollector(CertifyPlan& plan, std::vector<int> deck_sizes, decltype(&make_target) make)
      : plan_(&plan), deck_sizes_(std::move(deck_sizes)), make_(make) {}

  void add(const TargetText& text, std::optional<Verdict> expected) {
    const std::vector<int> sizes = gives_deck_size(text) ? std::vector<int>{standard_deck_size} : deck_sizes_;
    for (const int deck_size : sizes) {
      auto target = make_(
          text, {.deck_size = deck_size, .seed = plan_->run.seed, .most_trials = plan_->run.most_trials});
      const auto [same, is_new] =
          names_.emplace(std::pair(target->identity(), target->description().marked), target->name());
      if (!is_new) {
        throw InputError(
            fmt::format("target '{}' is the same as '{}'; name it once", target->name(), same->second));
      }
      if (target->description().kind == "stdin" && std::exchange(reads_standard_input_, true)) {
        throw InputError(fmt::format(
            "target '{}': standard input has been given to another target; what comes can be read only once",
            target->name()));
      }
      plan_->run.targets.push_back(std::move(target));
      plan_->expected.push_back(expected);
    }
  }

 private:
  CertifyPlan* plan_;
  std::vector<int> deck_sizes_;
  decltype(&make_target) make_;
  std::map<std::pair<std::uint64_t, int>, std::string>
      names_;  // by what decides the trials and what is counted
  bool reads_standard_input_ = false;
};

// Shuffles whose truth is known, at the smallest deck size of the run at which they differ from fair. One
// whose orders are counted only in long runs would cost more than what it is there to check.
void add_controls(CertifyPlan& plan) {
  int deck_size = largest_counted_deck_size + 1;
  for (const auto& target : plan.run.targets) {
    if (target->description().deck_size >= 3)
      deck_size = std::min(deck_size, target->description().deck_size);
  }
  if (deck_size > largest_counted_deck_size) deck_size = standard_deck_size;
  for (const auto& [name, truth] :
       {std::pair{"durstenfeld", Verdict::fair}, std::pair{"naive-swap", Verdict::biased},
        std::pair{"sattolo", Verdict::biased}}) {
    plan.run.targets.push_back(
        std::make_unique<BuiltinTarget>(TargetText{name, {}}, deck_size, plan.run.seed));
    plan.expected.push_back(truth);
    ++plan.controls;
  }
}

// Only what the report depends on: neither threads nor where it is written.
std::string command_of(const CertifyArguments& options, std::uint64_t seed) {
  std::string command = "fairshuffle certify";
  for (const std::string& target : options.targets) command += fmt::format(" {}", shell_typed(target));
  const auto add = [&command](const char* option, const std::optional<std::string>& value) {
    if (value) command += fmt::format(" {} {}", option, shell_typed(*value));
  };
  command += command_line_of(options.foreign);
  add("--job", options.job);
  add("--n", options.deck_sizes);
  add("--trials", options.trials);
  add("--max-trials", options.max_trials);
  add("--alpha", options.alpha);
  add("--tolerance", options.tolerance);
  add("--confidence", options.confidence);
  add("--tests", options.tests);
  if (options.controls) command += " --controls";
  return command + fmt::format(" --seed {}", seed);
}

Job job_of(const std::string& file) {
  try {
    return read_job_file(file);
  } catch (const InputError& error) {
    throw JobFileError(error.what());
  }
}

// Tests that were asked for by name must fit, and must be able to end the run.
void check_tests(const CertifyArguments& options, const RunPlan& run) {
  for (const auto& target : run.targets) {
    const TargetDescription& description = target->description();
    const bool counted = run.counting_of(description.deck_size).has_value();
    for (const TestInfo* test : run.tests) {
      if (fits(*test, {description.deck_size, description.marked, counted})) continue;
      if (test->needs_counted_orders && !counted && description.deck_size <= test->largest_deck) {
        throw InputError(
            fmt::format("--tests: {} takes a deck of {} cards only in runs of {} trials or more, so "
                        "not '{}'; raise --max-trials (or --trials), or --tolerance",
                        test->name, description.deck_size,
                        with_commas(fewest_trials_to_certify_orders(
                            description.deck_size, run.budget.tolerance, run.budget.confidence)),
                        target->name()));
      }
      throw InputError(fmt::format(
          "--tests: {} takes decks of {} to {} cards{}, so not '{}'", test->name, test->smallest_deck,
          test->largest_deck, test->needs_marked_cards ? " of which some are marked" : "", target->name()));
    }
    const bool may_end = !counted || std::ranges::find(run.tests, find_test("orders")) != run.tests.end();
    if (!may_end && !options.trials && !options.max_trials) {
      throw InputError(
          fmt::format("--tests {}: only the test of orders can certify '{}'; add it, or limit the run "
                      "with --trials or --max-trials",
                      *options.tests, target->name()));
    }
  }
}

// The fewest trials that have a table of gigabytes counted; nothing when there is none.
std::optional<std::uint64_t> fewest_trials_for_large_tables(const RunPlan& run) {
  std::optional<std::uint64_t> fewest;
  for (const auto& target : run.targets) {
    const int deck_size = target->description().deck_size;
    if (deck_size <= largest_counted_deck_size || !run.counting_of(deck_size)) continue;
    const std::uint64_t trials =
        fewest_trials_to_certify_orders(deck_size, run.budget.tolerance, run.budget.confidence);
    fewest = std::min(fewest.value_or(trials), trials);
  }
  return fewest;
}

void check_memory(const RunPlan& run) {
  const std::uint64_t needed = memory_of(run);
  const std::uint64_t available = available_memory();
  // A tenth is left to the report and to everyone else.
  if (needed <= available / 10 * 9) return;
  const std::optional<std::uint64_t> fewest = fewest_trials_for_large_tables(run);
  throw InputError(fmt::format(
      "the counters of {} need {:.1f} GiB, and this machine has {:.1f} GiB to give; take a smaller --n{}{}",
      run.targets.size() == 1 ? fmt::format("'{}'", run.targets.front()->name())
                              : fmt::format("these {} targets", run.targets.size()),
      static_cast<double>(needed) / 0x1p30, static_cast<double>(available) / 0x1p30,
      run.targets.size() == 1 ? "" : ", fewer targets",
      fewest ? fmt::format(", or a --max-trials below {}, which counts positions instead of orders",
                           with_commas(*fewest))
             : ""));
}

}  // namespace

Plan planned(const CertifyPlan& plan) {
  Plan data = plan_data(plan.run);
  data.controls = plan.controls;
  for (std::size_t index = 0; index < data.targets.size(); ++index) {
    data.targets[index].expected = plan.expected[index];
  }
  return data;
}

CertifyPlan plan_of(const CertifyArguments& options) {
  CertifyPlan plan = plan_with(options, make_target, options.job);
  check_memory(plan.run);
  return plan;
}

CertifyPlan plan_with(const CertifyArguments& options, decltype(&make_target) make,
                      const std::optional<std::string>& job_file) {
  CertifyPlan plan;
  RunPlan& run = plan.run;
  if (options.trials && options.max_trials) {
    throw InputError("--trials fixes the number of trials and --max-trials limits it; give one of them");
  }
  Job job;
  if (job_file) job = job_of(*job_file);

  run.seed = options.seed ? parse_seed("--seed", *options.seed) : job.seed ? *job.seed : new_seed();
  run.budget.alpha = job.alpha.value_or(run.budget.alpha);
  run.budget.tolerance = job.tolerance.value_or(run.budget.tolerance);
  run.budget.confidence = job.confidence.value_or(run.budget.confidence);
  if (options.alpha) run.budget.alpha = parse_probability("--alpha", *options.alpha, false);
  if (options.tolerance) run.budget.tolerance = parse_probability("--tolerance", *options.tolerance, true);
  if (options.confidence)
    run.budget.confidence = parse_probability("--confidence", *options.confidence, false);
  if (options.trials || (job.trials && !options.max_trials)) {
    run.fixed_trials = true;
    run.most_trials = options.trials ? parse_trials("--trials", *options.trials) : *job.trials;
  } else {
    run.most_trials = job.max_trials.value_or(run.most_trials);
    if (options.max_trials) run.most_trials = parse_trials("--max-trials", *options.max_trials);
  }
  run.threads = options.threads ? parse_threads("--threads", *options.threads)
                                : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  run.tests = chosen_tests(options.tests);

  if (options.deck_sizes && options.foreign.deck) {
    throw InputError("--deck gives the deck size with its words, and --n another; give one of them");
  }
  const std::vector<int> deck_sizes = options.deck_sizes ? parse_deck_sizes("--n", *options.deck_sizes)
                                                         : std::vector<int>{standard_deck_size};
  TargetCollector collector(plan, deck_sizes, make);
  for (const std::string& text : options.targets) {
    for (const TargetText& target : matching(parse_target_text(text))) collector.add(target, std::nullopt);
  }
  for (const TargetText& text : texts_of(options.foreign)) collector.add(text, std::nullopt);
  for (const JobTarget& target : job.targets) {
    try {
      collector.add(target.text, target.expected);
    } catch (const InputError& error) {
      throw JobFileError(fmt::format("{}: {}: {}", *job_file, target.where, error.what()));
    }
  }
  if (run.targets.empty()) {
    throw InputError(
        "nothing to certify; name a target, as in 'fairshuffle certify durstenfeld', a program of your own "
        "with "
        "--exec, or a job file with --job");
  }
  if (options.tests) check_tests(options, run);
  if (options.controls) add_controls(plan);
  // What is recorded has no second look, so that nothing need be kept for it.
  run.fixed_trials = run.fixed_trials || std::ranges::all_of(run.targets, [](const auto& target) {
                       return target->facts().recorded;
                     });
  plan.command = command_of(options, run.seed);
  return plan;
}

}  // namespace fairshuffle
