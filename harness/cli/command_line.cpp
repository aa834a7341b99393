#include "harness/cli/command_line.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/shuffle/catalogue.hpp"
#include "core/statistics/test_result.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/job/plan_options.hpp"
#include "harness/targets/builtin/builtin_target.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/target.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

namespace {

bool is_shuffle(std::string_view word) {
  const std::string_view name = word.substr(0, word.find(':'));
  return find_shuffle(name) != nullptr || find_preset(name) != nullptr;
}

bool is_file(std::string_view word) {
  std::error_code unreadable;
  return std::filesystem::is_regular_file(word, unreadable);
}

// What reads such a file, by what its name ends with; empty where that is no known ending.
std::string what_reads(const std::filesystem::path& file) {
  const std::string ending = file.extension();
  if (ending == ".json") return "a job file is run by --job";
  if (ending == ".fair") return "a run that was kept goes on by --resume";
  if (ending == ".csv" || ending == ".log" || ending == ".txt")
    return fmt::format("recorded decks are read by {}", option_for(TargetKind::Takes::recording));
  return "";
}

std::string help_of(const CLI::App& command) {
  const CLI::App* app = command.get_parent();
  return app == nullptr ? "'fairshuffle --help'" : fmt::format("'fairshuffle {} --help'", command.get_name());
}

// What runs such a file, by what its name ends with; the file itself where that is no known ending.
std::string command_for(const std::string& file) {
  using Interpreter = std::pair<std::string_view, std::string_view>;
  constexpr std::array interpreters{
      Interpreter{".go", "go run"}, Interpreter{".java", "java"},  Interpreter{".jl", "julia"},
      Interpreter{".js", "node"},   Interpreter{".lua", "lua"},    Interpreter{".mjs", "node"},
      Interpreter{".php", "php"},   Interpreter{".pl", "perl"},    Interpreter{".py", "python3"},
      Interpreter{".R", "Rscript"}, Interpreter{".raku", "raku"},  Interpreter{".rb", "ruby"},
      Interpreter{".sh", "sh"},     Interpreter{".ts", "deno run"}};
  const auto found =
      std::ranges::find(interpreters, std::filesystem::path(file).extension().string(), &Interpreter::first);
  if (found != interpreters.end()) return fmt::format("{} {}", found->second, shell_quoted(file));
  return shell_quoted(file.find('/') == std::string::npos ? "./" + file : file);
}

std::string option_for_command() {
  return option_for(TargetKind::Takes::command);
}

std::string advice_on_programs(const std::string& command) {
  return fmt::format("a program of your own is run by {} {}", option_for_command(), shell_quoted(command));
}

// Where the shell parted the command behind its option, its second word is one of ours.
bool parts_a_command(const std::vector<std::string>& words, std::string_view word) {
  const auto option = std::ranges::find(words, option_for_command());
  return words.end() - option > 2 && std::find(option + 2, words.end(), word) != words.end() &&
         option[1].find(' ') == std::string::npos;
}

const CLI::App& chosen_command(const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  return chosen.empty() ? app : *chosen.front();
}

// The parser has no name for options that help texts do not show: the one without a value, or the second of
// its name.
std::string unnamed_option(const CLI::App& command, const std::vector<std::string>& words) {
  std::vector<std::string> seen;
  for (std::size_t index = 0; index < words.size(); ++index) {
    const std::string name = words[index].substr(0, words[index].find('='));
    const CLI::Option* option = name.starts_with("--") ? command.get_option_no_throw(name) : nullptr;
    if (option == nullptr || !option->get_group().empty()) continue;
    const bool has_value = name != words[index] || index + 1 < words.size();
    if (!has_value || std::ranges::find(seen, name) != seen.end()) return name;
    seen.push_back(name);
  }
  return "an option";
}

std::string why_not_expected(const CLI::App& app, const std::vector<std::string>& typed) {
  const CLI::App& command = app.remaining().empty() ? chosen_command(app) : app;
  const std::string help = help_of(command);
  const std::vector<std::string> words = command.remaining();
  if (words.empty()) return fmt::format("name a command; see {}", help);
  const std::string word = words.front().substr(0, words.front().find('='));
  if (is_file(word) && command.get_option_no_throw(option_for_command()) != nullptr) {
    return fmt::format("{} takes no '{}' here; {}", command.get_name(), word,
                       advice_on_programs(command_for(word)));
  }
  if (!word.starts_with('-'))
    return fmt::format("{} takes no '{}' here; see {}", command.get_name(), word, help);
  std::vector<std::string> options;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& each : option->get_lnames()) options.push_back("--" + each);
  }
  if (!word.starts_with("--") && parts_a_command(typed, words.front())) {
    return fmt::format("{} has no option '{}'; the command that {} runs is one argument, in quotes; see {}",
                       command.get_name(), word, option_for_command(), help);
  }
  return fmt::format("{} has no option '{}'{}; see {}", command.get_name(), word,
                     did_you_mean(word, {options.begin(), options.end()}), help);
}

