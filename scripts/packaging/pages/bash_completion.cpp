#include <algorithm>

#include <fmt/format.h>

#include "scripts/packaging/pages/completion.hpp"
#include "scripts/packaging/pages/completion_bash.hpp"
#include "scripts/packaging/pages/known_words.hpp"
#include "scripts/packaging/pages/shell_words.hpp"

namespace fairshuffle {

namespace {

std::string function(std::string_view name, std::string_view subject, std::string_view cases) {
  return fmt::format("\n{}() {{\n  case {} in\n{}  esac\n}}\n", name, subject, cases);
}

std::string one_case(std::string_view pattern, std::string_view action) {
  return fmt::format("    {}) {} ;;\n", single_quoted(pattern), action);
}

std::string echo(std::string_view words) {
  return fmt::format("echo {}", single_quoted(words));
}

std::string offer(const KnownValues& values) {
  switch (values.kind) {
    case ValueKind::free:
      break;
    case ValueKind::file:
      return "_fairshuffle_offer_found -f";
    case ValueKind::folder:
      return "_fairshuffle_offer_found -d";
    case ValueKind::command:
      return "_fairshuffle_offer_found -c";
    case ValueKind::target:
      return "_fairshuffle_offer_target";
    case ValueKind::word:
      return fmt::format("_fairshuffle_offer \"\" {}", words_alone(values.words));
    case ValueKind::words:
      return fmt::format("_fairshuffle_offer_list {}", words_alone(values.words));
  }
  return "";
}

// The cases of one command, for the functions of those names.
struct Cases {
  std::string options, valued, values, positional_values;

  void add(const std::string& command_word, const CommandOutline& command) {
    std::string all, taking;
    int place = 0;
    for (const OptionOutline& option : command.options) {
      const std::string action = option.placeholder.empty() ? "" : offer(known_values(command.name, option));
      if (option.positional) {
        // What may come again stands at every later place too.
        const std::string places = option.repeatable
                                       ? single_quoted(command_word + " place ") + "*"
                                       : single_quoted(fmt::format("{} place {}", command_word, place++));
        positional_values += fmt::format("    {}) {} ;;\n", places, action);
        continue;
      }
      all += fmt::format("{}{} ", option.short_name.empty() ? "" : option.short_name + " ", option.name);
      if (option.placeholder.empty()) continue;
      taking += option.name + " ";
      if (!action.empty()) values += one_case(fmt::format("{} {}", command_word, option.name), action);
    }
    options += one_case(command_word, echo(all));
    valued += one_case(command_word, echo(taking));
  }
};

std::string keys_of(const std::vector<KnownSetting>& settings) {
  std::string keys;
  for (const KnownSetting& setting : settings) keys += setting.key + "= ";
  return keys;
}

std::string target_functions() {
  std::string names, keys, values;
  for (const KnownShuffle& shuffle : known_shuffles()) {
    names += shuffle.name.word + " ";
    if (!shuffle.options.empty()) keys += one_case(shuffle.name.word, echo(keys_of(shuffle.settings)));
    for (const KnownSetting& option : shuffle.options) {
      if (option.values.empty()) continue;
      values +=
          one_case(fmt::format("{}:{}", shuffle.name.word, option.key), echo(words_alone(option.values)));
    }
  }
  keys += fmt::format("    *) {} ;;\n", echo(keys_of(settings_of_targets())));
  for (const KnownSetting& setting : settings_of_targets()) {
    if (setting.values.empty()) continue;
    values +=
        fmt::format("    *{}) {} ;;\n", single_quoted(":" + setting.key), echo(words_alone(setting.values)));
  }
  return fmt::format("\n_fairshuffle_shuffles() {{\n  {}\n}}\n", echo(names)) +
         function("_fairshuffle_keys", "\"$1\"", keys) + function("_fairshuffle_values", "\"$1\"", values);
}

}  // namespace

std::string bash_completion(const ProgramOutline& outline) {
  Cases cases;
  std::string commands;
  cases.add("", outline.program);
  for (const CommandOutline& command : outline.commands) {
    cases.add(command.name, command);
    commands += command.name + " ";
  }
  cases.positional_values += fmt::format("    ' place 0') _fairshuffle_offer \"\" {};;\n", commands);
  return "# Completion of fairshuffle for bash 4.3 and newer, made from the program's own command line.\n" +
         function("_fairshuffle_options", "\"$1\"", cases.options) +
         function("_fairshuffle_valued", "\"$1\"", cases.valued) +
         function("_fairshuffle_offer_value", "\"$1 $2\"", cases.values + cases.positional_values) +
         target_functions() + "\n" + detail::completion_bash;
}

}  // namespace fairshuffle
