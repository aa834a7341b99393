// exact, explain and probe
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/diagnosis/outcomes.hpp"
#include "core/exact/paths.hpp"
#include "core/permutation/permutation.hpp"
#include "core/shuffle/catalogue.hpp"
#include "harness/cli/command_line.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/engine/blocks.hpp"
#include "harness/engine/run.hpp"
#include "harness/job/certify_plan.hpp"
#include "harness/job/plan_options.hpp"
#include "harness/lesson/lesson.hpp"
#include "harness/report/report_file.hpp"
#include "harness/targets/answered_code.hpp"
#include "harness/targets/builtin/builtin_target.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/rows/first_row.hpp"
#include "harness/whole_file.hpp"
#include "reports/document/render.hpp"
#include "reports/outcomes_report.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

// Of targets that give none.
int the_deck_size(const std::optional<std::string>& typed, std::string_view what) {
  if (!typed) return TargetRun{}.deck_size;
  const std::vector<int> sizes = parse_deck_sizes("--n", *typed);
  if (sizes.size() != 1) throw InputError("--n: {} one deck size at a time", what);
  return sizes.front();
}

// fairshuffle exact: the exact distribution of a target, step by step, or against that of another.

struct ExactOptions {
  std::vector<std::string> targets;
  ShuffleSettings settings;  // of all targets
  TypedTargets code;         // whose draws are answered
  std::optional<std::string> deck_size, json;
  bool compare = false, steps = false, force = false;
};

void check_targets(const ExactOptions& options) {
  if (options.compare) {
    if (options.targets.size() != 2) {
      throw InputError("--compare takes two targets, not {}", options.targets.size());
    }
    if (options.steps)
      throw InputError("--steps tells of one target, and --compare of two: leave one of them out");
    return;
  }
  if (options.targets.size() == 1) return;
  if (options.targets.empty()) throw InputError("TARGET is required, or your own code by an option");
  throw InputError("the exact distribution is of one target at a time; --compare takes two");
}

void tell_exact(const ExactOptions& options, const std::function<std::string()>& text,
                const std::function<nlohmann::ordered_json()>& json) {
  if (!options.json) return fmt::print("{}", text());
  const std::string written = json().dump(2) + "\n";
  if (*options.json == "-") return fmt::print("{}", written);
  check_report_path(*options.json, options.force);
  write_report_file(*options.json, written, options.force);
}

// Of exact and explain: the user's own code, whose draws are answered.

bool names_code(const TypedTargets& code) {
  return std::ranges::any_of(code.named, [](const auto& named) { return !named.second.empty(); });
}

// What `work` makes of its paths, given what reports call it and the paths.
template <class Work>
auto with_paths(const TypedTargets& typed, int deck_size, Work work) {
  const std::vector<TargetText> texts = texts_of(typed);
  if (texts.size() != 1) throw InputError("the paths of one program are followed at a time");
  const AnsweredCode code = find_target_kind(texts.front().name)->answered(texts.front(), deck_size);
  if (code.deck_size < smallest_followed_deck || code.deck_size > largest_followed_deck) {
    throw InputError("--n: all paths are followed of {} to {} cards, not of {}", smallest_followed_deck,
                     largest_followed_deck, code.deck_size);
  }
  PathLimits limits;
  // Each is some turns of two processes.
  limits.ordinary_runs = 20'000;
  limits.repeats = 2000;
  constexpr double longest_seconds = 600;
  limits.is_over = ending_after(longest_seconds, {});
  Paths paths(code.deck_size, code.shuffle, limits);
  try {
    return work(fmt::format("{}, {} cards", one_visible_line(code.name), code.deck_size), paths);
  } catch (const PathsRefused& refused) {
    throw TargetError(refused.what());
  }
}

