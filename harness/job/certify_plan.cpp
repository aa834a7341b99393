#include "harness/job/certify_plan.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <random>
#include <set>
#include <thread>
#include <unordered_set>
#include <utility>
#include <variant>

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <fmt/format.h>
#include <fnmatch.h>

#include "core/permutation/permutation.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/statistics/permutations.hpp"
#include "core/tally/tally.hpp"
#include "core/verdict/judge.hpp"
#include "harness/engine/blocks.hpp"
#include "harness/engine/run.hpp"
#include "harness/job/chosen_bets.hpp"
#include "harness/job/plan_options.hpp"
#include "harness/machine.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/target.hpp"
#include "harness/whole_file.hpp"
#include "reports/outcomes_report.hpp"

namespace fairshuffle {

namespace {

// What a budget holds, and what of it the mathematics carries: beyond that p-values, bounds and numbers of
// trials would be those of rounding.
struct BudgetMember {
  std::string_view name;
  double Budget::*value;
  std::optional<std::string> PlanOptions::*option;
  double least, most;
  std::string_view told;
};

constexpr std::array budget_members{
    BudgetMember{"alpha", &Budget::alpha, &PlanOptions::alpha, 1e-100, 1, "1e-100 or more, below 1"},
    BudgetMember{"tolerance", &Budget::tolerance, &PlanOptions::tolerance, 1e-9, 1, "1e-9 to 1"},
    // 1 - 1e-12 as it is typed is not below it.
    BudgetMember{"confidence", &Budget::confidence, &PlanOptions::confidence, 0.5, 1 - 0.999e-12,
                 "0.5 to 0.999999999999"},
};

// Targets whose truth is known, run beside the others: a fair and two biased shuffles, at the smallest deck
// size of the run at which they differ from fair. One whose permutations are counted only in long runs would
// cost more than what it is there to check.
void add_controls(RunPlan& plan) {
  int deck_size = largest_counted_deck_size + 1;
  for (const auto& target : plan.targets) {
    if (target->description().deck_size >= 3)
      deck_size = std::min(deck_size, target->description().deck_size);
  }
  if (deck_size > largest_counted_deck_size) deck_size = TargetRun{}.deck_size;
  for (const auto& [name, truth] :
       {std::pair{"durstenfeld", Verdict::fair}, std::pair{"naive-swap", Verdict::biased},
        std::pair{"sattolo", Verdict::biased}}) {
    plan.targets.emplace_back(
        make_target({.name = name, .settings = {}},
                    {.deck_size = deck_size, .seed = plan.seed, .max_trials = plan.max_trials}),
        truth);
    ++plan.controls;
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
    throw InputError("nothing matches '{}'; see 'fairshuffle list shuffles'", text.name);
  }
  return matches;
}

bool gives_deck_size(const TargetText& text) {
  const auto is_given = [&text](std::string_view name) {
    return std::ranges::any_of(text.settings, [name](const auto& given) { return given.first == name; });
  };
  return setting_of_deck_size(is_given) != nullptr;
}

// Collects the targets of a run, one for each deck size, and refuses to run one twice, however it is written.
class TargetCollector {
 public:
  // deck_sizes are those of targets that give none; without any they have the standard one, or that of their
  // first row. The plan's seed and limits must be settled.
  TargetCollector(RunPlan& plan, std::vector<int> deck_sizes, const MakeTarget& make)
      : plan_(plan), deck_sizes_(std::move(deck_sizes)), make_(make) {}

  void add(const JobTarget& asked) {
    const TargetText& text = asked.text;
    TargetRun made{.seed = plan_.seed,
                   .max_trials = plan_.max_trials,
                   .children = plan_.children,
                   .may_look = deck_sizes_.empty(),
                   .is_to_end = plan_.is_to_end};
    if (gives_deck_size(text) || deck_sizes_.empty()) return add_one(make_(text, made), asked);
    for (const int deck_size : deck_sizes_) {
      made.deck_size = deck_size;
      JobTarget one = asked;
      if (!asked.label.empty() && deck_sizes_.size() > 1) {
        one.label += told_in_label(deck_size_setting.name, fmt::format("{}", deck_size));
      }
      add_one(make_(text, made), one);
    }
  }

