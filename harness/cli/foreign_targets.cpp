#include "harness/cli/foreign_targets.hpp"

#include <array>

#include <fmt/format.h>

#include "harness/input_error.hpp"
#include "harness/target/shell_text.hpp"

namespace fairshuffle {

namespace {

/// An option that names targets, and the setting that its value becomes.
struct NamingOption {
  const char* kind;
  const char* setting;
  std::vector<std::string> ForeignOptions::*values;
  const char* placeholder;
  const char* meaning;
};

constexpr std::array<NamingOption, 3> naming_options{{
    {"exec", "command", &ForeignOptions::exec, "COMMAND",
     "a child program that writes an order a line; {trials}, {n} and {seed} are filled in"},
    {"plugin", "path", &ForeignOptions::plugin, "FILE",
     "a shared library with shuffles, see fairshuffle_plugin.h"},
    {"log", "path", &ForeignOptions::log, "FILE", "recorded orders, judged once"},
}};

/// An option that tells how the named targets are read.
struct TellingOption {
  const char* setting;
  std::optional<std::string> ForeignOptions::*value;
  const char* placeholder;
  const char* meaning;
};

constexpr std::array<TellingOption, 8> telling_options{{
    {"shuffle", &ForeignOptions::shuffle, "NAME", "which shuffle of a plug-in that has several"},
    {"format", &ForeignOptions::format, "text|u8|tokens",
     "a line of numbers, n raw bytes, or a line of words for each order (text)"},
    {"base", &ForeignOptions::base, "0|1", "the number of the first card (0)"},
    {"deck", &ForeignOptions::deck, "WORDS", "the words of the sorted deck, parted by blanks, for tokens"},
    {"manner", &ForeignOptions::manner, "stream|serve",
     "a child writes on its own, or answers lines \"trials n\" on its standard input (stream)"},
    {"timeout", &ForeignOptions::timeout, "SECONDS", "a child's or plug-in's longest silence (10)"},
    {"column", &ForeignOptions::column, "NAME", "the column of a CSV file that holds the orders"},
    {"reset", &ForeignOptions::reset, "always|never",
     "never: the same deck is shuffled again and again, and relative orders are counted (always)"},
}};

std::string option_of(const char* name) {
  return fmt::format("--{}", name);
}

}  // namespace

void add_foreign_options(CLI::App& command, ForeignOptions& options) {
  const char* group = "Any shuffle";
  for (const NamingOption& option : naming_options) {
    command.add_option(option_of(option.kind), options.*option.values, option.meaning)
        ->option_text(option.placeholder)
        ->allow_extra_args(false)
        ->group(group);
  }
  command.add_flag("--stdin", options.standard_input, "orders on standard input, judged once")->group(group);
  for (const TellingOption& option : telling_options) {
    command.add_option(option_of(option.setting), options.*option.value, option.meaning)
        ->option_text(option.placeholder)
        ->group(group);
  }
}

std::vector<TargetText> texts_of(const ForeignOptions& options) {
  std::vector<TargetText> texts;
  for (const NamingOption& option : naming_options) {
    for (const std::string& value : options.*option.values) {
      if (value.empty())
        throw InputError(fmt::format("--{}: expected {}, found ''", option.kind, option.placeholder));
      texts.push_back({.name = option.kind, .settings = {{option.setting, value}}});
    }
  }
  if (options.standard_input) texts.push_back({.name = "stdin", .settings = {}});
  for (const TellingOption& option : telling_options) {
    const std::optional<std::string>& value = options.*option.value;
    if (!value) continue;
    if (texts.empty()) {
      throw InputError(fmt::format(
          "--{} tells how a target's orders are written; name one with --exec, --plugin, --log or --stdin",
          option.setting));
    }
    for (TargetText& text : texts) text.settings.emplace_back(option.setting, *value);
  }
  return texts;
}

std::string command_line_of(const ForeignOptions& options) {
  std::string line;
  for (const NamingOption& option : naming_options) {
    for (const std::string& value : options.*option.values) {
      line += fmt::format(" --{} {}", option.kind, shell_typed(value));
    }
  }
  if (options.standard_input) line += " --stdin";
  for (const TellingOption& option : telling_options) {
    const std::optional<std::string>& value = options.*option.value;
    if (value) line += fmt::format(" --{} {}", option.setting, shell_typed(*value));
  }
  return line;
}

}  // namespace fairshuffle
