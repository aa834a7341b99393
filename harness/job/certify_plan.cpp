#include "harness/job/certify_plan.hpp"

#include <algorithm>
#include <random>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <fmt/format.h>

#include "harness/input_error.hpp"
#include "harness/job/budget_limits.hpp"
#include "harness/job/chosen_bets.hpp"
#include "harness/job/chosen_families.hpp"
#include "harness/job/chosen_tests.hpp"
#include "harness/job/controls.hpp"
#include "harness/job/job_file.hpp"
#include "harness/job/plan_command.hpp"
#include "harness/job/target_collector.hpp"
#include "harness/job/typed_numbers.hpp"
#include "harness/target/unopened_target.hpp"

namespace fairshuffle {

namespace {

// A new seed stays below 2^53, so that every JSON reader shows it as it is.
std::uint64_t new_seed() {
  std::random_device device;
  return ((std::uint64_t{device()} << 32) | device()) >> 11;
}

// Of what the options and the job say, the options count.
void settle_limits(const PlanOptions& options, const Job& job, RunPlan& run) {
  if (options.trials && options.max_trials) {
    throw InputError("--trials fixes the number of trials and --max-trials limits it; give one of them");
  }
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
#ifdef __EMSCRIPTEN__
  // There is one, however many were asked for, which decides only how long the run takes.
  run.threads = 1;
#endif
}

// What a program of somebody's own is held to where nothing is said, as the library does: 0.001 takes
// minutes.
constexpr double tolerance_of_outside = 0.01;

bool all_are_from_outside(const RunPlan& run) {
  return std::ranges::all_of(run.targets, [](const auto& target) {
    const TargetKind* kind = find_target_kind(target->description().kind);
    return kind->written != TargetKind::Written::by_shuffle;
  });
}

// The deck size cannot be given twice.
void refuse_two_deck_sizes(const PlanOptions& options) {
  if (!options.deck_sizes) return;
  const TargetSetting* setting = setting_of_deck_size([&options](std::string_view name) {
    const auto found = options.typed.settings.find(name);
    return found != options.typed.settings.end() && found->second.has_value();
  });
  if (setting == nullptr) return;
  throw InputError(fmt::format("--{} gives the deck size with its words, and --n another; give one of them",
                               setting->name));
}

// Settings that every kind of target takes are typed once for all, also for those named by a shuffle.
void share_settings(ShuffleSettings& of_shuffles, TypedTargets& typed) {
  TypedTargets only_named = typed;
  only_named.settings.clear();
  const bool is_for_shuffles_alone = texts_of(only_named).empty();
  for (const std::string& name : names_of_shuffle_settings()) {
    const auto shared = typed.settings.find(name);
    if (shared == typed.settings.end() || !shared->second) continue;
    of_shuffles[name] = shared->second;
    if (is_for_shuffles_alone) typed.settings.erase(shared);
  }
}

void collect_targets(const PlanOptions& options, const Job& job, const std::string& job_file,
                     const MakeTarget& make, CertifyPlan& plan) {
  refuse_two_deck_sizes(options);
  std::vector<int> deck_sizes;
  if (options.deck_sizes) deck_sizes = parse_deck_sizes("--n", *options.deck_sizes);
  TargetCollector collector(plan, deck_sizes, make);
  std::vector<TargetText> named;
  for (const std::string& text : options.targets) {
    const std::vector<TargetText> matches = matching(parse_target_text(text));
    named.insert(named.end(), matches.begin(), matches.end());
  }
  ShuffleSettings settings = options.settings;
  TypedTargets typed = options.typed;
  if (!named.empty()) share_settings(settings, typed);
  for (const TargetText& each : with_settings(std::move(named), settings)) collector.add(each, {});
  if (const std::string line = command_line_of(options.settings); options.targets.empty() && !line.empty()) {
    throw InputError(
        fmt::format("{} tells of a shuffle by name; name one, as in 'fairshuffle certify swap-pairs --k 6'",
                    line.substr(1)));
  }
  for (const TargetText& text : texts_of(typed)) collector.add(text, {});
  for (const JobTarget& target : job.targets) {
    try {
      collector.add(target.text, {.expected = target.expected, .label = target.label});
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}: {}", job_file, target.where, error.what()));
    }
  }
  if (plan.run.targets.empty()) {
    throw InputError(fmt::format(
        "nothing to certify; name a target, as in 'fairshuffle certify durstenfeld', one of your own "
        "with {}, or a job file with --job",
        naming_members("--", "", " or ")));
  }
}

// What a mistake in it is blamed on: the option, or the file and the member in it.
std::string place_of(std::string_view member, bool is_in_job, const std::string& job_file) {
  return is_in_job ? fmt::format("{}: /{}", job_file, member) : fmt::format("--{}", member);
}

void check_budget(const PlanOptions& options, const Budget& budget, const std::string& job_file) {
  for (const auto& [member, value, is_typed] :
       {std::tuple("alpha", budget.alpha, options.alpha.has_value()),
        std::tuple("tolerance", budget.tolerance, options.tolerance.has_value()),
        std::tuple("confidence", budget.confidence, options.confidence.has_value())}) {
    const std::string reason = why_out_of_limits(member, value);
    if (reason.empty()) continue;
    const std::string in_job = fmt::format("budget/{}", member);
    throw InputError(
        fmt::format("{}: {}", place_of(is_typed ? member : in_job, !is_typed, job_file), reason));
  }
}

// Of the job's bets and those of the options the options' count.
void collect_bets(const PlanOptions& options, const Job& job, const std::string& job_file, RunPlan& run) {
  std::vector<BetText> texts = typed_bets(options.bets, options.ready_bets);
  const bool are_typed = !texts.empty();
  for (std::size_t index = 0; !are_typed && index < job.bets.size(); ++index) {
    texts.push_back({fmt::format("{}: /bets/{}", job_file, index), job.bets[index]});
  }
  run.bets = chosen_bets(texts, decks_of(run));
  // A report that is run again tells the tests it had, perhaps without bets.
  const TestInfo* test = find_test("bets");
  if (are_typed && !options.tests && std::ranges::find(run.tests, test) == run.tests.end()) {
    run.tests.push_back(test);
  }
}

void collect_pairs(const PlanOptions& options, const Job& job, const std::string& job_file, RunPlan& run) {
  // Families may need them, too.
  const std::string where = options.pairs || job.pairs
                                ? place_of("pairs", !options.pairs, job_file)
                                : place_of("certify", job.certify && !options.certify, job_file);
  run.pairs = chosen_pairs(options.pairs || job.pairs, where, run);
  // As with bets: a report that is run again tells the tests it had, perhaps without pairs.
  const TestInfo* test = find_test("pairs");
  const bool is_added = run.pairs && !options.tests && job.tests && !job.pairs;
  if (is_added && std::ranges::find(run.tests, test) == run.tests.end()) run.tests.push_back(test);
}

}  // namespace

