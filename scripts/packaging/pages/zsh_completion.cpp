#include <fmt/format.h>

#include "scripts/packaging/pages/completion.hpp"
#include "scripts/packaging/pages/completion_zsh.hpp"
#include "scripts/packaging/pages/known_words.hpp"
#include "scripts/packaging/pages/shell_words.hpp"

namespace fairshuffle {

namespace {

std::string with_escapes(std::string_view text, std::string_view special) {
  std::string result;
  for (const char letter : text) {
    if (special.find(letter) != std::string_view::npos) result += '\\';
    result += letter;
  }
  return result;
}

// As _describe takes it: name:meaning.
std::string described(const KnownWord& known) {
  std::string item = with_escapes(known.word, ":\\");
  if (!known.meaning.empty()) item += fmt::format(":{}", with_escapes(known.meaning, "\\"));
  return single_quoted(item);
}

std::string array_of(const std::vector<KnownWord>& words, std::string_view indent) {
  std::string result = "(\n";
  for (const KnownWord& known : words) result += fmt::format("{}  {}\n", indent, described(known));
  return result + fmt::format("{})", indent);
}

// What _arguments calls for a value. A word list is one function for each option.
std::string action_of(const KnownValues& values) {
  switch (values.kind) {
    case ValueKind::free:
      break;
    case ValueKind::file:
      return "_files";
    case ValueKind::folder:
      return "_files -/";
    case ValueKind::command:
      return "_command_names -e";
    case ValueKind::target:
      return "_fairshuffle_target";
    case ValueKind::word:
      return fmt::format("({})", words_alone(values.words));
    case ValueKind::words: {
      std::string action = "_values -s , name";
      for (const KnownWord& known : values.words) {
        action += ' ';
        action += single_quoted(fmt::format("{}[{}]", known.word, with_escapes(known.meaning, "[]:\\")));
      }
      // The colon parts the fields of the argument that this stands in.
      return with_escapes(action, ":");
    }
  }
  return " ";
}

std::string argument(const std::string& command, const OptionOutline& option) {
  const std::string value = option.placeholder.empty()
                                ? ""
                                : fmt::format(":{}:{}", with_escapes(option.placeholder, ":"),
                                              action_of(known_values(command, option)));
  if (option.positional) return single_quoted((option.repeatable ? "*" : option.required ? "" : ":") + value);
  const std::string meaning = fmt::format("[{}]", with_escapes(option.meaning, "[]\\"));
  if (!option.short_name.empty()) {
    return fmt::format("'({0} {1})'{{{0},{1}}}{2}", option.short_name, option.name, single_quoted(meaning));
  }
  std::string spec = option.repeatable ? "*" : "";
  spec += option.name;
  if (!value.empty()) spec += '=';
  return single_quoted(spec + meaning + value);
}

std::string arguments(const CommandOutline& command, std::string_view indent) {
  std::string result;
  for (const OptionOutline& option : command.options) {
    result += fmt::format(" \\\n{}  {}", indent, argument(command.name, option));
  }
  return result;
}

std::string target_words() {
  std::vector<KnownWord> names;
  std::string keys, values;
  const auto cases = [](std::string_view pattern, const std::string& words) {
    return fmt::format("    {}) found+={} ;;\n", pattern, words);
  };
  const auto settings = [](const std::vector<KnownSetting>& known) {
    std::vector<KnownWord> words;
    for (const KnownSetting& setting : known) words.push_back({setting.key, setting.meaning});
    return words;
  };
  for (const KnownShuffle& shuffle : known_shuffles()) {
    names.push_back(shuffle.name);
    if (!shuffle.options.empty())
      keys += cases(shuffle.name.word, array_of(settings(shuffle.settings), "    "));
    for (const KnownSetting& option : shuffle.options) {
      if (!option.values.empty()) {
        values += cases(fmt::format("{}:{}", shuffle.name.word, option.key), array_of(option.values, "    "));
      }
    }
  }
  for (const KnownSetting& setting : settings_of_targets()) {
    if (!setting.values.empty()) values += cases("*:" + setting.key, array_of(setting.values, "    "));
  }
  keys += cases("*", array_of(settings(settings_of_targets()), "    "));
  return "\n_fairshuffle_shuffles() {\n  local -a names=" + array_of(names, "  ") +
         "\n  _describe -t shuffles shuffle names\n}\n\n_fairshuffle_keys() {\n  case $1 in\n" + keys +
         "  esac\n}\n\n_fairshuffle_values() {\n  case $1 in\n" + values + "  esac\n}\n";
}

}  // namespace

std::string zsh_completion(const ProgramOutline& outline) {
  std::vector<KnownWord> commands;
  std::string cases;
  for (const CommandOutline& command : outline.commands) {
    commands.push_back({command.name, command.meaning});
    cases += fmt::format("        {})\n          _arguments{} ;;\n", command.name,
                         arguments(command, "          "));
  }
  return "#compdef fairshuffle\n"
         "# Completion of fairshuffle for zsh, made from the program's own command line.\n" +
         target_words() + "\n" + detail::completion_zsh +
         "\n_fairshuffle() {\n"
         "  local curcontext=$curcontext state line\n"
         "  typeset -A opt_args\n"
         "  local -a commands=" +
         array_of(commands, "  ") + "\n  _arguments -C" + arguments(outline.program, "  ") +
         " \\\n    '1: :->command' '*:: :->rest'\n"
         "  case $state in\n"
         "    command) _describe -t commands command commands ;;\n"
         "    rest)\n"
         "      curcontext=${curcontext%:*:*}:fairshuffle-$words[1]:\n"
         "      case $words[1] in\n" +
         cases + "      esac ;;\n  esac\n}\n\n_fairshuffle \"$@\"\n";
}

}  // namespace fairshuffle