// The word that stands where a subcommand belongs, when it is none: a sentence with what was meant, a shuffle
// or a program of the user's own among it; else empty.
std::string why_no_subcommand(const CLI::App& app, std::string_view word) {
  std::vector<std::string> names;
  for (const CLI::App* subcommand : app.get_subcommands({})) {
    if (subcommand->get_name() == word) return "";
    if (!subcommand->get_group().empty()) names.push_back(subcommand->get_name());
  }
  std::string meant = did_you_mean(word, {names.begin(), names.end()});
  if (meant.empty()) {
    meant = shuffle_meant(word.substr(0, word.find(':')));
    if (!meant.empty()) meant.insert(meant.find('\'') + 1, "certify ");
  }
  if (is_shuffle(word)) meant = fmt::format(" (did you mean 'certify {}'?)", word);
  if (is_file(word))
    meant = fmt::format(" (did you mean certify {} {}?)", option_for_command(),
                        shell_quoted(command_for(std::string(word))));
  const std::string option = fmt::format("--{}", word);
  if (app.get_option_no_throw(option) != nullptr) meant = fmt::format(" (did you mean '{}'?)", option);
  return fmt::format("'{}' is no subcommand{}; there are {}", word, meant, fmt::join(names, ", "));
}

// Why the command line of these words could not be parsed, in a sentence: options and words that nothing
// takes, with the option that was probably meant, or what the parser found.
std::string why_not_parsed(const CLI::App& app, const CLI::ParseError& error,
                           const std::vector<std::string>& words) {
  const auto is = [&error](CLI::ExitCodes code) { return error.get_exit_code() == static_cast<int>(code); };
  const bool lacks_command = is(CLI::ExitCodes::RequiredError) && app.get_subcommands().empty();
  if (is(CLI::ExitCodes::ExtrasError) || lacks_command) return why_not_expected(app, words);
  std::string sentence = error.what();
  if (is(CLI::ExitCodes::ArgumentMismatch)) {
    std::string option = sentence.substr(0, sentence.find(':'));
    if (option.empty()) option = unnamed_option(chosen_command(app), words);
    if (sentence.ends_with(" missing")) sentence = fmt::format("{} needs a value", option);
    if (sentence.find("At Most 1") != std::string::npos) sentence = fmt::format("{} is given twice", option);
  }
  return fmt::format("{}; see {}", sentence, help_of(chosen_command(app)));
}

// Every subcommand with its options. Parsing runs the subcommand and leaves its exit code in `exit_code`.
// With ranks, which may be null, only what they can do.
std::unique_ptr<CLI::App> command_line(int& exit_code, RankParts* ranks) {
  auto app =
      std::make_unique<CLI::App>("fairshuffle proves, or disproves, that a shuffle is fair.", "fairshuffle");
  app->set_version_flag("--version", "fairshuffle " FAIRSHUFFLE_VERSION);
  app->require_subcommand(1);
  format_help(*app);
  app->footer(
      "Exit codes: 0 fair, or all as expected; 1 biased or invalid; 2 bad input; 3 inconclusive; "
      "4 incomplete: a target could not be run, or a control came out wrong.");
  add_certify(*app, exit_code, ranks);
  if (ranks != nullptr) return app;
  add_list(*app);
  add_exact(*app, exit_code);
  add_explain(*app);
  add_report(*app);
  add_check(*app, exit_code);
  add_diff(*app, exit_code);
  add_merge(*app, exit_code);
  add_status(*app);
  add_hosts(*app, exit_code);
  add_probe(*app, exit_code);
  add_help(*app);
  add_complete(*app);
  return app;
}