void add_code_options(CLI::App& command, TypedTargets& code) {
  for (const TargetKind* kind : all_target_kinds()) {
    if (kind->answered == nullptr) continue;
    command
        .add_option(fmt::format("--{}", kind->naming.member), code.named[kind->name],
                    "your own code, which asks for its draws: all its paths are followed")
        ->option_text(std::string(kind->naming.placeholder))
        ->allow_extra_args(false);
  }
  add_text_option(command, "--shuffle", code.settings["shuffle"], "NAME",
                  "which shuffle of a plug-in that has several");
  add_text_option(command, "--timeout", code.settings["timeout"], "SECONDS",
                  "a program's longest silence (10)");
}

int run_exact_of_code(const ExactOptions& options, int deck_size) {
  if (!options.targets.empty() || options.compare || options.steps)
    throw InputError("the paths of one program are followed at a time, without --compare and --steps");
  const JudgedOutcomes of = with_paths(
      options.code, deck_size, [](const std::string& name, Paths& paths) { return judged(name, paths); });
  tell_exact(
      options, [&] { return outcomes_text(of); }, [&] { return outcomes_json(of); });
  if (is_fair(of.verdict)) return exit_as_hoped;
  return of.verdict == OutcomeVerdict::inconclusive ? exit_inconclusive : exit_unfair;
}

int run_exact(const ExactOptions& options) {
  const int deck_size = the_deck_size(options.deck_size, "the exact distribution is of");
  if (names_code(options.code)) return run_exact_of_code(options, deck_size);
  check_targets(options);
  std::vector<TargetText> targets;
  for (const std::string& text : options.targets) targets.push_back(parse_target_text(text));
  targets = with_settings(std::move(targets), options.settings);
  DistributionQuestion question{
      .target = targets.front(), .other = std::nullopt, .deck_size = deck_size, .steps = options.steps};
  if (options.compare) question.other = targets.back();
  tell_exact(
      options, [&] { return distribution_as_text(question); },
      [&] { return distribution_as_json(question); });
  return exit_as_hoped;
}

// fairshuffle explain: the lesson of one target.