 private:
  void add_one(std::unique_ptr<Target> target, const JobTarget& asked) {
    const TargetDescription& description = target->description();
    const auto [same, is_new] =
        names_.emplace(std::pair(target->identity(), description.marked), target->name());
    if (!is_new) {
      throw InputError("target '{}' is the same as '{}'; name it once", target->name(), same->second);
    }
    const TargetKind* kind = find_target_kind(description.kind);
    if (kind->only_once && !read_once_.insert(description.kind).second) {
      throw InputError("target '{}': {} has been given to another target; what comes can be read only once",
                       target->name(), description.shuffle);
    }
    check_label(asked.label, target->name());
    check_group(asked.group);
    const std::string& shown = asked.label.empty() ? target->name() : asked.label;
    if (!shown_.insert(shown).second) {
      throw InputError("target '{}': '{}' is what another target is called; give it another label",
                       target->name(), shown);
    }
    plan_.targets.emplace_back(std::move(target), asked.expected, asked.label, asked.group);
    plan_.targets.back().proof = asked.proof;
  }

  RunPlan& plan_;
  const std::vector<int> deck_sizes_;
  const MakeTarget& make_;
  std::map<std::pair<std::uint64_t, int>, std::string> names_;  // by what decides the trials and the counts
  std::set<std::string> read_once_;                             // the kinds of which there can be one, and is
  std::unordered_set<std::string> shown_;                       // what reports call the targets
};

// A new seed stays below 2^53, so that every JSON reader shows it as it is.
std::uint64_t new_seed() {
  std::random_device device;
  return ((std::uint64_t{device()} << 32) | device()) >> 11;
}

bool is_given(const PlanOptions& options, const PlanOption::Value& value) {
  return std::visit([&options](auto member) { return options.*member != PlanOptions().*member; }, value);
}

// What is asked for: of what was typed and what the job says, the former counts.
class Asked : public PlanOptions {
 public:
  Asked(const PlanOptions& on_line, const Job& in_file)
      : PlanOptions(on_line), on_line_(on_line), in_file_(in_file) {
    PlanOptions in_job = in_file.options;
    if (on_line.trials || on_line.max_trials) in_job.trials = in_job.max_trials = std::nullopt;
    if (on_line.ready_bets) in_job.bets.clear();
    for (const PlanOption& option : all_plan_options()) {
      std::visit(
          [&](auto member) {
            if (!is_given(on_line, member)) this->*member = in_job.*member;
          },
          option.value);
    }
  }

  const PlanOptions& on_line() const { return on_line_; }
  const PlanOptions& in_job() const { return in_file_.options; }
  // What a mistake in it is blamed on: the option, or the file and the member in it.
  std::string where(const PlanOption::Value& value) const {
    const PlanOption& option = *std::ranges::find(all_plan_options(), value, &PlanOption::value);
    return is_given(on_line_, value) || !is_given(in_job(), value)
               ? std::string(option.name)
               : fmt::format("{}: {}", in_file_.file, option.in_job);
  }