Plan planned(const CertifyPlan& plan) {
  Plan data = plan_data(plan.run);
  data.controls = plan.controls;
  for (std::size_t index = 0; index < data.targets.size(); ++index) {
    data.targets[index].expected = plan.expected[index];
    data.targets[index].label = plan.labels[index];
  }
  return data;
}

RunRecord planned_record(const CertifyPlan& plan) {
  const Plan data = planned(plan);
  RunRecord run;
  static_cast<RunSettings&>(run) = data;
  run.tool_version = FAIRSHUFFLE_VERSION;
  run.command = plan.command;
  for (std::size_t index = 0; index < data.targets.size(); ++index) {
    std::vector<TargetRecord>& list =
        index + data.controls < data.targets.size() ? run.results : run.controls;
    static_cast<PlannedTarget&>(list.emplace_back()) = data.targets[index];
  }
  return run;
}

std::string contents_of(const CertifyPlan& plan) {
  std::string all;
  for (std::size_t index = 0; index < plan.run.targets.size(); ++index) {
    const std::string contents = plan.run.targets[index]->contents();
    if (!contents.empty()) all += fmt::format("{}: {}\n", index, contents);
  }
  return all.empty() ? "" : to_string(boost::uuids::name_generator_sha1(boost::uuids::ns::oid())(all));
}

CertifyPlan plan_of_record(const RunRecord& record) {
  CertifyPlan plan;
  RunPlan& run = plan.run;
  run.seed = record.seed;
  run.budget = record.budget;
  run.most_trials = record.max_trials;
  run.fixed_trials = record.fixed_trials;
  run.slots = record.birthday_slots;
  run.certify = record.certify;
  run.bets = record.bets;
  run.pairs = record.pairs;
  for (const std::string& name : record.tests) {
    const TestInfo* test = find_test(name);
    if (test == nullptr) throw InputError(fmt::format("there is no test '{}'", name));
    run.tests.push_back(test);
  }
  for (const auto* targets : {&record.results, &record.controls}) {
    for (const TargetRecord& target : *targets) {
      run.targets.push_back(
          std::make_unique<UnopenedTarget>(target.name, target.target, target.facts, target.caveat));
      plan.expected.push_back(target.expected);
      plan.labels.push_back(target.label);
    }
  }
  plan.controls = record.controls.size();
  plan.command = record.command;
  return plan;
}

CertifyPlan plan_with(const PlanOptions& options, const MakeTarget& make,
                      const std::optional<std::string>& job_file, const IsToEnd& is_asked_to_end) {
  Job job;
  if (job_file) job = read_job_file(*job_file);
  CertifyPlan plan;
  RunPlan& run = plan.run;
  settle_limits(options, job, run);
  if (options.max_time) plan.max_seconds = parse_seconds("--max-time", *options.max_time);
  run.is_to_end = ending_after(plan.max_seconds, is_asked_to_end);
  if (options.children) plan.children = parse_children("--children", *options.children);
  run.tests = chosen_tests(options.tests ? options.tests : job.tests);
  const std::string file = job_file.value_or("");
  check_budget(options, run.budget, file);
  const std::string certify = place_of("certify", job.certify && !options.certify, file);
  run.certify = chosen_families(options.certify ? options.certify : job.certify, certify);
  collect_targets(options, job, file, make, plan);
  if (!options.tolerance && !job.tolerance && all_are_from_outside(run))
    run.budget.tolerance = tolerance_of_outside;
  collect_bets(options, job, file, run);
  check_bets(certify, run);
  collect_pairs(options, job, file, run);
  run.slots = job.slots;
  if (options.slots) {
    run.slots = parse_slots("--slots", *options.slots);
    check_slots(run);
  }
  if (options.tests) check_tests(options, run);
  if (options.certify) check_families(run);
  if (options.controls || job.controls) add_controls(plan);
  // What is recorded has no second look, so that nothing need be kept for it.
  run.fixed_trials = run.fixed_trials || std::ranges::all_of(run.targets, [](const auto& target) {
                       return target->facts().recorded;
                     });
  plan.command = command_of(options, run.seed);
  return plan;
}

}  // namespace fairshuffle