struct ExplainOptions {
  ShuffleSettings settings;
  TypedTargets code;
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

// The live page, made with the web preset, installed by the package fairshuffle-web. It is looked for beside
// the running program: where packages put it, and where a build of the web preset leaves it. Throws
// InputError where it is in neither place, or where `path` can't be written.
void copy_live_page(const std::filesystem::path& path, bool overwrite) {
  std::error_code unknown;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
  // Of bin/fairshuffle, and of build/release/harness/cli/fairshuffle.
  for (const char* place : {"../share/fairshuffle/live.html", "../../../web/harness/web/live.html"}) {
    std::ifstream page(folder / place, std::ios::binary);
    if (!page) continue;
    check_report_path(path, overwrite);
    const std::string bytes{std::istreambuf_iterator<char>(page), {}};
    write_report_file(path, bytes, overwrite);
    return;
  }
  throw InputError(
      "explain: --live: the live page is not here; install the package fairshuffle-web, or make it with "
      "'cmake --preset web' and 'cmake --build --preset web --target fairshuffle_page'");
}

void run_explain(const ExplainOptions& options, const std::vector<std::string>& rest) {
  if (!rest.empty()) {
    if (rest.front().starts_with('-')) throw CLI::ExtrasError(rest);
    throw InputError("explain: what is '{}'? It takes one target, name[:key=value,...]", rest.front());
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
  const bool is_own = names_code(options.code);
  if (is_own && (options.target || options.seed))
    throw InputError("explain: the lesson of your own code takes no target and no --seed");
  if (!options.target && !is_own)
    throw InputError("explain: name what to explain; see 'fairshuffle explain --list'");
  if (options.markdown + options.json + options.html.has_value() > 1)
    throw InputError("explain: --markdown, --json or --html, not both");
  const int deck_size = the_deck_size(options.deck_size, "a lesson is of");
  const std::uint64_t seed = options.seed ? parse_seed("--seed", *options.seed) : 1;
  if (options.html) check_report_path(*options.html, options.force);
  const auto lesson_of_target = [&] {
    const TargetText text = with_settings({parse_target_text(*options.target)}, options.settings).front();
    return lesson_of(BuiltinTarget(text, deck_size, seed), seed);
  };
  const Document lesson =
      is_own ? with_paths(options.code, deck_size,
                          [](const std::string& name, Paths& paths) { return lesson_of(name, paths); })
             : lesson_of_target();
  if (options.html) {
    write_report_file(*options.html, as_html(lesson), options.force);
    fmt::print("Lesson: {}\n", *options.html);
  } else {
    fmt::print("{}", options.json       ? as_json(lesson)
                     : options.markdown ? as_markdown(lesson)
                                        : as_terminal_text(lesson, terminal_style("never", false)));
  }
}

// fairshuffle probe: proves the plumbing to a target from outside, apart from statistics.

struct ProbeOptions {
  TypedTargets typed;
  std::optional<std::string> deck_size, rows, trials, seed;
};

constexpr std::uint64_t standard_rows = 5;
constexpr std::uint64_t standard_trials = 1'000'000'000;  // as certify's
constexpr double seconds_measured = 1;

/// What is to be tried, checked.
struct Attempt {
  std::uint64_t seed, rows, max_trials;
};

/// "order of the 5 cards from 1 to 5", where somebody writes them: what a row is to be.
std::string wanted_text(const RowTarget& target) {
  if (!target.facts().writes_rows) return "order of the deck";
  const RowFormat& format = target.row_manner().format;
  const std::string what =
      format.multiset.is_deal() ? fmt::format("deal of {} of", format.multiset.dealt) : "order of";
  if (!format.deck.empty()) {
    return fmt::format("{} the {} {} of the deck", what, format.deck_size,
                       format.multiset.has_equal_cards() ? "cards" : "words");
  }
  return fmt::format("{} the {} cards from {} to {}", what, format.deck_size, format.base,
                     format.base + format.deck_size - 1);
}

/// What can be told of a permutation: equal cards by their word, and of a deal what was dealt.
std::string understood_text(const RowFormat& format, std::span<const WideCard> permutation) {
  if (format.multiset.has_equal_cards()) {
    std::vector<std::string_view> word_of;
    for (std::size_t kind = 0; kind < format.deck.size(); ++kind) {
      word_of.insert(word_of.end(), static_cast<std::size_t>(format.multiset.kinds[kind]), format.deck[kind]);
    }
    std::string words;
    for (const WideCard card : permutation) {
      words += ' ';
      words += word_of[card];
    }
    return fmt::format("the order{}", one_visible_line(words));
  }
  std::vector<int> seen;
  // As their writer counts them.
  for (const WideCard card : permutation.first(static_cast<std::size_t>(format.row_size())))
    seen.push_back(card + format.base);
  return fmt::format("the {} {}{}", format.multiset.is_deal() ? "deal" : "permutation", fmt::join(seen, " "),
                     format.multiset.unordered ? ", in whatever order" : "");
}

void print_row(std::uint64_t number, const ShownRow& row, const RowTarget& target) {
  const std::string written =
      row.written.empty() ? "" : fmt::format("  \"{}\"", one_visible_line(row.written));
  if (row.permutation.empty()) {
    fmt::print("  row {}{}  is no {}\n", number, written, wanted_text(target));
  } else {
    fmt::print("  row {}{}  is {}\n", number, written,
               understood_text(target.row_manner().format, row.permutation));
  }
}

void print_pace(const RowPace& pace) {
  if (pace.rows == 0) return;
  const double per_second =
      pace.a_second.value_or(static_cast<double>(pace.rows) / std::max(pace.seconds, 1e-9));
  fmt::print("{} rows a second ({} rows in {:.2g} s{}{})\n",
             with_commas(static_cast<std::uint64_t>(per_second)), with_commas(pace.rows), pace.seconds,
             pace.a_second ? ", with starts and judgements" : "",
             pace.no_permutations == 0
                 ? ""
                 : fmt::format(", of which {} are no permutations", with_commas(pace.no_permutations)));
}

TargetText text_of(const TypedTargets& typed) {
  const std::vector<TargetText> texts = texts_of(typed);
  if (texts.size() == 1) return texts.front();
  throw InputError("probe tries one target; name it with {}", naming_members("--", "", " or "));
}

/// A run of some seconds, with as many programs at once as certify has: the pace of its last look, as
/// progress tells it. Throws TargetError.
RowPace pace_of_run(const ProbeOptions& options, const Attempt& attempt) {
  PlanOptions asked;
  asked.typed = options.typed;
  asked.deck_sizes = options.deck_size;
  asked.seed = fmt::format("{}", attempt.seed);
  asked.max_trials = fmt::format("{}", attempt.max_trials);
  RunPlan plan = plan_of(asked);
  Pace pace;
  // Who writes all rows at the end has none for a while.
  std::atomic<bool> has_begun = false, is_known = false;
  plan.is_to_end = [&, is_asked_to_end = plan.is_to_end, begun = std::chrono::steady_clock::now()] {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun;
    return is_asked_to_end() || is_known || passed.count() >= (has_begun ? 3 : 10) * seconds_measured;
  };
  const RunResult result = run_to_end(plan, [&](const Progress& state) {
    pace.hear(state);
    has_begun = state.trials_done > 0;
    is_known = pace.trials_a_second().has_value();
  });
  const Evidence& evidence = result.targets.front().evidence;
  if (!evidence.error.empty()) throw TargetError(evidence.error);
  return {.rows = evidence.trials,
          .no_permutations = evidence.invalid_trials,
          .seconds = result.seconds.front(),
          .a_second = pace.trials_a_second()};
}

/// True when each row shown is a permutation.
bool try_rows(const RowTarget& target, const ProbeOptions& options, const Attempt& attempt) {
  RowTrial trial(target, attempt.seed, attempt.max_trials);
  const std::vector<ShownRow> rows = trial.first(attempt.rows);
  for (std::size_t index = 0; index < rows.size(); ++index) {
    print_row(index + 1, rows[index], target);
  }
  std::fflush(stdout);
  if (trial.fault()) throw *trial.fault();
  // A recording comes as fast as it is read, and standard input can be read only once.
  if (rows.size() == attempt.rows) {
    print_pace(target.facts().recorded ? trial.measure(seconds_measured) : pace_of_run(options, attempt));
  }
  if (target.facts().writes_rows && !target.facts().recorded) {
    const std::string asides = trial.asides();
    fmt::print("on standard error: {}\n", asides.empty() ? "nothing" : one_visible_line(asides));
  }
  return std::ranges::none_of(rows, [](const ShownRow& row) { return row.permutation.empty(); });
}

int run_probe(const ProbeOptions& options) {
  const int deck_size = the_deck_size(options.deck_size, "probe tries");
  Attempt attempt{};
  attempt.max_trials = options.trials ? parse_trials("--trials", *options.trials) : standard_trials;
  attempt.rows = options.rows ? parse_trials("--rows", *options.rows) : standard_rows;
  attempt.rows = std::min(attempt.rows, attempt.max_trials);
  if (attempt.rows > RowTrial::most_shown) {
    throw InputError("--rows: at most {} rows are shown", RowTrial::most_shown);
  }
  attempt.seed = options.seed ? parse_seed("--seed", *options.seed) : 1;
  const std::unique_ptr<Target> target =
      make_target(text_of(options.typed), {.deck_size = deck_size,
                                           .seed = attempt.seed,
                                           .max_trials = attempt.max_trials,
                                           .may_look = !options.deck_size});
  fmt::print("{}\n", one_visible_line(target->name()));
  const auto* rows = dynamic_cast<const RowTarget*>(target.get());
  if (rows == nullptr) throw InputError("probe shows rows, and the trials of such a target are none");
  return try_rows(*rows, options, attempt) ? exit_as_hoped : exit_unfair;
}

}  // namespace

void add_exact(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("exact", "The exact distribution of a target or of your own code, as fractions");
  const auto options = std::make_shared<ExactOptions>();
  command->add_option("TARGET", options->targets, "name[:key=value,...]");
  add_code_options(*command, options->code);
  add_text_option(*command, "--n", options->deck_size, "N", "the deck size when the target gives none (5)");
  command->add_flag("--steps", options->steps, "also the distances after every step of the shuffle");
  command->add_flag("--compare", options->compare,
                    "two targets: both distributions, and the distance between them");
  add_text_option(*command, "--json", options->json, "FILE|-", "as JSON, to FILE or to standard output");
  command->add_flag("--force", options->force, "replace an existing file");
  add_shuffle_options(*command, options->settings);
  command->footer(
      "A shuffle's own options stand behind its name or alone: swap-pairs:k=6 or swap-pairs --k 6.\n"
      "A program writes \"draw K\", \"word\" or \"unit\" for each draw and reads a line: a number below K, "
      "one "
      "of 32 bits, or one in [0, 1). Then it writes its deck as a row, and begins anew.\n"
      "Exit codes: 0 printed, or the code is fair; 1 it is biased or invalid; 2 bad input, or a distribution "
      "that "
      "is too large; 3 inconclusive; 4 the code failed or its paths can't be followed.");
  command->callback([options, &exit_code] { exit_code = run_exact(*options); });
}

void add_explain(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "explain", "Teaches one shuffle: a trace, why it is fair or not, what to write instead");
  const auto options = std::make_shared<ExplainOptions>();
  command->add_option("TARGET", options->target, "name[:key=value,...]");
  add_text_option(*command, "--n", options->deck_size, "N", "the deck size when the target gives none (5)");
  add_text_option(*command, "--seed", options->seed, "SEED",
                  "decides the shuffle that is told step by step (1)");
  add_code_options(*command, options->code);
  command->add_flag("--list", options->list, "what can be explained, each in one line");
  command->add_flag("--markdown", options->markdown, "as Markdown");
  command->add_flag("--json", options->json, "as JSON");
  add_text_option(*command, "--html", options->html, "FILE", "as one HTML page, to FILE");
  command->add_flag("--live", options->live,
                    "the page on which your own JavaScript shuffle is tried, to the FILE of --html");
  command->add_flag("--force", options->force, "replace an existing file");
  add_shuffle_options(*command, options->settings);
  command->allow_extras();
  command->footer(
      "A shuffle's own options stand behind its name or alone: swap-pairs:k=6 or swap-pairs --k 6.\n"
      "Exit codes: 0 printed; 2 bad input; 4 your own code can't be followed.");
  command->callback([options, command] { run_explain(*options, command->remaining()); });
}

void add_probe(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "probe",
      "Try the way to a target from outside: how its rows are understood, and how fast certify gets them");
  const auto options = std::make_shared<ProbeOptions>();
  add_target_options(*command, options->typed);
  add_text_option(*command, "--n", options->deck_size, "N",
                  "the deck size when the target gives none (that of its first row, or 5)");
  add_text_option(*command, "--rows", options->rows, "N", "how many rows to show (5)");
  add_text_option(*command, "--trials", options->trials, "N",
                  "no more rows are asked for (1e9); {trials} is what certify's next look would need");
  add_text_option(*command, "--seed", options->seed, "S", "decides {seed} (1)");
  command->footer(
      "Exit codes: 0 every row shown is a permutation; 1 one is not; 2 bad input; 4 the target failed.");
  command->callback([options, &exit_code] { exit_code = run_probe(*options); });
}

}  // namespace fairshuffle