// One line whatever the message quotes: control characters become '?', and a word without end is cut. What is
// wrong with it stands before or behind it.
void complain(std::string line) {
  constexpr std::size_t most_at_start = 600, most_at_end = 400;
  if (line.size() > most_at_start + most_at_end) {
    line = line.substr(0, most_at_start) + " ... " + line.substr(line.size() - most_at_end);
  }
  std::ranges::replace_if(
      line, [](char character) { return static_cast<unsigned char>(character) < 0x20 || character == 0x7f; },
      '?');
  tell_sentence(line);
}

constexpr std::string_view no_memory =
    "fairshuffle: the run broke off: there is not enough memory; take fewer targets, smaller decks or fewer "
    "threads\n";

// What JSON values are destroyed with asks for memory, too, where nothing can be thrown.
[[noreturn]] void end_at_once() noexcept {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    tell(no_memory);
    std::_Exit(exit_incomplete);
  } catch (...) {
  }
  std::abort();
}

// Words of the version before, which are still taken.
struct RenamedWord {
  std::string_view old, now;
};
constexpr std::array renamed{RenamedWord{"bridge", "probe"}, RenamedWord{"--children", "--programs"}};

// Names of tests by comma, with today's names.
std::string in_todays_names(std::string_view tests) {
  std::vector<std::string> names;
  for (const std::string_view name : at_commas(tests)) {
    const TestInfo* renamed_test = find_renamed_test(name);
    names.emplace_back(renamed_test == nullptr ? name : renamed_test->name);
    if (renamed_test != nullptr)
      tell_sentence(renamed_words(fmt::format("the test {}", name), renamed_test->name));
  }
  return fmt::format("{}", fmt::join(names, ","));
}

// What was typed, with today's words: a subcommand is the first, an option stands anywhere.
std::vector<std::string> in_todays_words(std::vector<std::string> words) {
  constexpr std::string_view tests = "--tests=";
  if (!words.empty() && words.front() == "complete") return words;
  for (std::size_t index = 0; index < words.size(); ++index) {
    const std::string word = words[index].substr(0, words[index].find('='));
    if (words[index].starts_with(tests)) {
      words[index] = fmt::format("{}{}", tests, in_todays_names(words[index].substr(tests.size())));
    } else if (index > 0 && words[index - 1] == tests.substr(0, tests.size() - 1)) {
      words[index] = in_todays_names(words[index]);
    }
    const auto found = std::ranges::find(renamed, word, &RenamedWord::old);
    if (found == renamed.end() || (index > 0 && !word.starts_with('-'))) continue;
    words[index].replace(0, word.size(), found->now);
    tell_sentence(renamed_words(found->old, found->now));
  }
  return words;
}

// What was typed, or its help where that is asked for.
int run_typed(CLI::App& app, std::vector<std::string> words, const int& exit_code) {
  try {
    std::ranges::reverse(words);  // as the parser takes them
    app.parse(std::move(words));
  } catch (const CLI::Success& asked) {
    app.exit(asked);
    return exit_as_hoped;
  }
  return exit_code;
}

// The exit code, once all that was said is written.
int flushed(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  throw std::runtime_error("standard output could not be written");
}

// fairshuffle KIND-host: the process in which targets of a kind run, where they need one of their own. The
// program starts it for itself; it is not shown.

std::string word_for(const TargetKind& kind) {
  return fmt::format("{}-host", kind.name);
}

}  // namespace

std::string why_no_targets(const std::vector<std::string>& words, const TypedTargets& named) {
  const std::string typed = fmt::format("{}", fmt::join(words, " "));
  const auto outside = std::ranges::find_if(
      named.named, [](const auto& kind) { return !kind.second.empty() && !kind.second.back().empty(); });
  for (const std::string& word : words) {
    if (is_shuffle(word)) continue;
    if (outside != named.named.end() && (is_file(word) || word.starts_with('{'))) {
      const auto& [option, values] = *outside;
      return fmt::format("'{}' is no shuffle; what stands behind --{} is one argument: --{} {}", word, option,
                         option, shell_quoted(values.back() + ' ' + typed));
    }
    if (!is_file(word)) continue;
    if (const std::string reader = what_reads(word); !reader.empty())
      return fmt::format("'{}' is no shuffle; {} {}", word, reader, shell_quoted(word));
    std::string command = command_for(word);
    if (words.front() == word) command += typed.substr(word.size());
    if (words.front() != word && !is_shuffle(words.front())) command = typed;
    return fmt::format("'{}' is no shuffle; {}", word, advice_on_programs(command));
  }
  return "";
}

