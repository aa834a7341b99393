// Help texts: as wide as the terminal, and of a command with many options the plain ones first.
#include <algorithm>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "harness/cli/command_line.hpp"
#include "harness/cli/terminal.hpp"

namespace fairshuffle {

namespace {

// Of a command that has --help-all, its --help leaves these groups out.
bool is_for_few(std::string_view group) {
  return group == rows_group || group == further_group;
}

class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat() { column_width(24); }

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    const bool is_short = app->get_help_all_ptr() != nullptr && mode != CLI::AppFormatMode::All;
    std::vector<std::string> groups = app->get_groups();
    // That of --help itself is the first to be there.
    std::rotate(groups.begin(), groups.begin() + 1, groups.end());
    std::string text = lines(app->get_description()) + lines(make_usage(app, name));
    for (const std::string& group : groups) {
      if (!group.empty() && !(is_short && is_for_few(group))) text += group_lines(*app, group);
    }
    text += make_subcommands(app, mode);
    if (is_short) text += "\n" + lines(fmt::format("All options: {} --help-all", name));
    return text + "\n" + make_footer(app);
  }

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    return entry(make_option_name(option, is_positional) + make_option_opts(option),
                 make_option_desc(option));
  }

  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_name(), command->get_description());
  }

  // A line that is set in is a command, and stays as it can be copied.
  std::string make_footer(const CLI::App* app) const override {
    std::string text;
    for (const std::string& line : CLI::detail::split(app->get_footer(), '\n')) {
      text += line.starts_with(' ') ? line + "\n" : lines(line);
    }
    return text;
  }

 private:
  static std::string lines(std::string text) {
    while (text.ends_with('\n')) text.pop_back();
    return entry_lines("", text, columns_to_fill());
  }

  std::string entry(const std::string& name, const std::string& meaning) const {
    std::string before = fmt::format("  {:{}}", name, column_width_ - 2);
    if (before.ends_with(' ')) return entry_lines(before, meaning, columns_to_fill());
    before += "\n";
    return before + entry_lines(std::string(column_width_, ' '), meaning, columns_to_fill());
  }

  std::string group_lines(const CLI::App& app, const std::string& group) const {
    std::string text = fmt::format("\n{}:\n", group);
    for (const bool positional : {true, false}) {
      for (const CLI::Option* option : app.get_options([&](const CLI::Option* each) {
             return each->get_group() == group && each->get_positional() == positional;
           })) {
        text += make_option(option, positional);
      }
    }
    return text;
  }
};

}  // namespace

void format_help(CLI::App& app) {
  app.formatter(std::make_shared<HelpFormat>());
}

void group_options(CLI::App& command, std::span<const OptionGroup> groups) {
  command.set_help_all_flag("--help-all", "print this help with all options and exit");
  for (CLI::Option* option : command.get_options()) {
    // One without a group is shown nowhere.
    if (option->get_group() == "Options") option->group(std::string(further_group));
  }
  for (const OptionGroup& group : groups) {
    for (const std::string_view option : group.options) {
      command.get_option(std::string(option))->group(std::string(group.title));
    }
  }
}

}  // namespace fairshuffle
