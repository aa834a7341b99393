#include "harness/cli/misspelt.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/shuffle/registry.hpp"
#include "harness/nearest_name.hpp"
#include "harness/target/builtin/builtin_target.hpp"
#include "harness/target/kinds.hpp"
#include "harness/target/shell_text.hpp"

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

}  // namespace

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

std::string why_no_targets(const std::vector<std::string>& words, const TypedTargets& named) {
  const std::string typed = fmt::format("{}", fmt::join(words, " "));
  const auto outside =
      std::ranges::find_if(named.named, [](const auto& kind) { return !kind.second.empty(); });
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

}  // namespace fairshuffle