int run_program(int argc, char** argv, RankParts* ranks) {
  fill_closed_standard_streams();
  std::set_terminate(end_at_once);
  // A file that may not grow is like a disk that is full.
  std::signal(SIGXFSZ, SIG_IGN);
  int exit_code = exit_as_hoped;
  const std::unique_ptr<CLI::App> app = command_line(exit_code, ranks);
  const std::vector<std::string> words = in_todays_words({argv + std::min(argc, 1), argv + argc});
  try {
    if (words.empty()) {
      fmt::print("{}", app->help());
      return flushed(exit_as_hoped);
    }
    // The parser would only say that a subcommand is required, not that this word is none.
    const bool begins_with_a_word = !words.front().starts_with('-');
    const std::string fault = begins_with_a_word ? why_no_subcommand(*app, words.front()) : "";
    if (!fault.empty()) throw InputError(fault);
    return flushed(run_typed(*app, words, exit_code));
  } catch (const CLI::ParseError& error) {
    complain(why_not_parsed(*app, error, words));
    return exit_bad_input;
  } catch (const InputError& error) {
    complain(error.what());
    return exit_bad_input;
  } catch (const std::bad_alloc&) {
    tell(no_memory);
    return exit_incomplete;
  } catch (const std::exception& error) {
    complain(fmt::format("the run broke off: {}", error.what()));
    return exit_incomplete;
  }
}

bool is_host(std::string_view word) {
  return std::ranges::any_of(all_target_kinds(), [word](const TargetKind* kind) {
    return kind->host != nullptr && word == word_for(*kind);
  });
}

void add_hosts(CLI::App& app, int& exit_code) {
  for (const TargetKind* kind : all_target_kinds()) {
    if (kind->host == nullptr) continue;
    // An empty group: not shown in the help.
    CLI::App* command = app.add_subcommand(word_for(*kind), "The process of a target")->group("");
    const auto arguments = std::make_shared<std::vector<std::string>>();
    command->add_option("ARGUMENTS", *arguments, "what its kind makes of them");
    command->callback([arguments, kind, &exit_code] { exit_code = kind->host(*arguments); });
  }
}

void add_help(CLI::App& app) {
  CLI::App* command = app.add_subcommand("help", "How the program, or one of its commands, is used");
  const auto name = std::make_shared<std::string>();
  command->add_option("SUBCOMMAND", *name, "one of the commands");
  command->footer("Exit codes: 0 printed; 2 bad input.");
  command->callback([&app, name] {
    const std::string fault = name->empty() ? "" : why_no_subcommand(app, *name);
    if (!fault.empty()) throw InputError(fault);
    // The program's own help() would be that of the command which was typed.
    fmt::print("{}", name->empty()
                         ? app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal)
                         : app.get_subcommand(*name)->help(app.get_name()));
  });
}

void add_shuffle_options(CLI::App& command, ShuffleSettings& settings) {
  for (const std::string& name : names_of_shuffle_settings()) {
    const std::string option = fmt::format("--{}", name);
    if (command.get_option_no_throw(option) != nullptr) continue;
    command.add_option(option, settings[name], fmt::format("{}= of the targets named", name))->group("");
  }
}

void add_target_options(CLI::App& command, TypedTargets& typed) {
  const auto add = [&command](std::string_view name, std::string_view placeholder, std::string_view meaning,
                              auto& value, const char* value_of_flag, std::string_view group) {
    const std::string option = fmt::format("--{}", name);
    if (placeholder.empty()) {
      command
          .add_flag_callback(
              option, [&value, value_of_flag] { value = {std::string(value_of_flag)}; }, std::string(meaning))
          ->group(std::string(group));
    } else {
      command.add_option(option, value, std::string(meaning))
          ->option_text(std::string(placeholder))
          ->allow_extra_args(false)
          ->group(std::string(group));
    }
  };
  for (const TargetKind* kind : all_target_kinds()) {
    if (kind->written != TargetKind::Written::behind_kind) continue;
    const TargetNaming& naming = kind->naming;
    add(naming.member, naming.placeholder, naming.meaning, typed.named[kind->name], "", targets_group);
  }
  for (const TargetSetting* setting : all_target_settings()) {
    if (!setting->is_option) continue;
    add(setting->name, setting->placeholder, setting->meaning, typed.settings[setting->name], "true",
        rows_group);
  }
}

}  // namespace fairshuffle