 private:
  const PlanOptions& on_line_;
  const Job& in_file_;
};

void settle_limits(const Asked& asked, RunPlan& run) {
  if (asked.trials && asked.max_trials) {
    throw InputError("--trials fixes the number of trials and --max-trials limits it; give one of them");
  }
  run.seed = asked.seed ? parse_seed(asked.where(&PlanOptions::seed), *asked.seed) : new_seed();
  for (const BudgetMember& member : budget_members) {
    const std::optional<std::string>& text = asked.*member.option;
    const auto parse = member.value == &Budget::tolerance ? parse_tolerance : parse_probability;
    if (text) run.budget.*member.value = parse(asked.where(member.option), *text);
  }
  run.fixed_trials = asked.trials.has_value();
  run.until_decided = asked.until_decided && !run.fixed_trials;
  if (asked.trials) run.max_trials = parse_trials(asked.where(&PlanOptions::trials), *asked.trials);
  if (asked.max_trials) {
    run.went_on_at = parse_limits(asked.where(&PlanOptions::max_trials), *asked.max_trials);
    run.max_trials = run.went_on_at.back();
    run.went_on_at.pop_back();
  }
  run.threads = asked.threads ? parse_count("--threads", *asked.threads, 1024, "threads")
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

// The deck size cannot be given twice, but where both say the same.
void refuse_two_deck_sizes(const PlanOptions& options, const RunPlan& run, std::span<const int> deck_sizes) {
  if (!options.deck_sizes) return;
  const TargetSetting* setting = setting_of_deck_size([&options](std::string_view name) {
    const auto found = options.typed.settings.find(name);
    return found != options.typed.settings.end() && found->second.has_value();
  });
  const auto is_other = [&](const auto& target) {
    return deck_sizes.size() != 1 || target->description().deck_size != deck_sizes.front();
  };
  if (setting == nullptr || std::ranges::none_of(run.targets, is_other)) return;
  throw InputError("--{} gives the deck size with its words, and --n another; give one of them",
                   setting->name);
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

// The schema of job files holds theirs to as much.
std::string label_of(const PlanOptions& options) {
  constexpr std::size_t longest = 100;
  if (!options.label) return "";
  if (options.label->empty() || options.label->size() > longest) {
    throw InputError("--label: expected a line of 1 to {} bytes, found '{}'", longest, *options.label);
  }
  return *options.label;
}

void collect_targets(const PlanOptions& options, const Job& job, const MakeTarget& make, RunPlan& plan) {
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
  const std::string label = label_of(options);
  for (const TargetText& each : with_settings(std::move(named), settings))
    collector.add({.text = each, .label = label});
  if (const std::string line = command_line_of(options.settings); options.targets.empty() && !line.empty()) {
    throw InputError("{} tells of a shuffle by name; name one, as in 'fairshuffle certify swap-pairs --k 6'",
                     line.substr(1));
  }
  for (const TargetText& text : texts_of(typed)) collector.add({.text = text, .label = label});
  if (!label.empty() && plan.targets.empty()) {
    throw InputError("--label is for a target named beside it; in a job file targets have a \"label\" each");
  }
  refuse_two_deck_sizes(options, plan, deck_sizes);
  for (const JobTarget& target : job.targets) {
    try {
      collector.add(target);
    } catch (const InputError& error) {
      throw InputError("{}: {}: {}", job.file, target.where, error.what());
    }
  }
  if (plan.targets.empty()) {
    throw InputError(
        "nothing to certify; name a target, as in 'fairshuffle certify durstenfeld', one of your own with "
        "{}, or a job file with --job",
        naming_members("--", "", " or "));
  }
}

void check_budget(const Asked& asked, const Budget& budget) {
  for (const BudgetMember& member : budget_members) {
    const double value = budget.*member.value;
    if (value >= member.least && value <= member.most) continue;
    throw InputError("{}: expected {}, found {}: nothing beyond can be computed", asked.where(member.option),
                     member.told, value);
  }
}

void add_test(const char* name, RunPlan& run) {
  if (std::ranges::find(run.tests, name) == run.tests.end()) run.tests.emplace_back(name);
}

void collect_bets(const Asked& asked, RunPlan& run) {
  std::vector<BetText> texts = typed_bets(asked.on_line().bets, asked.on_line().ready_bets);
  const bool are_typed = !texts.empty();
  for (std::size_t index = 0; !are_typed && index < asked.bets.size(); ++index) {
    texts.push_back({fmt::format("{}/{}", asked.where(&PlanOptions::bets), index), asked.bets[index]});
  }
  run.bets = chosen_bets(texts, decks_of(run));
  // A report that is run again tells the tests it had, perhaps without bets.
  if (are_typed && !asked.on_line().tests) add_test("bets", run);
}

void collect_pairs(const Asked& asked, RunPlan& run) {
  // Families may need them, too.
  const std::string where =
      asked.pairs ? asked.where(&PlanOptions::pairs) : asked.where(&PlanOptions::certify);
  run.pairs = chosen_pairs(asked.pairs, where, run);
  // As with bets: a report that is run again tells the tests it had, perhaps without pairs.
  const PlanOptions& in_job = asked.in_job();
  if (run.pairs && !asked.on_line().tests && in_job.tests && !in_job.pairs) add_test("pairs", run);
}

// The fewest trials that have a table of gigabytes counted; nothing when there is none.
std::optional<std::uint64_t> fewest_trials_for_large_tables(const RunPlan& run) {
  std::optional<std::uint64_t> fewest;
  for (const auto& target : run.targets) {
    const int deck_size = target->description().deck_size;
    if (deck_size <= largest_counted_deck_size ||
        !run.counting_of(deck_size, target->description().multiset)) {
      continue;
    }
    const std::uint64_t trials =
        fewest_trials_to_certify_permutations(deck_size, run.budget.tolerance, run.budget.confidence);
    fewest = std::min(fewest.value_or(trials), trials);
  }
  return fewest;
}

}  // namespace

std::string told_in_label(std::string_view setting, std::string_view value) {
  if (setting != deck_size_setting.name) return fmt::format(" {}={}", setting, value);
  return fmt::format(", {} card{}", value, value == "1" ? "" : "s");
}

PlannedRun run_planned(const RunPlan& plan, const std::function<void(const Progress&)>& on_progress) {
  Environment environment = environment_now();
  environment.threads = plan.threads;
  RunResult result = run_to_end(plan, on_progress);
  if (result.not_judged) return {.record = {}, .not_judged = std::move(result.not_judged)};
  environment.target_seconds = std::move(result.seconds);
  environment.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - plan.begun).count();
  RunRecord record = concluded(plan_data(plan), std::move(result.targets));
  record.tool_version = FAIRSHUFFLE_VERSION;
  record.command = plan.command;
  record.environment = std::move(environment);
  return {.record = std::move(record)};
}

RunRecord planned_record(const RunPlan& plan) {
  const Plan data = plan_data(plan);
  RunRecord run = concluded(data, std::vector<TargetRecord>(data.targets.size()));
  // Nothing has run.
  run.verdict = {};
  run.note.clear();
  run.tool_version = FAIRSHUFFLE_VERSION;
  run.command = plan.command;
  return run;
}

std::string contents_of(const RunPlan& plan) {
  std::string all;
  for (std::size_t index = 0; index < plan.targets.size(); ++index) {
    const std::string contents = plan.targets[index]->contents();
    if (!contents.empty()) all += fmt::format("{}: {}\n", index, contents);
  }
  return all.empty() ? "" : to_string(boost::uuids::name_generator_sha1(boost::uuids::ns::oid())(all));
}

RunPlan plan_of_record(const RunRecord& record) {
  RunPlan plan;
  static_cast<RunSettings&>(plan) = record;
  plan.slots = record.birthday_slots;
  for (const std::string& name : record.tests) {
    if (find_test(name) == nullptr) throw InputError("there is no test '{}'", name);
  }
  for (const auto* targets : {&record.results, &record.controls}) {
    for (const TargetRecord& target : *targets) {
      check_label(target.label, target.name);
      check_group(target.group);
      plan.targets.emplace_back(
          std::make_unique<UnopenedTarget>(target.name, target.target, target.facts, target.caveat),
          target.expected, target.label, target.group);
      plan.targets.back().proof = target.proof;
    }
  }
  plan.controls = record.controls.size();
  plan.command = record.command;
  return plan;
}

RunPlan plan_with(const PlanOptions& options, const MakeTarget& make, const Job& job,
                  const IsToEnd& is_asked_to_end) {
  RunPlan plan;
  const Asked asked(options, job);
  settle_limits(asked, plan);
  if (options.max_time) plan.max_seconds = parse_seconds("--max-time", *options.max_time);
  plan.is_to_end = ending_after(plan.max_seconds, is_asked_to_end);
  if (options.children) plan.children = parse_count("--programs", *options.children, 1000, "programs");
  plan.tests = chosen_tests(asked.tests);
  check_budget(asked, plan.budget);
  const std::string certify = asked.where(&PlanOptions::certify);
  plan.certify = chosen_families(asked.certify, certify);
  collect_targets(options, job, make, plan);
  if (!asked.tolerance && all_are_from_outside(plan)) plan.budget.tolerance = tolerance_of_outside;
  collect_bets(asked, plan);
  check_bets(certify, plan);
  collect_pairs(asked, plan);
  if (asked.slots) plan.slots = parse_slots(asked.where(&PlanOptions::slots), *asked.slots);
  if (options.slots) check_slots(plan);
  if (options.tests) check_tests(options, plan);
  if (options.certify) check_families(plan);
  if (asked.controls) add_controls(plan);
  // What is recorded has no second look, so that nothing need be kept for it.
  plan.fixed_trials = plan.fixed_trials || std::ranges::all_of(plan.targets, [](const auto& target) {
                        return target->facts().recorded;
                      });
  plan.command = command_of(options, plan.seed);
  return plan;
}

void set_proof(RunPlan& plan, const std::string& text, const std::string& where) {
  if (plan.targets.size() - plan.controls != 1)
    throw InputError("{}: a proof is of one target, named beside it", where);
  try {
    plan.targets.front().proof = proof_in(text);
  } catch (const std::invalid_argument& error) {
    throw InputError("{}: {}", where, error.what());
  }
}

void check_memory(const RunPlan& run) {
  const std::uint64_t needed = memory_of(run);
  const std::uint64_t available = available_memory();
  // A tenth is left to the report and to everyone else.
  if (needed <= available / 10 * 9) return;
  const std::optional<std::uint64_t> fewest = fewest_trials_for_large_tables(run);
  throw InputError(
      "the counters of {} need {:.1f} GiB, and this machine has {:.1f} GiB to give; take a smaller --n{}{}{}",
      run.targets.size() == 1 ? fmt::format("'{}'", run.targets.front()->name())
                              : fmt::format("these {} targets", run.targets.size()),
      static_cast<double>(needed) / 0x1p30, static_cast<double>(available) / 0x1p30,
      run.targets.size() == 1 ? "" : ", fewer targets", run.pairs ? ", no pairs" : "",
      fewest ? fmt::format(", or a --max-trials below {}, which counts positions instead of permutations",
                           with_commas(*fewest))
             : "");
}

}  // namespace fairshuffle
